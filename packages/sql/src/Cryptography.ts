/**
 * Node's cryptography, as the core takes it. `@effect/platform-node` has the same layers, and brings clients of Redis,
 * HTTP and WebSockets with them, which a host would install for nothing.
 */
import { Sha256 } from "@garrison/core/kernel/seal/Sha256"
import * as CryptoError from "effect/crypto/CryptoError"
import * as Digest from "effect/crypto/Digest"
import * as Kdf from "effect/crypto/Kdf"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Signature from "effect/crypto/Signature"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as NodeCrypto from "node:crypto"
import { promisify } from "node:util"

/** What the core takes. */
export type CryptoServices =
  | SecureRandom.SecureRandom
  | Digest.Digest
  | Mac.Mac
  | Kdf.Kdf
  | Signature.Signature
  | Sha256

const nodeNames: Readonly<Record<Digest.Algorithm["name"], string>> = {
  MD5: "md5",
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
}

/**
 * Hashes at once: for short texts the thread pool, where Web Cryptography computes, is a detour. So is an object for
 * each hash.
 */
export const digestLayer: Layer.Layer<Digest.Digest> = Layer.succeed(Digest.Digest, {
  // A Buffer may be a view into a pool that it shares with others.
  digest: ({ name }, data) => Effect.sync(() => new Uint8Array(NodeCrypto.hash(nodeNames[name], data, "buffer"))),
  digestHex: ({ name }, data) => Effect.sync(() => NodeCrypto.hash(nodeNames[name], data, "hex")),
})

/** Bytes that a hash works on at a time: the length of a key in HMAC (RFC 2104). */
const BLOCK_BYTES: Readonly<Record<Digest.Algorithm["name"], number>> = {
  MD5: 64,
  "SHA-1": 64,
  "SHA-256": 64,
  "SHA-384": 128,
  "SHA-512": 128,
}

/** A key of HMAC, as it stands before what each of the two hashes is computed of. */
interface Pads {
  readonly name: Digest.Algorithm["name"]
  readonly inner: Uint8Array
  /** With room for the first hash. What is computed at once can use the same bytes each time. */
  readonly outer: Buffer
}

const padsOf = (name: Digest.Algorithm["name"], key: Uint8Array): Pads => {
  const size = BLOCK_BYTES[name]
  const whole = new Uint8Array(size)
  whole.set(key.length > size ? NodeCrypto.hash(nodeNames[name], key, "buffer") : key)
  const outer = Buffer.alloc(size + NodeCrypto.hash(nodeNames[name], "", "buffer").length)
  outer.set(whole.map((byte) => byte ^ 0x5c))
  return { name, inner: whole.map((byte) => byte ^ 0x36), outer }
}

/** The pads of the keys in use. Effect gives the same bytes for each use of a key. */
const knownPads = new WeakMap<Uint8Array, Pads>()

/**
 * HMAC by two hashes. Node's own makes an object for each tag, and cleaning those up costs an order more than both. So
 * do bytes outside the pool of Buffer, which is why the hashes are taken as text.
 */
const tagOf = ({ inner, name, outer }: Pads, data: Uint8Array, encoding: "base64url" | "binary"): string => {
  const first = NodeCrypto.hash(nodeNames[name], Buffer.concat([inner, data]), "binary")
  outer.write(first, BLOCK_BYTES[name], "binary")
  return NodeCrypto.hash(nodeNames[name], outer, encoding)
}

const macLayer = Mac.layerWebCryptoWith({
  hmac: (name, key, data) => {
    const known = knownPads.get(key)
    const pads = known?.name === name ? known : padsOf(name, key)
    if (pads !== known) knownPads.set(key, pads)
    return new Uint8Array(Buffer.from(tagOf(pads, data, "binary"), "binary"))
  },
})

const sha256Layer = Layer.succeed(Sha256, {
  hashOf: (text) => NodeCrypto.hash("sha256", text, "base64url"),
  hexOf: (text) => NodeCrypto.hash("sha256", text, "hex"),
  macUnder: (key) => {
    const pads = padsOf("SHA-256", key)
    return (text) => tagOf(pads, Buffer.from(text), "base64url")
  },
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

/** What comes before the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const ED25519_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex")

/** A private key as Node takes it, from the bytes that effect keeps of it. */
const privateKeyOf = (key: Signature.PrivateKey, bytes: Uint8Array): NodeCrypto.KeyObject =>
  NodeCrypto.createPrivateKey({
    key: key.algorithm._tag === "Ed25519" ? Buffer.concat([ED25519_PREFIX, bytes]) : Buffer.from(bytes),
    format: "der",
    type: "pkcs8",
  })

const nodeSign = ({ algorithm }: Signature.PrivateKey, key: NodeCrypto.KeyObject, data: Uint8Array) =>
  new Uint8Array(
    algorithm._tag === "Ed25519"
      ? NodeCrypto.sign(null, data, key)
      : NodeCrypto.sign(nodeNames[algorithm.hash.name], data, { key, dsaEncoding: "ieee-p1363" }),
  )

/** Web Cryptography's signatures. Signing with elliptic curves is done at once, as {@link digestLayer} hashes. */
const signatureLayer = Layer.effect(
  Signature.Signature,
  Effect.map(Signature.Signature, (web) => {
    const kept = new WeakMap<Signature.PrivateKey, NodeCrypto.KeyObject>()

    return Signature.Signature.of({
      ...web,
      sign: (privateKey, data) => {
        const { _tag: kind } = privateKey.algorithm
        if (kind !== "Ed25519" && kind !== "Ecdsa") return web.sign(privateKey, data)
        const known = kept.get(privateKey)
        if (known !== undefined) return Effect.sync(() => nodeSign(privateKey, known, data))
        return Effect.map(Signature.toBytes(privateKey), (bytes) => {
          const key = privateKeyOf(privateKey, bytes)
          kept.set(privateKey, key)
          return nodeSign(privateKey, key, data)
        })
      },
    })
  }),
).pipe(Layer.provide(Signature.layerWebCrypto))

/** Random bytes that are drawn at once. The system takes as long to draw them as to draw a few. */
const POOL_BYTES = 4096

/** Random bytes from a pool, each used once, because an order draws several ids. */
const randomLayer = Layer.sync(SecureRandom.SecureRandom, () => {
  const pool = new Uint8Array(POOL_BYTES)
  let used = POOL_BYTES
  return SecureRandom.make((size) => {
    const bytes = new Uint8Array(size)
    if (size > POOL_BYTES / 16) return NodeCrypto.randomFillSync(bytes)
    if (used + size > POOL_BYTES) {
      NodeCrypto.randomFillSync(pool)
      used = 0
    }
    bytes.set(pool.subarray(used, used + size))
    // What was handed out is a secret of its caller alone.
    pool.fill(0, used, used + size)
    used += size
    return bytes
  })
})

/** All of it, for hosts with a storage of their own too. */
export const layer: Layer.Layer<CryptoServices> = Layer.mergeAll(
  digestLayer,
  macLayer,
  sha256Layer,
  kdfLayer,
  signatureLayer,
).pipe(Layer.provideMerge(randomLayer))
