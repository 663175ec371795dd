/**
 * An order in three statements, for Postgres: each statement there is a round trip, and a unit of work has two more for
 * BEGIN and COMMIT. One recalls, one loads, one writes, and an order that asks for more loads more. Nothing is claimed:
 * the first part of the write moves the inventory's `last_changed` on from the time that was looked up, as every unit
 * of work does, and the other parts write only where it found that time. So an order is stored only if nothing that it
 * read has changed.
 */
import type { DecidedOrder, OrdersAtOnce } from "@garrison/core/order/OrderStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { fromJson, integerOrUndefined, type Row } from "../columns.ts"
import { ADD_COUNTS, countChanges, countColumns, countValues } from "../inventory/counts.ts"
import { ledgerColumns, ledgerValues } from "../inventory/ledger.ts"
import { recordColumns, recordValues } from "../inventory/SqlInventoryStore.ts"
import { type Columns, numberedNames, type Parameter } from "../preparedRead.ts"
import { isUndone, orUnavailable } from "../SqlTransaction.ts"
import { uuids } from "../uuid.ts"
import { orderColumns, orderValues } from "./orderRows.ts"
import { makeLook } from "./recall.ts"

const namesOf = (columns: Columns, prefix = ""): string => columns.map(([name]) => `${prefix}${name}`).join(", ")

/** The rows of a JSON array of objects, whose length is not part of the statement. */
const rowsOf = (name: string, columns: Columns): string =>
  `json_to_recordset(CAST(:${name} AS JSON)) AS n (${columns.map((column) => column.join(" ")).join(", ")})`

const inserted = (name: string, table: string, columns: Columns, end = ""): string =>
  `${name}_made AS (INSERT INTO ${table} (player_uuid, ${namesOf(columns)})
    SELECT CAST(:player AS UUID), ${namesOf(columns, "n.")} FROM held JOIN ${rowsOf(name, columns)} ON true ${end})`

/** What an update of a record needs; `expected` is the revision that it started from. */
const updateColumns = [
  ["inventory_id", "UUID"],
  ["expected", "BIGINT"],
  ["count", "BIGINT"],
  ["expires", "BIGINT"],
  ["custom_data", "TEXT"],
  ["revision", "BIGINT"],
] as const satisfies Columns

/**
 * A unit that holds the row is waited for, and has then moved the time on. The record whose revision is another one was
 * changed by what moves no time; then the whole statement is undone: the cast fails, and says why in the log. The ids
 * stand in the condition twice, so that the records are found by their key whatever Postgres expects of the list.
 */
const store = (held: string): string => `WITH held AS (${held} RETURNING player_uuid),
next AS (SELECT * FROM ${rowsOf("updated", updateColumns)}),
changed AS (UPDATE inventory_record AS r
    SET count = next.count, expires = next.expires, custom_data = next.custom_data, revision = next.revision
  FROM next JOIN held ON true
  WHERE r.player_uuid = :player AND r.inventory_id = ANY (ARRAY(SELECT inventory_id FROM next))
    AND r.inventory_id = next.inventory_id AND r.revision = next.expected
  RETURNING r.inventory_id),
${inserted("records", "inventory_record", recordColumns)},
${inserted("counts", "inventory_count", countColumns, ADD_COUNTS)},
${inserted("ledger", "inventory_ledger", ledgerColumns)},
${inserted("orders", "player_order", orderColumns)}
SELECT (SELECT COUNT(*) FROM held) AS stored,
  CASE WHEN (SELECT COUNT(*) FROM changed) < (SELECT COUNT(*) FROM next)
    THEN CAST((SELECT 'undone: a record has changed of player ' || player_uuid FROM held) AS BIGINT) END AS undone`

const knownOwner = store(`UPDATE inventory_owner SET last_changed = CAST(:created AS BIGINT),
    seal_token = CAST(:token AS UUID)
  WHERE player_uuid = :player AND last_changed = :seen`)

const newOwner = store(`INSERT INTO inventory_owner (player_uuid, last_changed, seal_token)
  SELECT CAST(:player AS UUID), CAST(:created AS BIGINT), CAST(:token AS UUID) FROM player WHERE player_uuid = :player
  ON CONFLICT (player_uuid) DO NOTHING`)

/** Rows as JSON. Integers beyond 2^53 are texts, from which Postgres takes them exactly. */
const jsonOf = (columns: Columns, rows: ReadonlyArray<ReadonlyArray<Parameter>>): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        columns.map(([name], at) => {
          const value = row[at]
          return [name, typeof value === "bigint" ? String(value) : value]
        }),
      ),
    ),
  )

const notStored = Effect.succeed("not_stored" as const)

const makePostgres = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const look = yield* makeLook
  const [known, unknown] = [numberedNames(knownOwner, "$"), numberedNames(newOwner, "$")]

  const valuesOf = ({ lookedUp, orders, player, token, writes }: DecidedOrder): Readonly<Record<string, Parameter>> => {
    const { created, lastChanged } = lookedUp
    const updates = writes.updated.map(({ after, before }) => [
      id(after.inventoryId),
      before.revision,
      after.count,
      after.expires ?? null,
      fromJson(after.customData),
      after.revision,
    ])
    return {
      player: id(player),
      created,
      seen: lastChanged ?? null,
      token: id(token),
      updated: jsonOf(updateColumns, updates),
      records: jsonOf(
        recordColumns,
        writes.created.map((record) => recordValues(id, record)),
      ),
      counts: jsonOf(countColumns, countChanges(writes).map(countValues)),
      ledger: jsonOf(
        ledgerColumns,
        writes.ledger.map((row) => ledgerValues(id, row, created)),
      ),
      orders: jsonOf(
        orderColumns,
        orders.map((order) => orderValues(id, order, created)),
      ),
    }
  }

  const run = (order: DecidedOrder) =>
    Effect.withFiber((fiber) => {
      const { names, statement } = order.lookedUp.lastChanged === undefined ? unknown : known
      const values = valuesOf(order)
      const stored = Effect.map(
        sql.unsafe<Row>(
          statement,
          names.map((name) => values[name]),
        ),
        ([row]) => (integerOrUndefined(row?.["stored"]) === 1 ? ("stored" as const) : ("not_stored" as const)),
      )
      // In a unit of work the failure ends that unit.
      const isInUnit = Context.getOrUndefined(fiber.context, sql.transactionService) !== undefined
      return isInUnit ? stored : Effect.catchIf(stored, isUndone, () => notStored)
    })

  return { look, store: (order) => orUnavailable(run(order)) } satisfies OrdersAtOnce
})

/** Makes the `atOnce` of OrderStore. */
export const makeOrdersAtOnce: Effect.Effect<OrdersAtOnce | undefined, never, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql.onDialectOrElse({ pg: () => makePostgres, orElse: () => Effect.undefined }),
)
