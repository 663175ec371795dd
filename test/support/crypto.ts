/** Cryptography for tests: the real thing, and randomness that is the same in every run. */
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"

export { type CryptoServices, layer as cryptoLayer } from "@garrison/sql/Cryptography"

/** The same bytes for the same seed, for ever: SHA-256 over the seed and a counter. */
export const deterministicBytes = (seed: string | number) => {
  let block = 0
  let pool = Buffer.alloc(0)
  return (size: number): Uint8Array => {
    while (pool.length < size) {
      pool = Buffer.concat([pool, createHash("sha256").update(`${seed}:${block++}`).digest()])
    }
    const taken = Uint8Array.from(pool.subarray(0, size))
    pool = pool.subarray(size)
    return taken
  }
}

/** `SecureRandom` whose ids and secrets depend on `seed` and the order of the calls alone. */
export const frozenRandomLayer = (seed: string | number): Layer.Layer<SecureRandom.SecureRandom> =>
  Layer.sync(SecureRandom.SecureRandom, () => SecureRandom.make(deterministicBytes(seed)))
