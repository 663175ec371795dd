/**
 * How much a client can make the tables of orders grow (guarantees R110): in an hour at the allowed rate, computed from
 * one window. The control stores failed entries as they were sent, without a limit of bytes.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import { Orders } from "@garrison/core/order/Orders"
import { OrderStore } from "@garrison/core/order/OrderStore"
import type { OrderRequest, SubmittedEntry } from "@garrison/core/order/schema"
import { defaultSettings } from "@garrison/core/settings"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { onEachFreshDatabase } from "../../support/databases.ts"
import { ordersOver, playerCaller, server, storedRows } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"
import { randomFrom } from "./seeded.ts"

const CLAIMED = 100
const SPENT = 101
const CHEST = 102

/** Items that a player may claim. One has a price that the player never has, one makes an order for each draw. */
const draft: Draft = {
  items: { 1: {}, 2: {} },
  vendors: {
    10: {
      loot: {
        [CLAIMED]: { item_id: 1, is_claimable_by_client: true },
        [SPENT]: { item_id: 1, quantity: 1e9, inventory_operation: "subtract", is_claimable_by_client: true },
        [CHEST]: { sub_vendor_id: 20, is_claimable_by_client: true },
      },
    },
    20: { type: "randomly_sampled", loot: { 200: { item_id: 2, fill_in_new_order: true } } },
  },
}

/** Settings of a new installation, as an unknown client meets them. */
const { orderBytesPerWindowMax, orderEntriesPerWindowMax, orderEntriesWindowSeconds } = defaultSettings
const settings = { orderBytesPerWindowMax, orderEntriesPerWindowMax, orderEntriesWindowSeconds }
const windowsPerHour = 3600 / orderEntriesWindowSeconds

const random = randomFrom(1)
const textFrom = (first: number, count: number) => (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(first + Math.floor(random() * count))).join("")
/** Random characters of four bytes each: the longest text of its length, and a text that no database compresses. */
const text = textFrom(0x20000, 0xa000)
const letters = textFrom(0x30, 75)
const bigNumbers = Array.from({ length: 100 }, () => Number.MAX_SAFE_INTEGER - Math.floor(random() * 1e6))

/** About the largest size that a body of 64 KiB leaves for the rest of an entry. */
const stuffing = {
  vendor_etag: text(256),
  dynamic_bundle_loot_ids: bigNumbers,
  purchase_price: { currencies: bigNumbers.map((price) => ({ price_item_id: price - 1, price })) },
  external_tran_id: text(256),
  external_item_sku: text(256),
  custom_data: Object.fromEntries(Array.from({ length: 12 }, (_, key) => [`key ${key}`, letters(4096)])),
} satisfies Partial<SubmittedEntry>

/** Every field of fixed size, at its longest. */
const longest = {
  vendor_version: -(2n ** 63n),
  use_inventory_bucket: "foxtrot_switch",
  player_portal_event_id: -(2n ** 63n),
  inventory_id: "0a0a0a0a-0000-4000-8000-00000000000a",
  legacy_inventory_id: -(2n ** 63n),
  item_id: Number.MAX_SAFE_INTEGER,
  expires: 253_402_300_799_999,
} satisfies Partial<SubmittedEntry>

const stuffed = (
  type: SubmittedEntry["type"],
  loot_id: number,
  more: Partial<SubmittedEntry> = {},
): SubmittedEntry => ({
  type,
  loot_id,
  quantity: 1,
  ...longest,
  ...stuffing,
  ...more,
})
const alone = (entry: SubmittedEntry): OrderRequest => ({ entries: [entry] })
const names = { instance_id: text(256), match_id: text(256) }
/** The vendor's etag or version, so that the entry passes as many checks as possible. */
const asked = { vendor_version: 0n, vendor_etag: "vendor-10" }

/** Orders that a client may try as often as the rate allows: 60 entries in a window, or that many orders. */
const attempts: Readonly<Record<string, OrderRequest>> = {
  "an entry that is not for clients": alone(stuffed("update_existing_persistent_inventory", CLAIMED)),
  "loot that cannot be paid, of an item of which there are many": alone(stuffed("fill_loot", SPENT, asked)),
  "another vendor": alone(stuffed("fill_loot", CLAIMED)),
  "names without entries": { entries: [], ...names },
  "sixty entries in one order": {
    entries: Array.from({ length: 60 }, () => ({ type: "fill_loot", loot_id: 999, quantity: 1, ...longest })),
  },
  "loot that is given": { ...alone(stuffed("fill_loot", CLAIMED, asked)), ...names },
}

/** Bytes of the tables of orders, with their indexes. */
const takenBytes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT pg_total_relation_size('player_order') + pg_total_relation_size('inventory_ledger')
      + pg_total_relation_size('inventory_record') AS bytes`,
    orElse: () => sql`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`,
  })
  return Number(row?.bytes)
}).pipe(Effect.orDie)

/** A server gives the player many records of an item, so that the evidence of orders on that item is large. */
const recordsHeld = 100
const hoard = { type: "create_new_persistent_inventory", item_id: 1, quantity: 1 } as const
const hoarding: OrderRequest = { entries: Array.from({ length: 50 }, () => hoard) }

/** Megabytes that a client stores in an hour, when it sends `request` in each window until its entries fail. */
const hourOf = Effect.fnUntraced(function* (request: OrderRequest) {
  const orders = yield* Orders
  const player = yield* insertPlayer()
  for (let held = 0; held < recordsHeld; held += hoarding.entries.length) {
    yield* orders.submit(player, hoarding, server)
    yield* TestClock.adjust(`${orderEntriesWindowSeconds} seconds`)
  }
  const before = yield* takenBytes
  for (let entries = 0; entries < orderEntriesPerWindowMax; entries += Math.max(1, request.entries.length)) {
    yield* orders.submit(player, request, playerCaller(player))
  }
  return ((yield* takenBytes) - before) * windowsPerHour * 1e-6
})

/** An order that makes this many orders. */
const chests = (count: number): OrderRequest => {
  const quantities = Array.from({ length: Math.ceil(count / 1000) }, (_, at) => Math.min(1000, count - 1000 * at))
  return { ...names, entries: quantities.map((quantity) => ({ type: "fill_loot", loot_id: CHEST, quantity })) }
}

const resultsOf = (wire: string): ReadonlySet<string> =>
  new Set((JSON.parse(wire) as { entries: ReadonlyArray<{ result: string }> }).entries.map(({ result }) => result))

/** A store that keeps failed entries as they were sent. */
const keepingAll = (sent: OrderRequest) =>
  Layer.effectContext(
    Effect.map(OrderStore, (store) => {
      const whole = (wire: string): string => {
        const order = JSON.parse(wire) as { readonly entries: ReadonlyArray<object> }
        const entries = order.entries.map((kept, index) => ({ ...sent.entries[index], ...kept }))
        return JSON.stringify({ ...order, entries }, (_, value: unknown) =>
          typeof value === "bigint" ? String(value) : value,
        )
      }
      const storeWhole: typeof store.store = (order) =>
        store.store({ ...order, orders: order.orders.map((row) => ({ ...row, wire: whole(row.wire) })) })
      return Context.make(OrderStore, OrderStore.of({ ...store, store: storeWhole }))
    }),
  ).pipe(Layer.provide(SqlOrderStore.layer))

onEachFreshDatabase((name, database) => {
  const stores = Layer.mergeAll(SqlInventoryStore.layer, SqlOrderStore.layer, SqlClaimStore.layer).pipe(
    Layer.provideMerge(database),
  )
  withLayer(ordersOver(draft, settings).pipe(Layer.provideMerge(stores)))(`an hour of a client on ${name}`, (it) => {
    for (const [what, request] of Object.entries(attempts)) {
      it.effect(`${what}: stores less than 128 MB`, () =>
        Effect.gen(function* () {
          const megabytes = yield* hourOf(request)
          assert.isBelow(megabytes, 128)
        }),
      )
    }

    it.effect("an order whose draws may store far more than the limit is refused before it draws", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        const before = yield* storedRows
        for (const count of [10_000, 1000]) {
          const { wire } = yield* orders.submit(player, chests(count), playerCaller(player))
          assert.deepStrictEqual(resultsOf(wire), new Set(["too_many_requests"]))
        }
        assert.deepStrictEqual(yield* storedRows, before)
      }),
    )

    it.effect(
      "an hour of the largest order that is taken stores less than 128 MB: it is paid off before the next",
      () =>
        Effect.gen(function* () {
          const orders = yield* Orders
          const player = yield* insertPlayer()
          const before = yield* takenBytes
          const taken: Array<number> = []
          for (let window = 0; window < 36; window++) {
            yield* TestClock.adjust(`${orderEntriesWindowSeconds} seconds`)
            // The largest that is taken is found by halving.
            for (let [least, most] = [0, 1000]; most - least > 20;) {
              const count = Math.floor((least + most) / 2)
              const { wire } = yield* orders.submit(player, chests(count), playerCaller(player))
              if (resultsOf(wire).has("too_many_requests")) most = count
              else {
                taken.push(window)
                least = count
              }
            }
          }
          const megabytes = ((yield* takenBytes) - before) * (windowsPerHour / 36) * 1e-6
          assert.isAbove(taken.length, 1)
          assert.isBelow(megabytes, 128)
        }),
    )
  })

  const [[what, request] = ["", { entries: [] }]] = Object.entries(attempts)
  const naive = Layer.mergeAll(SqlInventoryStore.layer, keepingAll(request), SqlClaimStore.layer).pipe(
    Layer.provideMerge(database),
  )
  const limitless = ordersOver(draft, { ...settings, orderBytesPerWindowMax: 1024 ** 3 })
  withLayer(limitless.pipe(Layer.provideMerge(naive)))(`the control on ${name}`, (it) => {
    it.effect(`${what}: stores more than a gigabyte`, () =>
      Effect.gen(function* () {
        const megabytes = yield* hourOf(request)
        assert.isAbove(megabytes, 1000)
      }),
    )

    it.effect("an order that makes three hundred orders stores more than three times the limit", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        const before = yield* takenBytes
        const { wire } = yield* orders.submit(player, chests(300), playerCaller(player))
        assert.deepStrictEqual(resultsOf(wire), new Set(["success"]))
        assert.isAbove((yield* takenBytes) - before, 3 * orderBytesPerWindowMax)
      }),
    )
  })
})
