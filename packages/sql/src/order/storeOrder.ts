/**
 * Stores everything that an order writes. The first write moves the inventory's `changed_at` on from the time that
 * the order was decided on, which every change of the inventory does, and nothing is stored where it found another
 * time. On Postgres, where each statement is a round trip, one statement stores an order. On SQLite each table that is
 * written has a statement, in a unit of work. The tables, columns and rows are the same.
 */
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { DecidedOrder, NotStored } from "@garrison/core/order/OrderStore"
import type { Claim } from "@garrison/core/order/rules/interpret/outcome"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { fromJson, integer, type Row } from "../columns.ts"
import { ledgerColumns, ledgerValues, recordColumns, recordValues } from "../inventory/records.ts"
import { type Columns, makePlayerInsert, makePreparedChange, numberedNames, type Parameter } from "../preparedRead.ts"
import { isUndone, orUnavailable } from "../SqlTransaction.ts"
import { type IdEncoder, uuids } from "../uuid.ts"
import { makeGiveBack } from "./giveBack.ts"
import { makeMoveOn, moveOnText } from "./moveOn.ts"
import { orderColumns, orderValues } from "./orderRows.ts"

/** A table that orders add rows to. */
interface AddedTable {
  readonly name: string
  readonly columns: Columns
  /** What follows the rows of an insert. */
  readonly end?: string
  /** The column of what a player gets once. */
  readonly once?: string
  readonly rowsOf: (id: IdEncoder, order: DecidedOrder) => ReadonlyArray<ReadonlyArray<Parameter>>
}

/** In the order of their references: a claim names its order. */
const addedTables: ReadonlyArray<AddedTable> = [
  {
    name: "inventory_record",
    columns: recordColumns,
    rowsOf: (id, { writes }) => writes.created.map((record) => recordValues(id, record)),
  },
  {
    name: "inventory_count",
    columns: [
      ["item_id", "BIGINT"],
      ["bucket", "TEXT"],
      ["count", "BIGINT"],
      ["records", "BIGINT"],
    ],
    end: `ON CONFLICT (player_uuid, item_id, bucket) DO UPDATE SET
  count = inventory_count.count + excluded.count, records = inventory_count.records + excluded.records`,
    rowsOf: (_, { writes }) =>
      writes.sums.map(({ bucket, count, itemId, records }) => [itemId, bucket, count, records]),
  },
  {
    name: "inventory_ledger",
    columns: ledgerColumns,
    rowsOf: (id, { created, writes }) => writes.ledger.map((row) => ledgerValues(id, row, created)),
  },
  {
    name: "player_order",
    columns: orderColumns,
    rowsOf: (id, { orders }) => orders.map((order) => orderValues(id, order)),
  },
  {
    name: "order_lookup",
    columns: [["order_id", "UUID"]],
    rowsOf: (id, { orders }) => orders.map(({ orderId }) => [id(orderId)]),
  },
  {
    name: "promotion_claim",
    columns: [
      ["code", "TEXT"],
      ["order_id", "UUID"],
      ["created", "BIGINT"],
    ],
    once: "code",
    rowsOf: (id, { claims, created, orders }) => claims.map(({ code }) => [code, id(orders[0]?.orderId), created]),
  },
  {
    name: "applied_loot",
    columns: [["loot_id", "BIGINT"]],
    once: "loot_id",
    rowsOf: (_, { applied }) => applied.map((lootId) => [lootId]),
  },
]

/** The tables that orders add rows to. The bench leaves one out, and so says what it costs. */
export const OrderTables = Context.Reference("@garrison/sql/order/OrderTables", { defaultValue: () => addedTables })

/** What an update of a record needs; `expected` is the revision that it started from. */
const updateColumns = [
  ["inventory_id", "UUID"],
  ["expected", "BIGINT"],
  ["count", "BIGINT"],
  ["expires", "BIGINT"],
  ["custom_data", "TEXT"],
  ["revision", "BIGINT"],
] as const satisfies Columns

const updatesOf = (id: IdEncoder, { writes }: DecidedOrder): ReadonlyArray<ReadonlyArray<Parameter>> =>
  writes.updated.map(({ after, before }) => [
    id(after.inventoryId),
    before.revision,
    after.count,
    after.expires ?? null,
    fromJson(after.customData),
    after.revision,
  ])

/** What an order writes, of which every list has a statement's length at most. The parts are stored one by one. */
const partsOf = (order: DecidedOrder, most: number): ReadonlyArray<DecidedOrder> => {
  const { applied, claims, created, orders, writes } = order
  const lists = [writes.created, writes.updated, writes.sums, writes.ledger, orders]
  const count = Math.ceil(Math.max(...lists.map(({ length }) => length)) / most)
  if (count <= 1) return [order]
  return Array.from({ length: count }, (_, part) => {
    const cut = <A>(list: ReadonlyArray<A>) => list.slice(part * most, (part + 1) * most)
    return {
      ...order,
      // The first part has moved the inventory on.
      lastChanged: part === 0 ? order.lastChanged : created,
      writes: {
        created: cut(writes.created),
        updated: cut(writes.updated),
        sums: cut(writes.sums),
        ledger: cut(writes.ledger),
      },
      orders: cut(orders),
      // At most one for each entry: they need no parts, and the first has their order.
      claims: part === 0 ? claims : [],
      applied: part === 0 ? applied : [],
    }
  })
}

/** Stores a part: `false`: the inventory, or a row, is not as the order found it. */
type StorePart = (part: DecidedOrder) => Effect.Effect<boolean, SqlError>

/** The rows of a JSON array of objects, whose length is not part of the statement. */
const rowsIn = (name: string, columns: Columns): string =>
  `json_to_recordset(CAST(:${name} AS JSON)) AS n (${columns.map((column) => column.join(" ")).join(", ")})`

const namesOf = (columns: Columns, prefix = ""): string => columns.map(([name]) => `${prefix}${name}`).join(", ")

/** The ids stand in the condition too, so that Postgres finds the records by their key whatever it expects. */
const NEXT_RECORDS = `r.player_uuid = :player AND r.inventory_id = ANY (ARRAY(SELECT inventory_id FROM next))
    AND r.inventory_id = next.inventory_id AND r.revision = next.expected`

/**
 * One statement for all that the order has rows for. The parts of a statement do not see what the others write: all
 * that is compared is compared before the inventory is moved on, and the others write only if it was.
 */
const textOf = (isFirst: boolean, hasUpdates: boolean, tables: ReadonlyArray<AddedTable>): string => {
  const conditions = tables.flatMap(({ columns, name, once }) =>
    once === undefined
      ? []
      : ` AND NOT EXISTS (SELECT 1 FROM ${name}
      WHERE player_uuid = :player AND ${once} = ANY (ARRAY(SELECT ${once} FROM ${rowsIn(name, columns)})))`,
  )
  if (hasUpdates) {
    conditions.push(` AND (SELECT COUNT(*) FROM next JOIN inventory_record AS r ON true
    WHERE ${NEXT_RECORDS})
    = (SELECT COUNT(*) FROM next)`)
  }
  const held = `held AS (${moveOnText(isFirst, "UUID", conditions.join(""))} RETURNING player_uuid)`
  const inserts = tables.map(
    ({ columns, end = "", name }) => `${name}_added AS (INSERT INTO ${name} (player_uuid, ${namesOf(columns)})
  SELECT held.player_uuid, ${namesOf(columns, "n.")} FROM held JOIN ${rowsIn(name, columns)} ON true ${end})`,
  )
  const updates = `changed AS (UPDATE inventory_record AS r
    SET count = next.count, expires = next.expires, custom_data = next.custom_data, revision = next.revision
  FROM next JOIN held ON true WHERE ${NEXT_RECORDS})`
  const next = `next AS (SELECT * FROM ${rowsIn("updated", updateColumns)})`
  const parts = hasUpdates ? [next, held, updates, ...inserts] : [held, ...inserts]
  return `WITH ${parts.join(",\n")}\nSELECT COUNT(*) AS stored FROM held`
}

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

const makePostgres = Effect.map(Effect.all([SqlClient.SqlClient, OrderTables]), ([sql, all]): StorePart => {
  const { id } = uuids(sql)
  const statements = new Map<string, ReturnType<typeof numberedNames>>()

  return function storeOnPostgres(part) {
    const { created, lastChanged, player, token } = part
    const values: Record<string, Parameter> = {
      player: id(player),
      created,
      token: id(token),
      seen: lastChanged ?? null,
    }
    const [isFirst, updates] = [lastChanged === undefined, updatesOf(id, part)]
    if (updates.length > 0) values.updated = jsonOf(updateColumns, updates)
    const tables = all.filter(({ columns, name, rowsOf }) => {
      const rows = rowsOf(id, part)
      if (rows.length > 0) values[name] = jsonOf(columns, rows)
      return rows.length > 0
    })
    const key = [isFirst, updates.length > 0, ...tables.map(({ name }) => name)].join(" ")
    let statement = statements.get(key)
    if (statement === undefined) {
      statement = numberedNames(textOf(isFirst, updates.length > 0, tables), "$")
      statements.set(key, statement)
    }
    const stored = sql.unsafe<Row>(
      statement.statement,
      statement.names.map((name) => values[name]),
    )
    return Effect.map(stored, ([row]) => integer(row?.["stored"]) === 1)
  }
})

const makeSqlite = Effect.gen(function* () {
  const { id } = uuids(yield* SqlClient.SqlClient)
  const moveOn = yield* makeMoveOn
  const update = (yield* makePreparedChange)(
    `UPDATE inventory_record SET count = ?, expires = ?, custom_data = ?, revision = ?
      WHERE player_uuid = ? AND inventory_id = ? AND revision = ?`,
  )
  const insert = yield* makePlayerInsert
  const tables = (yield* OrderTables).map(({ columns, end, name, once, rowsOf }) => ({
    rowsOf,
    add: insert(name, columns, once === undefined ? end : `ON CONFLICT (player_uuid, ${once}) DO NOTHING`),
  }))

  // The unit of work is undone where a statement changes fewer rows than it has.
  const storePart: StorePart = Effect.fnUntraced(function* storeOnSqlite(part) {
    const owner = id(part.player)
    if (!(yield* moveOn(part, part.token))) return false
    for (const [inventoryId, expected, ...next] of updatesOf(id, part)) {
      if ((yield* update([...next, owner, inventoryId as Parameter, expected as Parameter])) === 0) return false
    }
    for (const { add, rowsOf } of tables) {
      const rows = rowsOf(id, part)
      if (rows.length > 0 && (yield* add(owner, rows)) < rows.length) return false
    }
    return true
  })
  return storePart
})

/** Ends a unit of work that did not store an order. */
class Undone extends Data.TaggedError("Undone")<{ readonly answer: NotStored }> {}

/** The claims of limited codes, in the order of the codes: two units that claim the same ones never wait crosswise. */
const limited = (claims: ReadonlyArray<Claim>) =>
  claims
    .flatMap(({ code, usesMaximum: maximum }) => (maximum === undefined ? [] : { code, maximum }))
    .sort((left, right) => (left.code < right.code ? -1 : 1))

/** The codes whose uses the order counts, up or down. */
const countedCodes = ({ claims, givenBack }: DecidedOrder) => {
  const codes = [...limited(claims), ...(givenBack?.codes.filter(({ isCounted }) => isCounted) ?? [])]
  return Array.from(new Set(codes.map(({ code }) => `code ${code}` as const)))
}

/** Makes the `store` of OrderStore. */
export const makeStoreOrder = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const storePart = yield* isPostgres ? makePostgres : makeSqlite
  // Rows of a list in one statement, or in the statements between which other work has its turn.
  const rowsMax = isPostgres ? 1000 : 200

  // The condition is the guard: a code without a use left gives no row.
  const use = (code: string, maximum: number) =>
    sql`INSERT INTO promotion_use (code, uses) VALUES (${code}, 1)
      ON CONFLICT (code) DO UPDATE SET uses = promotion_use.uses + 1 WHERE promotion_use.uses < ${maximum}
      RETURNING uses`
  const giveBack = yield* makeGiveBack

  const inUnit = Effect.fnUntraced(function* inUnit(parts: ReadonlyArray<DecidedOrder>, order: DecidedOrder) {
    for (const part of parts) {
      if (!(yield* storePart(part))) return yield* new Undone({ answer: "overtaken" })
      if (parts.length > 1) yield* Effect.yieldNow
    }
    if (order.givenBack !== undefined && !(yield* giveBack(order.player, order.givenBack))) {
      return yield* new Undone({ answer: "overtaken" })
    }
    for (const { code, maximum } of limited(order.claims)) {
      if ((yield* use(code, maximum)).length === 0) return yield* new Undone({ answer: "used_up" })
    }
    return "stored" as const
  })

  /** One that lost against another unit of work stores nothing. In a unit of work, its failure ends that unit. */
  const inOneStatement = (order: DecidedOrder) =>
    Effect.withFiber((fiber) => {
      const isInUnit = Context.getOrUndefined(fiber.context, sql.transactionService) !== undefined
      const storing = storePart(order)
      const stored = isInUnit ? storing : Effect.catchIf(storing, isUndone, () => Effect.succeed(false))
      return orUnavailable(Effect.map(stored, (isStored) => (isStored ? ("stored" as const) : ("overtaken" as const))))
    })

  const storeOrder = (order: DecidedOrder): Effect.Effect<"stored" | NotStored> => {
    const parts = partsOf(order, rowsMax)
    const isAlone = limited(order.claims).length === 0 && order.givenBack === undefined
    const isOneStatement = isPostgres && parts.length === 1 && isAlone
    if (isOneStatement) return inOneStatement(order)
    const storing = transaction.inTurn(countedCodes(order), transaction.run(orUnavailable(inUnit(parts, order))))
    return Effect.catchTag(storing, "Undone", ({ answer }) => Effect.succeed(answer))
  }
  return storeOrder
})
