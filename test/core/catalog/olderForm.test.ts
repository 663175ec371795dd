/**
 * Versions that an earlier program stored, without the values that their author left out. They are served in the
 * present form from the first moment, and stored in it (decisions, section 10). form1.json is the text that that
 * program made of a document.
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { CatalogStore, STORED_FORM } from "@garrison/core/catalog/CatalogStore"
import { prune } from "@garrison/core/catalog/housekeeping"
import { fromUtf8, utf8 } from "@garrison/core/kernel/wire/Utf8"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { layer as stores } from "@garrison/sql/catalog/SqlCatalogStore"
import { integer } from "@garrison/sql/columns"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { onEachDatabase } from "../../support/databases.ts"
import { auditLayer, testAct } from "../../support/acts.ts"

const stored = JSON.parse(readFileSync(join(import.meta.dirname, "form1.json"), "utf8")) as {
  readonly etag: string
  readonly document_etag: string
  readonly document: string
  readonly prepared: string
  readonly body: string
}

/**
 * The form in which its document is served now. Where another etag comes out, versions that are stored would be served
 * with their former texts: raise `STORED_FORM`, and write the new number and etag here.
 */
const present = { form: 2, etag: "M6ac88U8PgzwQCzAws9KYhsgV_FNWg4GlRwr3T36b-c" }

/** Version 1 as the earlier program stored it: with its texts, and of the first form. */
const leaveBehind = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { body, document, document_etag: documentEtag, etag, prepared } = stored
  const texts = { etag, documentEtag, document: utf8(document), published: utf8(prepared), body: utf8(body) }
  const { publish } = yield* (yield* CatalogStore).stage(texts, 1000)
  yield* (yield* Transaction).run(Effect.andThen(publish(0), sql`UPDATE catalog_version SET form = 1`))
}).pipe(Effect.scoped)

/** The number of texts in storage. A version has three. */
const texts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT COUNT(*) AS texts FROM catalog_text`
  return integer(row?.texts)
})

const process = Effect.map(Layer.build(Layer.fresh(Catalogs.layer)), (context) => Context.get(context, Catalogs))

onEachDatabase((name, database) => {
  describe(`a version of an earlier form on ${name}`, () => {
    const storage = Layer.provideMerge(Layer.merge(stores, auditLayer), database)
    const inWorld = <E>(test: Effect.Effect<void, E, Layer.Success<typeof storage>>) =>
      test.pipe(Effect.provide(storage))

    it.effect("is served, listed and stored as if its document were published now", () =>
      inWorld(
        Effect.scoped(
          Effect.gen(function* () {
            yield* leaveBehind
            const one = yield* process
            const { body, etag } = yield* one.current
            assert.notStrictEqual(etag, stored.etag)
            assert.deepStrictEqual({ form: STORED_FORM, etag }, present)
            assert.include(JSON.parse(fromUtf8(body)).vendors["10"].loot["100"], {
              active: true,
              quantity: 50,
              drop_weight: 1,
            })
            const [listed] = yield* one.versions()
            assert.deepInclude(listed, { version: 1, etag, document_etag: stored.document_etag, created: 1000 })
            assert.strictEqual(fromUtf8(yield* one.document(1)), stored.document)
            const other = yield* process
            assert.deepInclude(yield* other.current, { version: 1, etag, body })
            assert.deepInclude(yield* (yield* CatalogStore).load(1), { form: 2, etag, body })
            const again = yield* one.publish(JSON.parse(stored.document), { ifMatch: etag }, testAct)
            assert.strictEqual(again.version.etag, etag)
            assert.deepStrictEqual((yield* one.current).body, body)
          }),
        ),
      ),
    )

    it.effect("is served in that form by several processes that start at once", () =>
      inWorld(
        Effect.scoped(
          Effect.gen(function* () {
            yield* leaveBehind
            const processes = yield* Effect.all([process, process, process, process], { concurrency: "unbounded" })
            const served = yield* Effect.forEach(processes, ({ current }) => current)
            const kept = yield* (yield* CatalogStore).load(1)
            for (const { body } of served) assert.deepStrictEqual(body, kept?.body)
            // One of them stored its texts. The former two are there for an hour, for processes that are reading them.
            assert.strictEqual(yield* texts, 5)
            assert.strictEqual(yield* prune, 0)
            assert.strictEqual(yield* (yield* CatalogStore).prune(yield* Clock.currentTimeMillis, 10), 2)
            assert.strictEqual(yield* texts, 3)
            assert.deepStrictEqual(yield* (yield* CatalogStore).load(1), kept)
            assert.deepStrictEqual(new Set(served.map(({ etag }) => etag)), new Set([kept?.etag]))
          }),
        ),
      ),
    )

    it.effect("fulfils orders as before", () =>
      inWorld(
        Effect.scoped(
          Effect.gen(function* () {
            yield* leaveBehind
            const { linked, etag } = yield* (yield* process).current
            assert.strictEqual(linked.etag, etag)
            assert.deepInclude(linked.loot.get(100), {
              availability: "always",
              quantity: 50,
              inventory_operation: "add",
            })
            assert.deepInclude(linked.items.get(2), { always_owned: true, active: true })
            const { vendors } = JSON.parse(fromUtf8((yield* (yield* process).current).body))
            assert.strictEqual(linked.vendors.get(20)?.etag, vendors["20"].cache_info.etag)
          }),
        ),
      ),
    )

    it.effect("is served in the present form when it is published again, also where it cannot be stored", () =>
      inWorld(
        Effect.scoped(
          Effect.gen(function* () {
            yield* leaveBehind
            const store = yield* CatalogStore
            const unwilling = CatalogStore.of({ ...store, renew: () => Effect.die("the disk is full") })
            const one = yield* Effect.provideService(process, CatalogStore, unwilling)
            const { body } = yield* one.current
            assert.include(JSON.parse(fromUtf8(body)).vendors["20"].loot["301"], {
              active: true,
              is_claimable_by_client: false,
            })
            yield* one.publish({ items: { 9: {} } }, {}, testAct)
            const other = yield* process
            const { etag } = (yield* other.republish(1, {}, testAct)).version
            assert.deepStrictEqual((yield* other.current).body, body)
            assert.strictEqual((yield* other.current).etag, etag)
            assert.deepInclude(yield* store.load(1), { form: 2, etag })
          }),
        ),
      ),
    )
  })
})
