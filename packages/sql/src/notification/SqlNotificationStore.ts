/** Notifications in SQL. */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import {
  type NotificationPlace,
  type NotificationRetention,
  type NotificationSpan,
  NotificationStore,
} from "@garrison/core/notification/NotificationStore"
import { ownBoundsOf } from "@garrison/core/notification/moment"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, text } from "../columns.ts"
import { inParts, makePreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { sweep } from "../sweep.ts"
import { uuid, type UuidParameter, uuids } from "../uuid.ts"

/** Reading lists. */
const makeReads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const preparedRead = yield* makePreparedRead
  const { id } = uuids(sql)

  const rowsIn = (order: "ASC" | "DESC") =>
    preparedRead(
      `SELECT position, wire FROM notification
        WHERE player_uuid = ? AND position <= ? AND position > ? AND created > ?
        ORDER BY position ${order} LIMIT ?`,
      (rows) =>
        rows.map((row) => ({ moment: { broadcast: 0, position: integer(row.position) }, wire: text(row.wire) })),
    )
  const [newest, oldest] = [rowsIn("DESC"), rowsIn("ASC")]
  const inSpan =
    (rows: typeof newest) =>
    (player: PlayerUuid, { after, createdAfter, limit, upTo }: NotificationSpan) => {
      const { positionAbove, positionMax } = ownBoundsOf(after, upTo)
      return rows(id(player), positionMax, positionAbove, createdAfter, limit)
    }

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

  return { read: inSpan(newest), readOldest: inSpan(oldest), heads }
})

/** {@link NotificationStore} on either database. */
export const layer = Layer.effect(
  NotificationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const { id } = uuids(sql)

    // The row of the list stays locked until the unit of work ends, so places become visible in their own order.
    const claim = (player: PlayerUuid, now: number) =>
      sql`INSERT INTO notification_list (player_uuid, last_position, last_created)
        SELECT player_uuid, 1, CAST(${now} AS BIGINT) FROM player WHERE player_uuid = ${id(player)}
        ON CONFLICT (player_uuid) DO UPDATE SET
          last_position = notification_list.last_position + 1,
          last_created = CASE WHEN excluded.last_created > notification_list.last_created
            THEN excluded.last_created ELSE notification_list.last_created END
        RETURNING last_position, last_created`.pipe(
        Effect.map(([row]) =>
          row === undefined
            ? ("not_found" as const)
            : { position: integer(row.last_position), created: integer(row.last_created) },
        ),
        orUnavailable,
      )

    const insert = (player: PlayerUuid, place: NotificationPlace, wire: string) =>
      sql`INSERT INTO notification (player_uuid, position, created, wire)
        VALUES (${id(player)}, ${place.position}, ${place.created}, ${wire})`

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
      add: (player, place, wire, retention) =>
        insert(player, place, wire).pipe(Effect.andThen(trim(player, place, retention)), Effect.asVoid, orUnavailable),
      prune,
      ...(yield* makeReads),
    })
  }),
)
