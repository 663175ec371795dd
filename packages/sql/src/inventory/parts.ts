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

/** Which records of a list come after a record in the order of spending. `following`: those that its place decides. */
type Position = "following" | "all" | "none"

/** Where the lists of a bucket stand, those that expire and those that do not. */
const positionOf = (
  bucket: string,
  session: string,
  after: HeldRecord | undefined,
): { readonly expiring: Position; readonly lasting: Position } => {
  if (after === undefined) return { expiring: "all", lasting: "all" }
  const rank = Number(after.bucket === session) - Number(bucket === session)
  if (rank > 0) return { expiring: "all", lasting: "all" }
  if (rank < 0) return { expiring: "none", lasting: "none" }
  return after.expires === undefined
    ? { expiring: "none", lasting: "following" }
    : { expiring: "following", lasting: "all" }
}

const queries = (sql: SqlClient.SqlClient, columns: Statement.Fragment) => {
  const { id } = uuids(sql)
  const by = indexHint(sql)
  const filled = sql.literal(by("filled"))
  const nothing = sql.literal("")

  const kind = (player: PlayerUuid, itemId: number, bucket: string, type: string) =>
    sql`player_uuid = ${id(player)} AND item_id = ${itemId} AND bucket = ${bucket} AND type = ${type}`

  /** The first records after `part.after` of each bucket and type, those that expire and those that do not. */
  const spendable = (player: PlayerUuid, itemId: number, part: Spendable, now: number) => {
    const { after, buckets, most, session } = part
    const from = after && {
      expiring: sql`AND (expires, acquired, inventory_id) > (${after.expires ?? 0}, ${after.acquired}, ${id(after.inventoryId)})`,
      lasting: sql`AND (acquired, inventory_id) > (${after.acquired}, ${id(after.inventoryId)})`,
    }
    const lists: Array<Statement.Fragment> = []
    for (const bucket of buckets) {
      const { expiring, lasting } = positionOf(bucket, session, after)
      for (const type of types) {
        const isFilled = sql`${kind(player, itemId, bucket, type)} AND count > 0`
        if (expiring !== "none") {
          lists.push(sql`SELECT * FROM (SELECT ${columns} FROM inventory_record ${filled}
            WHERE ${isFilled} AND expires > ${now} ${from !== undefined && expiring === "following" ? from.expiring : nothing}
            ORDER BY expires, acquired, inventory_id LIMIT ${most}) AS expiring`)
        }
        if (lasting !== "none") {
          lists.push(sql`SELECT * FROM (SELECT ${columns} FROM inventory_record ${filled}
            WHERE ${isFilled} AND expires IS NULL ${from !== undefined && lasting === "following" ? from.lasting : nothing}
            ORDER BY acquired, inventory_id LIMIT ${most}) AS lasting`)
        }
      }
    }
    return lists.length === 0 ? undefined : sql<Row>`${sql.join(" UNION ALL ", false)(lists)}`
  }

  const all = (player: PlayerUuid, itemId: number, now: number) =>
    sql<Row>`SELECT ${columns} FROM inventory_record ${sql.literal(by("of_item"))}
      WHERE player_uuid = ${id(player)} AND item_id = ${itemId} AND (expires IS NULL OR expires > ${now})`

  return { spendable, all }
}

/** Makes the read of a part of an item's records; `columns` are those that `recordOf` reads. */
export const makePart = Effect.fnUntraced(function* (columns: string, recordOf: (row: Row) => HeldRecord) {
  const sql = yield* SqlClient.SqlClient
  const query = queries(sql, sql.literal(columns))
  const oldest = yield* makeOldest(columns)
  const byAgeOf = (rows: ReadonlyArray<Row>) => rows.map(recordOf).sort(byAge)

  const spendable = Effect.fnUntraced(function* spendable(
    player: PlayerUuid,
    itemId: number,
    part: Spendable,
    now: number,
  ) {
    const rows = query.spendable(player, itemId, part, now)
    if (rows === undefined) return []
    const first = spendingOrder(part.session)
    const records = (yield* rows).map(recordOf)
    return records.sort((left, right) => first(left, right) || byAge(left, right)).slice(0, part.most)
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
