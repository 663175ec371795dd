/**
 * Some records of an item with many records. Each is found by an index whose order is that of the answer, so the cost
 * does not grow with the records of the item.
 */
import type { RecordPart } from "@garrison/core/inventory/InventoryStore"
import { byAge, spendingOrder } from "@garrison/core/inventory/rules/counts"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import type { Row } from "../columns.ts"
import { makePreparedByName } from "../preparedRead.ts"
import type { Rows } from "../StatementConnection.ts"
import { uuids } from "../uuid.ts"

type Oldest = Extract<RecordPart, { readonly _tag: "Oldest" }>
type Spendable = Extract<RecordPart, { readonly _tag: "Spendable" }>

const types = ["persistent", "transient"] as const satisfies ReadonlyArray<HeldRecord["type"]>

/** Records of one list that are read first, and how much longer each further read is. */
const FIRST = 32
const GROWTH = 8

/** Records that come one after another in the order of spending, and whether more may follow. */
interface List {
  readonly records: ReadonlyArray<HeldRecord>
  readonly mayFollow: boolean
}

/** The records of all lists in one order, as far as none of a list that was cut can be missing. */
const merged = (lists: ReadonlyArray<List>, inOrder: (left: HeldRecord, right: HeldRecord) => number): List => {
  const records = lists.flatMap((list) => list.records).sort(inOrder)
  const ends = lists.flatMap((list) => (list.mayFollow ? list.records.slice(-1) : []))
  const end = ends.sort(inOrder)[0]
  if (end === undefined) return { records, mayFollow: false }
  return { records: records.filter((record) => inOrder(record, end) <= 0), mayFollow: true }
}

const sumOf = (records: ReadonlyArray<HeldRecord>): number => records.reduce((total, { count }) => total + count, 0)

/**
 * Names the index of `inventory_record` to read by. SQLite, which has no statistics of a player's records, would read
 * all of them by the primary key. It would also compare a `type` that is a parameter with the `type` of a partial
 * index, and prepare the statement anew for each value. Postgres has statistics, and no such words.
 */
export const indexHint =
  (sql: SqlClient.SqlClient) =>
  (index: "of_item" | "filled" | "empty"): string =>
    sql.onDialectOrElse({ pg: () => "", orElse: () => `INDEXED BY inventory_record_${index}` })

/** The oldest record of a kind with a count, and the oldest without one. */
const oldestOf = (columns: string, by: ReturnType<typeof indexHint>, isUnexpired: string): string => {
  const first = (index: "filled" | "empty", isIn: string) => `SELECT * FROM (SELECT ${columns}
      FROM inventory_record ${by(index)}
      WHERE player_uuid = :player AND item_id = :item AND bucket = :bucket AND type = :type AND ${isIn} AND ${isUnexpired}
      ORDER BY acquired, inventory_id LIMIT 1) AS first`
  return `${first("filled", "count > 0")} UNION ALL ${first("empty", "count = 0")}`
}

/** Makes the read of the oldest records of a kind. */
const makeOldest = Effect.fnUntraced(function* (columns: string) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const prepared = yield* makePreparedByName
  const by = indexHint(sql)
  type Names = "player" | "item" | "bucket" | "type" | "expires" | "now"
  const read = (isUnexpired: string) => prepared<Names, Rows>(oldestOf(columns, by, isUnexpired), (rows) => rows)
  const lasting = read("expires IS NULL")
  const expiring = read("expires > :now")
  const until = read("expires = :expires AND expires > :now")
  return (player: PlayerUuid, itemId: number, { bucket, expires, type }: Oldest, now: number) => {
    const ofKind = expires === undefined ? lasting : expires === "any" ? expiring : until
    const end = typeof expires === "number" ? expires : null
    return ofKind({ player: id(player), item: itemId, bucket, type, expires: end, now })
  }
})

const queries = (sql: SqlClient.SqlClient, columns: Statement.Fragment) => {
  const { id } = uuids(sql)
  const by = indexHint(sql)
  const filled = sql.literal(by("filled"))

  const kind = (player: PlayerUuid, itemId: number, bucket: string, type: string) =>
    sql`player_uuid = ${id(player)} AND item_id = ${itemId} AND bucket = ${bucket} AND type = ${type}`

  /** The first records of each bucket and type, those that expire and those that do not. */
  const spendable = (player: PlayerUuid, itemId: number, buckets: Spendable["buckets"], now: number, limit: number) => {
    const parts = buckets.flatMap((bucket) =>
      types.flatMap((type) => {
        const isOfKind = kind(player, itemId, bucket, type)
        return [
          sql`SELECT * FROM (SELECT ${columns} FROM inventory_record ${filled}
            WHERE ${isOfKind} AND count > 0 AND expires > ${now}
            ORDER BY expires, acquired, inventory_id LIMIT ${limit}) AS expiring`,
          sql`SELECT * FROM (SELECT ${columns} FROM inventory_record ${filled}
            WHERE ${isOfKind} AND count > 0 AND expires IS NULL
            ORDER BY acquired, inventory_id LIMIT ${limit}) AS lasting`,
        ]
      }),
    )
    return sql<Row>`${sql.join(" UNION ALL ", false)(parts)}`
  }

  const all = (player: PlayerUuid, itemId: number, now: number) =>
    sql<Row>`SELECT ${columns} FROM inventory_record ${sql.literal(by("of_item"))}
      WHERE player_uuid = ${id(player)} AND item_id = ${itemId} AND (expires IS NULL OR expires > ${now})`

  return { spendable, all }
}

const listsOf = (records: ReadonlyArray<HeldRecord>, limit: number): ReadonlyArray<List> => {
  const byList = Map.groupBy(records, ({ bucket, expires, type }) => `${bucket} ${type} ${expires === undefined}`)
  return Array.from(byList.values(), (list) => ({ records: list, mayFollow: list.length >= limit }))
}

/** Makes the read of a part of an item's records; `columns` are those that `recordOf` reads. */
export const makePart = Effect.fnUntraced(function* (columns: string, recordOf: (row: Row) => HeldRecord) {
  const sql = yield* SqlClient.SqlClient
  const query = queries(sql, sql.literal(columns))
  const oldest = yield* makeOldest(columns)
  const byAgeOf = (rows: ReadonlyArray<Row>) => rows.map(recordOf).sort(byAge)

  const spendable = Effect.fnUntraced(function* (player: PlayerUuid, itemId: number, part: Spendable, now: number) {
    if (part.buckets.length === 0) return []
    const first = spendingOrder(part.session)
    const inOrder = (left: HeldRecord, right: HeldRecord) => first(left, right) || byAge(left, right)
    for (let limit = Math.max(FIRST, part.fewest); ; limit *= GROWTH) {
      const rows = yield* query.spendable(player, itemId, part.buckets, now, limit)
      const { mayFollow, records } = merged(listsOf(rows.map(recordOf), limit), inOrder)
      if (!mayFollow || (sumOf(records) >= part.quantity && records.length >= part.fewest)) return records
    }
  })

  return (player: PlayerUuid, itemId: number, part: RecordPart, now: number) => {
    switch (part._tag) {
      case "Oldest":
        return Effect.map(oldest(player, itemId, part, now), (rows) => byAgeOf(rows).slice(0, 1))
      case "Spendable":
        return spendable(player, itemId, part, now)
      case "All":
        return Effect.map(query.all(player, itemId, now), byAgeOf)
      default:
        return part satisfies never
    }
  }
})
