/**
 * Refunds of orders and claw-backs of items (guarantees R64), on both databases: what is taken and given back, what is
 * lacking, what an order got once, and that orders, ledger, claims and replays agree afterwards.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { Act } from "@garrison/core/operation/Act"
import { ClaimStore } from "@garrison/core/order/ClaimStore"
import { Ledger } from "@garrison/core/order/Ledger"
import { Orders } from "@garrison/core/order/Orders"
import { Refunds } from "@garrison/core/order/Refunds"
import { Replay } from "@garrison/core/order/replay"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { uuids } from "@garrison/sql/uuid"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import { actBy } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { failAfterStatements } from "../../support/faults.ts"
import { countOf, ordersLayer, playerCaller, recordsOf, refundsOver, submit, violations } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const COIN = 1
const SWORD = 2
const XP = 3
const GEM = 4
const PASS = 5
const HOUR = 3_600_000

const COINS = 100
const BUY_SWORD = 101
const GAIN_XP = 102
const GEMS = 103
const RENT = 104
const SMELT = 105
const BOX = 106
const TEMPORARY = 107
const SPEND_GEM = 108

const shop: Draft = {
  items: {
    [COIN]: {},
    [SWORD]: {},
    [XP]: { level_xp_table_id: 1, level_vendor_id: 30 },
    [GEM]: {},
    [PASS]: {},
  },
  xp_tables: { 1: { levels: { 1: 10, 2: 20 } } },
  time_frames: { 1: { start: 0, end: HOUR } },
  vendors: {
    10: {
      loot: {
        [COINS]: { item_id: COIN, quantity: 100 },
        [BUY_SWORD]: { sub_vendor_id: 20 },
        [GAIN_XP]: { item_id: XP, quantity: 15 },
        [GEMS]: { item_id: GEM, quantity: 5, is_claimable_by_client: true },
        [RENT]: { item_id: PASS, inventory_selector_type: "rent", time_frame_id: 1 },
        [SMELT]: { sub_vendor_id: 40 },
        [BOX]: { sub_vendor_id: 50 },
        [SPEND_GEM]: { sub_vendor_id: 60 },
        [TEMPORARY]: { item_id: GEM, quantity: 3, inventory_selector_type: "own_transient" },
      },
    },
    // Ten coins for a sword.
    20: {
      loot: {
        200: { item_id: COIN, quantity: 10, inventory_operation: "check_greater_than_or_equal_and_subtract" },
        201: { item_id: SWORD },
      },
    },
    30: { loot: { 300: { item_id: GEM, quantity: 2, sort_order: 1 } } },
    // Two swords for a gem.
    40: {
      loot: {
        400: { item_id: SWORD, quantity: 2, inventory_operation: "check_greater_than_or_equal_and_subtract" },
        401: { item_id: GEM },
      },
    },
    // A coin for a gem.
    60: {
      loot: {
        600: { item_id: GEM, quantity: 1, inventory_operation: "check_greater_than_or_equal_and_subtract" },
        601: { item_id: COIN },
      },
    },
    50: { type: "randomly_sampled", loot: { 500: { item_id: COIN, quantity: 7, fill_in_new_order: true } } },
  },
  promotions: {
    WELCOME: { loot_id: GEMS },
    FEW: { loot_id: GEMS, uses_maximum: 1 },
    RARE: { loot_id: GEMS, uses_maximum: 1 },
    LAST: { loot_id: GEMS, uses_maximum: 5 },
  },
}

const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })
const code = (external_tran_id: string): SubmittedEntry => ({ type: "promotion_code", quantity: 1, external_tran_id })

const act: Act = { ...actBy("ada"), reason: "a ticket" }
const rehearsal: Act = { ...act, dryRun: true }

const whole = (orderId: string) => ({ orderId, isPartial: false, fromPaid: false })
const partial = (orderId: string) => ({ orderId, isPartial: true, fromPaid: false })

/** The id of a new order. */
const order = (player: PlayerUuid, ...entries: ReadonlyArray<SubmittedEntry>) =>
  Effect.map(submit(player, { entries }), ({ order_id }) => order_id)

const refund = (player: PlayerUuid, orderId: string, by = act) =>
  Refunds.use((refunds) => refunds.refund(player, whole(orderId), by))

/** Orders, ledger, claims and records vouch for each other, and every order comes to the same again. */
const agrees = Effect.fnUntraced(function* (player: PlayerUuid) {
  const { faults, state } = yield* (yield* Ledger).verify(player)
  assert.deepStrictEqual({ faults, state }, { faults: [], state: "verified" })
  assert.strictEqual(yield* violations, 0)
  const span = { from: Number.MIN_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER }
  const replayed = yield* Stream.runCollect((yield* Replay).orders(player, span))
  assert.deepStrictEqual(
    replayed.filter(({ differences, obstacle }) => differences.length > 0 || obstacle !== undefined),
    [],
  )
})

onEachDatabase((name, database) =>
  withLayer(refundsOver(ordersLayer(database, shop)))(`a refund on ${name}`, (it) => {
    it.effect("takes what the order gave, and gives back what it took", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* order(player, fill(COINS))
        const before = yield* recordsOf(player)
        const bought = yield* order(player, fill(BUY_SWORD, 3))
        const rehearsed = yield* refund(player, bought, rehearsal)
        assert.deepInclude(rehearsed, { state: "done", is_whole: true, owed: [], lacking: [] })
        assert.isUndefined(rehearsed.order_id)
        assert.strictEqual(yield* countOf(player, SWORD), 3)
        const refunded = yield* refund(player, bought)
        assert.deepStrictEqual(
          refunded.taken.map(({ count, from, item_id: item }) => ({ count, from, item })),
          [{ count: 3, from: "given", item: SWORD }],
        )
        assert.deepStrictEqual(
          refunded.given.map(({ count, item_id: item }) => ({ count, item })),
          [{ count: 30, item: COIN }],
        )
        assert.deepStrictEqual(yield* recordsOf(player), before)
        yield* agrees(player)
      }),
    )

    it.effect("is an order of source REFUND, which explains itself", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const given = yield* order(player, fill(COINS))
        const { order_id: orderId = "" } = yield* refund(player, given)
        const orders = yield* Orders
        const found = yield* orders.find(player, orderId)
        assert.strictEqual(found.refundedOrderId, given)
        assert.isUndefined(found.parentOrderId)
        assert.include(found.wire, '"source":"REFUND"')
        const explained = yield* orders.explain(player, orderId, playerCaller(player))
        assert.isTrue(explained.isSame)
      }),
    )

    it.effect("changes nothing a second time, and answers the first one", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const given = yield* order(player, fill(COINS))
        const first = yield* refund(player, given)
        const second = yield* refund(player, given)
        assert.strictEqual(second.state, "done_before")
        assert.strictEqual(second.order_id, first.order_id)
        assert.deepStrictEqual(second.taken, first.taken)
        assert.strictEqual(yield* countOf(player, COIN), 0)
        yield* agrees(player)
      }),
    )

    it.effect("of a refund restores what the refund took and gave", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* order(player, fill(COINS))
        const bought = yield* order(player, fill(BUY_SWORD, 2))
        const before = yield* recordsOf(player)
        const { order_id: first = "", reverse } = yield* refund(player, bought)
        assert.deepStrictEqual(reverse, {
          operation: "order.refund",
          input: { player_uuid: player, order_id: first },
        })
        const { order_id: second = "" } = yield* refund(player, first)
        assert.deepStrictEqual(yield* recordsOf(player), before)
        yield* refund(player, second)
        assert.strictEqual(yield* countOf(player, SWORD), 0)
        yield* agrees(player)
      }),
    )

    it.effect("says where the rest went, and is refused or partial", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* order(player, fill(COINS))
        const bought = yield* order(player, fill(BUY_SWORD, 3))
        const smelted = yield* order(player, fill(SMELT))
        const refunds = yield* Refunds
        const rehearsed = yield* refund(player, bought, rehearsal)
        assert.deepInclude(rehearsed, { state: "refused", is_whole: false })
        const [lacking] = rehearsed.lacking
        assert.deepInclude(lacking, { item_id: SWORD, bucket: "none", count: 2 })
        assert.deepInclude(lacking?.uses[0], { order_id: smelted, count: 2, gave: [{ item_id: GEM, count: 1 }] })
        const refused = yield* Effect.flip(refund(player, bought))
        assert.deepInclude(refused, { code: "refund_incomplete" })
        assert.strictEqual(yield* countOf(player, SWORD), 1)
        const done = yield* refunds.refund(player, partial(bought), act)
        assert.deepStrictEqual(done.owed, [{ item_id: SWORD, bucket: "none", count: 2 }])
        assert.strictEqual(yield* countOf(player, SWORD), 0)
        assert.strictEqual(yield* countOf(player, COIN), 100)
        assert.deepStrictEqual(
          (yield* refunds.owed(player)).orders.map(({ order_id, owed }) => ({ order_id, owed })),
          [{ order_id: done.order_id, owed: done.owed }],
        )
        yield* agrees(player)
        yield* refund(player, done.order_id ?? "")
        assert.deepStrictEqual((yield* refunds.owed(player)).orders, [])
        assert.strictEqual(yield* countOf(player, SWORD), 1)
        yield* agrees(player)
      }),
    )

    it.effect("takes equal ones that were not paid for, and paid ones if it is told to", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const refunds = yield* Refunds
        yield* order(player, fill(COINS))
        const given = yield* order(player, fill(201, 2))
        yield* order(player, fill(SMELT))
        yield* order(player, fill(BUY_SWORD, 2))
        const rehearsed = yield* refund(player, given, rehearsal)
        assert.strictEqual(rehearsed.lacking[0]?.count, 2)
        const paid = yield* refunds.refund(player, { ...whole(given), fromPaid: true }, rehearsal)
        assert.deepStrictEqual(
          paid.taken.map(({ count, from }) => ({ count, from })),
          [{ count: 2, from: "paid" }],
        )
        yield* order(player, fill(201, 1))
        const equal = yield* refunds.refund(player, partial(given), act)
        assert.deepStrictEqual(
          equal.taken.map(({ count, from }) => ({ count, from })),
          [{ count: 1, from: "equal" }],
        )
        assert.strictEqual(equal.owed[0]?.count, 1)
        yield* agrees(player)
      }),
    )

    it.effect("takes back the rewards of levels, and rewards none again", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const risen = yield* order(player, fill(GAIN_XP))
        assert.strictEqual(yield* countOf(player, GEM), 2)
        const { order_id: first = "" } = yield* refund(player, risen)
        assert.deepStrictEqual(yield* recordsOf(player), [])
        yield* refund(player, first)
        assert.strictEqual(yield* countOf(player, GEM), 2)
        assert.strictEqual(yield* countOf(player, XP), 15)
        yield* agrees(player)
      }),
    )

    it.effect("takes back what its orders made, and not those alone", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const opened = yield* submit(player, { entries: [fill(BOX, 2)] })
        const [child] = opened.entries[0]?.details ?? []
        const childId = child?.order?.order_id ?? ""
        const alone = yield* Effect.flip(refund(player, childId))
        assert.deepInclude(alone, { code: "refund_not_possible", orderId: opened.order_id })
        const done = yield* refund(player, opened.order_id)
        assert.strictEqual(done.order_ids.length, 3)
        assert.strictEqual(yield* countOf(player, COIN), 0)
        yield* agrees(player)
      }),
    )

    it.effect("gives a code back with its use, and a refund of the refund claims it again", () =>
      Effect.gen(function* () {
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const claims = yield* ClaimStore
        const claimed = yield* order(ada, code("WELCOME"), code("FEW"))
        assert.strictEqual((yield* claims.promotion(ada, "FEW")).uses, 1)
        const first = yield* refund(ada, claimed)
        assert.deepStrictEqual(first.once, { codes: ["WELCOME", "FEW"], loot_ids: [], not_free: [] })
        assert.deepStrictEqual(yield* claims.promotion(ada, "FEW"), { isClaimed: false, uses: 0 })
        yield* agrees(ada)
        const second = yield* refund(ada, first.order_id ?? "")
        assert.deepStrictEqual(yield* claims.promotion(ada, "FEW"), { isClaimed: true, uses: 1 })
        yield* agrees(ada)
        const third = yield* refund(ada, second.order_id ?? "")
        yield* order(lin, code("FEW"))
        const fourth = yield* refund(ada, third.order_id ?? "")
        assert.deepStrictEqual(fourth.once, { codes: ["WELCOME"], loot_ids: [], not_free: ["code FEW"] })
        assert.deepStrictEqual(yield* claims.promotion(ada, "FEW"), { isClaimed: false, uses: 1 })
        yield* agrees(ada)
      }),
    )

    it.effect("in part gives nothing back that was got once", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const claimed = yield* order(player, code("WELCOME"))
        yield* order(player, fill(SPEND_GEM))
        const done = yield* (yield* Refunds).refund(player, partial(claimed), act)
        assert.deepInclude(done, { is_whole: false, once: { codes: [], loot_ids: [], not_free: [] } })
        assert.isTrue((yield* (yield* ClaimStore).promotion(player, "WELCOME")).isClaimed)
        yield* agrees(player)
      }),
    )

    it.effect("leaves a claim that is another order's", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const sql = yield* SqlClient.SqlClient
        const claimed = yield* order(player, code("WELCOME"))
        // Taken away by hand, so that the player could claim it again.
        yield* (yield* Transaction).run(sql`DELETE FROM promotion_claim WHERE player_uuid = ${uuids(sql).id(player)}`)
        const again = yield* order(player, code("WELCOME"))
        const first = yield* refund(player, claimed)
        assert.deepStrictEqual(first.once, { codes: [], loot_ids: [], not_free: ["code WELCOME"] })
        assert.isTrue((yield* (yield* ClaimStore).promotion(player, "WELCOME")).isClaimed)
        assert.deepStrictEqual((yield* refund(player, again)).once.codes, ["WELCOME"])
      }),
    )

    it.effect("counts a use down that its order was counted as, and no other's", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { run } = yield* Transaction
        const claims = yield* ClaimStore
        const player = yield* insertPlayer()
        // The code was without a limit when the player claimed it. Since then it has one, and somebody used it.
        const unlimited = yield* order(player, code("WELCOME"))
        yield* run(sql`INSERT INTO promotion_use (code, uses) VALUES ('WELCOME', 2)`)
        yield* refund(player, unlimited)
        assert.deepStrictEqual(yield* claims.promotion(player, "WELCOME"), { isClaimed: false, uses: 2 })
        yield* run(sql`DELETE FROM promotion_use WHERE code = 'WELCOME'`)
        // Another unit of work uses a code between the two statements that count it down.
        const counted = yield* order(player, code("LAST"))
        let isUsed = false
        const meanwhile = Effect.provideService(Statement.CurrentTransformer, (statement) =>
          Effect.suspend(() => {
            if (isUsed || !statement.compile()[0].startsWith("DELETE FROM promotion_use"))
              return Effect.succeed(statement)
            isUsed = true
            return Effect.as(Effect.orDie(sql`UPDATE promotion_use SET uses = uses + 1 WHERE code = 'LAST'`), statement)
          }),
        )
        yield* meanwhile(refund(player, counted))
        assert.isTrue(isUsed)
        assert.deepStrictEqual(yield* claims.promotion(player, "LAST"), { isClaimed: false, uses: 1 })
      }),
    )

    it.effect("neither takes nor owes what the end of a session took, but what was spent before", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const next = Effect.flatMap(Orders, (orders) => orders.startSession(player, {}, playerCaller(player)))
        const given = yield* order(player, fill(TEMPORARY))
        const spent = yield* order(player, fill(SPEND_GEM))
        // This one spends a gem of those that it gives itself.
        const both = yield* order(player, fill(TEMPORARY), fill(SPEND_GEM))
        yield* next
        const ofFirst = yield* refund(player, given, rehearsal)
        assert.deepStrictEqual(
          ofFirst.lapsed.map(({ count, item_id: item }) => ({ count, item })),
          [{ count: 1, item: GEM }],
        )
        const [lacking] = ofFirst.lacking
        assert.deepInclude(lacking, { item_id: GEM, count: 2 })
        // What took last is named first, which is the end of the session.
        assert.deepStrictEqual(
          lacking?.uses.slice(1).map(({ order_id }) => order_id),
          [both, spent],
        )
        const ofBoth = yield* refund(player, both, rehearsal)
        assert.deepStrictEqual(
          ofBoth.lapsed.map(({ count, item_id: item }) => ({ count, item })),
          [{ count: 2, item: GEM }],
        )
        assert.deepStrictEqual(ofBoth.lacking, [])
        // What an order took from a record that is gone is not given back.
        const ofSpent = yield* refund(player, spent)
        assert.deepStrictEqual(ofSpent.given, [])
        assert.deepStrictEqual(
          ofSpent.lapsed.map(({ count, item_id: item }) => ({ count, item })),
          [{ count: -1, item: GEM }],
        )
        yield* agrees(player)
      }),
    )

    it.effect("does not count as spent what the order took itself of what it gave", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const both = yield* order(player, fill(TEMPORARY), fill(SPEND_GEM))
        const spent = yield* order(player, fill(SPEND_GEM))
        const lackingNow = Effect.map(refund(player, both, rehearsal), ({ lacking, lapsed }) => ({
          lacking: lacking.map(({ count, uses }) => ({ count, by: uses.map(({ order_id }) => order_id) })),
          lapsed: lapsed.map(({ count }) => count),
        }))
        assert.deepStrictEqual(yield* lackingNow, { lacking: [{ count: 1, by: [spent] }], lapsed: [] })
        yield* (yield* Orders).startSession(player, {}, playerCaller(player))
        const { lacking, lapsed } = yield* lackingNow
        assert.deepStrictEqual(lapsed, [1])
        assert.deepStrictEqual(lacking[0]?.count, 1)
      }),
    )

    it.effect("takes nothing from a record whose time is over, and gives nothing back to it", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const refunds = yield* Refunds
        const now = yield* Clock.currentTimeMillis
        const given = yield* order(player, { type: "create_new_persistent_inventory", item_id: GEM, quantity: 1 })
        yield* order(player, fill(SPEND_GEM))
        const temporary = { type: "create_new_persistent_inventory", item_id: GEM, expires: now + HOUR } as const
        yield* order(player, { ...temporary, quantity: 5 })
        const spent = yield* order(player, fill(SPEND_GEM))
        // While there is time, an equal gem is taken.
        assert.isTrue((yield* refund(player, given, rehearsal)).is_whole)
        yield* TestClock.adjust(HOUR)
        assert.strictEqual((yield* refund(player, given, rehearsal)).lacking[0]?.count, 1)
        const all = {
          itemId: GEM,
          inventoryId: undefined,
          orderId: undefined,
          count: 1,
          isPartial: true,
          fromPaid: true,
        }
        assert.deepStrictEqual((yield* refunds.clawBack(player, all, rehearsal)).taken, [])
        const late = yield* refund(player, spent)
        assert.deepStrictEqual(late.given, [])
        assert.deepStrictEqual(
          late.lapsed.map(({ count, item_id: item }) => ({ count, item })),
          [{ count: -1, item: GEM }],
        )
        yield* agrees(player)
      }),
    )

    it.effect("lets loot of an inventory session be applied again, within the session", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const once: SubmittedEntry = { type: "fill_loot_single_transient", loot_id: TEMPORARY, quantity: 1 }
        const applied = yield* order(player, once)
        const { order_id: first = "", once: given } = yield* refund(player, applied)
        assert.deepStrictEqual(given.loot_ids, [TEMPORARY])
        yield* agrees(player)
        yield* refund(player, first)
        const again = yield* submit(player, { entries: [once] })
        assert.strictEqual(again.entries[0]?.result, "transient_single_loot_already_applied")
        yield* agrees(player)
        yield* (yield* Orders).startSession(player, {}, playerCaller(player))
        const over = yield* order(player, once)
        assert.deepStrictEqual((yield* refund(player, over, rehearsal)).once.loot_ids, [TEMPORARY])
        yield* (yield* Orders).startSession(player, {}, playerCaller(player))
        yield* order(player, once)
        const late = yield* refund(player, over)
        assert.deepStrictEqual(late.once.not_free, [`loot ${TEMPORARY}`])
        assert.deepStrictEqual(
          late.lapsed.map(({ count }) => count),
          [3],
        )
        yield* agrees(player)
      }),
    )

    it.effect("takes the time of a rent, and leaves that of others", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const rented = yield* order(player, fill(RENT))
        const [before] = yield* recordsOf(player)
        yield* TestClock.adjust(1000)
        const longer = yield* order(player, fill(RENT))
        const { order_id: first = "" } = yield* refund(player, longer)
        assert.deepStrictEqual(yield* recordsOf(player), [before])
        yield* refund(player, first)
        const [extended] = yield* recordsOf(player)
        assert.strictEqual(extended?.expires, (before?.expires ?? 0) + HOUR)
        // The record is left with the hour of the other rent.
        yield* refund(player, rented)
        const [left] = yield* recordsOf(player)
        assert.strictEqual(left?.expires, before?.expires)
        yield* agrees(player)
      }),
    )

    it.effect("empties a rent whose time is over without the order, and fills it again", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* order(player, fill(RENT))
        const longer = yield* order(player, fill(RENT))
        yield* TestClock.adjust(1.5 * HOUR)
        const before = yield* recordsOf(player)
        const { order_id: first = "", records } = yield* refund(player, longer)
        assert.strictEqual(records[0]?.count_after, 0)
        assert.strictEqual(yield* countOf(player, PASS), 0)
        yield* agrees(player)
        yield* refund(player, first)
        assert.deepStrictEqual(yield* recordsOf(player), before)
        // What has come to its end by itself is neither taken nor owed.
        yield* TestClock.adjust(HOUR)
        const late = yield* refund(player, longer)
        assert.deepInclude(late, { state: "done_before" })
        const rented = yield* order(player, fill(RENT))
        yield* TestClock.adjust(2 * HOUR)
        const over = yield* refund(player, rented)
        assert.deepInclude(over, { is_whole: true, taken: [], owed: [] })
        assert.deepStrictEqual(
          over.lapsed.map(({ count, item_id: item }) => ({ count, item })),
          [{ count: 1, item: PASS }],
        )
        yield* agrees(player)
      }),
    )

    it.effect("writes records as they were: data, end, type and bucket", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const made = yield* submit(player, {
          entries: [
            { type: "create_new_transient_inventory", item_id: GEM, quantity: 9, use_inventory_bucket: "golf" },
          ],
        })
        const id = made.entries[0]?.details[0]?.inv_change?.after.inventory_id ?? ""
        const before = yield* recordsOf(player)
        const changed = yield* order(player, {
          type: "update_inventory",
          inventory_id: id,
          quantity: 2,
          expires: 10 * HOUR,
          custom_data: { color: "red" },
        })
        yield* refund(player, changed)
        assert.deepStrictEqual(yield* recordsOf(player), before)
        yield* agrees(player)
      }),
    )

    it.effect("of nothing is refused", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const failed = yield* order(player, fill(9999))
        assert.deepInclude(yield* Effect.flip(refund(player, failed)), { code: "refund_not_possible" })
        const missing = yield* Effect.flip(refund(player, "0f0f0f0f-0000-4000-8000-00000000000f"))
        assert.deepInclude(missing, { code: "resource_not_found" })
      }),
    )

    it.effect("is stored whole or not at all, at whichever statement storage fails", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* order(player, fill(COINS))
        const bought = yield* order(player, fill(BUY_SWORD, 2), code("RARE"))
        const before = yield* recordsOf(player)
        let statements = 0
        for (; ; statements++) {
          const exit = yield* Effect.exit(failAfterStatements(statements)(refund(player, bought)))
          if (Exit.isSuccess(exit)) break
          assert.deepStrictEqual(yield* recordsOf(player), before)
          assert.isTrue((yield* (yield* ClaimStore).promotion(player, "RARE")).isClaimed)
          yield* agrees(player)
        }
        // It breaks off before, within and behind what it writes.
        assert.isAbove(statements, 10)
        assert.strictEqual(yield* countOf(player, SWORD), 0)
        yield* agrees(player)
      }),
    )

    it.effect("is sealed: what it refunds and what is owed cannot be altered unnoticed", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* order(player, fill(COINS))
        const bought = yield* order(player, fill(BUY_SWORD, 2))
        yield* order(player, fill(SMELT))
        const { order_id: refundId = "" } = yield* (yield* Refunds).refund(player, partial(bought), act)
        yield* agrees(player)
        const sql = yield* SqlClient.SqlClient
        const { rehearse } = yield* Transaction
        const of = sql`WHERE player_uuid = ${uuids(sql).id(player)} AND order_id = ${uuids(sql).id(refundId)}`
        for (const altered of [
          sql`UPDATE player_order SET refunded_order_id = NULL ${of}`,
          sql`UPDATE player_order SET owed = NULL ${of}`,
          sql`UPDATE player_order SET owed = '[{"itemId":2,"bucket":"none","count":1}]' ${of}`,
        ]) {
          const found = yield* rehearse(
            Effect.andThen(
              Effect.orDie(altered),
              Effect.flatMap(Ledger, (ledger) => ledger.verify(player)),
            ),
          )
          assert.deepStrictEqual(
            found.faults.map(({ fault }) => fault),
            ["seal_differs"],
          )
        }
      }),
    )

    it.effect("claws an item back, wherever it is", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const refunds = yield* Refunds
        const given = yield* order(player, fill(201, 3), { ...fill(201, 2), use_inventory_bucket: "golf" })
        yield* order(player, fill(SMELT))
        const wanted = {
          itemId: SWORD,
          inventoryId: undefined,
          orderId: given,
          count: undefined,
          isPartial: false,
          fromPaid: false,
        }
        const rehearsed = yield* refunds.clawBack(player, wanted, rehearsal)
        assert.deepInclude(rehearsed, { state: "refused", wanted: 5 })
        assert.strictEqual(rehearsed.lacking[0]?.count, 2)
        const done = yield* refunds.clawBack(player, { ...wanted, isPartial: true }, act)
        assert.strictEqual(yield* countOf(player, SWORD), 0)
        assert.strictEqual(
          done.taken.reduce((sum, { count }) => sum + count, 0),
          3,
        )
        yield* agrees(player)
        yield* refund(player, done.order_id ?? "")
        assert.strictEqual(yield* countOf(player, SWORD), 3)
        const all = yield* refunds.clawBack(player, { ...wanted, orderId: undefined, count: 1 }, act)
        assert.deepInclude(all, { state: "done", wanted: 1 })
        assert.strictEqual(yield* countOf(player, SWORD), 2)
        yield* agrees(player)
      }),
    )

    it.effect("traces where counts came from and went", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const refunds = yield* Refunds
        const coins = yield* order(player, fill(COINS))
        const bought = yield* order(player, fill(BUY_SWORD))
        const of = { itemId: COIN, inventoryId: undefined, orderId: undefined }
        const { records } = yield* refunds.trace(player, of)
        assert.strictEqual(records.length, 1)
        const [lot] = records[0]?.lots ?? []
        assert.deepInclude(lot, { order_id: coins, count: 100, left: 90, is_paid: false })
        assert.deepInclude(lot?.uses[0], { order_id: bought, count: 10, gave: [{ item_id: SWORD, count: 1 }] })
        const ofOrder = yield* refunds.trace(player, { itemId: SWORD, inventoryId: undefined, orderId: bought })
        assert.deepInclude(ofOrder.records[0]?.lots[0], { order_id: bought, left: 1, is_paid: true })
      }),
    )
  }),
)
