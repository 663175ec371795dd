/** What every {@link CatalogStore} does, and what {@link Catalogs} does on it when publishers race. */
import { assert, describe, it } from "@effect/vitest"
import type { Audit } from "@garrison/core/audit/Audit"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { CatalogStore, type CatalogTexts, type StagedCatalog, STORED_FORM } from "@garrison/core/catalog/CatalogStore"
import { utf8 } from "@garrison/core/kernel/wire/Utf8"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type * as Digest from "effect/crypto/Digest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { testAct } from "../support/acts.ts"

/** What the suite runs on. */
export type CatalogStorage = CatalogStore | Audit | Transaction | Digest.Digest

const tag = (digit: number) => String(digit).repeat(43)

const texts = (digit: number): CatalogTexts => ({
  etag: tag(digit),
  documentEtag: tag(9 - digit),
  document: utf8(`{"document":${digit}}`),
  published: utf8(`{"published":${digit}}`),
  body: utf8(`{"body":${digit}}`),
})

const publishTexts = Effect.fnUntraced(function* (after: number, given: CatalogTexts, now = 1000) {
  const staged = yield* (yield* CatalogStore).stage(given, now)
  return yield* (yield* Transaction).run(staged.publish(after))
}, Effect.scoped)

const publish = (after: number, digit: number, now?: number) => publishTexts(after, texts(digit), now)

const republish = Effect.fnUntraced(function* (after: number, version: number) {
  const store = yield* CatalogStore
  return yield* (yield* Transaction).run(store.republish(after, version, 2000))
})

const document = (quantity: number) => ({
  items: { 1: {} },
  vendors: { 1: { loot: { 1: { item_id: 1, quantity } } } },
})

type Store = CatalogStore["Service"]

/** A process of its own on the same database. */
const process = Effect.map(Layer.build(Layer.fresh(Catalogs.layer)), (context) => Context.get(context, Catalogs))

/**
 * The store, except that heads are handed out only when two have asked for one: the two that start, and then the two
 * that are about to publish.
 */
const meeting = Effect.fnUntraced(function* (store: Store) {
  const meetings = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  let asked = 0
  const head = Effect.gen(function* () {
    const found = yield* store.head
    const met = meetings[Math.floor(asked++ / 2)]
    if (met === undefined) return found
    if (asked % 2 === 0) yield* Deferred.succeed(met, undefined)
    yield* Deferred.await(met)
    return found
  })
  return CatalogStore.of({ ...store, head })
})

/** Negative control: publishes behind whatever is there, as if there were no claim on the next place. */
const careless = (store: Store): Store => ({
  ...store,
  stage: (...given) =>
    Effect.map(store.stage(...given), ({ publish }): StagedCatalog => {
      const publishBehind: StagedCatalog["publish"] = (after) =>
        Effect.flatMap(publish(after), (outcome) =>
          outcome === "superseded" ? publishBehind(after + 1) : Effect.succeed(outcome),
        )
      return { publish: publishBehind }
    }),
})

/** Two processes publish at once, both If-Match the same version: whether each succeeded. */
const race = Effect.fnUntraced(function* (over: (store: Store) => Store) {
  const store = yield* CatalogStore
  const first = yield* Effect.scoped(Effect.flatMap(process, (one) => one.publish(document(1), {}, testAct)))
  const met = yield* meeting(over(store))
  return yield* Effect.forEach(
    [2, 3],
    (quantity) =>
      Effect.flatMap(process, (one) =>
        Effect.result(one.publish(document(quantity), { ifMatch: `"${first.version.etag}"` }, testAct)),
      ),
    { concurrency: "unbounded" },
  ).pipe(Effect.provideService(CatalogStore, met))
})

/** Runs the suite against stores that `layer` gives, a fresh one for each test. */
export const suite = (name: string, layer: Layer.Layer<CatalogStorage>): void => {
  const test = (rule: string, body: Effect.Effect<void, unknown, CatalogStorage | Scope.Scope>) =>
    it.effect(rule, () => body.pipe(Effect.scoped, Effect.provide(layer)))

  describe(`CatalogStore on ${name}`, () => {
    test(
      "has nothing at first",
      Effect.gen(function* () {
        const store = yield* CatalogStore
        assert.isUndefined(yield* store.head)
        assert.isUndefined(yield* store.load(1))
        assert.isUndefined(yield* store.document(1))
        assert.deepStrictEqual(yield* store.versions({ before: undefined, limit: 10 }), [])
        assert.strictEqual(yield* republish(0, 1), "not_found")
      }),
    )

    test(
      "gives back a collection of 20 million characters",
      Effect.gen(function* () {
        const store = yield* CatalogStore
        const large = { ...texts(1), body: utf8(`{"body":"${"é".repeat(20_000_000)}"}`) }
        yield* publishTexts(0, large)
        // Not deepStrictEqual, which would print both.
        assert.isTrue(Buffer.compare((yield* store.load(1))?.body ?? new Uint8Array(), large.body) === 0)
      }),
    )

    test(
      "numbers versions and gives back what was stored",
      Effect.gen(function* () {
        const store = yield* CatalogStore
        yield* publish(0, 1)
        const head = yield* publish(1, 2, 1500)
        assert.deepStrictEqual(head, { publication: 2, version: 2, etag: tag(2), documentEtag: tag(7) })
        assert.deepStrictEqual(yield* store.head, head)
        const { body, etag, published } = texts(1)
        assert.deepStrictEqual(yield* store.load(1), { version: 1, form: STORED_FORM, etag, published, body })
        assert.deepStrictEqual(yield* store.document(2), texts(2).document)
        const described = { document_etag: tag(8), created: 1000, current: false }
        assert.deepStrictEqual(yield* store.versions({ before: undefined, limit: 10 }), [
          { version: 2, etag: tag(2), document_etag: tag(7), created: 1500, current: true },
          { version: 1, etag: tag(1), ...described },
        ])
        const older = yield* store.versions({ before: 2, limit: 10 })
        assert.deepStrictEqual(
          older.map((one) => one.version),
          [1],
        )
        assert.lengthOf(yield* store.versions({ before: undefined, limit: 1 }), 1)
      }),
    )

    test(
      "publishes an old version again under its own number, and counts on from the newest",
      Effect.gen(function* () {
        const store = yield* CatalogStore
        yield* publish(0, 1)
        yield* publish(1, 2)
        const head = yield* republish(2, 1)
        assert.deepStrictEqual(head, { publication: 3, version: 1, etag: tag(1), documentEtag: tag(8) })
        assert.deepStrictEqual(yield* store.head, head)
        const versions = yield* store.versions({ before: undefined, limit: 10 })
        assert.deepStrictEqual(
          versions.map((one) => one.current),
          [false, true],
        )
        assert.deepInclude(yield* publish(3, 3), { publication: 4, version: 3 })
      }),
    )

    test(
      "leaves a version as it is that has the present form already",
      Effect.gen(function* () {
        const store = yield* CatalogStore
        yield* publish(0, 1)
        const before = yield* store.load(1)
        yield* store.renew(1, texts(2), 2000)
        assert.deepStrictEqual(yield* store.load(1), before)
      }),
    )

    test(
      "stores nothing when the place is taken",
      Effect.gen(function* () {
        const store = yield* CatalogStore
        yield* publish(0, 1)
        assert.strictEqual(yield* publish(0, 2), "superseded")
        assert.strictEqual(yield* republish(0, 1), "superseded")
        assert.deepInclude(yield* store.head, { publication: 1, version: 1 })
        assert.lengthOf(yield* store.versions({ before: undefined, limit: 10 }), 1)
      }),
    )

    test(
      "lets one of many win who publish in the same place at once",
      Effect.gen(function* () {
        const store = yield* CatalogStore
        const outcomes = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], (digit) => publish(0, digit), {
          concurrency: "unbounded",
        })
        assert.lengthOf(
          outcomes.filter((outcome) => outcome !== "superseded"),
          1,
        )
        assert.lengthOf(yield* store.versions({ before: undefined, limit: 10 }), 1)
      }),
    )

    test(
      "stores nothing of a unit of work that fails",
      Effect.gen(function* () {
        const store = yield* CatalogStore
        const { run } = yield* Transaction
        const { publish: publishFirst } = yield* store.stage(texts(1), 1000)
        yield* Effect.exit(run(Effect.andThen(publishFirst(0), Effect.die("crash"))))
        assert.isUndefined(yield* store.head)
        assert.deepInclude(yield* publish(0, 2), { publication: 1, version: 1 })
      }),
    )

    test(
      "lets one of two processes win that replace the same version",
      Effect.gen(function* () {
        const outcomes = yield* race((store) => store)
        assert.lengthOf(outcomes.filter(Result.isSuccess), 1)
        const lost = outcomes.find(Result.isFailure)
        assert.deepInclude(lost?.failure, { _tag: "CatalogConflict", code: "catalog_etag_mismatch" })
        const store = yield* CatalogStore
        assert.lengthOf(yield* store.versions({ before: undefined, limit: 10 }), 2)
      }),
    )

    test(
      "(control) lets both win without the claim on the next place",
      Effect.gen(function* () {
        assert.lengthOf((yield* race(careless)).filter(Result.isSuccess), 2)
      }),
    )

    test(
      "lets all of many publishers win in turn who do not insist on a version",
      Effect.gen(function* () {
        const processes = yield* Effect.forEach([1, 2, 3, 4], () => process)
        yield* Effect.forEach(processes, (one, index) => one.publish(document(index + 1), {}, testAct), {
          concurrency: "unbounded",
        })
        const [first] = processes
        assert.deepStrictEqual(
          (yield* first?.versions() ?? Effect.succeed([])).map((one) => one.version),
          [4, 3, 2, 1],
        )
      }),
    )

    /** Two processes publish one document at once, neither of which sees the other's before it begins. */
    const twins = Effect.fnUntraced(function* (over: (store: Store) => Store) {
      const met = yield* meeting(over(yield* CatalogStore))
      const published = yield* Effect.forEach(
        [1, 2],
        () => Effect.flatMap(process, (one) => one.publish(document(1), {}, testAct)),
        {
          concurrency: "unbounded",
        },
      ).pipe(Effect.provideService(CatalogStore, met))
      return published.map(({ unchanged, version }) => `${version.version}${unchanged ? " unchanged" : ""}`).sort()
    })

    test(
      "makes one version of a document that two processes publish at once",
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* twins((store) => store), ["1", "1 unchanged"])
      }),
    )

    test(
      "(control) makes two without the claim on the next place",
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* twins(careless), ["1", "2"])
      }),
    )
  })
}
