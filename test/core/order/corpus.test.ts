/**
 * The orders of a corpus come to the same with the rules of this release (guarantees R8). `GARRISON_RECORD=1` writes
 * the corpus anew: only where orders are meant to come to another outcome.
 */
import { assert, describe, it } from "@effect/vitest"
import { catalogLine, corpusReplay, orderLine } from "@garrison/core/order/corpus"
import { plainDecoder } from "@garrison/core/kernel/input/PlainInput"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { ENTRY_TYPES, EntryResult } from "@garrison/core/order/enumerations"
import { Orders } from "@garrison/core/order/Orders"
import { Replay } from "@garrison/core/order/replay"
import { OrderRequest, type SubmittedEntry } from "@garrison/core/order/schema"
import type { DomainSettings } from "@garrison/core/settings"
import { digestLayer } from "@garrison/sql/Cryptography"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sqliteLayer } from "../../support/databases.ts"
import { ordersLayer, playerCaller, server } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { catalog as causeCatalog, causes, causesBySetting } from "../../support/results.ts"
import { type Draft, published } from "./catalogs.ts"

const fileOf = (name: string) => join(import.meta.dirname, `corpus-orders/${name}.jsonl`)
const [COIN, SWORD, PASS, XP, COUPON, BUNDLE] = [1, 2, 3, 4, 5, 6]
const ten = [{ price_item_id: COIN, price: 10 }]

const draws = Array.from({ length: 20 }, (_, at) => [
  200 + at,
  { item_id: COIN, quantity: at + 1, drop_weight: at + 1, fill_in_new_order: at % 4 === 0, stack_limit: 500 },
])

const catalog: Draft = {
  items: {
    [COIN]: {},
    [SWORD]: {},
    [PASS]: { type: "entitlement", entitled_loot_id: 101 },
    [XP]: { level_xp_table_id: 1, level_vendor_id: 30 },
    [COUPON]: {
      coupon_discount_currency_item_id: COIN,
      coupon_discount_percentage: 0.5,
      coupon_discount_loot: [103],
      coupon_consume_on_use: true,
    },
    [BUNDLE]: { type: "dynamic_bundle" },
  },
  vendors: {
    10: {
      loot: {
        100: { sub_vendor_id: 20, is_claimable_by_client: true },
        101: { item_id: COIN, quantity: 7, inventory_selector_type: "own_transient" },
        102: { item_id: COIN, quantity: 40, is_claimable_by_client: true },
        103: { item_id: SWORD, current_price_point_guid: "ten" },
        104: { item_id: XP, quantity: 15, is_claimable_by_client: true },
        105: { item_id: BUNDLE, sub_vendor_id: 40, current_price_point_guid: "ten" },
        106: { item_id: SWORD, inventory_operation: "check_greater_than_or_equal_and_subtract", quantity: 3 },
        107: { item_id: COIN, quantity: 9, quantity_mult_inventory_item_id: SWORD, hard_quantity_maximum: 20 },
      },
    },
    20: { type: "randomly_sampled", loot: Object.fromEntries(draws) },
    30: { loot: { 300: { item_id: COIN, quantity: 100, sort_order: 1 }, 301: { item_id: SWORD, sort_order: 2 } } },
    40: { loot: { 400: { item_id: SWORD }, 401: { item_id: COIN, quantity: 3 } } },
  },
  xp_tables: { 1: { levels: { 1: 10, 2: 40 } } },
  price_points: { ten: { current_breakpoints: [{ quantity: 1, currencies: ten }] } },
  promotions: { FREE: { loot_id: 102, uses_maximum: 5 } },
}

const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })
const give = (item_id: number, type: SubmittedEntry["type"] = "create_new_persistent_inventory") => ({
  type,
  item_id,
  quantity: 2,
})
const buy = (coupon: object = {}, currencies = ten): SubmittedEntry => ({
  type: "purchase_loot",
  loot_id: 103,
  quantity: 1,
  purchase_price: { ...coupon, currencies },
})
const bundle = (...ids: ReadonlyArray<number>): SubmittedEntry => ({
  ...buy(),
  type: "purchase_dynamic_bundle",
  loot_id: 105,
  dynamic_bundle_loot_ids: ids,
})
const code: SubmittedEntry = { type: "promotion_code", quantity: 1, external_tran_id: "FREE" }
const single: SubmittedEntry = { type: "fill_loot_single_transient", loot_id: 102, quantity: 1 }
const entitled: SubmittedEntry = { type: "fill_entitled_loot", item_id: PASS, quantity: 2 }
const UNKNOWN = "0b0b0b0b-0000-4000-8000-000000000000"
const updates = (["update_inventory", "update_existing_persistent_inventory"] as const).map((type) => ({
  type,
  inventory_id: UNKNOWN,
  quantity: 1,
}))

const servers: ReadonlyArray<ReadonlyArray<SubmittedEntry>> = [
  [fill(102, 2), give(PASS), give(COUPON), give(SWORD, "create_new_transient_inventory")],
  [fill(100, 6)],
  [fill(104), fill(104), fill(104, 2)],
  [buy(), buy({ price_coupon_item_id: COUPON }), buy({}, [{ price_item_id: COIN, price: 9 }])],
  [bundle(400, 401), bundle(400, 400), bundle()],
  [fill(106), fill(106, 9), fill(107), fill(9), fill(102, 0)],
  [entitled, { ...entitled, item_id: SWORD }, ...updates],
]
const players: ReadonlyArray<ReadonlyArray<SubmittedEntry>> = [
  [code, code, { ...code, external_tran_id: "NONE" }],
  [single, single, fill(101)],
  [give(SWORD), buy(), fill(100, 30)],
]

/** The lines of all orders of the player. */
const linesOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const span = { from: 0, before: Number.MAX_SAFE_INTEGER }
  const found = yield* Stream.runCollect((yield* Replay).recorded(player, span))
  return found.map((one) => ("obstacle" in one ? assert.fail(one.obstacle) : orderLine(one)))
})

/** Plays the orders twice, the second time as transactions, with a session before those of the player. */
const recorded = Effect.gen(function* () {
  const orders = yield* Orders
  const player = yield* insertPlayer()
  const caller = playerCaller(player)
  for (const is_transaction of [false, true]) {
    for (const entries of servers) yield* orders.submit(player, { is_transaction, entries }, server)
    yield* orders.startSession(player, {}, caller)
    const made = JSON.parse((yield* orders.submit(player, { entries: [give(SWORD)] }, server)).wire) as {
      readonly entries: ReadonlyArray<{
        readonly details: ReadonlyArray<{ readonly inv_change: { readonly after: { readonly inventory_id: string } } }>
      }>
    }
    const inventory_id = made.entries[0]?.details[0]?.inv_change.after.inventory_id ?? ""
    for (const type of ["update_inventory", "update_existing_persistent_inventory"] as const) {
      yield* orders.submit(player, { entries: [{ type, inventory_id, quantity: 9 }] }, server)
    }
    const transient = { type: "update_existing_transient_inventory", inventory_id, quantity: 9 } as const
    yield* orders.submit(player, { entries: [transient] }, server)
    for (const entries of players) yield* orders.submit(player, { is_transaction, entries }, caller)
  }
  return [catalogLine(1, published(catalog)), ...(yield* linesOf(player))]
}).pipe(Effect.provide(Layer.provideMerge(Replay.layer, ordersLayer(sqliteLayer, catalog))), Effect.scoped)

/** The catalog in which every result has a cause. Here times are in ms. */
const resultCatalog: Draft = {
  ...causeCatalog,
  promotions: { ...causeCatalog.promotions, SOON: { loot_id: 100, start: 2 ** 43 } },
}

/** An order beyond the rate is answered and not stored, so that a corpus has no such order. */
const NEVER_STORED = "too_many_requests"

const decodeOrder = plainDecoder(OrderRequest)

/** Plays each cause by a player of its own: first what the player gets before, then the order that has the result. */
const recordedCauses = (table: typeof causes, settings: Partial<DomainSettings>) =>
  Effect.gen(function* () {
    const orders = yield* Orders
    const lines: Array<string> = []
    for (const [result, { byPlayer, entries, isTransaction, owned }] of Object.entries(table)) {
      if (result === NEVER_STORED) continue
      const player = yield* insertPlayer()
      if (owned !== undefined) yield* orders.submit(player, yield* decodeOrder({ entries: owned }), server)
      const request = yield* decodeOrder({ entries, is_transaction: isTransaction })
      yield* orders.submit(player, request, byPlayer === true ? playerCaller(player, "Golf") : server)
      lines.push(...(yield* linesOf(player)))
    }
    return lines
  }).pipe(
    Effect.provide(Layer.provideMerge(Replay.layer, ordersLayer(sqliteLayer, resultCatalog, settings))),
    Effect.scoped,
  )

const recordedResults = Effect.gen(function* () {
  const usual = yield* recordedCauses(causes, {})
  const turnedOff = yield* recordedCauses(causesBySetting, { couponsEnabled: false, dynamicBundlesEnabled: false })
  return [catalogLine(1, published(resultCatalog)), ...usual, ...turnedOff]
})

const replayedAll = (lines: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const found = yield* Effect.forEach(lines, corpusReplay())
    return found.flatMap((one) => one?.replayed ?? [])
  }).pipe(Effect.provide(digestLayer))

const stored = (name = "orders") => readFileSync(fileOf(name), "utf8").trimEnd().split("\n")

/** The results of the entries in the lines. */
const resultsIn = (lines: ReadonlyArray<string>): ReadonlySet<string> => {
  const text = lines.join("\n").replaceAll('\\"', '"')
  return new Set(Array.from(text.matchAll(/"result":"(\w+)"/g), ([, result]) => result ?? ""))
}

describe("the corpus of orders", () => {
  it.live("comes to the same", () =>
    Effect.gen(function* () {
      if (process.env.GARRISON_RECORD === "1") writeFileSync(fileOf("orders"), `${(yield* recorded).join("\n")}\n`)
      const replayed = yield* replayedAll(stored())
      assert.lengthOf(replayed, 30)
      for (const one of replayed) assert.deepStrictEqual(one, { ...one, differences: [], obstacle: undefined })
    }),
  )

  it.live("of every result that an order can be stored with comes to the same", () =>
    Effect.gen(function* () {
      if (process.env.GARRISON_RECORD === "1")
        writeFileSync(fileOf("results"), `${(yield* recordedResults).join("\n")}\n`)
      const lines = stored("results")
      assert.sameMembers(
        [...resultsIn(lines)],
        EntryResult.literals.filter((result) => result !== NEVER_STORED),
      )
      const replayed = yield* replayedAll(lines)
      assert.lengthOf(replayed, lines.length - 1)
      for (const one of replayed) assert.deepStrictEqual(one, { ...one, differences: [], obstacle: undefined })
    }),
  )

  it("has entries of each type, and many results", () => {
    const text = stored().join("\n").replaceAll('\\"', '"')
    for (const type of ENTRY_TYPES) assert.include(text, `"type":"${type}"`)
    assert.isAtLeast(resultsIn(stored()).size, 17)
  })

  it.live("is noticed where an order, a draw, a record or the catalog is another", () =>
    Effect.gen(function* () {
      const differing = (lines: ReadonlyArray<string>) =>
        Effect.map(replayedAll(lines), (all) =>
          all.filter(({ differences, obstacle }) => differences.length > 0 || obstacle),
        )
      const change = (pattern: RegExp | string, other: string) =>
        differing(stored().map((line) => line.replace(pattern, other)))
      assert.isNotEmpty(yield* change('\\"result\\":\\"success\\"', '\\"result\\":\\"loot_not_found\\"'))
      assert.isNotEmpty(yield* change(/"choices":\[\d+/, '"choices":[0'))
      assert.isNotEmpty(yield* change(/"count":\d+/, '"count":12345'))
      assert.isNotEmpty(yield* change('"quantity":40', '"quantity":41'))
      const [first, ...others] = stored()
      const without = yield* differing(others)
      assert.lengthOf(without, others.length)
      assert.match(without[0]?.obstacle ?? "", /no catalog 1 before/)
      assert.isString(first)
    }),
  )
})
