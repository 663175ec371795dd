/**
 * The checker finds nothing in any document of the pages for designers. Each document of docs/catalog.md that has a
 * table of what happens behind it is published, and the orders of the table are submitted, with the results and
 * inventories that the table states.
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { PLATFORMS, type Platform } from "@garrison/core/kernel/Platform"
import { Orders } from "@garrison/core/order/Orders"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as SqlCatalogStore from "@garrison/sql/catalog/SqlCatalogStore"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import {
  checkedExample,
  type Example,
  type ExampleIds,
  EXAMPLES_BEGIN,
  examplesIn,
  type ExampleStep,
  idIn,
} from "../../scripts/catalog/guide.ts"
import { CATALOG_PAGES } from "../../scripts/catalog/page.ts"
import { outcomesOf, worldOfFiles } from "../core/catalog/authoring/explore.ts"
import { auditLayer, testAct } from "../support/acts.ts"
import { frozenRandomLayer } from "../support/crypto.ts"
import { sqliteLayer } from "../support/databases.ts"
import { cursorsLayer } from "../support/notifications.ts"
import { orderIn, playerCaller, recordsOf, server, wrongCodesLayer } from "../support/orders.ts"
import { insertPlayer } from "../support/players.ts"

const textOf = (name: string): string => readFileSync(resolve(import.meta.dirname, "../..", name), "utf8")

const page = textOf("docs/catalog.md")

const stores = Layer.mergeAll(
  SqlInventoryStore.layer,
  SqlOrderStore.layer,
  SqlClaimStore.layer,
  SqlCatalogStore.layer,
  auditLayer,
).pipe(Layer.provideMerge(frozenRandomLayer("guide")), Layer.provideMerge(sqliteLayer))

/** The catalogs of a database, which no longer look for versions of other processes: hours pass in these tests. */
const publishedOnce = Effect.fnUntraced(
  function* (document: unknown) {
    const catalogs = yield* Catalogs
    const { report } = yield* catalogs.publish(document, {}, testAct)
    assert.isTrue(report.accepted)
    const current = yield* catalogs.current
    return Catalogs.of({ ...catalogs, current: Effect.succeed(current) })
  },
  Effect.provide(Layer.fresh(Catalogs.layer)),
)

const ordersLayer = Orders.layer.pipe(
  Layer.provide(wrongCodesLayer),
  Layer.provideMerge(cursorsLayer),
  Layer.provide(settingsInForce(defaultSettings)),
)

const ACTION =
  /^(a server|the player)(?: on (\w+))? (gives|claims|buys) `(\S+)`(?: × (\d+))?(?: for (\d+) (\S+?))?(?: with (\S+))?(?:, choosing (.+))?$/

/** The entry that the words of a row stand for, and who sends it. */
const entryOf = (what: string, ids: ExampleIds): { readonly entry: SubmittedEntry; readonly by: string } => {
  const [, code] = /^the player enters (\S+)$/.exec(what) ?? []
  if (code !== undefined) return { entry: { type: "promotion_code", external_tran_id: code, quantity: 1 }, by: "Echo" }
  const [, who, platform = "Echo", verb, loot = "", times = "1", price, currency = "", coupon, parts] =
    ACTION.exec(what) ?? []
  if (who === undefined) throw new Error(`nobody knows how to do: ${what}`)
  const given = { loot_id: idIn(ids, "loot", loot), quantity: Number(times) }
  const by = who === "a server" ? who : platform
  if (verb !== "buys") return { entry: { type: "fill_loot", ...given }, by }
  const currencies = [{ price_item_id: idIn(ids, "item", currency), price: Number(price) }]
  const coupons = coupon === undefined ? {} : { price_coupon_item_id: idIn(ids, "item", coupon) }
  const purchase = { ...given, purchase_price: { currencies, ...coupons } }
  if (parts === undefined) return { entry: { type: "purchase_loot", ...purchase }, by }
  const chosen = Array.from(parts.matchAll(/`(\S+)`/g), ([, part = ""]) => idIn(ids, "loot", part))
  return { entry: { type: "purchase_dynamic_bundle", ...purchase, dynamic_bundle_loot_ids: chosen }, by }
}

const isPlatform = (name: string): name is Platform => (PLATFORMS as ReadonlyArray<string>).includes(name)

/** Does what a row says, and answers with the result of the order; the empty text where time passes. */
const act = Effect.fnUntraced(function* (player: PlayerUuid, what: string, ids: ExampleIds) {
  const orders = yield* Orders
  const [, hours] = /^(\d+) hours pass$/.exec(what) ?? []
  if (hours !== undefined) return yield* Effect.as(TestClock.adjust(`${Number(hours)} hours`), "")
  // Records have times in ms, and what changes at one moment has no order.
  yield* TestClock.adjust("1 second")
  if (what === "the player begins a session") {
    const order = yield* orderIn((yield* orders.startSession(player, {}, playerCaller(player))).wire)
    return order.entries.every(({ result }) => result === "success") ? "success" : JSON.stringify(order)
  }
  const { by, entry } = entryOf(what, ids)
  const caller = isPlatform(by) ? playerCaller(player, by) : server
  const order = yield* orderIn((yield* orders.submit(player, { entries: [entry] }, caller)).wire)
  return order.entries[0]?.result ?? ""
})

/** What a player owns, in the words of the page. */
const inventory = Effect.fnUntraced(function* (player: PlayerUuid, ids: ExampleIds) {
  const now = yield* Clock.currentTimeMillis
  const records = (yield* recordsOf(player)).filter(({ expires }) => expires === undefined || expires > now)
  const counts = Object.entries(ids.item).map(([name, id]): readonly [string, number] => [
    name,
    records.filter(({ itemId }) => itemId === id).reduce((total, { count }) => total + count, 0),
  ])
  return words(counts)
})

const words = (counts: ReadonlyArray<readonly [string, number]>): ReadonlyArray<string> =>
  counts.flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`])).toSorted()

const wordsIn = (text: string): ReadonlyArray<string> => (text === "nothing" ? [] : text.split(" and ").toSorted())

/** All that the interpreter can give a new player for the row, in the words of the page. */
const possibilities = async ({ files }: Example, { what }: ExampleStep) => {
  const world = await worldOfFiles(files)
  const [, , , , loot = "", times = "1"] = ACTION.exec(what) ?? []
  const names = Object.keys((await Effect.runPromise(checkedExample(files))).ids.item)
  const outcomes = outcomesOf(world, loot, { names, quantity: Number(times) })
  return Object.keys(outcomes).map((outcome) =>
    outcome === "nothing"
      ? []
      : outcome
          .split(", ")
          .map((gain) => gain.split(" ").toReversed().join(" "))
          .toSorted(),
  )
}

const examples = examplesIn(page).filter(({ steps }) => steps.length > 0)

/** Submits the orders of an example: each result, and what the player then owns. */
const submitAll = Effect.fnUntraced(function* ({ steps }: Example, ids: ExampleIds) {
  const player = yield* insertPlayer()
  return yield* Effect.forEach(steps, ({ what }) =>
    Effect.all({ result: act(player, what, ids), owned: inventory(player, ids) }),
  )
})

/** Publishes the document of an example in a new database, and submits its orders. */
const play = (example: Example) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(EXAMPLES_BEGIN)
    const { document, ids } = yield* checkedExample(example.files)
    const playing = Effect.gen(function* () {
      const catalogs = Layer.succeed(Catalogs, yield* publishedOnce(document))
      return yield* submitAll(example, ids).pipe(Effect.provide(Layer.provide(ordersLayer, catalogs)))
    })
    return yield* Effect.provide(playing, stores)
  }).pipe(Effect.provide(TestClock.layer()), Effect.scoped, Effect.runPromise)

describe("docs/catalog.md", () => {
  it("has the growing example in six steps, and its recipes", () => {
    const headings = examples.map(({ heading }) => heading)
    assert.lengthOf(
      headings.filter((heading) => /^\d\. /.test(heading)),
      6,
    )
    assert.includeMembers(headings, ["One in N", "A range", "A shop with a limit", "A daily claim", "A season pass"])
    assert.includeMembers(headings, ["Levels by quests", "A bundle", "A coupon", "A code", "A refund"])
    assert.includeMembers(headings, ["A bundle of which the player chooses", "A code that gives a coupon"])
    assert.includeMembers(headings, ["Something for a level", "Times and zones"])
  })

  it.each(CATALOG_PAGES)("has documents in which the checker finds nothing: %s", async (name) => {
    const documents = examplesIn(textOf(name))
    assert.isAtLeast(documents.length, 12)
    for (const { files, heading } of documents) {
      const { findings } = await Effect.runPromise(checkedExample(files))
      assert.deepStrictEqual(findings, [], heading)
    }
  })

  it.each(examples)("$heading: gives what the page states", async (example) => {
    const seen = await play(example)
    assert.deepStrictEqual(
      seen.map(({ result }) => result),
      example.steps.map(({ result }) => result),
    )
    for (const [index, { owned, what }] of example.steps.entries()) {
      assert.deepInclude(owned.map(wordsIn), seen[index]?.owned ?? [], what)
    }
  })

  it("states every possibility where numbers are drawn", async () => {
    const drawn = examples.flatMap((example) =>
      example.steps.filter(({ owned }) => owned.length > 1).map((step) => [example, step] as const),
    )
    assert.lengthOf(drawn, 3)
    for (const [example, step] of drawn) {
      assert.sameDeepMembers(await possibilities(example, step), step.owned.map(wordsIn), step.what)
    }
  })

  it("of another document has other results", async () => {
    const [first, second] = examples
    if (first === undefined || second === undefined) throw new Error("the page has no examples")
    const seen = await play({ ...first, files: second.files, steps: second.steps })
    assert.notDeepEqual(
      seen.map(({ result }) => result),
      first.steps.map(({ result }) => result),
    )
  })
})
