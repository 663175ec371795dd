/** The ledger says where a record came from, and every inventory is what its ledger comes to (guarantees R3). */
import { assert, describe, it, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { LEDGER_FAULTS } from "@garrison/core/inventory/rules/ledger"
import { Ledger } from "@garrison/core/order/Ledger"
import { Orders } from "@garrison/core/order/Orders"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import { randomUUID } from "node:crypto"
import { onEachDatabase } from "../../support/databases.ts"
import { ledgerOver, ordersLayer, playerCaller, recordsOf, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { write } from "../../support/logins.ts"
import type { Draft } from "./catalogs.ts"

/** Buying a sword for gold, a purse of gold, and a rented horse. */
const draft: Draft = {
  items: { 1: {}, 2: {}, 3: {} },
  time_frames: { 1: { active: true, start: 0, end: 24 * 60 * 60 * 1000 } },
  vendors: {
    10: { loot: { 100: { item_id: 1, quantity: 10 } } },
    20: {
      loot: {
        200: { item_id: 1, quantity: 7, inventory_operation: "subtract" },
        201: { item_id: 2, sort_order: 1 },
      },
    },
    30: {
      loot: { 300: { sub_vendor_id: 20 }, 301: { item_id: 3, inventory_selector_type: "rent", time_frame_id: 1 } },
    },
  },
}

const fill = (loot_id: number, quantity = 1) => ({ type: "fill_loot", loot_id, quantity }) as const

/** A player with a history: gold twice, a sword for gold, a horse twice. */
const played = Effect.gen(function* () {
  const player = yield* insertPlayer()
  for (const entries of [[fill(100)], [fill(100, 2), fill(300)], [fill(301)], [fill(301), fill(999)]]) {
    yield* submit(player, { source: "SUPPORT", entries })
    yield* TestClock.adjust(1000)
  }
  return player
})

const verified = (player: PlayerUuid) => Effect.flatMap(Ledger, (ledger) => ledger.verify(player))

/** The clock goes on from test to test. */
const valueText = (value = "-"): string => (/^\d{6,}$/.test(value) ? "(a time)" : value)

type Sql = SqlClient.SqlClient
type Change = Statement.Statement<object>

/** Faults that nothing but another program, or broken storage, makes; each with what is found then. */
const planted: ReadonlyArray<
  readonly [name: string, (sql: Sql, player: unknown) => ReadonlyArray<Change>, found: ReadonlyArray<string>]
> = [
  [
    "a count that was changed",
    (sql, player) => [
      sql`UPDATE inventory_record SET count = count + 1 WHERE player_uuid = ${player as never} AND item_id = 2`,
    ],
    ["record_differs count 1 2", "sum_differs bucket none 2 in 1 records 1 in 1 records"],
  ],
  [
    "an expiry that was changed",
    (sql, player) => [
      sql`UPDATE inventory_record SET expires = NULL WHERE player_uuid = ${player as never} AND item_id = 3`,
    ],
    ["record_differs expires (a time) none", "sum_differs bucket none 1 in 1 records 0 in 1 records"],
  ],
  [
    "custom data that was changed",
    (sql, player) => [
      sql`UPDATE inventory_record SET custom_data = '{"a":"b"}' WHERE player_uuid = ${player as never} AND item_id = 2`,
    ],
    ['record_differs custom_data none {"a":"b"}'],
  ],
  [
    "a record that is gone",
    (sql, player) => [sql`DELETE FROM inventory_record WHERE player_uuid = ${player as never} AND item_id = 2`],
    ["record_missing count 1 -", "sum_differs bucket none 0 in 0 records 1 in 1 records"],
  ],
  [
    "a ledger row that is gone",
    (sql, player) => [
      sql`DELETE FROM inventory_ledger WHERE player_uuid = ${player as never} AND item_id = 1 AND revision = 2`,
    ],
    ["ledger_row_missing revision 2 - -", "chain_broken revision 3 10 30", "change_missing revision 2 - -"],
  ],
  [
    "a ledger row that was changed",
    (sql, player) => [
      sql`UPDATE inventory_ledger SET delta = delta + 1 WHERE player_uuid = ${player as never} AND item_id = 1 AND revision = 2`,
    ],
    ["chain_broken revision 2 10 9", "change_differs revision 2, delta 20 21"],
  ],
  [
    "a ledger that is gone",
    (sql, player) => [sql`DELETE FROM inventory_ledger WHERE player_uuid = ${player as never} AND item_id = 2`],
    ["ledger_missing - - -", "change_missing revision 1 - -"],
  ],
  [
    "orders that are gone",
    (sql, player) => [
      sql`DELETE FROM player_order WHERE player_uuid = ${player as never} AND order_id IN
        (SELECT order_id FROM inventory_ledger WHERE player_uuid = ${player as never} AND item_id = 2)`,
    ],
    [
      "order_missing - - -",
      "order_differs entry_total 2 4",
      "change_invented revision 2 - -",
      "change_invented revision 3 - -",
      "change_invented revision 1 - -",
    ],
  ],
]

onEachDatabase((name, database) => {
  withLayer(ledgerOver(ordersLayer(database, draft)))(`the ledger on ${name}`, (it) => {
    it.effect("says of each change which order made it, and what the entry took and gave besides", () =>
      Effect.gen(function* () {
        const player = yield* played
        const gold = (yield* recordsOf(player)).find(({ itemId }) => itemId === 1)
        const ledger = yield* Ledger
        const lines = yield* ledger.provenance(player, gold?.inventoryId ?? "", undefined, 10)
        assert.deepStrictEqual(
          lines.map(({ entry, line, order }) => [
            line.revision,
            line.delta,
            line.countAfter,
            order?.source,
            entry?.loot_id,
            entry?.details.map(({ inv_change }) => inv_change?.after_item_id),
          ]),
          [
            [3, -7, 23, "SUPPORT", 300, [1, 2]],
            [2, 20, 30, "SUPPORT", 100, [1]],
            [1, 10, 10, "SUPPORT", 100, [1]],
          ],
        )
        const older = yield* ledger.provenance(player, gold?.inventoryId.toUpperCase() ?? "", 3, 1)
        assert.deepStrictEqual(
          older.map(({ line }) => line.revision),
          [2],
        )
        const other = yield* insertPlayer()
        assert.isEmpty(yield* ledger.provenance(other, gold?.inventoryId ?? "", undefined, 10))
      }),
    )

    it.effect("tells what the end of a session took, and comes to the inventory without it", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const made = { type: "create_new_transient_inventory", item_id: 2, quantity: 4 } as const
        const { entries } = yield* submit(player, { entries: [made] })
        const record = entries[0]?.details[0]?.inv_change?.after.inventory_id ?? ""
        yield* (yield* Orders).startSession(player, {}, playerCaller(player))
        const ledger = yield* Ledger
        const lines = yield* ledger.provenance(player, record, undefined, 10)
        assert.deepStrictEqual(
          lines.map(({ entry, line }) => [line.delta, line.countAfter, line.entryId === undefined, entry?.type]),
          [
            [-4, 0, true, undefined],
            [4, 4, false, made.type],
          ],
        )
        assert.deepInclude(yield* verified(player), {
          state: "verified",
          faults: [],
          records: 1,
          ledgerRows: 2,
          orders: 2,
        })
      }),
    )

    it.effect("comes to every inventory that orders have made", () =>
      Effect.gen(function* () {
        const player = yield* played
        assert.deepInclude(yield* verified(player), {
          state: "verified",
          faults: [],
          records: 3,
          ledgerRows: 6,
          orders: 4,
        })
        const nobody = yield* Effect.flip(verified(randomUUID() as PlayerUuid))
        assert.strictEqual(nobody._tag, "PlayerNotFound")
        const fresh = yield* insertPlayer()
        assert.deepInclude(yield* verified(fresh), {
          state: "verified",
          faults: [],
          records: 0,
          ledgerRows: 0,
          orders: 0,
        })
      }),
    )

    it.effect("comes to inventories of more rows than are read at once", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const made = { type: "create_new_persistent_inventory", item_id: 2, quantity: 1 } as const
        for (let order = 0; order < 6; order++) {
          yield* submit(player, { entries: Array.from({ length: 90 }, () => made) })
          yield* submit(player, { entries: Array.from({ length: 90 }, () => fill(100)) })
        }
        assert.deepInclude(yield* verified(player), {
          state: "verified",
          faults: [],
          records: 541,
          ledgerRows: 1080,
          orders: 12,
        })
      }),
    )

    for (const [fault, statements, expected] of planted) {
      it.effect(`tells ${fault}, of this player alone`, () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [player, other] = [yield* played, yield* played]
          for (const statement of statements(sql, uuids(sql).id(player))) yield* write(statement)
          const { faults } = yield* verified(player)
          assert.deepStrictEqual(
            faults.map((one) => [one.fault, one.field ?? "-", valueText(one.expected), valueText(one.found)].join(" ")),
            [...expected],
          )
          assert.isEmpty((yield* verified(other)).faults)
        }),
      )
    }

    it.effect("lists the players with an inventory once each, page by page", () =>
      Effect.gen(function* () {
        const player = yield* played
        const ledger = yield* Ledger
        const found: Array<PlayerUuid> = []
        for (let after: PlayerUuid | undefined; ;) {
          const page: ReadonlyArray<PlayerUuid> = yield* ledger.owners(after, 2)
          found.push(...page)
          after = page.at(-1)
          if (after === undefined) break
        }
        assert.include(found, player)
        assert.strictEqual(new Set(found).size, found.length)
        assert.deepStrictEqual(found, found.toSorted())
      }),
    )
  })
})

describe("the faults of a ledger", () => {
  it("are each planted above, but for those of vouched.test.ts", () => {
    const found = new Set(planted.flatMap(([, , faults]) => faults.map((text) => text.split(" ")[0])))
    const kinds = Object.keys(LEDGER_FAULTS).filter((kind) => /^(?:ledger|chain|record|sum)_/.test(kind))
    assert.includeMembers(Array.from(found), kinds)
  })
})
