/**
 * Levels (decisions, section 11): what a player has reached by each item with an XP table, and which entries reach it.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import { Inventories } from "@garrison/core/inventory/Inventories"
import { COUNT_MAX } from "@garrison/core/inventory/schema"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase } from "../../support/databases.ts"
import { countOf, ordersLayer, recordsOf, submit } from "../../support/orders.ts"
import { insertPlayer, strangerUuid } from "../../support/players.ts"
import type { Draft } from "../order/catalogs.ts"
import { hour } from "../order/fulfilling.ts"

const XP = 1
const MASTERY = 2
const GEM = 3
const RETIRED = 4

const draft: Draft = {
  items: {
    [XP]: { level_xp_table_id: 1, level_vendor_id: 20 },
    [MASTERY]: { level_xp_table_id: 1, inventory_bucket_use_rule_set_id: "golf only" },
    [GEM]: {},
    [RETIRED]: { level_xp_table_id: 1, availability_flags: 1 },
  },
  xp_tables: { 1: { levels: { 1: 20, 2: 50, 3: 100, 4: 200, 5: 400 } } },
  inventory_bucket_use_rule_sets: { "golf only": { buckets: { golf: ["golf"] } } },
  vendors: {
    20: {
      loot: Object.fromEntries([1, 2, 3, 4, 5].map((level) => [200 + level, { item_id: GEM, sort_order: level }])),
    },
  },
}

const create = (item_id: number, quantity: number, fields: Partial<SubmittedEntry> = {}): SubmittedEntry => ({
  type: "create_new_persistent_inventory",
  item_id,
  quantity,
  ...fields,
})

onEachDatabase((name, database) => {
  withLayer(Inventories.layer.pipe(Layer.provideMerge(ordersLayer(database, draft))))(`levels on ${name}`, (it) => {
    it.effect("are those of the counts, with the level that comes next", () =>
      Effect.gen(function* () {
        const { levels } = yield* Inventories
        const at = Effect.fnUntraced(function* (quantity: number) {
          const player = yield* insertPlayer()
          if (quantity > 0) yield* submit(player, { entries: [create(XP, quantity)] })
          return (yield* levels(player, undefined)).levels[0]
        })
        const first = { next_level: 1, next_level_minimum: 20 }
        assert.deepStrictEqual(yield* at(0), { item_id: XP, count: 0, ...first })
        assert.deepStrictEqual(yield* at(19), { item_id: XP, count: 19, ...first })
        const second = { level: 1, level_minimum: 20, next_level: 2, next_level_minimum: 50 }
        assert.deepStrictEqual(yield* at(20), { item_id: XP, count: 20, ...second })
        const third = { level: 3, level_minimum: 100, next_level: 4, next_level_minimum: 200 }
        assert.deepStrictEqual(yield* at(150), { item_id: XP, count: 150, ...third })
        assert.deepStrictEqual(yield* at(999), { item_id: XP, count: 999, level: 5, level_minimum: 400 })
      }),
    )

    it.effect(
      "of more XP than one number carries exactly, which was stored before sums had a bound, are the last",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const player = yield* insertPlayer()
          yield* submit(player, { entries: [create(XP, 1), create(XP, 1)] })
          const overfull = sql`UPDATE inventory_record SET count = ${COUNT_MAX} WHERE player_uuid = ${uuids(sql).id(player)}`
          yield* (yield* Transaction).run(overfull)
          const [level] = (yield* (yield* Inventories).levels(player, undefined)).levels
          assert.deepStrictEqual(level, { item_id: XP, count: COUNT_MAX, level: 5, level_minimum: 400 })
        }),
    )

    it.effect("count what orders of the same platform count: its buckets, and records that have not expired", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(hour)
        const { levels } = yield* Inventories
        const player = yield* insertPlayer()
        yield* submit(player, {
          entries: [
            create(MASTERY, 30, { use_inventory_bucket: "golf" }),
            create(MASTERY, 70, { use_inventory_bucket: "golf", expires: 2 * hour }),
            create(MASTERY, 5000, { use_inventory_bucket: "echo" }),
          ],
        })
        const countsOn = (platform: "Golf" | "Echo" | undefined) =>
          Effect.map(levels(player, platform), (answer) => answer.levels.map(({ count, item_id }) => [item_id, count]))
        assert.deepStrictEqual(yield* countsOn("Golf"), [
          [XP, 0],
          [MASTERY, 100],
        ])
        assert.deepStrictEqual((yield* countsOn("Echo"))[1], [MASTERY, 0])
        yield* TestClock.setTime(2 * hour)
        assert.deepStrictEqual((yield* countsOn("Golf"))[1], [MASTERY, 30])
      }),
    )

    it.effect("rise by entries that create and change records by hand, with the rewards of each level", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* submit(player, { entries: [create(XP, 60)] })
        assert.strictEqual(yield* countOf(player, GEM), 2)
        const record = (yield* recordsOf(player)).find(({ itemId }) => itemId === XP)
        const change = (quantity: number): SubmittedEntry => ({
          type: "update_inventory",
          inventory_id: record?.inventoryId ?? "",
          quantity,
        })
        yield* submit(player, { entries: [change(250)] })
        assert.strictEqual(yield* countOf(player, GEM), 4)
        yield* submit(player, { entries: [change(10), change(20)] })
        assert.strictEqual(yield* countOf(player, GEM), 5)
      }),
    )

    it.effect("of a player that does not exist are not found", () =>
      Effect.gen(function* () {
        const { levels } = yield* Inventories
        assert.strictEqual((yield* Effect.flip(levels(strangerUuid, undefined))).code, "resource_not_found")
      }),
    )
  })
})
