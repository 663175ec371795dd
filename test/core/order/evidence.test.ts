/**
 * A reference gets the same answer again (guarantees R6). A stored order leads to the same outcome again (guarantees
 * R8).
 */
import { assert, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Orders } from "@garrison/core/order/Orders"
import { OrderStore } from "@garrison/core/order/OrderStore"
import { asLoaded, recordsBefore, repeat } from "@garrison/core/order/repeat"
import { differencesOf, storedOrderIn } from "@garrison/core/order/rules/wire/storedOrder"
import type { OrderSource } from "@garrison/core/order/enumerations"
import type { OrderRequest } from "@garrison/core/order/schema"
import type { Caller } from "@garrison/core/kernel/Caller"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { onEachDatabase, sqliteLayer } from "../../support/databases.ts"
import {
  orderIn,
  ordersLayer,
  ordersOver,
  playerCaller,
  recordsOf,
  server,
  storedRows,
  submit,
  violations,
} from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { audit } from "./audit.ts"
import { catalogOf, type Draft } from "./catalogs.ts"
import { draft as anyDraft, NOW, orders as anyOrders } from "./randomOrders.ts"

const draft: Draft = {
  items: { 1: {}, 2: {} },
  vendors: {
    10: { loot: { 100: { sub_vendor_id: 20, is_claimable_by_client: true } } },
    20: {
      type: "randomly_sampled",
      loot: Object.fromEntries(
        Array.from({ length: 50 }, (_, at) => [
          200 + at,
          { item_id: 1, quantity: at + 1, fill_in_new_order: at % 5 === 0 },
        ]),
      ),
    },
  },
}

const reference = "0a0a0a0a-0000-4000-8000-000000000000"
const request: OrderRequest = {
  client_order_ref_id: reference,
  source: "CLIENT",
  match_id: "one",
  entries: [{ type: "fill_loot", loot_id: 100, quantity: 3, vendor_version: 5n, custom_data: { a: "1", b: "2" } }],
}

/** Bodies that mean the same as {@link request}. */
const same: ReadonlyArray<readonly [string, OrderRequest]> = [
  ["the same body", request],
  [
    "the same fields in another order",
    {
      entries: [{ vendor_version: 5n, custom_data: { b: "2", a: "1" }, quantity: 3, loot_id: 100, type: "fill_loot" }],
      match_id: "one",
      source: "CLIENT",
      client_order_ref_id: reference,
    },
  ],
  ["a default written out", { ...request, is_transaction: false }],
]

/** Bodies with another meaning. */
const other: ReadonlyArray<readonly [string, OrderRequest]> = [
  ["another quantity", { ...request, entries: [{ ...request.entries[0]!, quantity: 4 }] }],
  ["an entry more", { ...request, entries: [...request.entries, ...request.entries] }],
  ["no entries", { ...request, entries: [] }],
  ["another match", { ...request, match_id: "two" }],
  ["a field more", { ...request, instance_id: "" }],
  ["a transaction", { ...request, is_transaction: true }],
  ["another source", { ...request, source: "UNKNOWN" }],
  [
    "an int64 that a number cannot tell apart",
    { ...request, entries: [{ ...request.entries[0]!, vendor_version: 6n }] },
  ],
]

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, draft))(`a reference on ${name}`, (it) => {
    for (const [what, body] of same) {
      it.effect(`with ${what}: the same bytes, and no second order is stored`, () =>
        Effect.gen(function* () {
          const orders = yield* Orders
          const player = yield* insertPlayer()
          const { wire } = yield* orders.submit(player, request, server)
          const stored = yield* storedRows
          for (const by of [server, playerCaller(player)]) {
            assert.strictEqual((yield* orders.submit(player, body, by)).wire, wire)
          }
          assert.deepStrictEqual(yield* storedRows, stored)
          assert.strictEqual(yield* violations, 0)
        }),
      )
    }

    for (const [what, body] of other) {
      it.effect(`with ${what}: refused, and nothing is stored`, () =>
        Effect.gen(function* () {
          const orders = yield* Orders
          const player = yield* insertPlayer()
          const { wire } = yield* orders.submit(player, request, server)
          const stored = yield* storedRows
          const error = yield* Effect.flip(orders.submit(player, body, server))
          assert.strictEqual(error.code, "order_ref_conflict")
          assert.deepStrictEqual(yield* storedRows, stored)
          assert.strictEqual((yield* orders.submit(player, request, server)).wire, wire)
        }),
      )
    }

    it.effect("a source may be written or left out: absent means the default of the submitter", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const { source: _source, ...bare } = request
        const player = yield* insertPlayer()
        const submitters: ReadonlyArray<readonly [Caller, OrderSource, OrderSource | undefined]> = [
          [playerCaller(player), "CLIENT", undefined],
          [server, "UNKNOWN", "CLIENT"],
        ]
        for (const [index, [by, written, other]] of submitters.entries()) {
          const bodies: ReadonlyArray<OrderRequest> = [
            bare,
            { ...bare, is_transaction: false },
            { ...bare, source: written },
            { ...bare, source: written, is_transaction: false },
          ]
          for (const [first, body] of bodies.entries()) {
            const client_order_ref_id = `0a0a0a0a-0000-4000-8000-0000000000${index + 1}${first}`
            const { wire } = yield* orders.submit(player, { ...body, client_order_ref_id }, by)
            for (const again of bodies) {
              assert.strictEqual((yield* orders.submit(player, { ...again, client_order_ref_id }, by)).wire, wire)
            }
            if (other === undefined) continue
            const refused = yield* Effect.flip(
              orders.submit(player, { ...bare, client_order_ref_id, source: other }, by),
            )
            assert.strictEqual(refused.code, "order_ref_conflict")
          }
        }
      }),
    )

    it.effect("is stored with the same hash as by every earlier version", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const orders = yield* Orders
        const player = yield* insertPlayer()
        yield* orders.submit(player, { ...request, is_transaction: false }, server)
        const [row] = yield* sql`SELECT fingerprint FROM player_order WHERE player_uuid = ${uuids(sql).id(player)}`
        const text =
          `{"client_order_ref_id":"${reference}","entries":[{"custom_data":{"a":"1","b":"2"},"loot_id":100,"quantity":3,` +
          `"type":"fill_loot","vendor_version":5}],"is_transaction":false,"match_id":"one","source":"CLIENT"}`
        assert.strictEqual(row?.fingerprint, createHash("sha256").update(text).digest("base64url"))
      }),
    )

    it.effect("belongs to the player: the same reference of another player is another order", () =>
      Effect.gen(function* () {
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        const [first, second] = [yield* submit(ada, request), yield* submit(lin, { ...request, match_id: "two" })]
        assert.notStrictEqual(first.order_id, second.order_id)
      }),
    )

    it.effect("of an order that failed gets the failure again", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        const failing: OrderRequest = { ...request, entries: [{ type: "fill_loot", loot_id: 9, quantity: 1 }] }
        const { wire } = yield* orders.submit(player, failing, server)
        assert.strictEqual((yield* orders.submit(player, failing, server)).wire, wire)
      }),
    )
  })
})

/** A reference that was refused for its rate counts as unused. */
withLayer(ordersLayer(sqliteLayer, draft, { orderEntriesPerWindowMax: 1, orderEntriesWindowSeconds: 0 }))(
  "a reference and the rate",
  (it) => {
    it.effect("too_many_requests is not kept as the answer of a reference", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const two: OrderRequest = { ...request, entries: [...request.entries, ...request.entries] }
        assert.strictEqual((yield* submit(player, two)).entries[0]?.result, "too_many_requests")
        assert.strictEqual((yield* submit(player, request)).entries[0]?.result, "success")
      }),
    )
  },
)

/** A player whose own session has the rights of a server. */
const playerServer = (player: PlayerUuid) => ({ ...playerCaller(player, "Echo"), permissions: server.permissions })

/** Interprets a stored order again from its evidence. The bytes must be the same. */
const replays = Effect.fnUntraced(function* (player: PlayerUuid, wire: string, drafted: Draft) {
  const store = yield* OrderStore
  const order = yield* orderIn(wire)
  const evidence = (yield* store.find(player, order.order_id))?.evidence
  if (evidence === undefined) return assert.fail("the order has no evidence")
  const { draws, outcome } = yield* repeat(
    { order, evidence },
    catalogOf(drafted),
    asLoaded(yield* recordsBefore(order)),
  )
  assert.deepStrictEqual(draws, { recorded: evidence.choices.length, asked: evidence.choices.length, unfit: 0 })
  const listed = (yield* store.list(player, {
    from: { created: order.created_time, orderId: "" },
    oldest: order.created_time,
    sort: "asc",
    limit: 2000,
  })).filter(({ created }) => created === order.created_time)
  assert.strictEqual(listed[0]?.wire, wire)
  const wires = listed.map((one) => one.wire)
  const made = wires.slice(1).map(storedOrderIn)
  assert.deepStrictEqual(differencesOf([order, ...made], wires, outcome), [])
  return undefined
})

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, draft))(`replay on ${name}`, (it) => {
    it.effect("the evidence of an order leads to the same bytes again, also with new orders", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        const wires: Array<string> = []
        for (let count = 0; count < 8; count++) {
          const { wire } = yield* orders.submit(
            player,
            { entries: [{ type: "fill_loot", loot_id: 100, quantity: 6 }] },
            count % 2 === 0 ? server : playerCaller(player, "Golf"),
          )
          yield* replays(player, wire, draft)
          wires.push(wire)
        }
        // What came later does not change what an order read.
        for (const wire of wires) yield* replays(player, wire, draft)
      }),
    )
  })
})

/** Loot that gives 1 of each of 450 items, more than fit into two statements. */
const everything: Draft = {
  items: Object.fromEntries(Array.from({ length: 450 }, (_, at) => [at + 1, {}])),
  vendors: {
    10: { loot: { 100: { sub_vendor_id: 20 } } },
    20: { loot: Object.fromEntries(Array.from({ length: 450 }, (_, at) => [1000 + at, { item_id: at + 1 }])) },
  },
}

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, everything))(`an order of hundreds of changes on ${name}`, (it) => {
    it.effect("has a ledger row for each", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        for (let count = 0; count < 2; count++) {
          yield* submit(player, { entries: [{ type: "fill_loot", loot_id: 100, quantity: 1 }] })
          assert.deepStrictEqual(yield* audit(player), [])
        }
        assert.strictEqual((yield* storedRows).ledger, 900)
        assert.strictEqual(yield* violations, 0)
      }),
    )
  })
})

withLayer(ordersLayer(sqliteLayer, draft))("replay of what a client sent", (it) => {
  it.effect("leads to the same failures, from the kept part of the entries", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const player = yield* insertPlayer()
      const fill = { type: "fill_loot", loot_id: 100, quantity: 2, external_item_sku: "sku" } as const
      const entries = [
        { ...fill, vendor_etag: "vendor-10" },
        { ...fill, vendor_etag: "another", custom_data: { a: "1" } },
        { ...fill, vendor_version: 3n },
        { ...fill, loot_id: 9, vendor_etag: "another" },
        { ...fill, type: "promotion_code" as const, external_tran_id: "SUMMER" },
      ]
      for (const is_transaction of [false, true]) {
        const by = playerCaller(player, "Golf")
        const { wire } = yield* orders.submit(player, { is_transaction, entries }, by)
        assert.include(wire, "vendor_version_does_not_match")
        yield* replays(player, wire, draft)
      }
    }),
  )
})

/** A sword (loot 1) for 10 gold (item 2), half with a coupon (item 3), and a bundle (loot 2) of two parts. */
const shop: Draft = {
  items: {
    1: {},
    2: {},
    3: {
      coupon_discount_currency_item_id: 2,
      coupon_discount_percentage: 0.5,
      coupon_discount_loot: [1],
      coupon_consume_on_use: true,
    },
    4: { type: "dynamic_bundle" },
  },
  vendors: {
    1: {
      loot: {
        1: { item_id: 1, current_price_point_guid: "ten" },
        2: { item_id: 4, sub_vendor_id: 2, current_price_point_guid: "ten" },
      },
    },
    2: { loot: { 20: { item_id: 1 }, 21: { item_id: 3 } } },
  },
  price_points: { ten: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 2, price: 10 }] }] } },
}

for (const settings of [{}, { couponsEnabled: false }, { dynamicBundlesEnabled: false }]) {
  const turnedOff = Object.keys(settings).length === 0 ? "" : `, with ${JSON.stringify(settings)}`
  withLayer(ordersLayer(sqliteLayer, shop, settings))(`replay of purchases${turnedOff}`, (it) => {
    it.effect("leads to the same bytes, whether they were paid or failed", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        yield* submit(player, {
          entries: [2, 3].map((item_id) => ({
            type: "create_new_persistent_inventory" as const,
            item_id,
            quantity: item_id === 2 ? 60 : 2,
          })),
        })
        const purchase_price = { currencies: [{ price_item_id: 2, price: 10 }] }
        const buy = { type: "purchase_loot", loot_id: 1, quantity: 1, purchase_price } as const
        const choose = { ...buy, type: "purchase_dynamic_bundle", loot_id: 2 } as const
        const entries = [
          buy,
          { ...buy, purchase_price: { price_item_id: 2, price: 10, price_coupon_item_id: 3 } },
          { ...buy, purchase_price: { currencies: [{ price_item_id: 2, price: 9 }] } },
          { ...buy, purchase_price: { currencies: [purchase_price.currencies[0]!, purchase_price.currencies[0]!] } },
          { ...buy, quantity: 50 },
          { ...choose, dynamic_bundle_loot_ids: [21, 20] },
          { ...choose, dynamic_bundle_loot_ids: [21, 20], quantity: 90 },
          { ...choose, dynamic_bundle_loot_ids: [20, 20] },
          { ...choose, dynamic_bundle_loot_ids: [1] },
        ]
        for (const is_transaction of [false, true]) {
          const { wire } = yield* orders.submit(player, { is_transaction, entries }, playerCaller(player, "Golf"))
          yield* replays(player, wire, shop)
        }
        assert.deepStrictEqual(yield* audit(player), [])
        assert.strictEqual(yield* violations, 0)
      }),
    )
  })
}

let served: Draft = draft

/** Several records of each item, in two buckets, some with an end. */
const hoarded: OrderRequest = {
  entries: Array.from({ length: 30 }, (_, index) => ({
    type: index % 3 === 0 ? "create_new_transient_inventory" : "create_new_persistent_inventory",
    item_id: (index % 6) + 1,
    quantity: (index % 4) + 1,
    use_inventory_bucket: index % 4 === 0 ? "echo" : "none",
    ...(index % 5 === 0 ? { expires: NOW + 3_600_000 } : undefined),
  })),
}

/** Every item with more than one record is loaded in part. A replay has all records, so both ways are compared. */
const inParts = Layer.mergeAll(
  SqlClaimStore.layer,
  SqlInventoryStore.layerWith({ recordsPerItemMax: 1 }),
  SqlOrderStore.layer,
)

withLayer(ordersOver(() => served).pipe(Layer.provideMerge(inParts), Layer.provideMerge(sqliteLayer)))(
  "any catalog, through the service",
  (it) => {
    it.effect("ledger and inventory agree, failures change nothing, and evidence leads to the same bytes", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        yield* TestClock.setTime(NOW)
        let succeeded = 0
        const samples = fc.sample(fc.tuple(anyDraft, anyOrders), { numRuns: 150, seed: 1 })
        for (const [index, [drafted, list]] of samples.entries()) {
          served = drafted
          const player = yield* insertPlayer()
          yield* orders.submit(player, hoarded, server)
          const context = () =>
            JSON.stringify({ index, drafted, list }, (_, value) => (typeof value === "bigint" ? `${value}` : value))
          for (const { isTransaction, ...one } of list) {
            const before = yield* recordsOf(player)
            const { wire } = yield* orders.submit(
              player,
              { ...one, is_transaction: isTransaction },
              playerServer(player),
            )
            const { entries } = yield* orderIn(wire)
            if (entries.some(({ result }) => result === "success")) succeeded++
            else assert.deepStrictEqual(yield* recordsOf(player), before, context())
            yield* replays(player, wire, drafted).pipe(
              Effect.catchDefect((defect) => Effect.die(new Error(context(), { cause: defect }))),
            )
          }
          assert.strictEqual(yield* violations, 0, context())
        }
        assert.isAbove(succeeded, 50)
      }),
    )
  },
)
