/**
 * Reading orders back: pages without gaps and repetitions, and cursors that only the server can make (guarantees R36).
 */
import { assert, it, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Cursors } from "@garrison/core/kernel/wire/Cursors"
import type { Sort } from "@garrison/core/order/enumerations"
import { Orders } from "@garrison/core/order/Orders"
import { type OrderPageRequest, Page, PAGE_LIMIT_DEFAULT } from "@garrison/core/order/schema"
import { defaultSettings } from "@garrison/core/settings"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase } from "../../support/databases.ts"
import { ordersLayer, orderIn, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const draft: Draft = {
  items: { 1: {} },
  vendors: {
    10: { loot: { 100: { item_id: 1 }, 101: { sub_vendor_id: 20 } } },
    20: { type: "randomly_sampled", loot: { 200: { item_id: 1, fill_in_new_order: true } } },
  },
}

/** The window of recent orders here, in ms. Small, because connections to Postgres use the test's clock too. */
const recent = 1_000_000
const start = 2_000_000

const order = (player: PlayerUuid, loot_id = 100) =>
  Effect.map(submit(player, { entries: [{ type: "fill_loot", loot_id, quantity: 1 }] }), ({ order_id }) => order_id)

const idsOf = (wires: ReadonlyArray<string>) =>
  Effect.forEach(wires, (wire) => Effect.map(orderIn(wire), ({ order_id }) => order_id))

/** Every page from `request` on; `between` runs after each. */
const walk = Effect.fnUntraced(function* (
  player: PlayerUuid,
  request: OrderPageRequest,
  between: Effect.Effect<unknown, unknown, Orders> = Effect.void,
) {
  const orders = yield* Orders
  const seen: Array<string> = []
  let cursor: string | undefined
  for (let pages = 1; ; pages++) {
    const { wires, page } = yield* orders.page(player, {
      ...request,
      ...(cursor === undefined ? undefined : { cursor }),
    })
    seen.push(...(yield* idsOf(wires)))
    if (page.cursor === undefined) return { seen, pages }
    cursor = page.cursor
    yield* Effect.orDie(between)
  }
})

it("recent means the last 90 days", () => {
  assert.strictEqual(defaultSettings.orderPageWindowSeconds, 90 * 24 * 60 * 60)
})

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, draft, { orderPageWindowSeconds: recent / 1000 }))(`order pages on ${name}`, (it) => {
    it.effect("without orders, a listing has a single empty page without a cursor", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const found = yield* orders.page(yield* insertPlayer(), {})
        assert.deepStrictEqual(found, { wires: [], page: { sort: "asc", limit: PAGE_LIMIT_DEFAULT } })
        assert.deepStrictEqual(yield* Schema.encodeEffect(Page)(found.page), { sort: "asc", limit: 10 })
      }),
    )

    it.effect("oldest first, or newest first, with the requested limit; the last page has no cursor", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        const made: Array<string> = []
        for (let count = 0; count < 12; count++) {
          made.push(yield* order(player))
          if (count % 3 === 0) yield* TestClock.adjust("1 second")
        }
        for (const limit of [1, 3, 4, 5, 12, 50]) {
          const up = yield* walk(player, { limit })
          assert.deepStrictEqual(up, { seen: made, pages: Math.ceil(12 / limit) })
          const down = yield* walk(player, { limit, sort: "desc" })
          assert.deepStrictEqual(down, { seen: made.toReversed(), pages: Math.ceil(12 / limit) })
        }
        const orders = yield* Orders
        assert.strictEqual((yield* orders.page(player, {})).wires.length, PAGE_LIMIT_DEFAULT)
      }),
    )

    it.effect("an order comes directly before the orders that it made", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        const first = yield* order(player)
        const parent = yield* submit(player, {
          source: "REWARDS",
          entries: [{ type: "fill_loot", loot_id: 101, quantity: 2 }],
        })
        const children = parent.entries[0]?.details.map((detail) => detail.order?.order_id) ?? []
        assert.strictEqual(children.length, 2)
        const last = yield* order(player)
        const { seen } = yield* walk(player, { limit: 2 })
        assert.deepStrictEqual(seen, [first, parent.order_id, ...children, last])
        const orders = yield* Orders
        const child = yield* orderIn((yield* orders.find(player, children[0] ?? "")).wire)
        assert.strictEqual(child.source, "REWARDS")
        assert.deepStrictEqual(
          child.entries.map(({ type, loot_id, result }) => [type, loot_id, result]),
          [["fill_loot", 200, "success"]],
        )
        assert.strictEqual(child.entries[0]?.entry_id, parent.entries[0]?.details[0]?.order?.entries[0]?.entry_id)
      }),
    )

    it.effect("starting_position is inclusive in both directions and is answered; with a cursor it is ignored", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        const made: Array<string> = []
        for (let count = 0; count < 5; count++) {
          made.push(yield* order(player))
          yield* TestClock.adjust("1 second")
        }
        const middle = start + 2000
        assert.deepStrictEqual((yield* walk(player, { starting_position: middle, limit: 2 })).seen, made.slice(2))
        assert.deepStrictEqual(
          (yield* walk(player, { starting_position: middle, sort: "desc", limit: 2 })).seen,
          made.slice(0, 3).toReversed(),
        )
        const first = yield* orders.page(player, { starting_position: middle, limit: 2 })
        assert.strictEqual(first.page.starting_position, middle)
        const cursor = first.page.cursor ?? ""
        const second = yield* orders.page(player, { starting_position: start, cursor, limit: 2 })
        assert.deepStrictEqual(yield* idsOf(second.wires), made.slice(4))
        assert.notProperty(second.page, "starting_position")
      }),
    )

    it.effect(
      "starting_position is exact to a millisecond: the listing starts with the order of that millisecond",
      () =>
        Effect.gen(function* () {
          const player = yield* insertPlayer()
          const made: Array<string> = []
          for (const moment of [start, start + 1, start + 2]) {
            yield* TestClock.setTime(moment)
            made.push(yield* order(player))
          }
          const seen = (from: number, sort: Sort) =>
            Effect.map(walk(player, { starting_position: from, sort, limit: 1 }), (walked) => walked.seen)
          assert.deepStrictEqual(yield* seen(start + 1, "asc"), made.slice(1))
          assert.deepStrictEqual(yield* seen(start + 1, "desc"), made.slice(0, 2).toReversed())
          assert.deepStrictEqual(yield* seen(start + 3, "asc"), [])
          assert.deepStrictEqual(yield* seen(start - 1, "desc"), [])
        }),
    )

    for (const sort of ["asc", "desc"] as ReadonlyArray<Sort>) {
      it.effect(`orders that arrive while a ${sort} listing is read cause no gap and no duplicate`, () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(start)
          const player = yield* insertPlayer()
          const made: Array<string> = []
          for (let count = 0; count < 6; count++) made.push(yield* order(player))
          let left = 5
          // The clock goes back while orders arrive. The sequence of the orders must stay.
          const more = Effect.gen(function* () {
            if (left-- <= 0) return
            yield* TestClock.setTime(start - left * 1000)
            const both = yield* Effect.all([order(player), order(player)], { concurrency: 2 })
            made.push(...both.toSorted())
          })
          const before = made.toReversed()
          const { seen } = yield* walk(player, { sort, limit: 2 }, more)
          assert.deepStrictEqual(seen, sort === "asc" ? made : before)
          assert.deepStrictEqual((yield* walk(player, { limit: 50 })).seen, made)
        }),
      )
    }

    it.effect("orders outside the window are not listed, but found by id", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        const old = yield* order(player)
        yield* TestClock.setTime(start + 1000)
        const young = yield* order(player)
        yield* TestClock.setTime(start + recent)
        assert.deepStrictEqual((yield* walk(player, {})).seen, [old, young])
        yield* TestClock.setTime(start + recent + 1)
        assert.deepStrictEqual((yield* walk(player, {})).seen, [young])
        assert.deepStrictEqual((yield* walk(player, { sort: "desc", starting_position: start })).seen, [])
        assert.strictEqual((yield* orderIn((yield* orders.find(player, old)).wire)).order_id, old)
      }),
    )

    it.effect("a cursor that is forged, foreign, of another list or direction is refused as broken input", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const cursors = yield* Cursors
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        for (let count = 0; count < 3; count++) yield* order(ada)
        const { cursor = "" } = (yield* orders.page(ada, { limit: 1 })).page
        const flipped = `${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`
        const notification = yield* cursors.seal("notification", ada, "asc.0.")
        const refused: ReadonlyArray<readonly [PlayerUuid, OrderPageRequest]> = [
          [lin, { cursor }],
          [ada, { cursor: flipped }],
          [ada, { cursor: "" }],
          [ada, { cursor: `${cursor}=` }],
          [ada, { cursor: "x".repeat(10_000) }],
          [ada, { cursor: notification }],
          [ada, { cursor, sort: "desc" }],
        ]
        for (const [player, request] of refused) {
          const { detail } = yield* Effect.flip(orders.page(player, request))
          assert.deepStrictEqual(
            detail.map(({ loc, type }) => [loc, type]),
            [[["cursor"], "value_error"]],
          )
        }
        assert.strictEqual((yield* orders.page(ada, { cursor, sort: "asc" })).wires.length, 2)
        assert.deepStrictEqual((yield* orders.page(ada, { cursor })).page, { sort: "asc", limit: 10 })
      }),
    )
  })
})
