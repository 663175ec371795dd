/**
 * Node's cryptography, as the core takes it. `@effect/platform-node` has the same layers, and brings clients of Redis,
 * HTTP and WebSockets with them, which a host would install for nothing.
 */
import * as CryptoError from "effect/crypto/CryptoError"
import * as Digest from "effect/crypto/Digest"
import * as Kdf from "effect/crypto/Kdf"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as NodeCrypto from "node:crypto"
import { promisify } from "node:util"

/** What the core takes. */
export type CryptoServices = SecureRandom.SecureRandom | Digest.Digest | Mac.Mac | Kdf.Kdf

const nodeNames: Readonly<Record<Digest.Algorithm["name"], string>> = {
  MD5: "md5",
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
}

/** Hashes at once: for short texts the thread pool, where Web Cryptography computes, is a detour. */
export const digestLayer: Layer.Layer<Digest.Digest> = Layer.succeed(Digest.Digest, {
  // A Buffer may be a view into a pool that it shares with others.
  digest: ({ name }, data) =>
    Effect.sync(() => new Uint8Array(NodeCrypto.createHash(nodeNames[name]).update(data).digest())),
  digestHex: ({ name }, data) => Effect.sync(() => NodeCrypto.createHash(nodeNames[name]).update(data).digest("hex")),
})

const macLayer = Mac.layerWebCryptoWith({
  hmac: (name, key, data) => new Uint8Array(NodeCrypto.createHmac(nodeNames[name], key).update(data).digest()),
})

const refused = (cause: unknown): CryptoError.CryptoError =>
  new CryptoError.CryptoError({
    module: "Kdf",
    method: "derive",
    reason: new CryptoError.InvalidArgument({ description: String(cause), cause }),
  })

/** Web Cryptography's derivations, and argon2id, which it lacks. */
const kdfLayer = Layer.effect(
  Kdf.Kdf,
  Effect.map(Kdf.Kdf, ({ derive }) =>
    Kdf.Kdf.of({
      derive: (algorithm, secret, options) => {
        if (algorithm._tag !== "Argon2id") return derive(algorithm, secret, options)
        const { memory, parallelism, passes } = algorithm
        const parameters = {
          message: secret,
          nonce: options.salt,
          tagLength: options.length,
          memory,
          parallelism,
          passes,
        }
        // A hash that has begun is computed to its end, because an interruption must not free its place before.
        return Effect.tryPromise({
          try: () => promisify(NodeCrypto.argon2)("argon2id", parameters),
          catch: refused,
        }).pipe(
          Effect.map((hash) => new Uint8Array(hash)),
          Effect.uninterruptible,
        )
      },
    }),
  ),
).pipe(Layer.provide(Kdf.layerWebCrypto))

/** All of it, for hosts with a storage of their own too. */
export const layer: Layer.Layer<CryptoServices> = Layer.mergeAll(digestLayer, macLayer, kdfLayer).pipe(
  Layer.provideMerge(SecureRandom.layerWebCrypto),
)
