/**
 * Plays catalogs in the words of the pages for designers: "the player buys `shop/hat` for 40 coins". Each is published
 * in a new database, and its orders are submitted as players and game servers submit them.
 */
import { assert } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import type { AuthoredFile } from "@garrison/core/catalog/authoring/places"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { PLATFORMS, type Platform } from "@garrison/core/kernel/Platform"
import { Orders } from "@garrison/core/order/Orders"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import * as SqlCatalogStore from "@garrison/sql/catalog/SqlCatalogStore"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { checkedExample, type ExampleIds, EXAMPLES_BEGIN, idIn } from "../../scripts/catalog/guide.ts"
import { auditLayer, testAct } from "./acts.ts"
import { frozenRandomLayer } from "./crypto.ts"
import { sqliteLayer } from "./databases.ts"
import { cursorsLayer } from "./notifications.ts"
import { orderIn, playerCaller, recordsOf, server, wrongCodesLayer } from "./orders.ts"
import { insertPlayer } from "./players.ts"

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
    return Catalogs.of({ ...catalogs, current: Effect.succeed(current), served: () => Effect.succeed(current) })
  },
  Effect.provide(Layer.fresh(Catalogs.layer)),
)

const ordersLayer = Orders.layer.pipe(
  Layer.provide(wrongCodesLayer),
  Layer.provideMerge(cursorsLayer),
  Layer.provide(settingsInForce(defaultSettings)),
)

/** The words of a row of a table of what happens. */
export const ACTION =
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

/** The words of a cell of what the player owns. */
export const wordsIn = (text: string): ReadonlyArray<string> =>
  text === "nothing" ? [] : text.split(" and ").toSorted()

/** What happened: the result of the order, and what the player then owns. */
interface Happened {
  readonly result: string
  readonly owned: ReadonlyArray<string>
}

/**
 * Publishes the files as one document in a new database, and plays as a new player from {@link EXAMPLES_BEGIN} on: each
 * step of `steps` is said and answered before the next one is asked for.
 */
export const play = (
  files: ReadonlyArray<AuthoredFile>,
  steps: Generator<string, void, Happened>,
): Promise<ReadonlyArray<Happened>> =>
  Effect.gen(function* () {
    yield* TestClock.setTime(EXAMPLES_BEGIN)
    const { document, ids } = yield* checkedExample(files)
    const submitting = Effect.gen(function* () {
      const player = yield* insertPlayer()
      const happened: Array<Happened> = []
      let step = steps.next({ result: "", owned: [] })
      while (step.done !== true) {
        const result = yield* act(player, step.value, ids)
        const one = { result, owned: yield* inventory(player, ids) }
        happened.push(one)
        step = steps.next(one)
      }
      return happened
    })
    const playing = Effect.gen(function* () {
      const catalogs = Layer.succeed(Catalogs, yield* publishedOnce(document))
      return yield* Effect.provide(submitting, Layer.provide(ordersLayer, catalogs))
    })
    return yield* Effect.provide(playing, stores)
  }).pipe(Effect.provide(TestClock.layer()), Effect.scoped, Effect.runPromise)

/** The steps of a table, one after the other. */
export function* each(steps: ReadonlyArray<string>): Generator<string, void, Happened> {
  for (const step of steps) yield step
}
