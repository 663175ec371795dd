/** What every {@link SigningKeyStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { SigningKeyRecord } from "@garrison/core/token/rules/keys"
import { SigningKeyStore } from "@garrison/core/token/SigningKeyStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

const key = (keyId: string, sequence: number, fields: Partial<SigningKeyRecord> = {}): SigningKeyRecord => ({
  keyId,
  sequence,
  algorithm: "ES256",
  published: 1000,
  signsFrom: 5000,
  publicJwk: { kty: "EC", crv: "P-256", x: "x", y: "y", kid: keyId, alg: "ES256", use: "sig" },
  storedPrivateJwk: '{"d":"secret"}',
  ...fields,
})

const run = <A>(use: (store: SigningKeyStore["Service"]) => Effect.Effect<A>) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    return yield* transaction.run(use(yield* SigningKeyStore))
  })

const clean = Effect.gen(function* () {
  const store = yield* SigningKeyStore
  const keys = yield* store.list
  yield* run((inside) => inside.remove(keys.map((one) => one.keyId)))
})

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<SigningKeyStore | Transaction>): void => {
  withLayer(layer)(`SigningKeyStore on ${name}`, (it) => {
    it.effect("lists what was claimed, whole and in sequence, and forgets what is removed", () =>
      Effect.gen(function* () {
        yield* clean
        const store = yield* SigningKeyStore
        const first = key("first", 1, { algorithm: "EdDSA" })
        const second = key("second", 2)
        const third = key("third", 3)
        for (const one of [second, first, third]) assert.isTrue(yield* run((inside) => inside.claim(one)))
        assert.deepStrictEqual(yield* store.list, [first, second, third])
        yield* run((inside) => inside.remove([]))
        yield* run((inside) => inside.remove(["first", "third", "unknown"]))
        assert.deepStrictEqual(yield* store.list, [second])
      }),
    )

    it.effect("a place in the sequence is claimed by one of many nodes", () =>
      Effect.gen(function* () {
        yield* clean
        const nodes = Array.from({ length: 20 }, (_, index) => key(`node-${index}`, 1))
        const claims = yield* Effect.forEach(nodes, (one) => run((inside) => inside.claim(one)), {
          concurrency: "unbounded",
        })
        assert.strictEqual(claims.filter(Boolean).length, 1)
        const store = yield* SigningKeyStore
        assert.deepStrictEqual(
          yield* store.list,
          nodes.filter((_, index) => claims[index]),
        )
      }),
    )

    it.effect("a promotion brings the start of signing forward and never back", () =>
      Effect.gen(function* () {
        yield* clean
        const store = yield* SigningKeyStore
        yield* run((inside) => inside.claim(key("key", 1, { signsFrom: 5000 })))
        assert.isFalse(yield* run((inside) => inside.promote("key", 5000)))
        assert.isFalse(yield* run((inside) => inside.promote("key", 6000)))
        assert.isTrue(yield* run((inside) => inside.promote("key", 4000)))
        assert.isFalse(yield* run((inside) => inside.promote("unknown", 1)))
        assert.strictEqual((yield* store.list)[0]?.signsFrom, 4000)
      }),
    )
  })
}
