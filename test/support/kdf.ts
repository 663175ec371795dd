/** Key derivation that costs nothing and counts its uses, for tests whose subject is not the cost of a hash. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Kdf from "effect/crypto/Kdf"
import { createHash, hkdfSync } from "node:crypto"

/** One derivation as it was asked for. */
export interface Derivation {
  readonly algorithm: Kdf.Algorithm
  readonly saltBytes: number
  readonly length: number
}

/**
 * A derivation of the same shape as argon2id's, and the record of every use. `around` wraps each of them. Keys that are
 * derived from keys are derived as always, and not counted.
 */
export const countingKdf = (
  around: (derivation: Effect.Effect<Uint8Array>) => Effect.Effect<Uint8Array> = (derivation) => derivation,
) => {
  const derivations: Array<Derivation> = []
  const layer = Layer.succeed(
    Kdf.Kdf,
    Kdf.Kdf.of({
      derive: (algorithm, secret, { info = new Uint8Array(), salt, length }) =>
        algorithm._tag === "Hkdf"
          ? Effect.sync(() => new Uint8Array(hkdfSync("sha256", secret, salt, info, length)))
          : around(
              Effect.sync(() => {
                derivations.push({ algorithm, saltBytes: salt.length, length })
                const cost = algorithm._tag === "Argon2id" ? `${algorithm.memory}|${algorithm.passes}` : algorithm.name
                const hash = createHash("sha512").update(cost).update(salt).update(secret).digest()
                return Uint8Array.from(hash.subarray(0, length))
              }),
            ),
    }),
  )
  return { layer, derivations }
}
