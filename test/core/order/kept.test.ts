/** Which fields of an entry an order keeps: of a client's failed entry, only the fields of fixed size. */
import { assert, layer as withLayer } from "@effect/vitest"
import { Orders } from "@garrison/core/order/Orders"
import type { OrderRequest, PlayerOrder, SubmittedEntry } from "@garrison/core/order/schema"
import * as Effect from "effect/Effect"
import { onEachDatabase } from "../../support/databases.ts"
import { orderIn, ordersLayer, playerCaller, server, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const draft: Draft = {
  items: { 1: {} },
  vendors: { 10: { loot: { 100: { item_id: 1, is_claimable_by_client: true }, 101: { item_id: 1 } } } },
}

/** The fields of fixed size of an entry. */
const fixed: SubmittedEntry = {
  type: "fill_loot",
  loot_id: 101,
  quantity: 7,
  use_inventory_bucket: "golf",
  player_portal_event_id: 9_007_199_254_740_993n,
  inventory_id: "0a0a0a0a-0000-4000-8000-00000000000a",
  legacy_inventory_id: -5n,
  item_id: 1,
  expires: 1_900_000_000_000,
}

/** The fields that a sender can make grow. */
const growing = {
  vendor_etag: "vendor-10",
  dynamic_bundle_loot_ids: [1, 2, 3],
  purchase_price: { price_item_id: 1, price: 2, price_coupon_item_id: 3, currencies: [{ price_item_id: 1, price: 2 }] },
  external_tran_id: "transaction",
  external_item_sku: "sku",
  custom_data: { key: "value" },
} satisfies Partial<SubmittedEntry>

const whole: SubmittedEntry = { ...fixed, ...growing }

/** The request fields of each entry of an order. */
const askedIn = ({ entries }: PlayerOrder) =>
  entries.map(({ entry_id: _id, result: _result, details: _details, ...asked }) => asked)

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, draft))(`what an order keeps, on ${name}`, (it) => {
    it.effect("a client's failed entry keeps its fields of fixed size; the answer is the stored order", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        for (const [by, source] of [
          [playerCaller(player), undefined],
          [server, "CLIENT"],
        ] as const) {
          const request: OrderRequest = {
            ...(source === undefined ? undefined : { source }),
            client_order_ref_id: crypto.randomUUID(),
            entries: [whole, { ...whole, type: "update_inventory" }, { ...whole, type: "promotion_code" }],
          }
          const { wire } = yield* orders.submit(player, request, by)
          const order = yield* orderIn(wire)
          assert.deepStrictEqual(
            order.entries.map(({ result }) => result),
            ["loot_not_fillable_from_client", "permission_denied", "quantity_not_allowed"],
          )
          assert.deepStrictEqual(askedIn(order), [
            fixed,
            { ...fixed, type: "update_inventory" },
            { ...fixed, type: "promotion_code" },
          ])
          assert.strictEqual((yield* orders.submit(player, request, by)).wire, wire)
          assert.strictEqual((yield* orders.find(player, order.order_id)).wire, wire)
          assert.strictEqual((yield* orders.page(player, { sort: "desc", limit: 1 })).wires[0], wire)
          // The fields that were left out still count for the fingerprint of the body.
          const entries = request.entries.map((entry) => ({ ...entry, external_tran_id: "another" }))
          const refused = yield* Effect.flip(orders.submit(player, { ...request, entries }, by))
          assert.strictEqual(refused.code, "order_ref_conflict")
        }
      }),
    )

    it.effect("a successful entry, and a server's entry, keep all fields", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const claimed = { ...whole, loot_id: 100 }
        assert.deepStrictEqual(askedIn(yield* submit(player, { entries: [claimed] }, playerCaller(player))), [claimed])
        const failing = [
          { ...whole, loot_id: 999 },
          { ...whole, type: "promotion_code" as const },
        ]
        assert.deepStrictEqual(askedIn(yield* submit(player, { entries: failing }, server)), failing)
      }),
    )

    it.effect("an entry that failed for its etag keeps the etag, which repeats the failure", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const entries = [{ ...whole, loot_id: 100, vendor_etag: "another" }]
        const order = yield* submit(player, { entries }, playerCaller(player))
        assert.strictEqual(order.entries[0]?.result, "vendor_version_does_not_match")
        assert.deepStrictEqual(askedIn(order), [{ ...fixed, loot_id: 100, vendor_etag: "another" }])
      }),
    )

    it.effect("a purchase keeps its price in one currency, and a dynamic bundle its choice", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const { currencies, price_coupon_item_id } = growing.purchase_price
        const several = { currencies: [...currencies, ...currencies], price_coupon_item_id }
        const entries: ReadonlyArray<SubmittedEntry> = [
          { ...whole, type: "purchase_loot" },
          { ...whole, type: "purchase_loot", purchase_price: several },
          { ...whole, type: "purchase_dynamic_bundle" },
        ]
        const order = yield* submit(player, { entries }, playerCaller(player))
        const { dynamic_bundle_loot_ids, purchase_price } = growing
        assert.deepStrictEqual(askedIn(order), [
          { ...fixed, type: "purchase_loot", purchase_price },
          { ...fixed, type: "purchase_loot" },
          { ...fixed, type: "purchase_dynamic_bundle", purchase_price, dynamic_bundle_loot_ids },
        ])
      }),
    )

    it.effect("in a failed transaction, rolled back and not started entries keep only fields of fixed size", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const entries = [{ ...whole, loot_id: 100 }, whole, { ...whole, loot_id: 100 }]
        const order = yield* submit(player, { is_transaction: true, entries }, playerCaller(player))
        assert.deepStrictEqual(
          order.entries.map(({ result }) => result),
          ["rollback", "loot_not_fillable_from_client", "not_started"],
        )
        assert.deepStrictEqual(askedIn(order), [{ ...fixed, loot_id: 100 }, fixed, { ...fixed, loot_id: 100 }])
      }),
    )
  })

  withLayer(ordersLayer(database, draft, { orderEntriesPerWindowMax: 1 }))(`a rate on ${name}`, (it) => {
    it.effect("an entry beyond the rate answers only fields of fixed size, and is not stored", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const order = yield* submit(player, { entries: [whole, whole] }, playerCaller(player))
        assert.deepStrictEqual(askedIn(order), [fixed, fixed])
      }),
    )
  })
})
