/** Publishing and serving catalogs. */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs, LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import { CatalogStore } from "@garrison/core/catalog/CatalogStore"
import { fromUtf8 } from "@garrison/core/kernel/wire/Utf8"
import { Purpose } from "@garrison/core/kernel/work/Purpose"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import * as Database from "@garrison/sql/Database"
import * as SqlCatalogStore from "@garrison/sql/catalog/SqlCatalogStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Hash from "effect/Hash"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { cryptoLayer } from "../../support/crypto.ts"
import { sqliteLayer, temporaryFolder } from "../../support/databases.ts"
import { type Draft, sampleWith } from "./sample.ts"
import { auditLayer, testAct } from "../../support/acts.ts"

const storage = Layer.merge(SqlCatalogStore.layer, auditLayer).pipe(Layer.provideMerge(sqliteLayer))

type Services = Layer.Success<typeof storage>

/** Another process on the same database. */
const process = Effect.map(Layer.build(Layer.fresh(Catalogs.layer)), (context) => Context.get(context, Catalogs))

const coins = (quantity: number) =>
  sampleWith((draft) => Object.assign(draft.vendors?.["10"]?.loot?.["101"] as Draft, { quantity }))

const uses = (uses_maximum: number) =>
  sampleWith((draft) => Object.assign(draft.promotions?.WELCOME as Draft, { uses_maximum }))

const broken = sampleWith((draft) => Object.assign(draft.vendors?.["10"]?.loot?.["101"] as Draft, { item_id: 999 }))

const LOOT_COUNT = 10_000

/** A catalog that is read and linked in many parts. */
const manyLoot = (quantity: number) => {
  const loot = Array.from({ length: LOOT_COUNT }, (_, index) => [index + 1, { item_id: 1, quantity }])
  return { items: { 1: {} }, vendors: { 1: { type: "randomly_sampled", loot: Object.fromEntries(loot) } } }
}

/** Facts of the catalog in memory, each from another part of it. */
const quantities = (catalog: LoadedCatalog) => [
  catalog.linked.loot.get(101)?.quantity,
  JSON.parse(fromUtf8(catalog.body)).vendors["10"].loot["101"].quantity,
]

/**
 * Ends when the process serves this version. The time of the clock stands still meanwhile: only the reading, which
 * decompresses on a thread, goes on.
 */
const serving = Effect.fnUntraced(function* (server: Catalogs["Service"], version: number) {
  const current = Effect.option(server.current)
  const isServed = (served: Effect.Success<typeof current>) => Option.isSome(served) && served.value.version === version
  while (!isServed(yield* current)) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
})

const test = (rule: string, body: Effect.Effect<void, unknown, Services | Scope.Scope>) =>
  it.effect(rule, () => body.pipe(Effect.scoped, Effect.provide(storage)))

describe("catalogs", () => {
  test(
    "are not found before the first publication, and served after it",
    Effect.gen(function* () {
      const catalogs = yield* process
      const failure = yield* Effect.flip(catalogs.current)
      assert.strictEqual(failure.code, "resource_not_found")
      const published = yield* catalogs.publish(coins(5), {}, testAct)
      assert.isTrue(published.report.accepted)
      const current = yield* catalogs.current
      assert.deepInclude(published.version, { version: 1, etag: current.etag, current: true })
      assert.strictEqual(current.linked.version, 1)
      assert.strictEqual(current.linked.etag, current.etag)
      assert.strictEqual(JSON.parse(fromUtf8(current.body)).cache_info.etag, current.etag)
    }),
  )

  test(
    "store no part of a refused document",
    Effect.gen(function* () {
      const catalogs = yield* process
      const refused = yield* Effect.flip(catalogs.publish(broken, {}, testAct))
      assert.strictEqual(refused._tag, "CatalogRefused")
      assert.deepInclude(refused, { code: "catalog_refused" })
      assert.deepStrictEqual(yield* catalogs.versions(), [])
      yield* catalogs.publish(coins(5), {}, testAct)
      const before = yield* catalogs.current
      yield* Effect.flip(catalogs.publish(broken, {}, testAct))
      assert.strictEqual(yield* catalogs.current, before)
      assert.lengthOf(yield* catalogs.versions(), 1)
    }),
  )

  test(
    "keep the unknown fields of a stored document, which is served again without a check",
    Effect.gen(function* () {
      const catalogs = yield* process
      const misspelt = sampleWith((draft) =>
        Object.assign(draft.vendors?.["10"]?.loot?.["101"] as Draft, { qantity: 5 }),
      )
      const refused = yield* Effect.flip(catalogs.publish(misspelt, {}, testAct))
      assert.strictEqual(refused.code, "catalog_refused")
      // As every version was that an earlier program published.
      const { report } = yield* catalogs.publish(misspelt, { allowUnknown: true }, testAct)
      assert.deepInclude(report, { accepted: true, warnings: 1 })
      yield* catalogs.publish(coins(6), {}, testAct)
      const other = yield* process
      assert.strictEqual((yield* other.version(1)).linked.loot.get(101)?.quantity, 5)
      yield* other.republish(1, {}, testAct)
      assert.strictEqual((yield* other.current).version, 1)
      assert.include(fromUtf8(yield* other.document(1)), '"qantity":5')
      assert.strictEqual((yield* other.published(1)).vendors["10"]?.loot["101"]?.quantity, 5)
    }),
  )

  test(
    "are replaced whole: a reader that holds a catalog keeps all of it",
    Effect.gen(function* () {
      const catalogs = yield* process
      yield* catalogs.publish(coins(5), {}, testAct)
      const held = yield* catalogs.current
      yield* catalogs.publish(coins(6), {}, testAct)
      assert.deepStrictEqual(quantities(held), [5, 5])
      assert.deepStrictEqual(quantities(yield* catalogs.current), [6, 6])
    }),
  )

  test(
    "are published only when If-Match is the current catalog, by either of its etags",
    Effect.gen(function* () {
      const catalogs = yield* process
      const early = yield* Effect.flip(catalogs.publish(coins(5), { ifMatch: "*" }, testAct))
      assert.strictEqual(early.code, "catalog_etag_mismatch")
      const { version: first } = yield* catalogs.publish(coins(5), {}, testAct)
      const { version: second } = yield* catalogs.publish(coins(6), { ifMatch: `"${first.etag}"` }, testAct)
      const stale = yield* Effect.flip(catalogs.publish(coins(7), { ifMatch: `"${first.etag}"` }, testAct))
      assert.strictEqual(stale.code, "catalog_etag_mismatch")
      yield* catalogs.publish(coins(8), { ifMatch: second.document_etag }, testAct)
      const late = yield* Effect.flip(catalogs.republish(1, { ifMatch: second.etag }, testAct))
      assert.strictEqual(late.code, "catalog_etag_mismatch")
      assert.deepStrictEqual(
        (yield* catalogs.versions()).map((one) => one.version),
        [3, 2, 1],
      )
    }),
  )

  test(
    "use the document's etag to guard fields that clients do not see",
    Effect.gen(function* () {
      const catalogs = yield* process
      const { version: first } = yield* catalogs.publish(uses(1), {}, testAct)
      const { version: second } = yield* catalogs.publish(uses(2), { ifMatch: first.document_etag }, testAct)
      assert.strictEqual(second.etag, first.etag)
      const stale = yield* Effect.flip(catalogs.publish(uses(3), { ifMatch: first.document_etag }, testAct))
      assert.strictEqual(stale.code, "catalog_etag_mismatch")
    }),
  )

  test(
    "of any age are shown with their document, and published again unchanged",
    Effect.gen(function* () {
      const catalogs = yield* process
      yield* catalogs.publish(coins(5), {}, testAct)
      const first = yield* catalogs.current
      yield* catalogs.publish(coins(6), {}, testAct)
      const document = fromUtf8(yield* catalogs.document(1))
      assert.deepStrictEqual(JSON.parse(document), JSON.parse(JSON.stringify(coins(5))))
      assert.deepStrictEqual(quantities(yield* catalogs.version(1)), [5, 5])
      assert.deepInclude((yield* catalogs.republish(1, {}, testAct)).version, {
        version: 1,
        etag: first.etag,
        current: true,
      })
      const again = yield* catalogs.current
      assert.deepStrictEqual(again.body, first.body)
      assert.deepStrictEqual(again.linked, first.linked)
      assert.strictEqual((yield* Effect.flip(catalogs.version(9))).code, "resource_not_found")
      assert.strictEqual((yield* Effect.flip(catalogs.document(9))).code, "resource_not_found")
      assert.strictEqual((yield* Effect.flip(catalogs.republish(9, {}, testAct))).code, "resource_not_found")
    }),
  )

  test(
    "are not published anew while their document is current",
    Effect.gen(function* () {
      const [first, second] = [yield* process, yield* process]
      const { unchanged, version } = yield* first.publish(coins(5), {}, testAct)
      assert.isFalse(unchanged)
      yield* TestClock.adjust("1 minute")
      // The order of the keys is not part of a document.
      const { vendors, ...rest } = coins(5)
      const again = yield* second.publish({ vendors, ...rest }, {}, testAct)
      assert.deepStrictEqual(again, { version, report: again.report, unchanged: true, before: 1, lock: undefined })
      assert.strictEqual((yield* second.current).version, 1)
      assert.isTrue((yield* first.publish(coins(5), { ifMatch: version.etag }, testAct)).unchanged)
      assert.strictEqual(
        (yield* Effect.flip(first.publish(coins(5), { ifMatch: "other" }, testAct)))._tag,
        "CatalogConflict",
      )
      assert.lengthOf(yield* first.versions(), 1)

      // An earlier document is a change. A document that differs only in prices is a change too.
      assert.strictEqual((yield* first.publish(coins(6), {}, testAct)).version.version, 2)
      assert.strictEqual((yield* first.publish(coins(5), {}, testAct)).version.version, 3)
      assert.isFalse((yield* first.publish(uses(1), {}, testAct)).unchanged)
    }),
  )

  test(
    "are loaded from another process within a second",
    Effect.gen(function* () {
      const [publisher, server] = [yield* process, yield* process]
      yield* publisher.publish(coins(5), {}, testAct)
      assert.strictEqual((yield* Effect.flip(server.current)).code, "resource_not_found")
      yield* TestClock.adjust("1 second")
      yield* serving(server, 1)
      const taken = yield* server.current
      assert.deepStrictEqual(quantities(taken), [5, 5])
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* server.current, taken)
      yield* publisher.publish(coins(6), {}, testAct)
      yield* publisher.republish(1, {}, testAct)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(quantities(yield* server.current), [5, 5])
    }),
  )

  test(
    "are taken over in parts: requests are answered meanwhile, from the version before",
    Effect.gen(function* () {
      const [publisher, server] = [yield* process, yield* process]
      yield* publisher.publish(manyLoot(1), {}, testAct)
      yield* server.refresh
      yield* publisher.publish(manyLoot(2), {}, testAct)
      const taking = yield* Effect.forkChild(server.refresh, { startImmediately: true })
      let turns = 0
      while (taking.pollUnsafe() === undefined) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        if (taking.pollUnsafe() !== undefined) break
        turns++
        assert.strictEqual((yield* server.current).version, 1)
      }
      assert.isAtLeast(turns, 20)
      const taken = yield* server.current
      assert.strictEqual(taken.version, 2)
      assert.strictEqual(taken.linked.loot.get(LOOT_COUNT)?.quantity, 2)
      assert.strictEqual(taken.linked.loot.size, LOOT_COUNT)
    }),
  )

  test(
    "are there when a process starts, with the same bytes",
    Effect.gen(function* () {
      const publisher = yield* process
      yield* publisher.publish(coins(5), {}, testAct)
      const [published, started] = [yield* publisher.current, yield* (yield* process).current]
      assert.deepStrictEqual(started.body, published.body)
      assert.deepStrictEqual(started.linked, published.linked)
    }),
  )

  test(
    "are served while storage does not answer, and refreshed when it answers again",
    Effect.gen(function* () {
      const store = yield* CatalogStore
      let down = false
      const shaky = CatalogStore.of({
        ...store,
        head: Effect.suspend(() => (down ? Effect.die(new StorageUnavailable("down")) : store.head)),
      })
      const publisher = yield* process
      const server = yield* Effect.provideService(process, CatalogStore, shaky)
      yield* publisher.publish(coins(5), {}, testAct)
      yield* TestClock.adjust("1 second")
      yield* serving(server, 1)
      down = true
      yield* publisher.publish(coins(6), {}, testAct)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(quantities(yield* server.current), [5, 5])
      down = false
      yield* TestClock.adjust("1 second")
      yield* serving(server, 2)
      assert.deepStrictEqual(quantities(yield* server.current), [6, 6])
    }),
  )

  test(
    "are read in a process of an operator when something asks for the current one, and then kept up to date",
    Effect.gen(function* () {
      const store = yield* CatalogStore
      let loads = 0
      const counted = CatalogStore.of({
        ...store,
        load: (version) =>
          Effect.andThen(
            Effect.sync(() => void loads++),
            store.load(version),
          ),
      })
      const publisher = yield* process
      yield* publisher.publish(coins(5), {}, testAct)
      const opened = (isAhead: boolean) =>
        process.pipe(
          Effect.provideService(CatalogStore, counted),
          Effect.provideService(Purpose, isAhead ? "serve" : "operate"),
        )
      yield* opened(true)
      assert.strictEqual(loads, 1)
      const operator = yield* opened(false)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(loads, 1)
      assert.deepStrictEqual(quantities(yield* operator.current), [5, 5])
      assert.strictEqual((yield* operator.index(undefined)).number, 1)
      yield* publisher.publish(coins(6), {}, testAct)
      yield* TestClock.adjust("1 second")
      yield* serving(operator, 2)
      assert.deepStrictEqual(quantities(yield* operator.current), [6, 6])
    }),
  )

  it.effect("are loaded from a process with its own connection to the same file", () =>
    Effect.gen(function* () {
      const file = `${yield* temporaryFolder}/shared.db`
      const connect = Effect.gen(function* () {
        const database = Layer.merge(Layer.orDie(Layer.fresh(Database.layer(`sqlite:${file}`))), cryptoLayer)
        const own = Layer.merge(SqlCatalogStore.layer, auditLayer).pipe(Layer.provideMerge(database))
        return Context.get(yield* Layer.build(Layer.fresh(Catalogs.layer.pipe(Layer.provide(own)))), Catalogs)
      })
      const [publisher, server] = [yield* connect, yield* connect]
      yield* publisher.publish(coins(5), {}, testAct)
      yield* server.refresh
      assert.deepStrictEqual(quantities(yield* server.current), [5, 5])
      const { etag } = yield* server.current
      yield* server.publish(coins(6), { ifMatch: `"${etag}"` }, testAct)
      assert.strictEqual(
        (yield* Effect.flip(publisher.publish(coins(7), { ifMatch: etag }, testAct))).code,
        "catalog_etag_mismatch",
      )
      yield* publisher.refresh
      assert.deepStrictEqual(quantities(yield* publisher.current), [6, 6])
    }).pipe(Effect.scoped),
  )
})

describe("a loaded catalog", () => {
  it("is the key of a cache by reference: nothing of it is read or linked", () => {
    const loaded = () =>
      new LoadedCatalog(1, "etag", new Uint8Array(), () => {
        throw new Error("the whole catalog is read")
      })
    const [first, second] = [loaded(), loaded()]
    assert.strictEqual(Hash.hash(first), Hash.hash(first))
    assert.isFalse(Equal.equals(first, second))
  })
})
