/** Garrison's cryptography gives what the layers of `@effect/platform-node` give, which it stands in for. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Sha256 } from "@garrison/core/kernel/seal/Sha256"
import { utf8 } from "@garrison/core/kernel/wire/Utf8"
import * as Cryptography from "@garrison/sql/Cryptography"
import { assert, describe, it } from "@effect/vitest"
import * as Digest from "effect/crypto/Digest"
import * as Kdf from "effect/crypto/Kdf"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Signature from "effect/crypto/Signature"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Layer from "effect/Layer"
import { randomBytes } from "node:crypto"

const reference = Layer.mergeAll(
  NodeCrypto.layerSecureRandom,
  NodeCrypto.layerDigest,
  NodeCrypto.layerMac,
  NodeCrypto.layerKdf,
  Layer.provide(Signature.layerWebCrypto, NodeCrypto.layerSecureRandom),
)

const texts = [0, 1, 64, 1000].map((size) => new Uint8Array(randomBytes(size)))

/** What an effect gives with each of the two. */
const both = <A, E>(effect: Effect.Effect<A, E, Exclude<Cryptography.CryptoServices, Sha256>>) =>
  Promise.all([
    Effect.runPromise(Effect.provide(effect, Cryptography.layer)),
    Effect.runPromise(Effect.provide(effect, reference)),
  ])

describe("cryptography", () => {
  it.each([Digest.md5, Digest.sha1, Digest.sha256, Digest.sha384, Digest.sha512])("hashes by $name", async (hash) => {
    const [ours, theirs] = await both(
      Effect.flatMap(Digest.Digest, (digest) =>
        Effect.forEach(texts, (text) => Effect.all([digest.digest(hash, text), digest.digestHex(hash, text)])),
      ),
    )
    assert.deepStrictEqual(ours, theirs)
    assert.lengthOf(ours, texts.length)
  })

  it.each([Mac.hmacSha1, Mac.hmacSha256, Mac.hmacSha384, Mac.hmacSha512])("signs by $name", async (algorithm) => {
    // Shorter than the block of the hash, as long, and longer.
    for (const secret of [1, 32, 64, 65, 128, 129, 200].map((size) => new Uint8Array(randomBytes(size)))) {
      const [ours, theirs] = await both(
        Effect.gen(function* () {
          const mac = yield* Mac.Mac
          const [key, other] = [yield* Mac.key(algorithm, secret), yield* Mac.key(Mac.hmacSha512, secret)]
          return yield* Effect.forEach(texts, (text) => Effect.all([mac.sign(key, text), mac.sign(other, text)]))
        }),
      )
      assert.deepStrictEqual(ours, theirs)
    }
  })

  it("hashes and signs texts at once as their UTF-8", async () => {
    const words = ["", "a", "münze \u{1F3B2}", "half a pair: \uD83C", "x".repeat(5000)]
    const ours = (secret: Uint8Array) =>
      Effect.map(Sha256, ({ hashOf, hexOf, macUnder }) => {
        const macOf = macUnder(secret)
        return words.map((text) => [hashOf(text), hexOf(text), macOf(text)])
      })
    const theirs = Effect.fnUntraced(function* (secret: Uint8Array) {
      const [digest, mac] = [yield* Digest.Digest, yield* Mac.Mac]
      const key = yield* Mac.key(Mac.hmacSha256, secret)
      return yield* Effect.forEach(words, (text) =>
        Effect.all([
          Effect.map(digest.digest(Digest.sha256, utf8(text)), Base64Url.encode),
          digest.digestHex(Digest.sha256, utf8(text)),
          Effect.map(mac.sign(key, utf8(text)), Base64Url.encode),
        ]),
      )
    })
    for (const secret of [1, 32, 64, 65].map((size) => new Uint8Array(randomBytes(size)))) {
      assert.deepStrictEqual(
        await Effect.runPromise(Effect.provide(ours(secret), Cryptography.layer)),
        await Effect.runPromise(Effect.provide(theirs(secret), reference)),
      )
    }
  })

  const cost = { memory: 64, passes: 2, parallelism: 1 }
  const salt = new Uint8Array(randomBytes(16))

  it.each([Kdf.argon2id(cost), Kdf.hkdfSha256, Kdf.pbkdf2({ hash: Digest.sha256, iterations: 10 })])(
    "derives keys by $name",
    async (algorithm) => {
      const [ours, theirs] = await both(
        Kdf.Kdf.use((kdf) => kdf.derive(algorithm, new Uint8Array([1, 2, 3]), { salt, length: 32 })),
      )
      assert.deepStrictEqual(ours, theirs)
      assert.lengthOf(ours, 32)
    },
  )

  it.each([
    { what: "too little memory", algorithm: Kdf.argon2id({ ...cost, memory: 1 }), length: 32, bytes: 16 },
    { what: "no passes", algorithm: Kdf.argon2id({ ...cost, passes: 0 }), length: 32, bytes: 16 },
    { what: "a short salt", algorithm: Kdf.argon2id(cost), length: 32, bytes: 4 },
    { what: "a short key", algorithm: Kdf.argon2id(cost), length: 2, bytes: 16 },
  ])("refuses argon2id with $what as a failure, not a defect", async ({ algorithm, bytes, length }) => {
    const deriving = Kdf.Kdf.use((kdf) =>
      kdf.derive(algorithm, new Uint8Array([1]), { salt: salt.subarray(0, bytes), length }),
    )
    const reasons = await both(Effect.map(Effect.flip(deriving), ({ reason }) => reason._tag))
    assert.deepStrictEqual(reasons, ["InvalidArgument", "InvalidArgument"])
  })

  it.each([Signature.ed25519, Signature.ecdsaP256, Signature.ecdsaP521, Signature.rsaPssSha256])(
    "signs by $name, so that the other verifies it and a changed text is refused",
    async (algorithm) => {
      const pair = await Effect.runPromise(
        Signature.Signature.use((service) => service.generateKeyPair(algorithm)).pipe(Effect.provide(reference)),
      )
      const [ours, theirs] = await both(
        Signature.Signature.use((service) =>
          Effect.forEach(texts, (text) =>
            Effect.andThen(service.sign(pair.privateKey, text), service.sign(pair.privateKey, text)),
          ),
        ),
      )
      if (algorithm._tag === "Ed25519") assert.deepStrictEqual(ours, theirs)
      const verified = await Effect.runPromise(
        Signature.Signature.use((service) =>
          Effect.forEach(texts, (text, index) => {
            const signature = ours[index] ?? new Uint8Array()
            const changed = new Uint8Array([...text, 1])
            return Effect.all([
              service.verify(pair.publicKey, signature, text),
              service.verify(pair.publicKey, signature, changed),
            ])
          }),
        ).pipe(Effect.provide(reference)),
      )
      assert.deepStrictEqual(
        verified,
        texts.map(() => [true, false]),
      )
    },
  )

  it("draws random bytes that differ", async () => {
    const [ours, theirs] = await both(SecureRandom.SecureRandom.use((random) => random.randomBytes(32)))
    assert.lengthOf(ours, 32)
    assert.notDeepEqual(ours, theirs)
  })
})
