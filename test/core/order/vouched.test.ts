/**
 * Orders, ledger, records, sums, claims and applied loot vouch for each other row by row (guarantees R63): every column
 * is altered by hand, one by one, rows are invented and removed, and a verification finds each.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import { LedgerStore } from "@garrison/core/inventory/LedgerStore"
import { LEDGER_FAULTS } from "@garrison/core/inventory/rules/ledger"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Ledger } from "@garrison/core/order/Ledger"
import { Orders } from "@garrison/core/order/Orders"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { VerificationStore } from "@garrison/core/order/VerificationStore"
import { verifyAll } from "@garrison/core/order/verifyAll"
import { verifyOrders } from "@garrison/core/order/verifyOrders"
import { makeSealChecks } from "@garrison/core/order/verifySeals"
import { numberedNames } from "@garrison/sql/preparedRead"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase } from "../../support/databases.ts"
import { ledgerOver, ordersLayer, playerCaller, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const [GOLD, SWORD, HORSE, BADGE] = [1, 2, 3, 4]

const draft: Draft = {
  items: { [GOLD]: {}, [SWORD]: {}, [HORSE]: {}, [BADGE]: {} },
  time_frames: { 1: { active: true, start: 0, end: 24 * 60 * 60 * 1000 } },
  vendors: {
    10: {
      loot: {
        100: { item_id: GOLD, quantity: 10 },
        101: { item_id: BADGE, inventory_selector_type: "own_transient", is_claimable_by_client: true },
        102: { sub_vendor_id: 20 },
        103: { item_id: HORSE, inventory_selector_type: "rent", time_frame_id: 1 },
        104: { sub_vendor_id: 30 },
        105: { item_id: SWORD, current_price_point_guid: "sword" },
      },
    },
    20: {
      loot: {
        200: { item_id: GOLD, quantity: 7, inventory_operation: "subtract" },
        201: { item_id: SWORD, sort_order: 1 },
      },
    },
    30: { type: "randomly_sampled", loot: { 300: { item_id: GOLD, fill_in_new_order: true } } },
  },
  price_points: { sword: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: GOLD, price: 3 }] }] } },
  promotions: { WELCOME: { loot_id: 100, uses_maximum: 1000 } },
}

const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })
const single: SubmittedEntry = { type: "fill_loot_single_transient", loot_id: 101, quantity: 1 }
const claim: SubmittedEntry = { type: "promotion_code", external_tran_id: "WELCOME", quantity: 1 }

/** A purchase that states two prices, of which its order keeps what it stated beside its text. */
const together: SubmittedEntry = {
  type: "purchase_loot",
  loot_id: 105,
  quantity: 1,
  purchase_price: {
    currencies: [
      { price_item_id: GOLD, price: 3 },
      { price_item_id: HORSE, price: 1 },
    ],
  },
}

/** A player with an order of every sort that writes something of its own. */
const played = Effect.gen(function* () {
  const player = yield* insertPlayer()
  const own = playerCaller(player)
  const session = Effect.flatMap(Orders, (orders) => orders.startSession(player, {}, own))
  const orders = [
    submit(player, { source: "SUPPORT", client_order_ref_id: crypto.randomUUID(), entries: [fill(100)] }),
    submit(player, { entries: [fill(100, 2), fill(102)] }),
    submit(player, { entries: [fill(103)] }),
    submit(player, { entries: [fill(103), fill(104)] }),
    submit(player, { entries: [claim] }, own),
    submit(player, { entries: [single] }, own),
    session,
    submit(player, { entries: [single, fill(999), together] }, own),
    submit(player, {
      entries: [
        { type: "create_new_persistent_inventory", item_id: SWORD, quantity: 1, custom_data: { engraved: "Ada" } },
        fill(100),
      ],
    }),
  ]
  for (const order of orders) {
    yield* order
    yield* TestClock.adjust(1000)
  }
  return player
})

const verified = (player: PlayerUuid) => Effect.flatMap(Ledger, (ledger) => ledger.verify(player))

/** A column that is altered in one row of a table: the row, and what stands there then. */
interface Alteration {
  readonly row: string
  readonly to: string
}

const ANOTHER = "0d0d0d0d-0000-4000-8000-00000000000d"

/** The gold that is in no bucket: 10, 20, -7, 1 and 10. */
const HELD_GOLD = `item_id = ${GOLD} AND bucket = 'none'`
const goldRow = (revision: number) =>
  revision === 1 ? `${HELD_GOLD} AND revision = 1` : `item_id = ${GOLD} AND revision = ${revision}`
/** The row that ends the badge of the first session. */
const END = `item_id = ${BADGE} AND entry_id IS NULL`
const another = (row: string): Alteration => ({ row, to: ":another" })
const next = (row: string, column: string): Alteration => ({ row, to: `${column} + 1` })

const ledgerRows = [goldRow(1), goldRow(2), goldRow(5)]

/** The order that another one made, and orders of each sort, by what they have. */
const MADE = "parent_order_id IS NOT NULL"
const WITH_REFERENCE = "client_order_ref_id IS NOT NULL"
const LAST = "wire LIKE '%engraved%'"
const ORDERS = [WITH_REFERENCE, "wire LIKE '%ENTITLEMENTS%'", "wire LIKE '%promotion_code%'", LAST]

/** What is altered in each column of the tables. `player_uuid` is the key that all of them share. */
const alterations: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<Alteration>>>>> = {
  inventory_ledger: {
    inventory_id: [...ledgerRows, END].map(another),
    revision: [
      { row: goldRow(2), to: "70" },
      { row: goldRow(5), to: "70" },
      { row: END, to: "70" },
    ],
    item_id: [...ledgerRows, END].map((row) => next(row, "item_id")),
    order_id: [...ledgerRows, END].map(another),
    entry_id: [...ledgerRows.map(another), { row: END, to: ":another" }],
    delta: [
      { row: goldRow(2), to: "delta + 1" },
      { row: goldRow(5), to: "delta - 1" },
      { row: END, to: "0" },
    ],
    count_after: [
      { row: goldRow(2), to: "count_after + 1" },
      { row: goldRow(5), to: "count_after + 1" },
    ],
    created: ledgerRows.map((row) => next(row, "created")),
    submitter_uuid: [...ledgerRows, END].flatMap((row) => [another(row), { row, to: "NULL" }]),
    expires: [...ledgerRows, `item_id = ${HORSE} AND revision = 2`].map((row) => ({ row, to: "99999999999999" })),
    type: [{ row: goldRow(1), to: "'transient'" }],
    bucket: [{ row: goldRow(1), to: "'golf'" }],
    legacy_inventory_id: [next(goldRow(1), "legacy_inventory_id")],
    custom_data: [
      ...[...ledgerRows, END].map((row) => ({ row, to: `'{"a":"b"}'` })),
      { row: "custom_data IS NOT NULL", to: "NULL" },
    ],
  },
  player_order: {
    order_id: [another(MADE)],
    created: [...ORDERS.map((row) => next(row, "created")), next(MADE, "created")],
    entry_count: [...ORDERS, MADE].map((row) => ({
      row,
      to: "entry_count + (CASE WHEN entry_count = 0 THEN 1 ELSE -1 END)",
    })),
    entry_total: [...ORDERS, MADE].map((row) => next(row, "entry_total")),
    client_order_ref_id: [another(WITH_REFERENCE)],
    fingerprint: [{ row: WITH_REFERENCE, to: "'another'" }],
    parent_order_id: [
      {
        row: MADE,
        to: "(SELECT order_id FROM player_order WHERE player_uuid = :player AND client_order_ref_id IS NOT NULL)",
      },
    ],
    catalog_version: [...ORDERS, MADE].map((row) => next(row, "catalog_version")),
    platform: [...ORDERS, MADE].map((row) => ({ row, to: "'Golf'" })),
    is_server: [...ORDERS, MADE].map((row) => ({ row, to: "1 - is_server" })),
    disabled: [...ORDERS, MADE].map((row) => ({ row, to: "'coupons'" })),
    submitter_kind: [...ORDERS, MADE].map((row) => ({
      row,
      to: "CASE submitter_kind WHEN 'player' THEN 'machine' ELSE 'player' END",
    })),
    submitter_uuid: [...ORDERS, MADE].map(another),
    client_id: [...ORDERS, MADE].map((row) => ({ row, to: "'another'" })),
    byte_count: [...ORDERS, MADE].map((row) => ({ row, to: "COALESCE(byte_count - 1, 1)" })),
    byte_total: [...ORDERS, MADE].map((row) => ({ row, to: "COALESCE(byte_total + 1, 1)" })),
    choices: ORDERS.map((row) => ({ row, to: "'[7]'" })),
    promotions: ORDERS.map((row) => ({ row, to: "'[{}]'" })),
    applied: ORDERS.map((row) => ({ row, to: "'[7]'" })),
    wire: [
      ...[...ORDERS, MADE].map((row) => ({ row, to: `replace(wire, '"source":"', '"source":"X')` })),
      { row: WITH_REFERENCE, to: `replace(wire, '"source":"SUPPORT"', '"source":"IN_GAME"')` },
    ],
    began_session: [...ORDERS, MADE].map((row) => ({ row, to: "CASE WHEN began_session IS NULL THEN 1 END" })),
    seal: [...ORDERS, MADE].flatMap((row) => [
      { row, to: `'p${"x".repeat(43)}'` },
      { row, to: `CASE WHEN seal IS NULL THEN 'k${"x".repeat(43)}' END` },
    ]),
    token_hash: [...ORDERS, MADE].flatMap((row) => [
      { row, to: `'${"x".repeat(64)}'` },
      { row, to: `CASE WHEN token_hash IS NULL THEN '${"x".repeat(64)}' END` },
    ]),
    refunded_order_id: [...ORDERS, MADE].map(another),
    owed: [...ORDERS, MADE].map((row) => ({ row, to: "'[{}]'" })),
    stated: [
      ...[...ORDERS, MADE].map((row) => ({ row, to: "'[{}]'" })),
      { row: "stated IS NOT NULL", to: "replace(stated, '3', '4')" },
      { row: "stated IS NOT NULL", to: "NULL" },
    ],
  },
  inventory_owner: {
    changed_at: [next("true", "changed_at"), { row: "true", to: "changed_at - 1" }],
    seal_token: [another("true"), { row: "true", to: "NULL" }],
  },
  inventory_record: {
    inventory_id: [another(HELD_GOLD)],
    legacy_inventory_id: [next(HELD_GOLD, "legacy_inventory_id")],
    item_id: [next(HELD_GOLD, "item_id")],
    type: [{ row: HELD_GOLD, to: "'transient'" }],
    bucket: [{ row: HELD_GOLD, to: "'golf'" }],
    count: [next(HELD_GOLD, "count")],
    acquired: [next(HELD_GOLD, "acquired")],
    expires: [{ row: HELD_GOLD, to: "99999999999999" }],
    custom_data: [
      { row: HELD_GOLD, to: `'{"a":"b"}'` },
      { row: "custom_data IS NOT NULL", to: "NULL" },
    ],
    revision: [next(HELD_GOLD, "revision")],
  },
  inventory_count: {
    item_id: [{ row: HELD_GOLD, to: "77" }],
    bucket: [{ row: HELD_GOLD, to: "'golf'" }],
    count: [next(HELD_GOLD, "count")],
    records: [next(HELD_GOLD, "records")],
  },
  promotion_claim: {
    code: [{ row: "code = 'WELCOME'", to: "'GOODBYE'" }],
    order_id: [
      {
        row: "code = 'WELCOME'",
        to: "(SELECT order_id FROM player_order WHERE player_uuid = :player AND client_order_ref_id IS NOT NULL)",
      },
    ],
    created: [next("code = 'WELCOME'", "created")],
  },
  applied_loot: { loot_id: [next("true", "loot_id")] },
}

/** Rows that are invented or removed, each change whole: records, sums and the chain of counts agree afterwards. */
const forgeries: Readonly<Record<string, ReadonlyArray<string>>> = {
  "a forged last row, with its record and sum": [
    `UPDATE inventory_ledger SET delta = delta + 1000, count_after = count_after + 1000
      WHERE player_uuid = :player AND ${goldRow(5)}`,
    `UPDATE inventory_record SET count = count + 1000 WHERE player_uuid = :player AND ${HELD_GOLD}`,
    `UPDATE inventory_count SET count = count + 1000 WHERE player_uuid = :player AND ${HELD_GOLD}`,
  ],
  "an invented row that borrows the id of an order, with its record and sum": [
    `INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after,
        created, submitter_uuid)
      SELECT player_uuid, inventory_id, 6, item_id, order_id, entry_id, 1000, count_after + 1000, created, submitter_uuid
      FROM inventory_ledger WHERE player_uuid = :player AND ${goldRow(5)}`,
    `UPDATE inventory_record SET count = count + 1000, revision = 6 WHERE player_uuid = :player AND ${HELD_GOLD}`,
    `UPDATE inventory_count SET count = count + 1000 WHERE player_uuid = :player AND ${HELD_GOLD}`,
  ],
  "a last row that was removed, with its record and sum": [
    `DELETE FROM inventory_ledger WHERE player_uuid = :player AND ${goldRow(5)}`,
    `UPDATE inventory_record SET count = count - 10, revision = 4 WHERE player_uuid = :player AND ${HELD_GOLD}`,
    `UPDATE inventory_count SET count = count - 10 WHERE player_uuid = :player AND ${HELD_GOLD}`,
  ],
  "an end of a session at another time": [
    `UPDATE inventory_ledger SET created = created + 1, expires = expires + 1 WHERE player_uuid = :player AND ${END}`,
  ],
  "an end of a session that was removed, so that its record is back": [
    `INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired,
        legacy_inventory_id, revision)
      SELECT player_uuid, inventory_id, item_id, type, bucket, count_after, created, legacy_inventory_id, 1
      FROM inventory_ledger AS made WHERE player_uuid = :player AND item_id = ${BADGE} AND revision = 1 AND EXISTS
        (SELECT 1 FROM inventory_ledger AS ended WHERE ended.player_uuid = :player
          AND ended.inventory_id = made.inventory_id AND ended.entry_id IS NULL)`,
    `DELETE FROM inventory_ledger WHERE player_uuid = :player AND item_id = ${BADGE} AND entry_id IS NULL`,
    `UPDATE inventory_count SET count = count + 1, records = records + 1
      WHERE player_uuid = :player AND item_id = ${BADGE}`,
  ],
  "last orders that were removed, with all that they wrote": [
    `DELETE FROM player_order WHERE player_uuid = :player AND ${LAST}`,
    `DELETE FROM inventory_ledger WHERE player_uuid = :player AND (${goldRow(5)} OR custom_data IS NOT NULL)`,
    "DELETE FROM inventory_record WHERE player_uuid = :player AND custom_data IS NOT NULL",
    `UPDATE inventory_record SET count = count - 10, revision = 4 WHERE player_uuid = :player AND ${HELD_GOLD}`,
    `UPDATE inventory_count SET count = count - 10 WHERE player_uuid = :player AND ${HELD_GOLD}`,
    `UPDATE inventory_count SET count = count - 1, records = records - 1
      WHERE player_uuid = :player AND item_id = ${SWORD}`,
  ],
  "an order whose text has another source": [
    `UPDATE player_order SET wire = replace(wire, '"source":"SUPPORT"', '"source":"IN_GAME"')
      WHERE player_uuid = :player AND ${WITH_REFERENCE}`,
  ],
  "an order without a seal": [
    `UPDATE player_order SET seal = NULL, token_hash = NULL WHERE player_uuid = :player AND ${WITH_REFERENCE}`,
  ],
  "a claim that was removed": ["DELETE FROM promotion_claim WHERE player_uuid = :player"],
  "an invented claim": [
    `INSERT INTO promotion_claim (player_uuid, code, order_id, created)
      SELECT player_uuid, 'GOODBYE', order_id, created FROM promotion_claim WHERE player_uuid = :player`,
  ],
  "applied loot that was removed": ["DELETE FROM applied_loot WHERE player_uuid = :player"],
  "an order that was removed": [
    "DELETE FROM player_order WHERE player_uuid = :player AND client_order_ref_id IS NOT NULL",
  ],
  "a text that is none": [
    `UPDATE player_order SET wire = 'order' WHERE player_uuid = :player AND client_order_ref_id IS NOT NULL`,
  ],
}

/** Runs statements by hand, and answers with how many rows the first of them changed. */
const byHand = Effect.fnUntraced(function* (player: PlayerUuid, statements: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const values: Readonly<Record<string, unknown>> = { player: id(player), another: id(ANOTHER) }
  const sign = sql.onDialectOrElse({ pg: () => "$" as const, orElse: () => "?" as const })
  const changed = yield* Effect.forEach(statements, (text) => {
    const { names, statement } = numberedNames(`${text} RETURNING 1`, sign)
    return sql.unsafe(
      statement,
      names.map((name) => values[name]),
    )
  })
  return changed[0]?.length ?? 0
}, Effect.orDie)

/** The kinds of faults that were found by any test. */
const everFound = new Set<string>()

/** The kinds of faults that a verification finds after statements by hand, which are undone. */
const foundAfter = Effect.fnUntraced(function* (player: PlayerUuid, statements: ReadonlyArray<string>) {
  const { rehearse } = yield* Transaction
  return yield* rehearse(
    Effect.gen(function* () {
      assert.isAbove(yield* byHand(player, statements), 0, `nothing was changed by ${statements[0]}`)
      const found = (yield* verified(player)).faults.map(({ fault }) => fault)
      for (const fault of found) everFound.add(fault)
      return found
    }),
  )
})

/** Statements by hand without a look at what refers to what, as a program makes that does not ask for it. */
const unreferenced = Effect.fnUntraced(function* (player: PlayerUuid, statements: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () => sql`SET LOCAL session_replication_role = replica`,
    orElse: () => sql`PRAGMA defer_foreign_keys = ON`,
  })
  return yield* byHand(player, statements)
}, Effect.orDie)

/** The columns of a table, without those of every row of a player. */
const columnsOf = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT column_name AS name FROM information_schema.columns WHERE table_name = ${table}`,
    orElse: () => sql`SELECT name FROM pragma_table_info(${table})`,
  })
  return rows.map(({ name }) => String(name)).filter((name) => name !== "player_uuid")
}, Effect.orDie)

onEachDatabase((name, database) => {
  const layer = ledgerOver(ordersLayer(database, draft))

  withLayer(layer)(`what is stored of orders on ${name}`, (it) => {
    it.effect("vouches for itself, whatever orders wrote", () =>
      Effect.gen(function* () {
        const player = yield* played
        assert.deepInclude(yield* verified(player), {
          state: "verified",
          faults: [],
          records: 7,
          ledgerRows: 13,
          orders: 10,
          seals: { keyed: 0, unchecked: 0, plain: 9, unsealed: 0 },
        })
      }),
    )

    for (const [table, columns] of Object.entries(alterations)) {
      it.effect(`has no column of ${table} that can be altered unnoticed`, () =>
        Effect.gen(function* () {
          assert.sameMembers(Object.keys(columns), yield* columnsOf(table))
          const player = yield* played
          for (const [column, rows] of Object.entries(columns)) {
            for (const { row, to } of rows) {
              const statement = `UPDATE ${table} SET ${column} = ${to} WHERE player_uuid = :player AND ${row}`
              assert.isNotEmpty(yield* foundAfter(player, [statement]), statement)
            }
          }
          assert.isEmpty((yield* verified(player)).faults)
        }),
      )
    }

    for (const [forgery, statements] of Object.entries(forgeries)) {
      it.effect(`shows ${forgery}`, () =>
        Effect.gen(function* () {
          const player = yield* played
          assert.isNotEmpty(yield* foundAfter(player, statements))
        }),
      )
    }

    it.effect("shows an inventory that was removed or given to nobody: the first, one between, the last", () =>
      Effect.gen(function* () {
        const played3 = [yield* played, yield* played, yield* played].toSorted()
        const { rehearse } = yield* Transaction
        const all = Effect.map(
          verifyAll(() => Effect.void),
          ({ faults }) => {
            for (const { fault } of faults) everFound.add(fault)
            return faults.map(({ fault, player_uuid }) => `${player_uuid} ${fault}`)
          },
        )
        const sound = yield* all
        for (const player of played3) {
          const removed = yield* rehearse(
            Effect.andThen(unreferenced(player, ["DELETE FROM inventory_owner WHERE player_uuid = :player"]), all),
          )
          const missing = [`${player} owner_missing`, `${player} orders_cut`]
          assert.sameMembers([...removed], [...sound, ...missing])
          const moved = yield* rehearse(
            Effect.andThen(
              unreferenced(player, [
                "UPDATE inventory_owner AS moved SET player_uuid = :another WHERE player_uuid = :player",
              ]),
              all,
            ),
          )
          assert.sameMembers([...moved], [...sound, ...missing, `${ANOTHER} owner_unknown`])
        }
      }),
    )

    it.effect("is verified in several walks where a player has many records, with the same faults", () =>
      Effect.gen(function* () {
        const player = yield* played
        const stores = { ledger: yield* LedgerStore, rows: yield* VerificationStore, seals: yield* makeSealChecks }
        const { rehearse } = yield* Transaction
        const faultsIn = (recordsMax: number) =>
          Effect.map(
            Effect.flatMap(verified(player), ({ ledgerRows }) =>
              verifyOrders(stores, player, { records: 7, ledgerRows, faultsMax: 1000, recordsMax }),
            ),
            ({ faults }) => faults.map((fault) => JSON.stringify(fault)).sort(),
          )
        for (const forgery of [[], ...Object.values(forgeries)]) {
          const [inOne, inMany] = yield* rehearse(
            Effect.gen(function* () {
              yield* byHand(player, forgery)
              return [yield* faultsIn(1000), yield* faultsIn(1)] as const
            }),
          )
          assert.deepStrictEqual(inMany, inOne)
        }
      }),
    )

    it.effect("had every fault of what orders vouch for", () =>
      Effect.sync(() => {
        const kinds = Object.keys(LEDGER_FAULTS).filter((kind) =>
          /^(?:orders?|seal|change|claim|applied|owner)_/.test(kind),
        )
        assert.includeMembers(Array.from(everFound), kinds)
      }),
    )
  })
})
