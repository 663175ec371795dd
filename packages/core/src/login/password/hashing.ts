/**
 * Hashing of passwords. Hashing is slow on purpose, so few hashes run at once and few callers may wait (decisions,
 * section 4; guarantees R20 and R21).
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import * as Kdf from "effect/crypto/Kdf"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { atMost } from "../throttle/capacity.ts"
import type { LoginBusy } from "../errors.ts"
import { HASH_BYTES, HASH_COST, type HashCost, type PasswordHash, SALT_BYTES } from "../rules/password.ts"

/** Most callers that may wait for a hash. */
const HASHES_WAITING_MAX = 32

/** Node computes hashes on four threads, which files and names of hosts need too. */
const HASHES_AT_ONCE_MAX = 3

/** Every platform that runs Garrison says how many cores it has (WHATWG HTML); the core has no types of platforms. */
declare const navigator: { readonly hardwareConcurrency: number }

/** Most parallel hashes on so many cores. One core stays free for other requests, if there are two. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(cores - 1, HASHES_AT_ONCE_MAX))

/** Hashes that are computed at once on this machine. */
export const HASHES_AT_ONCE = hashesAtOnce(navigator.hardwareConcurrency)

/** Argon2id behind a gate: {@link HASHES_AT_ONCE} run, {@link HASHES_WAITING_MAX} wait, the rest is refused. */
export const makeHashing = Effect.gen(function* () {
  const kdf = yield* Kdf.Kdf
  const random = yield* SecureRandom.SecureRandom
  const gate = yield* Semaphore.make(HASHES_AT_ONCE)
  const within = atMost(HASHES_AT_ONCE + HASHES_WAITING_MAX, "passwordHashesInLine")
  const gated = <A>(hash: Effect.Effect<A>): Effect.Effect<A, LoginBusy> => within(gate.withPermit(hash))

  const derive = (bytes: Uint8Array, salt: Uint8Array, cost: HashCost, length: number) =>
    gated(
      Effect.orDie(
        kdf.derive(
          Kdf.argon2id({ memory: cost.memoryKibibytes, passes: cost.passes, parallelism: cost.parallelism }),
          bytes,
          { salt, length },
        ),
      ),
    )

  const compute = Effect.fnUntraced(function* (bytes: Uint8Array) {
    const salt = yield* random.randomBytes(SALT_BYTES)
    return { cost: HASH_COST, salt, hash: yield* derive(bytes, salt, HASH_COST, HASH_BYTES) }
  })

  // Compared for an unknown user. It is random, so that no password matches.
  const decoy: PasswordHash = {
    cost: HASH_COST,
    salt: yield* random.randomBytes(SALT_BYTES),
    hash: yield* random.randomBytes(HASH_BYTES),
  }

  const matches = Effect.fnUntraced(function* (bytes: Uint8Array, stored: PasswordHash | undefined) {
    const { salt, cost, hash } = stored ?? decoy
    return Mac.timingSafeEqual(yield* derive(bytes, salt, cost, hash.length), hash)
  })

  return { compute, matches }
})
