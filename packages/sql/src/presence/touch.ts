/** Heartbeats in SQL: the times of many rows in one statement. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Heartbeat, Touched } from "@garrison/core/presence/PresenceStore"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, text } from "../columns.ts"
import { givenRows } from "../givenRows.ts"
import { makePreparedByName } from "../preparedRead.ts"
import { takeLock } from "../sharedLock.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid } from "../uuid.ts"

/** The rows that heartbeats touch: see {@link PresenceStore}. */
const touchedRows = `person.person_id = given.person_id AND person.deleted_at IS NULL
    AND seen.person_id = given.person_id AND seen.player_uuid = given.player_uuid
    AND person_presence.person_id = given.person_id AND person_presence.player_uuid = given.player_uuid
    AND person_presence.revision = given.revision
    AND (person_presence.status NOT IN ('online', 'away') OR person_presence.platform = COALESCE(given.platform, seen.platform))`

/** The later of two times. */
const greatest = (sql: SqlClient.SqlClient): string =>
  sql.onDialectOrElse({ pg: () => "GREATEST", orElse: () => "max" })

/** SQLite answers with columns of the changed table alone, and with subqueries. */
const touchedColumns = (sql: SqlClient.SqlClient): string =>
  sql.onDialectOrElse({
    pg: () => "person_presence.player_uuid, person_presence.last_seen, seen.display_name",
    orElse: () => `player_uuid, last_seen, (SELECT p.display_name FROM person_player AS p
      WHERE p.person_id = person_presence.person_id AND p.player_uuid = person_presence.player_uuid) AS display_name`,
  })

/** The number of the lock that flushes of all processes take in turns. */
const FLUSH_LOCK = 5_077_322_118

/**
 * On Postgres two statements that change many rows may wait for each other's. Flushes take turns, so that they cannot;
 * and nothing else changes the presence of several persons but a merge, which is run again when it loses. Rows cannot
 * be locked in order, because an engine that spreads tables locks no rows of many keys.
 */
const takeTurn = (sql: SqlClient.SqlClient): Effect.Effect<void> =>
  sql.onDialectOrElse({
    pg: () => orUnavailable(takeLock(sql, FLUSH_LOCK)),
    orElse: () => Effect.void,
  })

/** Makes `PresenceStore.touch`. */
export const makeTouch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const prepared = yield* makePreparedByName
  const beats = givenRows(sql, ["person_id", "player_uuid", "revision", "seen_at", "platform"])
  const touchAll = prepared<"given", ReadonlyArray<Touched>>(
    `UPDATE person_presence SET last_seen = ${greatest(sql)}(person_presence.last_seen, given.seen_at)
        FROM ${beats.source.replace("?", ":given")}, person, person_player AS seen WHERE ${touchedRows}
        RETURNING ${touchedColumns(sql)}`,
    (rows) =>
      rows.map((row) => ({
        playerUuid: uuid(row.player_uuid) as PlayerUuid,
        displayName: text(row.display_name),
        lastSeen: integer(row.last_seen),
      })),
  )
  const inTurn = takeTurn(sql)
  return (heartbeats: ReadonlyArray<Heartbeat>) =>
    Effect.andThen(
      inTurn,
      touchAll({
        given: beats.json(
          heartbeats.map(({ at, personId, platform, playerUuid, revision }) => [
            personId,
            playerUuid,
            revision,
            at,
            platform ?? null,
          ]),
        ),
      }),
    )
})
