/**
 * Refunds at once with orders, with other refunds and with claw-backs of the same player (guarantees R64 and R2), on
 * both databases. The control refunds over a store that neither locks the inventory nor compares what it was decided
 * on, and must lose and double things.
 */
import { assert, describe, layer as withLayer } from "@effect/vitest"
import { Audit } from "@garrison/core/audit/Audit"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Ledger } from "@garrison/core/order/Ledger"
import { Refunds } from "@garrison/core/order/Refunds"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as SqlLedgerStore from "@garrison/sql/inventory/SqlLedgerStore"
import * as SqlRefundStore from "@garrison/sql/order/SqlRefundStore"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { actBy } from "../../support/acts.ts"
import { type DatabaseServices, onEachDatabase } from "../../support/databases.ts"
import { countOf, ordersLayer, ordersOver, refundsOver, resultOf, submit, violations } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { rendezvous } from "../../support/rendezvous.ts"
import type { Draft } from "./catalogs.ts"
import { naiveStores } from "./naive.ts"

const COIN = 1
const SWORD = 2
const AT_ONCE = 20

const draft: Draft = {
  items: { [COIN]: {}, [SWORD]: {} },
  vendors: {
    10: { loot: { 100: { item_id: COIN, quantity: 100 }, 101: { sub_vendor_id: 20 } } },
    // Ten coins for a sword.
    20: {
      loot: {
        200: { item_id: COIN, quantity: 10, inventory_operation: "check_greater_than_or_equal_and_subtract" },
        201: { item_id: SWORD },
      },
    },
  },
}

const fill = (loot_id: number): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity: 1 })

const act = (name: string) => ({ ...actBy(name), reason: "a ticket" })

const refund = (player: PlayerUuid, orderId: string, name: string) =>
  Effect.exit(
    Refunds.use((refunds) => refunds.refund(player, { orderId, isPartial: true, fromPaid: false }, act(name))),
  )

/** Ten coins that an order spends or a refund takes, whichever is first; many of both at once. */
const refundOrSpend = Effect.gen(function* () {
  const player = yield* insertPlayer()
  const { order_id: orderId } = yield* submit(player, { entries: [fill(100)] })
  const doing = Array.from({ length: AT_ONCE }, (_, index) =>
    index % 2 === 0
      ? Effect.map(refund(player, orderId, `operator ${index}`), (exit) =>
          Exit.isSuccess(exit) ? exit.value.state : "",
        )
      : Effect.map(Effect.exit(resultOf(player, fill(101))), (exit) =>
          Exit.isSuccess(exit) ? (exit.value ?? "") : "",
        ),
  )
  const results = yield* Effect.all(doing, { concurrency: "unbounded" })
  const bought = results.filter((result) => result === "success").length
  const owed = (yield* (yield* Refunds).owed(player)).orders.flatMap(({ owed: counts }) => counts)
  return {
    refunds: results.filter((result) => result === "done").length,
    bought,
    swords: yield* countOf(player, SWORD),
    coins: yield* countOf(player, COIN),
    // What was given is there, was spent, is taken or is owed.
    owed: owed.reduce((sum, { count }) => sum + count, 0),
    player,
  }
})

/** Many operators refund ten orders at once, and each refund of them as often. */
const operators = Effect.gen(function* () {
  const player = yield* insertPlayer()
  yield* submit(player, { entries: [fill(100)] })
  const bought: Array<string> = []
  for (let at = 0; at < 5; at++) bought.push((yield* submit(player, { entries: [fill(101)] })).order_id)
  const doing = bought.flatMap((orderId) =>
    Array.from({ length: 4 }, (_, index) => refund(player, orderId, `operator ${index}`)),
  )
  const exits = yield* Effect.all(doing, { concurrency: "unbounded" })
  const answers = exits.flatMap((exit) => (Exit.isSuccess(exit) ? [exit.value] : []))
  return {
    done: answers.filter(({ state }) => state === "done").length,
    orders: new Set(answers.map(({ order_id }) => order_id)).size,
    swords: yield* countOf(player, SWORD),
    coins: yield* countOf(player, COIN),
    player,
  }
})

/** Nobody writes before all have read. The order that fills the purse reads first. */
const everybodyHasRead = Effect.map(rendezvous(AT_ONCE), (meet) => {
  let reads = 0
  return Effect.suspend(() => (reads++ === 0 ? Effect.void : meet))
})

/** An audit that runs the work of an act as it comes, and writes no rows. */
const bare = Layer.succeed(Audit, {
  perform: (_operation, _act, _subject, work) => work((unit) => Effect.map(unit, ({ answer }) => answer)),
  bySystem: (_operation, _subject, unit) => Effect.map(unit, ({ answer }) => answer),
  changedSince: () => Effect.die("not part of these tests"),
})

/** Orders and refunds over the naive stores; whatever looks at the result has the real ones. */
const naiveLayer = (database: Layer.Layer<DatabaseServices>) =>
  Refunds.layer.pipe(
    Layer.provide(bare),
    Layer.provideMerge(ordersOver(draft)),
    Layer.provide(Layer.unwrap(Effect.map(everybodyHasRead, naiveStores))),
    Layer.provide(Layer.merge(SqlLedgerStore.layer, SqlRefundStore.layer)),
    Layer.provideMerge(database),
  )

const verifies = Effect.fnUntraced(function* (player: PlayerUuid) {
  assert.deepStrictEqual((yield* (yield* Ledger).verify(player)).faults, [])
  assert.strictEqual(yield* violations, 0)
})

onEachDatabase((name, database) => {
  describe(`refunds at once on ${name}`, () => {
    withLayer(refundsOver(ordersLayer(database, draft)))("with all guards", (it) => {
      it.effect("are carried out once, and lose nothing to orders that spend", () =>
        Effect.gen(function* () {
          const { bought, coins, owed, player, refunds, swords } = yield* refundOrSpend
          assert.strictEqual(refunds, 1)
          assert.strictEqual(swords, bought)
          assert.strictEqual(coins, 0)
          // Of the hundred coins the refund took what was left; the rest became swords and is owed.
          assert.strictEqual(owed, bought * 10)
          yield* verifies(player)
        }),
      )

      it.effect("by several operators are one refund for each order", () =>
        Effect.gen(function* () {
          const { coins, done, orders, player, swords } = yield* operators
          assert.deepStrictEqual({ coins, done, orders, swords }, { coins: 100, done: 5, orders: 5, swords: 0 })
          yield* verifies(player)
        }),
      )
    })

    withLayer(naiveLayer(database))("with neither lock nor comparison (the control)", (it) => {
      it.effect("take and spend the same coins", () =>
        Effect.gen(function* () {
          const { bought, coins, owed, swords } = yield* refundOrSpend
          assert.isFalse(coins === 0 && swords === bought && owed === bought * 10)
        }),
      )
    })
  })
})
