/**
 * The texts of catalogs in storage: compressed, in parts, staged before the version that names them, and deleted when
 * no version does (decisions, section 10).
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { CatalogStore, type CatalogTexts } from "@garrison/core/catalog/CatalogStore"
import { prune } from "@garrison/core/catalog/housekeeping"
import { utf8 } from "@garrison/core/kernel/wire/Utf8"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as SqlCatalogStore from "@garrison/sql/catalog/SqlCatalogStore"
import { integer } from "@garrison/sql/columns"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { createCipheriv } from "node:crypto"
import { inspect } from "node:util"
import { auditLayer, testAct } from "../support/acts.ts"
import { onEachDatabase } from "../support/databases.ts"

const MIB = 1024 * 1024
/** Parts that are written by one unit of work. */
const GROUP = 4

/** Bytes that cannot be compressed, the same for the same seed. */
const noise = (seed: string, length: number): Uint8Array =>
  createCipheriv("aes-128-ctr", seed.padEnd(16), Buffer.alloc(16)).update(Buffer.alloc(length))

const textsOf = (digit: number, bodyBytes: number): CatalogTexts => ({
  etag: String(digit).repeat(43),
  documentEtag: String(9 - digit).repeat(43),
  document: utf8(`{"document":${digit}}`),
  published: utf8(`{"published":${digit}}`),
  body: noise(String(digit), bodyBytes),
})

const publish = Effect.fnUntraced(function* (after: number, texts: CatalogTexts) {
  const staged = yield* (yield* CatalogStore).stage(texts, 0)
  return yield* (yield* Transaction).run(staged.publish(after))
}, Effect.scoped)

/** The number of texts and parts in storage. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT (SELECT COUNT(*) FROM catalog_text) AS texts,
    (SELECT COUNT(*) FROM catalog_text_part) AS parts`
  return { texts: integer(row?.texts), parts: integer(row?.parts) }
})
const nothing = { texts: 0, parts: 0 }
/** A document, a normal form and a collection of one part each. */
const small = { texts: 3, parts: 3 }

/** The message of the defect that the effect dies of. */
const defectOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) => (Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "no defect"))

/** A document of several parts, in storage and as it is published. */
const largeDocument = (seed: string, bytes = MIB) => ({
  items: { 1: { custom_data: { text: Buffer.from(noise(seed, bytes)).toString("base64") } } },
  vendors: { 1: { loot: { 1: { item_id: 1 } } } },
})

const process = Effect.map(Layer.build(Layer.fresh(Catalogs.layer)), (context) => Context.get(context, Catalogs))

onEachDatabase((name, database) => {
  describe(`texts of catalogs on ${name}`, () => {
    const storage = Layer.merge(SqlCatalogStore.layer, auditLayer).pipe(Layer.provideMerge(database))
    const test = <E>(rule: string, body: Effect.Effect<void, E, Layer.Success<typeof storage> | Scope.Scope>) =>
      it.effect(rule, () => body.pipe(Effect.scoped, Effect.provide(storage)))

    test(
      "are given back, whatever their length",
      Effect.gen(function* () {
        const { document, load } = yield* CatalogStore
        const lengths = [0, 1, MIB - 1, MIB, MIB + 1, GROUP * MIB, GROUP * MIB + 1]
        let parts = 0
        for (const [after, length] of lengths.entries()) {
          const texts = textsOf(after, length)
          yield* publish(after, texts)
          parts += 2 + Math.ceil(length / MIB)
          assert.deepStrictEqual(yield* stored, { texts: 3 * (after + 1), parts })
          const loaded = yield* load(after + 1)
          assert.strictEqual(Buffer.compare(loaded?.body ?? noise("none", 7), texts.body), 0, `${length} bytes`)
          assert.deepStrictEqual(loaded?.published, texts.published)
          assert.deepStrictEqual(yield* document(after + 1), texts.document)
        }
      }),
    )

    test(
      "are written before the publication, but for the last few parts",
      Effect.gen(function* () {
        const { load, stage } = yield* CatalogStore
        const texts = textsOf(1, 8 * MIB + 17)
        const staged = yield* stage(texts, 0)
        // Eleven parts: units of four and four, and three that the publication writes.
        assert.deepStrictEqual(yield* stored, { texts: 3, parts: 2 * GROUP })
        yield* (yield* Transaction).run(staged.publish(0))
        assert.deepStrictEqual(yield* stored, { texts: 3, parts: 11 })
        assert.strictEqual(Buffer.compare((yield* load(1))?.body ?? noise("none", 7), texts.body), 0)
      }),
    )

    test(
      "of a small catalog are written by the publication alone",
      Effect.gen(function* () {
        const { stage } = yield* CatalogStore
        const staged = yield* stage(textsOf(1, 100), 0)
        assert.deepStrictEqual(yield* stored, nothing)
        yield* (yield* Transaction).run(staged.publish(0))
        assert.deepStrictEqual(yield* stored, small)
      }),
    )

    test(
      "are gone after a publication that was overtaken, failed, or was interrupted",
      Effect.gen(function* () {
        const { load, stage } = yield* CatalogStore
        const { run } = yield* Transaction
        yield* publish(0, textsOf(1, 100))
        const large = textsOf(2, 5 * MIB)
        assert.strictEqual(yield* publish(0, large), "superseded")
        assert.deepStrictEqual(yield* stored, small)
        const failed = Effect.scoped(
          Effect.flatMap(stage(large, 0), (staged) => run(Effect.andThen(staged.publish(1), Effect.die("crash")))),
        )
        assert.strictEqual(yield* defectOf(failed), "crash")
        assert.deepStrictEqual(yield* stored, small)
        const staging = yield* Effect.forkChild(Effect.scoped(stage(large, 0)), { startImmediately: true })
        while ((yield* stored).parts === small.parts) yield* Effect.yieldNow
        yield* Fiber.interrupt(staging)
        assert.deepStrictEqual(yield* stored, small)
        assert.strictEqual((yield* load(1))?.version, 1)
      }),
    )

    test(
      "are not left behind by a dry run, and not written for the current document",
      Effect.gen(function* () {
        const catalogs = yield* process
        yield* catalogs.publish(largeDocument("first"), {}, testAct)
        const first = yield* stored
        assert.isAbove(first.parts, GROUP)
        yield* catalogs.publish(largeDocument("second"), {}, { ...testAct, dryRun: true })
        assert.deepStrictEqual(yield* stored, first)
        const never = Effect.die("the current document was staged")
        const store = CatalogStore.of({ ...(yield* CatalogStore), stage: () => never })
        const other = yield* Effect.provideService(process, CatalogStore, store)
        assert.isTrue((yield* other.publish(largeDocument("first"), {}, testAct)).unchanged)
        assert.strictEqual(
          yield* defectOf(other.publish(largeDocument("second"), {}, testAct)),
          "the current document was staged",
        )
      }),
    )

    test(
      "of a process that was killed are swept an hour later, and those of versions stay",
      Effect.gen(function* () {
        const { load, stage } = yield* CatalogStore
        yield* publish(0, textsOf(1, 100))
        // A scope that is never closed: the process is gone.
        yield* Scope.provide(stage(textsOf(2, 5 * MIB), 0), yield* Scope.make())
        const left = yield* stored
        assert.strictEqual(left.texts, 6)
        yield* TestClock.adjust("59 minutes")
        assert.strictEqual(yield* prune, 0)
        assert.deepStrictEqual(yield* stored, left)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* prune, 3)
        assert.deepStrictEqual(yield* stored, small)
        assert.strictEqual((yield* load(1))?.version, 1)
      }),
    )

    test(
      "stay in storage while a version names them, whoever asks to delete them",
      Effect.gen(function* () {
        const { load, prune: pruneUpTo } = yield* CatalogStore
        yield* publish(0, textsOf(1, 5 * MIB))
        assert.strictEqual(yield* pruneUpTo(Number.MAX_SAFE_INTEGER, 100), 0)
        const sql = yield* SqlClient.SqlClient
        const deleted = yield* Effect.exit((yield* Transaction).run(sql`DELETE FROM catalog_text`))
        assert.match(inspect(deleted, { depth: 10 }), /foreign key/i)
        assert.strictEqual((yield* load(1))?.body.length, 5 * MIB)
      }),
    )

    test(
      "that are not whole are a defect that names them, and the version before is served on",
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { load } = yield* CatalogStore
        const [publisher, server] = [yield* process, yield* process]
        yield* publisher.publish({ items: { 1: {} }, vendors: {} }, {}, testAct)
        yield* server.refresh
        // Its last part is read alone, after a group of others.
        yield* publisher.publish(largeDocument("first", 3.1 * MIB), {}, testAct)
        // The control: whole, it is loaded.
        assert.strictEqual((yield* load(2))?.version, 2)
        const body = sql`text_id = (SELECT body FROM catalog_version WHERE version = 2)`
        const collection = "the vendor collection of version 2 of the catalog is damaged in storage"
        const { run } = yield* Transaction
        yield* run(sql`UPDATE catalog_text_part SET bytes = ${noise("damage", 1000)} WHERE part = ${GROUP} AND ${body}`)
        assert.include(yield* defectOf(load(2)), `${collection}: a part cannot be decompressed`)
        yield* run(sql`DELETE FROM catalog_text_part WHERE part = ${GROUP} AND ${body}`)
        assert.include(yield* defectOf(load(2)), `${collection}: not all of its`)
        assert.include(yield* defectOf(server.refresh), collection)
        assert.strictEqual((yield* server.current).version, 1)
      }),
    )
  })
})
