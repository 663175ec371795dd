/** Which orders count against the rate of a player, and which do not (decisions, section 12). */
import { assert, it as plainIt, layer as withLayer } from "@effect/vitest"
import { Orders } from "@garrison/core/order/Orders"
import type { OrderRequest, PlayerOrder, SubmittedEntry } from "@garrison/core/order/schema"
import { defaultSettings } from "@garrison/core/settings"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase } from "../../support/databases.ts"
import { countOf, ordersLayer, playerCaller, server, storedRows, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const draft: Draft = {
  items: { 1: {} },
  vendors: {
    10: { loot: { 100: { item_id: 1, is_claimable_by_client: true }, 101: { sub_vendor_id: 20 } } },
    20: { type: "randomly_sampled", loot: { 200: { item_id: 1, fill_in_new_order: true } } },
  },
}

const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })
const times = (count: number, entry = fill(100)): ReadonlyArray<SubmittedEntry> =>
  Array.from({ length: count }, () => entry)

/** Every result that the order's entries have. */
const kinds = ({ entries }: PlayerOrder) => new Set(entries.map(({ result }) => result ?? "none"))

plainIt("the rate is 60 entries, and 128 KiB from clients, in 10 seconds", () => {
  assert.strictEqual(defaultSettings.orderEntriesPerWindowMax, 60)
  assert.strictEqual(defaultSettings.orderBytesPerWindowMax, 131_072)
  assert.strictEqual(defaultSettings.orderEntriesWindowSeconds, 10)
})

const { orderEntriesPerWindowMax } = defaultSettings

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, draft, { orderEntriesPerWindowMax }))(`the rate on ${name}`, (it) => {
    it.effect("sixty entries are allowed and the sixty-first fails, in a single order or in several", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const results = kinds(yield* submit(player, { entries: [...times(61)] }))
        assert.deepStrictEqual(results, new Set(["too_many_requests"]))
        assert.strictEqual(yield* countOf(player, 1), 0)
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: [...times(60)] })), new Set(["success"]))
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: [fill(100)] })), new Set(["too_many_requests"]))
      }),
    )

    it.effect("an entry counts until ten seconds after it, to the millisecond", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* TestClock.setTime(1_000_000)
        yield* submit(player, { entries: [...times(30)] })
        yield* TestClock.setTime(1_005_000)
        yield* submit(player, { entries: [...times(30)] })
        yield* TestClock.setTime(1_009_999)
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: [fill(100)] })), new Set(["too_many_requests"]))
        yield* TestClock.setTime(1_010_000)
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: [...times(30)] })), new Set(["success"]))
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: [fill(100)] })), new Set(["too_many_requests"]))
        yield* TestClock.setTime(1_015_000)
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: [...times(30)] })), new Set(["success"]))
      }),
    )

    it.effect("entries that fail and transactions that roll back count; orders that an order makes do not", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* submit(player, { entries: [...times(20, fill(9999))] })
        yield* submit(player, { is_transaction: true, entries: [...times(19), fill(9999)] })
        const made = yield* submit(player, { entries: [...times(19), fill(101, 30)] })
        assert.strictEqual(made.entries.at(-1)?.details.length, 30)
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: [fill(100)] })), new Set(["too_many_requests"]))
      }),
    )

    it.effect("a stored reference is answered after any number of later entries, and counts once", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        const request: OrderRequest = {
          client_order_ref_id: "0a0a0a0a-0000-4000-8000-00000000000a",
          entries: [...times(30)],
        }
        const { wire } = yield* orders.submit(player, request, server)
        for (let again = 0; again < 3; again++) {
          assert.strictEqual((yield* orders.submit(player, request, server)).wire, wire)
        }
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: [...times(30)] })), new Set(["success"]))
        const before = yield* storedRows
        assert.strictEqual((yield* orders.submit(player, request, server)).wire, wire)
        assert.deepStrictEqual(yield* storedRows, before)
      }),
    )
  })
})

/** A claim of about 1.5 kilobytes. It is given, and all its fields are stored. */
const claim: SubmittedEntry = { ...fill(100), custom_data: { note: "x".repeat(1000) } }

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, draft, { orderBytesPerWindowMax: 4000 }))(`the rate in bytes on ${name}`, (it) => {
    it.effect("the bytes that clients store are limited per window; an order beyond the limit is not stored", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const by = playerCaller(player)
        yield* TestClock.setTime(1_000_000)
        for (let count = 0; count < 2; count++) {
          assert.deepStrictEqual(kinds(yield* submit(player, { entries: [claim] }, by)), new Set(["success"]))
        }
        const stored = yield* storedRows
        const request: OrderRequest = {
          client_order_ref_id: "0a0a0a0a-0000-4000-8000-00000000000b",
          entries: [claim, fill(100), fill(9999)],
        }
        const failed = yield* submit(player, request, by)
        assert.deepStrictEqual(kinds(failed), new Set(["too_many_requests"]))
        assert.lengthOf(failed.entries, 3)
        assert.deepStrictEqual(yield* storedRows, stored)
        // A small order still has room.
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: [fill(100)] }, by)), new Set(["success"]))
        yield* TestClock.setTime(1_009_999)
        assert.deepStrictEqual(kinds(yield* submit(player, request, by)), new Set(["too_many_requests"]))
        yield* TestClock.setTime(1_010_003)
        const given = yield* submit(player, request, by)
        assert.deepStrictEqual(kinds(given), new Set(["success", "loot_not_found"]))
        assert.strictEqual(yield* countOf(player, 1), 5)
      }),
    )

    it.effect("an order that is too large by itself fails, however long the player waits", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const entries = Array.from({ length: 4 }, () => claim)
        for (let count = 0; count < 2; count++) {
          yield* TestClock.adjust("1 hour")
          const order = yield* submit(player, { entries }, playerCaller(player))
          assert.deepStrictEqual(kinds(order), new Set(["too_many_requests"]))
        }
      }),
    )

    it.effect("bytes of another player and of servers do not count; bytes of source CLIENT do", () =>
      Effect.gen(function* () {
        const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
        const success = new Set(["success"])
        const large = Array.from({ length: 5 }, () => claim)
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: large }, server)), success)
        assert.deepStrictEqual(kinds(yield* submit(player, { source: "REWARDS", entries: large }, server)), success)
        assert.deepStrictEqual(kinds(yield* submit(other, { entries: [claim] }, playerCaller(other))), success)
        for (const by of [server, playerCaller(player)]) {
          const order = yield* submit(player, { source: "CLIENT", entries: [claim] }, by)
          assert.deepStrictEqual(kinds(order), success)
        }
        for (const by of [server, playerCaller(player)]) {
          const order = yield* submit(player, { source: "CLIENT", entries: [claim, claim] }, by)
          assert.deepStrictEqual(kinds(order), new Set(["too_many_requests"]))
        }
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: large }, server)), success)
      }),
    )

    it.effect("a stored reference is answered after any number of later bytes", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        const by = playerCaller(player)
        const request: OrderRequest = { client_order_ref_id: "0a0a0a0a-0000-4000-8000-00000000000c", entries: [claim] }
        const { wire } = yield* orders.submit(player, request, by)
        yield* submit(player, { entries: [claim] }, by)
        assert.deepStrictEqual(kinds(yield* submit(player, { entries: [claim] }, by)), new Set(["too_many_requests"]))
        assert.strictEqual((yield* orders.submit(player, request, by)).wire, wire)
      }),
    )
  })
})
