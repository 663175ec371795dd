/** A replay of stored orders comes to the same bytes, and names every difference (guarantees R8). */
import { assert, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Orders } from "@garrison/core/order/Orders"
import { DIFFERENCES_MAX, Replay, type ReplaySpan } from "@garrison/core/order/replay"
import type { OrderRequest, PlayerOrder, SubmittedEntry } from "@garrison/core/order/schema"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { onEachDatabase } from "../../support/databases.ts"
import { write } from "../../support/logins.ts"
import { orderIn, ordersLayer, playerCaller, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"
import { draft as anyDraft, orders as anyOrders } from "./randomOrders.ts"

const COIN = 1
const SWORD = 2
const PASS = 3

const shop: Draft = {
  items: { [COIN]: {}, [SWORD]: {}, [PASS]: { type: "entitlement", entitled_loot_id: 101 } },
  vendors: {
    10: {
      loot: {
        100: { sub_vendor_id: 20, is_claimable_by_client: true },
        101: { item_id: COIN, quantity: 7, inventory_selector_type: "own_transient" },
        102: { item_id: COIN, quantity: 40, is_claimable_by_client: true },
        103: { item_id: SWORD, current_price_point_guid: "ten" },
      },
    },
    20: {
      type: "randomly_sampled",
      loot: Object.fromEntries(
        Array.from({ length: 50 }, (_, at) => [
          200 + at,
          { item_id: COIN, quantity: at + 1, fill_in_new_order: at % 2 === 0 },
        ]),
      ),
    },
  },
  price_points: { ten: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: COIN, price: 10 }] }] } },
  promotions: { FREE: { loot_id: 102, uses_maximum: 5 } },
}

/** The catalog of the moment; a test that changes it plants other rules than those of the stored orders. */
let served: Draft = shop

const fill = (loot_id: number, quantity = 1) => ({ type: "fill_loot", loot_id, quantity }) as const

const purchase: SubmittedEntry = {
  type: "purchase_loot",
  loot_id: 103,
  quantity: 1,
  purchase_price: { currencies: [{ price_item_id: COIN, price: 10 }] },
}

const ALWAYS: ReplaySpan = { from: 0, before: Number.MAX_SAFE_INTEGER }

const replayed = (player: PlayerUuid, span = ALWAYS) =>
  Effect.flatMap(Replay, (replay) => Stream.runCollect(replay.orders(player, span)))

/** Draws with new orders, a purchase, a promotion, a failure, and a session: the submitted orders. */
const played = Effect.gen(function* () {
  const player = yield* insertPlayer()
  const made: SubmittedEntry = { type: "create_new_persistent_inventory", item_id: PASS, quantity: 1 }
  const code: SubmittedEntry = { type: "promotion_code", quantity: 1, external_tran_id: "FREE" }
  const single: SubmittedEntry = { type: "fill_loot_single_transient", loot_id: 102, quantity: 1 }
  const before: ReadonlyArray<ReadonlyArray<SubmittedEntry>> = [
    [fill(102, 2), made],
    [fill(100, 4)],
    [purchase, fill(9)],
  ]
  const after: ReadonlyArray<ReadonlyArray<SubmittedEntry>> = [[code, code], [single, single, fill(100, 3)], [purchase]]
  const orders: Array<PlayerOrder> = []
  for (const entries of before) orders.push(yield* submit(player, { entries }))
  const session = yield* (yield* Orders).startSession(player, {}, playerCaller(player))
  orders.push(yield* orderIn(session.wire))
  for (const entries of after) orders.push(yield* submit(player, { entries }, playerCaller(player)))
  return { player, orders }
})

type Sql = SqlClient.SqlClient

/** Changes of what is stored, each with the finding: a difference or an obstacle. */
const planted: ReadonlyArray<
  readonly [name: string, change: (sql: Sql, player: never) => Statement.Statement<object>, finding: RegExp]
> = [
  [
    "a result that was changed",
    (sql, player) =>
      sql`UPDATE player_order SET wire = replace(wire, '"success"', '"loot_not_found"') WHERE player_uuid = ${player}`,
    /^entries\.0\.result: "loot_not_found" now "success"$/,
  ],
  [
    "a number that was drawn and changed",
    (sql, player) => sql`UPDATE player_order SET choices = '[50]' WHERE player_uuid = ${player}`,
    /^draws: 1 now 1, 1 without a stored number$/,
  ],
  [
    "a number that was never drawn",
    (sql, player) => sql`UPDATE player_order SET choices = replace(choices, ']', ',0]') WHERE player_uuid = ${player}`,
    /^draws: 2 now 1, 0 without a stored number$/,
  ],
  [
    "another source",
    (sql, player) =>
      sql`UPDATE player_order SET wire = replace(wire, '"source":"UNKNOWN"', '"source":"SUPPORT"') WHERE player_uuid = ${player}`,
    /^seal: p.* now a seal of other columns or another text$/,
  ],
  [
    "another submitter",
    (sql, player) => sql`UPDATE player_order SET client_id = 'another' WHERE player_uuid = ${player}`,
    /^seal: p.* now a seal of other columns or another text$/,
  ],
  [
    "another time",
    (sql, player) => sql`UPDATE player_order SET created = created - 1 WHERE player_uuid = ${player}`,
    /^created_time: /,
  ],
  [
    "a text that is no order",
    (sql, player) => sql`UPDATE player_order SET wire = '{}' WHERE player_uuid = ${player}`,
    /^obstacle: the order cannot be read or interpreted: /,
  ],
  [
    "evidence that cannot be read",
    (sql, player) => sql`UPDATE player_order SET choices = '[' WHERE player_uuid = ${player}`,
    /^obstacle: the order cannot be read or interpreted: /,
  ],
]

/** A coin of one kind or another: one draw, which makes no new order. */
const coins: Draft = {
  items: { [COIN]: {} },
  vendors: {
    10: { loot: { 100: { sub_vendor_id: 20 }, 102: { item_id: COIN, quantity: 40 } } },
    20: {
      type: "randomly_sampled",
      loot: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [200 + at, { item_id: COIN, quantity: at + 1 }])),
    },
  },
}

onEachDatabase((name, database) => {
  withLayer(Replay.layer.pipe(Layer.provideMerge(ordersLayer(database, () => served))))(`a replay on ${name}`, (it) => {
    it.effect("comes to the same bytes: draws, new orders, purchases, promotions, sessions", () =>
      Effect.gen(function* () {
        served = shop
        const { orders, player } = yield* played
        assert.deepStrictEqual(
          orders.map(({ entries }) => entries.map(({ result }) => result)),
          [
            ["success", "success"],
            ["success"],
            ["success", "loot_not_found"],
            ["success"],
            ["success", "promotion_claimed_already"],
            ["success", "transient_single_loot_already_applied", "success"],
            ["success"],
          ],
        )
        assert.deepStrictEqual(
          yield* replayed(player),
          orders.map(({ order_id }) => ({ orderId: order_id, differences: [], obstacle: undefined })),
        )
      }),
    )

    it.effect("comes to the same bytes for random catalogs and orders", () =>
      Effect.gen(function* () {
        let succeeded = 0
        for (const [index, [drafted, list]] of fc
          .sample(fc.tuple(anyDraft, anyOrders), { numRuns: 40, seed: 8 })
          .entries()) {
          served = drafted
          const player = yield* insertPlayer()
          for (const { isTransaction, ...one } of list) {
            const request: OrderRequest = { ...one, is_transaction: isTransaction }
            const { entries } = yield* submit(player, request)
            if (entries.some(({ result }) => result === "success")) succeeded++
          }
          const found = yield* replayed(player)
          assert.lengthOf(found, list.length)
          for (const one of found) assert.deepInclude(one, { differences: [], obstacle: undefined }, `${index}`)
        }
        assert.isAbove(succeeded, 10)
      }),
    )

    it.effect("takes each submitted order once, page by page, and those of the span alone", () =>
      Effect.gen(function* () {
        served = shop
        const player = yield* insertPlayer()
        const submitted: Array<{ readonly orderId: string; readonly created: number }> = []
        for (let count = 0; count < 30; count++) {
          const { created_time, order_id } = yield* submit(player, { entries: [fill(100, 4)] })
          submitted.push({ orderId: order_id, created: created_time })
          yield* TestClock.adjust(1000)
        }
        const ids = submitted.map(({ orderId }) => orderId)
        const idsIn = (span: ReplaySpan) =>
          Effect.map(replayed(player, span), (found) => found.map(({ orderId }) => orderId))
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT 1 FROM player_order WHERE player_uuid = ${uuids(sql).id(player)}`
        assert.isAbove(rows.length, 60)
        assert.deepStrictEqual(yield* idsIn(ALWAYS), ids)
        const [from, before] = [submitted[10]?.created ?? 0, submitted[20]?.created ?? 0]
        assert.deepStrictEqual(yield* idsIn({ from, before }), ids.slice(10, 20))
        assert.deepStrictEqual(yield* idsIn({ from: before + 1_000_000, before: before + 2_000_000 }), [])
      }),
    )

    for (const [what, change, finding] of planted) {
      it.effect(`names ${what}, and goes on with the next order`, () =>
        Effect.gen(function* () {
          served = coins
          const sql = yield* SqlClient.SqlClient
          const player = yield* insertPlayer()
          const { order_id } = yield* submit(player, { entries: [fill(100)] })
          yield* write(change(sql, uuids(sql).id(player) as never))
          const sound = yield* submit(player, { entries: [fill(100)] })
          const [first, second, ...more] = yield* replayed(player)
          const texts = first?.differences.map(({ now, path, stored }) => `${path.join(".")}: ${stored} now ${now}`)
          const [text = `obstacle: ${first?.obstacle}`] = texts ?? []
          assert.match(text, finding)
          assert.strictEqual(first?.orderId, order_id)
          assert.deepStrictEqual(
            [second, more],
            [{ orderId: sound.order_id, differences: [], obstacle: undefined }, []],
          )
          assert.deepStrictEqual(yield* (yield* Replay).order(player, order_id.toUpperCase()), first)
        }),
      )
    }

    it.effect("names a count that does not follow from the ledger", () =>
      Effect.gen(function* () {
        served = coins
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        for (let count = 0; count < 2; count++) yield* submit(player, { entries: [fill(102)] })
        yield* write(
          sql`UPDATE inventory_ledger SET delta = 41, count_after = 41 WHERE player_uuid = ${uuids(sql).id(player)} AND revision = 1`,
        )
        const [first, second] = yield* replayed(player)
        assert.isEmpty(first?.differences)
        assert.deepStrictEqual(
          second?.differences.map(({ now, path, stored }) => [path.join("."), stored, now]),
          [
            ["entries.0.details.0.inv_change.before.count", "40", "41"],
            ["entries.0.details.0.inv_change.after.count", "80", "81"],
          ],
        )
      }),
    )

    it.effect("names what other rules come to, at most 10 differences of an order", () =>
      Effect.gen(function* () {
        served = coins
        const player = yield* insertPlayer()
        const { order_id } = yield* submit(player, { entries: Array.from({ length: 20 }, () => fill(102)) })
        assert.isEmpty((yield* replayed(player))[0]?.differences)
        served = { ...coins, vendors: { ...coins.vendors, 10: { loot: { 102: { item_id: COIN, quantity: 41 } } } } }
        const changed = yield* (yield* Replay).order(player, order_id)
        assert.lengthOf(changed.differences, DIFFERENCES_MAX)
        assert.deepInclude(changed.differences[0], { orderId: order_id, stored: "40", now: "41" })
        served = { ...coins, vendors: { 10: { loot: {} } } }
        const [gone] = (yield* (yield* Replay).order(player, order_id)).differences
        assert.deepInclude(gone, { path: ["entries", 0, "result"], stored: '"success"', now: '"loot_not_found"' })
      }),
    )

    it.effect("names orders of before windows had a beginning, and of before a purchase had to give something", () =>
      Effect.gen(function* () {
        // As if these orders were made by the rules of before: the window is open, and the part is active.
        const shopOf = (start: number, active: boolean): Draft => ({
          ...shop,
          time_frames: { 1: { start, end: 2_000_000_000_000 } },
          vendors: {
            10: {
              loot: {
                102: { item_id: COIN, quantity: 40 },
                103: { sub_vendor_id: 30, current_price_point_guid: "ten" },
                104: { item_id: SWORD, inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1 },
              },
            },
            30: { loot: { 300: { item_id: SWORD, active } } },
          },
        })
        served = shopOf(0, true)
        const player = yield* insertPlayer()
        const { order_id } = yield* submit(player, { entries: [fill(102), fill(104), purchase] })
        const { wire } = yield* (yield* Orders).find(player, order_id)
        served = shopOf(1_900_000_000_000, false)
        const { differences } = yield* (yield* Replay).order(player, order_id)
        const results = differences.filter(({ path }) => path.at(-1) === "result")
        assert.deepStrictEqual(
          results.map(({ now, path, stored }) => [path.join("."), stored, now]),
          [1, 2].map((entry) => [`entries.${entry}.result`, '"success"', '"loot_not_active"']),
        )
        assert.strictEqual((yield* (yield* Orders).find(player, order_id)).wire, wire)
      }),
    )

    it.effect("takes an order that another order made with the submitted order, and only those of the player", () =>
      Effect.gen(function* () {
        served = shop
        const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
        const order = yield* submit(player, { entries: [fill(100, 20)] })
        const made = order.entries[0]?.details.find((detail) => detail.order !== undefined)?.order?.order_id ?? ""
        const replay = yield* Replay
        assert.deepStrictEqual(yield* replay.order(player, made), yield* replay.order(player, order.order_id))
        assert.strictEqual((yield* replay.order(player, made)).orderId, order.order_id)
        assert.strictEqual((yield* Effect.flip(replay.order(other, made)))._tag, "OrderNotFound")
        assert.isEmpty(yield* replayed(other))
      }),
    )
  })
})
