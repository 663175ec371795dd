/** A quote is a submission that stores nothing (decisions, section 12). */
import { assert, layer as withLayer } from "@effect/vitest"
import { Orders } from "@garrison/core/order/Orders"
import { OrderQuote } from "@garrison/core/order/quoteSchema"
import type { OrderRequest } from "@garrison/core/order/schema"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { deterministicBytes } from "../../support/crypto.ts"
import { onEachDatabase, sqliteLayer } from "../../support/databases.ts"
import { ordersLayer, ordersOver, playerCaller, recordsOf, server, storedRows } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"
import { draft as anyDraft, NOW, orders as anyOrders } from "./randomOrders.ts"

/** Randomness that a test can set back, so that the next order gets the draws of the order before. */
let bytes = deterministicBytes("0")
const rewind = (seed: string): void => {
  bytes = deterministicBytes(seed)
}
const tape = Layer.succeed(
  SecureRandom.SecureRandom,
  SecureRandom.make((size) => bytes(size)),
)

/** Ids that a quote does not have, for new records at least. */
const OWN_IDS: ReadonlySet<string> = new Set(["order_id", "entry_id", "inventory_id", "legacy_inventory_id"])

/**
 * The JSON of an order without those ids, without its new orders, which a submission stores apart, and without what a
 * quote alone says.
 */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
      return OWN_IDS.has(key) || key === "order" || key === "notes" ? [] : [[key, withoutIds(member)]]
    }),
  )
}

const comparable = (wire: string): unknown => withoutIds(JSON.parse(wire))

let served: Draft = {}

onEachDatabase((name, database) => {
  const layer = ordersOver(() => served).pipe(
    Layer.provide(tape),
    Layer.provideMerge(Layer.mergeAll(SqlClaimStore.layer, SqlInventoryStore.layer, SqlOrderStore.layer)),
    Layer.provideMerge(database),
  )
  withLayer(layer)(`a quote on ${name}`, (it) => {
    it.effect("with the same draws is what the submission is answered with, and stores nothing", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const sql = yield* SqlClient.SqlClient
        // On Postgres a leap of the test's clock by 1,000 hours did not return.
        if (name === "SQLite") yield* TestClock.setTime(NOW)
        const owners = Effect.orDie(sql`SELECT * FROM inventory_owner ORDER BY player_uuid`)
        let succeeded = 0
        const samples = fc.sample(fc.tuple(anyDraft, anyOrders), { numRuns: 40, seed: 3 })
        for (const [index, [drafted, list]] of samples.entries()) {
          served = drafted
          const player = yield* insertPlayer()
          for (const [at, { isTransaction, ...one }] of list.entries()) {
            const request: OrderRequest = { ...one, is_transaction: isTransaction }
            const before = [yield* storedRows, yield* recordsOf(player), yield* owners]
            rewind(`${index} ${at}`)
            const quote = yield* orders.quote(player, request, server)
            assert.deepStrictEqual([yield* storedRows, yield* recordsOf(player), yield* owners], before)
            assert.notMatch(quote.wire, /"(?:order|entry)_id"/)
            Schema.decodeUnknownSync(OrderQuote)(JSON.parse(quote.wire))
            rewind(`${index} ${at}`)
            const submitted = yield* orders.submit(player, request, server)
            assert.deepStrictEqual(comparable(quote.wire), comparable(submitted.wire), `${index} ${at}`)
            if (submitted.wire.includes('"success"')) succeeded++
          }
        }
        assert.isAbove(succeeded, 10)
      }),
    )
  })
})

const drop: Draft = {
  items: { 1: {} },
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2, is_claimable_by_client: true } } },
    2: {
      type: "randomly_sampled",
      loot: Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [100 + at, { item_id: 1, quantity: at + 1 }])),
    },
  },
}
const fillOne: OrderRequest = { entries: [{ type: "fill_loot", loot_id: 1, quantity: 1 }] }

withLayer(ordersLayer(sqliteLayer, drop))("a quote and the order after it", (it) => {
  it.effect("draw independently: a quote does not foretell a drop", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const player = yield* insertPlayer()
      let same = 0
      for (let round = 0; round < 20; round++) {
        const [quote, order] = [
          yield* orders.quote(player, fillOne, server),
          yield* orders.submit(player, fillOne, server),
        ].map(({ wire }) => /"loot_id":(\d{3,4})/.exec(wire)?.[1])
        assert.isDefined(quote)
        if (quote === order) same++
      }
      // 20 equal pairs among 1,000 drops would be foretold; 5 by chance have a probability below 10^-10.
      assert.isBelow(same, 5)
    }),
  )

  it.effect("of a stored reference answers with the stored order, and refuses another body", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const player = yield* insertPlayer()
      const request = { ...fillOne, client_order_ref_id: "0a0a0a0a-0000-4000-8000-000000000000" }
      const { wire } = yield* orders.submit(player, request, server)
      assert.strictEqual((yield* orders.quote(player, request, server)).wire, wire)
      const other = yield* Effect.flip(orders.quote(player, { ...request, match_id: "x" }, server))
      assert.strictEqual(other._tag, "OrderRefused")
    }),
  )

  it.effect("asks for the permissions of a submission, and for a player", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
      const denied = yield* Effect.flip(orders.quote(other, fillOne, playerCaller(player)))
      assert.strictEqual(denied._tag, "PermissionDenied")
      const unknown = yield* Effect.flip(orders.quote(crypto.randomUUID() as typeof player, fillOne, server))
      assert.strictEqual(unknown._tag, "PlayerNotFound")
    }),
  )
})

withLayer(ordersLayer(sqliteLayer, drop, { orderEntriesPerWindowMax: 3 }))("the rate of quotes", (it) => {
  it.effect("is counted apart from that of orders, and limits them as much", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
      const results = (count: number) =>
        Effect.forEach(Array.from({ length: count }), () =>
          Effect.map(orders.quote(player, fillOne, server), ({ wire }) => wire.includes("too_many_requests")),
        )
      assert.deepStrictEqual(yield* results(5), [false, false, false, true, true])
      const { wire } = yield* orders.submit(player, fillOne, server)
      assert.include(wire, '"success"')
      assert.include((yield* orders.quote(other, fillOne, server)).wire, '"success"')
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* results(1), [false])
    }),
  )

  it.effect("does not go around the rate of orders", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const player = yield* insertPlayer()
      for (let count = 0; count < 3; count++) yield* orders.submit(player, fillOne, server)
      assert.include((yield* orders.quote(player, fillOne, server)).wire, "too_many_requests")
    }),
  )
})
