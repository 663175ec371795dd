/** Notifications in SQL. */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { WireJson } from "@garrison/core/kernel/wire/WireJson"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import {
  type NotificationPlace,
  type NotificationRetention,
  type NotificationSpan,
  NotificationStore,
  type StoredNotification,
} from "@garrison/core/notification/NotificationStore"
import { LATEST, ownBoundsOf, START } from "@garrison/core/notification/moment"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row, text } from "../columns.ts"
import { inParts, makePreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { sweep } from "../sweep.ts"
import { uuid, type UuidParameter, uuids } from "../uuid.ts"
import { sharingLog } from "./broadcastLock.ts"

const storedOf = (row: Row, wire: WireJson): StoredNotification => ({
  moment: { broadcast: integer(row.broadcasts_before), position: integer(row.position) },
  wire,
})

const inSpan = "AND position <= ? AND position > ? AND broadcasts_before >= ? AND broadcasts_before <= ?"

const rowsIn = (order: "ASC" | "DESC") =>
  `SELECT position, broadcasts_before, wire FROM notification WHERE player_uuid = ? ${inSpan} AND created > ?
    ORDER BY position ${order} LIMIT ?`

/** The newest rows, each with how many broadcasts there were at the same moment. */
const rowsNamingHead = (bounds: string) =>
  `SELECT position, broadcasts_before, wire, (SELECT last_position FROM broadcast_head) AS head FROM notification
    WHERE player_uuid = ? ${bounds} AND created > ? ORDER BY position DESC LIMIT ?`

/**
 * The rows, and what there was at the same moment, in rows without a text: how many broadcasts, and in `more` the last
 * position of the list.
 */
const rowsWithHead = (order: "ASC" | "DESC", more = "") =>
  `SELECT position, broadcasts_before, wire FROM (${rowsIn(order)}) AS own
    UNION ALL SELECT last_position, 0, '' FROM broadcast_head${more}`

const ofList = " UNION ALL SELECT last_position, 1, '' FROM notification_list WHERE player_uuid = ?"

/** The rows with what each of them names; undefined: there is none. */
const namingHead = (rows: ReadonlyArray<Row>) => {
  const [first] = rows
  if (first === undefined) return undefined
  return { found: rows.map((row) => storedOf(row, text(row.wire))), broadcasts: integer(first.head) }
}

/** The rows with a text, and what those without say. */
const separated = (rows: ReadonlyArray<Row>) => {
  const found: Array<StoredNotification> = []
  const head = { broadcast: 0, position: 0 }
  for (const row of rows) {
    const wire = text(row.wire)
    if (wire !== "") found.push(storedOf(row, wire))
    else if (integer(row.broadcasts_before) === 0) head.broadcast = integer(row.position)
    else head.position = integer(row.position)
  }
  return { found, head }
}

/** Reading lists. */
const makeReads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const preparedRead = yield* makePreparedRead
  const { id } = uuids(sql)

  const values = (player: PlayerUuid, { after, createdAfter, limit, upTo }: NotificationSpan) => {
    const { broadcastsMax, broadcastsMin, positionAbove, positionMax } = ownBoundsOf(after, upTo)
    return [id(player), positionMax, positionAbove, broadcastsMin, broadcastsMax, createdAfter, limit] as const
  }

  const together = preparedRead(rowsWithHead("DESC"), separated)
  const readTogether = (player: PlayerUuid, span: NotificationSpan) =>
    Effect.map(together(...values(player, span)), ({ found, head }) => ({ found, broadcasts: head.broadcast }))

  // On SQLite a column for it takes less time than a row of its own. Without a row there is no column.
  const newest = preparedRead(rowsNamingHead(inSpan), namingHead)
  const newestOfAll = preparedRead(rowsNamingHead(""), namingHead)
  const readAtOnce = (player: PlayerUuid, span: NotificationSpan) => {
    const { after, createdAfter, limit, upTo } = span
    const isOfAll = after === START && upTo === LATEST
    const read = isOfAll ? newestOfAll(id(player), createdAfter, limit) : newest(...values(player, span))
    return Effect.flatMap(read, (answer) =>
      answer === undefined ? readTogether(player, span) : Effect.succeed(answer),
    )
  }

  const oldest = preparedRead(rowsWithHead("ASC", ofList), separated)

  const heads = (players: ReadonlyArray<PlayerUuid>) =>
    Effect.map(
      orUnavailable(
        Effect.forEach(
          inParts(players),
          (part) => sql`SELECT player_uuid, last_position FROM notification_list
            WHERE player_uuid IN ${sql.in(part.map(id))}`,
        ),
      ),
      (parts) =>
        new Map(parts.flat().map((row) => [PlayerUuid.make(uuid(row.player_uuid)), integer(row.last_position)])),
    )

  return {
    read: sql.onDialectOrElse({ pg: () => readTogether, orElse: () => readAtOnce }),
    readOldest: (player: PlayerUuid, span: NotificationSpan) => oldest(...values(player, span), id(player)),
    heads,
  }
})

/** {@link NotificationStore} on either database. */
export const layer = Layer.effect(
  NotificationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const { id } = uuids(sql)

    // The row of the list stays locked until the unit of work ends, so places become visible in their own order. It may
    // be waited for: the log of broadcasts is shared only when it is had.
    const place = (player: PlayerUuid, now: number) =>
      sql`INSERT INTO notification_list (player_uuid, last_position, newest_at)
        SELECT p.player_uuid, 1, CAST(${now} AS BIGINT) FROM player AS p WHERE p.player_uuid = ${id(player)}
        ON CONFLICT (player_uuid) DO UPDATE SET
          last_position = notification_list.last_position + 1,
          newest_at = CASE WHEN excluded.newest_at > notification_list.newest_at
            THEN excluded.newest_at ELSE notification_list.newest_at END
        RETURNING last_position, newest_at`
    const sharedLog = sharingLog(sql)
    const claim = Effect.fnUntraced(function* (player: PlayerUuid, now: number) {
      const [row] = yield* place(player, now)
      if (row === undefined) return "not_found" as const
      const broadcast = yield* sharedLog
      return { broadcast, position: integer(row.last_position), created: integer(row.newest_at) }
    }, orUnavailable)

    const insert = (player: PlayerUuid, { broadcast, created, position }: NotificationPlace, wire: string) =>
      sql`INSERT INTO notification (player_uuid, position, created, wire, broadcasts_before)
        VALUES (${id(player)}, ${position}, ${created}, ${wire}, ${broadcast})`

    // Times never fall along a list, so what goes is its older end: the inner query finds the oldest one that stays, by
    // key, and looks at no more rows than are dropped.
    const trim = (player: PlayerUuid, place: NotificationPlace, retention: NotificationRetention) =>
      sql`DELETE FROM notification WHERE player_uuid = ${id(player)} AND position < (
        SELECT position FROM notification
        WHERE player_uuid = ${id(player)} AND position > ${place.position - retention.countMax}
          AND created > ${retention.createdAfter}
        ORDER BY position LIMIT 1)`

    // A sweep: it looks at the lists of all players for what is past its time, and locks nothing.
    const aged = (createdUpTo: number, limit: number) =>
      sql`SELECT player_uuid, position FROM notification WHERE created <= ${createdUpTo} ORDER BY created LIMIT ${limit}`

    // On Postgres, rows that an append is deleting are left to it: a statement that never waits cannot deadlock.
    const skipLocked = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE SKIP LOCKED", orElse: () => "" }))
    const drop = (player: UuidParameter, positions: ReadonlyArray<number>) =>
      sql`DELETE FROM notification WHERE player_uuid = ${player} AND position IN (
        SELECT position FROM notification WHERE player_uuid = ${player} AND position IN ${sql.in(positions)}
        ${skipLocked}) RETURNING position`

    const prune = sweep(transaction, {
      find: aged,
      owner: (row) => uuid(row.player_uuid),
      drop: (player, rows) =>
        drop(
          id(player),
          rows.map((row) => integer(row.position)),
        ),
    })

    return NotificationStore.of({
      claim,
      add: Effect.fnUntraced(function* (player, place, wire, retention) {
        yield* insert(player, place, wire)
        // A list with room keeps what is past its time until it is pruned: nobody reads it.
        if (place.position > retention.countMax) yield* trim(player, place, retention)
      }, orUnavailable),
      prune,
      ...(yield* makeReads),
    })
  }),
)
