/** What every {@link IdempotencyStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import { type IdempotencyPlace, IdempotencyStore } from "@garrison/core/idempotency/IdempotencyStore"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { createHash, randomUUID } from "node:crypto"

const hash = (text: string): Uint8Array => Uint8Array.from(createHash("sha256").update(text).digest())
const text = (content: string): Uint8Array => Uint8Array.from(Buffer.from(content))

const place = (caller: string, key: string, operation = "one"): IdempotencyPlace => ({
  caller,
  operation,
  keyHash: hash(key),
})

/** Claims a place and keeps an answer in it, as one unit of work. */
const carryOut = Effect.fnUntraced(function* (at: IdempotencyPlace, answer: string, created = 1000, createdAfter = 0) {
  const store = yield* IdempotencyStore
  const { run } = yield* Transaction
  return yield* run(
    Effect.gen(function* () {
      const claimed = yield* store.claim(at, hash("request"), created, createdAfter)
      if (claimed === "claimed") yield* store.keep(at, text(answer))
      return claimed === "claimed" ? claimed : Buffer.from(claimed.sealed).toString()
    }),
  )
})

/** The answer that is kept in a place; undefined: none is. Leaves things as they are. */
const kept = Effect.fnUntraced(function* (at: IdempotencyPlace) {
  const store = yield* IdempotencyStore
  const { run } = yield* Transaction
  const found = run(
    Effect.flatMap(store.claim(at, hash("request"), 1, 0), (claimed) =>
      Effect.fail(claimed === "claimed" ? undefined : Buffer.from(claimed.sealed).toString()),
    ),
  )
  return yield* Effect.flip(found)
})

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<IdempotencyStore | Transaction>): void => {
  withLayer(layer)(`IdempotencyStore on ${name}`, (it) => {
    it.effect("gives a place once, and then what was kept in it", () =>
      Effect.gen(function* () {
        const [ada, lin] = [randomUUID(), randomUUID()]
        assert.strictEqual(yield* carryOut(place(ada, "k"), "first"), "claimed")
        assert.strictEqual(yield* carryOut(place(ada, "k"), "second"), "first")
        for (const other of [place(lin, "k"), place(ada, "l"), place(ada, "k", "two")]) {
          assert.strictEqual(yield* carryOut(other, "other"), "claimed")
        }
        assert.strictEqual(yield* kept(place(ada, "k")), "first")
      }),
    )

    it.effect("gives a place again that is too old to count, to the millisecond", () =>
      Effect.gen(function* () {
        const at = place(randomUUID(), "k")
        yield* carryOut(at, "first", 1000)
        assert.strictEqual(yield* carryOut(at, "second", 5000, 999), "first")
        assert.strictEqual(yield* carryOut(at, "second", 5000, 1000), "claimed")
        assert.strictEqual(yield* kept(at), "second")
        assert.strictEqual(yield* carryOut(at, "third", 6000, 4999), "second")
      }),
    )

    it.effect("keeps nothing of a unit of work that fails", () =>
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const { run } = yield* Transaction
        const at = place(randomUUID(), "k")
        yield* Effect.exit(run(Effect.andThen(store.claim(at, hash("request"), 1, 0), Effect.die("crash"))))
        assert.strictEqual(yield* carryOut(at, "next"), "claimed")
      }),
    )

    it.effect("lets one of many claim a place at once, and shows the others its answer", () =>
      Effect.gen(function* () {
        const at = place(randomUUID(), "k")
        const outcomes = yield* Effect.forEach(
          Array.from({ length: 20 }),
          (_, index) => carryOut(at, `answer ${index}`),
          {
            concurrency: "unbounded",
          },
        )
        const winner = outcomes.indexOf("claimed")
        assert.deepStrictEqual(
          outcomes.filter((outcome) => outcome !== "claimed"),
          Array.from({ length: 19 }, () => `answer ${winner}`),
        )
      }),
    )

    it.effect("trims a caller to its newest, and to what is young enough", () =>
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const { run } = yield* Transaction
        const [ada, lin] = [randomUUID(), randomUUID()]
        for (let age = 1; age <= 6; age++) yield* carryOut(place(ada, `k${age}`), `of ${age}`, age * 100)
        yield* carryOut(place(lin, "k"), "of lin", 1)
        const left = Effect.forEach([1, 2, 3, 4, 5, 6], (age) => kept(place(ada, `k${age}`)))
        yield* run(store.trim(ada, { countMax: 4, createdAfter: 0 }, 1))
        assert.deepStrictEqual((yield* left).filter((one) => one === undefined).length, 1)
        yield* run(store.trim(ada, { countMax: 4, createdAfter: 0 }, 100))
        assert.deepStrictEqual(yield* left, [undefined, undefined, "of 3", "of 4", "of 5", "of 6"])
        yield* run(store.trim(ada, { countMax: 4, createdAfter: 500 }, 100))
        assert.deepStrictEqual(yield* left, [undefined, undefined, undefined, undefined, undefined, "of 6"])
        assert.strictEqual(yield* kept(place(lin, "k")), "of lin")
      }),
    )

    it.effect("prunes what is old, a bounded number at a time, whoever it belongs to", () =>
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        while ((yield* store.prune(1_000_000, 100)) > 0);
        const callers = [randomUUID(), randomUUID(), randomUUID()]
        for (const caller of callers) yield* carryOut(place(caller, "k"), "old", 2_000_000)
        yield* carryOut(place(randomUUID(), "k"), "young", 2_000_001)
        assert.strictEqual(yield* store.prune(2_000_000, 2), 2)
        assert.strictEqual(yield* store.prune(2_000_000, 2), 1)
        assert.strictEqual(yield* store.prune(2_000_000, 2), 0)
      }),
    )
  })
}
