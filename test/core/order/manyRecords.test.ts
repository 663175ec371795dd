/**
 * An item that lies in more records than an entry may make changes: it is spent, quoted, explained and replayed all the
 * same, part by part, and in between other work has its turn (decisions, section 12).
 */
import { assert, layer as withLayer } from "@effect/vitest"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import type { EntryResult } from "@garrison/core/order/enumerations"
import { Orders } from "@garrison/core/order/Orders"
import { Replay } from "@garrison/core/order/replay"
import type { PlayerOrder, SubmittedEntry } from "@garrison/core/order/schema"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as SqlVerificationStore from "@garrison/sql/order/SqlVerificationStore"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { onEachDatabase, sqliteLayer } from "../../support/databases.ts"
import { countOf, ordersOver, server, submit, violations } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const [GOLD, GEM] = [1, 2]
const [SPENT, BOUGHT, FEW] = [10, 11, 12]
const RECORDS = 10_200

const draft: Draft = {
  items: { [GOLD]: {}, [GEM]: {} },
  vendors: {
    1: {
      loot: {
        [SPENT]: { item_id: GOLD, inventory_operation: "subtract" },
        [BOUGHT]: { item_id: GEM, current_price_point_guid: "gold" },
        [FEW]: { item_id: GOLD, inventory_operation: "check_greater_than_or_equal_and_subtract", quantity: 3 },
      },
    },
  },
  price_points: { gold: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: GOLD, price: 1 }] }] } },
}

const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })
const buy = (quantity: number): SubmittedEntry => ({
  type: "purchase_loot",
  loot_id: BOUGHT,
  quantity,
  purchase_price: { currencies: [{ price_item_id: GOLD, price: 1 }] },
})

/** The most records that were asked for at once. */
let most = 0

const watchedStore = Layer.effect(
  InventoryStore,
  Effect.map(InventoryStore, (store) =>
    InventoryStore.of({
      ...store,
      load: (...asked) =>
        Effect.tap(store.load(...asked), ({ records }) => Effect.sync(() => (most = Math.max(most, records.length)))),
      part: (...asked) =>
        Effect.tap(store.part(...asked), (part) => Effect.sync(() => (most = Math.max(most, part.length)))),
    }),
  ),
).pipe(Layer.provide(SqlInventoryStore.layer))

const layerOver = (database: typeof sqliteLayer) =>
  Replay.layer.pipe(
    Layer.provideMerge(ordersOver(draft)),
    Layer.provideMerge(
      Layer.mergeAll(watchedStore, SqlOrderStore.layer, SqlClaimStore.layer, SqlVerificationStore.layer),
    ),
    Layer.provideMerge(database),
  )

/** A player with this many records of a gold each. */
const rich = Effect.fnUntraced(function* (records: number) {
  const player = yield* insertPlayer()
  const give = { type: "create_new_persistent_inventory", item_id: GOLD, quantity: 1 } as const
  for (let held = 0; held < records; held += 100) {
    yield* submit(player, { entries: Array.from({ length: 100 }, () => give) })
  }
  return player
})

onEachDatabase((name, database) => {
  withLayer(layerOver(database))(`an item in many records, on ${name}`, (it) => {
    it.effect(
      "is spent, in loot and as a price, quoted, explained and replayed",
      () =>
        Effect.gen(function* () {
          const { explain, quote } = yield* Orders
          const player = yield* rich(RECORDS)
          most = 0
          const spending = { entries: [fill(SPENT, RECORDS - 50), buy(40), fill(SPENT, 11), fill(FEW)] }
          const results: ReadonlyArray<EntryResult> = [
            "success",
            "success",
            "failed_to_consume_loot_required",
            "success",
          ]
          const quoted = JSON.parse((yield* quote(player, spending, server)).wire) as Pick<PlayerOrder, "entries">
          const { entries, order_id } = yield* submit(player, spending)
          for (const decided of [quoted.entries, entries]) {
            assert.deepStrictEqual(
              decided.map(({ result }) => result),
              results,
            )
          }
          assert.deepStrictEqual(
            entries.map(({ details }) => details.length),
            [RECORDS - 50, 41, 0, 3],
          )
          assert.isAtMost(most, 1024)
          assert.deepStrictEqual([yield* countOf(player, GOLD), yield* countOf(player, GEM)], [7, 40])
          assert.strictEqual(yield* violations, 0)
          assert.isTrue((yield* explain(player, order_id, server)).isSame)
          const { differences, obstacle } = yield* (yield* Replay).order(player, order_id)
          assert.deepStrictEqual([differences, obstacle], [[], undefined])
        }),
      60_000,
    )

    it.effect("is left as it was by an order that fails after spending it", () =>
      Effect.gen(function* () {
        const player = yield* rich(1200)
        const { entries } = yield* submit(player, {
          is_transaction: true,
          entries: [fill(SPENT, 1190), fill(SPENT, 11)],
        })
        assert.deepStrictEqual(
          entries.map(({ result }) => result),
          ["rollback", "failed_to_consume_loot_required"],
        )
        assert.strictEqual(yield* countOf(player, GOLD), 1200)
        assert.strictEqual(yield* violations, 0)
      }),
    )
  })
})

withLayer(layerOver(sqliteLayer))("an item in many records", (it) => {
  /** How often other work had its turn meanwhile. */
  const turnsOf = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
    let turns = 0
    const other = yield* Effect.forkChild(
      Effect.forever(
        Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => turns++),
        ),
      ),
    )
    yield* Effect.yieldNow
    const before = turns
    const answer = yield* work
    const had = turns - before
    yield* Fiber.interrupt(other)
    return { answer, turns: had }
  })

  it.effect("is spent in turns, and an order that reads it is explained in turns", () =>
    Effect.gen(function* () {
      const { explain, quote } = yield* Orders
      const player = yield* rich(3000)
      const few = yield* turnsOf(submit(player, { entries: [fill(FEW)] }))
      const explained = yield* turnsOf(explain(player, few.answer.order_id, server))
      assert.isTrue(explained.answer.isSame)
      // The ledger of 250 records is read at a time, 1,024 records are spent, and 200 rows are written. The other fiber
      // has its turn after two of these at most.
      assert.isAtLeast(explained.turns, 3000 / 250 / 2)
      const entries = [fill(SPENT, 2900)]
      assert.isAtLeast((yield* turnsOf(quote(player, { entries }, server))).turns, 2)
      assert.isAtLeast((yield* turnsOf(submit(player, { entries }))).turns, 2900 / 200)
    }),
  )
})
