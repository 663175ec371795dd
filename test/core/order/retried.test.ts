/**
 * An order whose records another unit of work changed is run again, on what storage holds by then: what the first run
 * loaded, judged and gave is gone with its unit of work.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import { OrderStore } from "@garrison/core/order/OrderStore"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../../support/databases.ts"
import { countOf, ordersOver, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { audit } from "./audit.ts"
import type { Draft } from "./catalogs.ts"
import { fill } from "./fulfilling.ts"

const [GOLD, SWORD] = [1, 2]
const [GRANT, BUY] = [100, 101]

/** A sword for all of eight gold. */
const draft: Draft = {
  items: { [GOLD]: {}, [SWORD]: {} },
  vendors: {
    10: { loot: { [GRANT]: { item_id: GOLD, quantity: 10 }, [BUY]: { sub_vendor_id: 20 } } },
    20: {
      loot: {
        200: { item_id: GOLD, quantity: 8, inventory_operation: "subtract", sort_order: 1 },
        201: { item_id: SWORD, sort_order: 2 },
      },
    },
  },
}

/** How often records were loaded, and how many orders are still to conflict. */
const seen = { loads: 0, conflicts: 0 }

/** Orders by units of work that lock the inventory, as on both databases; the first runs of an order are overtaken. */
const stores = Layer.merge(
  Layer.effect(
    InventoryStore,
    Effect.map(InventoryStore, (inventory) =>
      InventoryStore.of({
        ...inventory,
        load: (...given) => Effect.tap(inventory.load(...given), () => Effect.sync(() => seen.loads++)),
      }),
    ),
  ),
  Layer.effect(
    OrderStore,
    Effect.map(OrderStore, (orders) =>
      OrderStore.of({
        ...orders,
        beginsWithoutLock: false,
        store: (order) =>
          Effect.flatMap(orders.store(order), (answer) =>
            Effect.sync(() => (seen.conflicts-- > 0 ? "overtaken" : answer)),
          ),
      }),
    ),
  ),
)

onEachDatabase((name, database) => {
  const over = stores.pipe(
    Layer.provide(Layer.merge(SqlInventoryStore.layer, SqlOrderStore.layer)),
    Layer.merge(SqlClaimStore.layer),
    Layer.provideMerge(database),
  )
  withLayer(ordersOver(draft).pipe(Layer.provideMerge(over)))(`an order that conflicts on ${name}`, (it) => {
    it.effect("loads what storage holds for each run, and stores the last run alone", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* submit(player, { entries: [fill(GRANT)] })
        Object.assign(seen, { loads: 0, conflicts: 2 })
        const { entries } = yield* submit(player, { is_transaction: true, entries: [fill(BUY)] })
        assert.strictEqual(seen.loads, 3)
        assert.strictEqual(entries[0]?.result, "success")
        assert.deepStrictEqual(
          entries[0]?.details.map(({ inv_change }) => [inv_change?.before?.count, inv_change?.after?.count]),
          [
            [10, 2],
            [undefined, 1],
          ],
        )
        assert.deepStrictEqual([yield* countOf(player, GOLD), yield* countOf(player, SWORD)], [2, 1])
        assert.deepStrictEqual(yield* audit(player), [])
      }),
    )
  })
})
