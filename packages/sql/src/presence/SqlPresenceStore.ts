/** Presence in SQL. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import {
  type PresenceChange,
  type PresenceCustomData,
  PresenceStore,
  type StoredPresence,
} from "@garrison/core/presence/PresenceStore"
import type { PresenceStatus } from "@garrison/core/presence/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { flag, fromFlag, fromJson, integer, type Row, text, textOrUndefined } from "../columns.ts"
import { givenRows } from "../givenRows.ts"
import { makeInsertAnsweringText } from "../insertAnswering.ts"
import { PersonLookup } from "../player/PersonLookup.ts"
import { makePreparedByName, makePreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, type UuidParameter, uuids } from "../uuid.ts"

const parsed = (column: unknown): unknown => {
  const json = textOrUndefined(column)
  return json === undefined ? undefined : JSON.parse(json)
}

const presenceOf = (row: Row): StoredPresence => {
  const status = textOrUndefined(row.status) as PresenceStatus | undefined
  return {
    playerUuid: uuid(row.player_uuid) as PlayerUuid,
    platform: text(row.platform) as Platform,
    displayName: text(row.display_name),
    report:
      status === undefined
        ? undefined
        : {
            status,
            message: parsed(row.message) as string | undefined,
            customData: parsed(row.custom_data) as PresenceCustomData | undefined,
            doNotDisturb: flag(row.do_not_disturb),
            lastSeen: integer(row.last_seen),
          },
  }
}

const foundIn = ([row]: ReadonlyArray<Row>): StoredPresence | undefined =>
  row === undefined ? undefined : presenceOf(row)

const orNotFound = (found: StoredPresence | undefined): StoredPresence | "not_found" => found ?? "not_found"

/** Whether others see a player of this status. */
const isInSight = (status: PresenceStatus): boolean => status === "online" || status === "away"
const asFlag = (value: boolean | undefined): number | null => (value === undefined ? null : fromFlag(value))

/** Columns of a report. */
const reported = "player_uuid, status, do_not_disturb, last_seen, platform, message, custom_data"

/**
 * Stores a report of a player whose person was not deleted. The casts are for Postgres, which otherwise takes a bare
 * parameter in a SELECT list for a text.
 */
const insertReport = `INSERT INTO person_presence (person_id, player_uuid, status, do_not_disturb, last_seen, platform,
    message, custom_data)
  SELECT seen.person_id, seen.player_uuid, COALESCE(CAST(:status AS TEXT), 'online'),
    COALESCE(CAST(:doNotDisturb AS BIGINT), 0), CAST(:now AS BIGINT),
    COALESCE(CAST(:firstPlatform AS TEXT), seen.platform), CAST(:message AS TEXT), CAST(:customData AS TEXT)
  FROM person JOIN person_player AS seen ON seen.person_id = person.person_id
  WHERE person.person_id = :person AND person.deleted_at IS NULL AND seen.player_uuid = :player
  ON CONFLICT (person_id, player_uuid) DO UPDATE SET
    status = COALESCE(CAST(:status AS TEXT), person_presence.status),
    do_not_disturb = COALESCE(CAST(:doNotDisturb AS BIGINT), person_presence.do_not_disturb),
    last_seen = excluded.last_seen,
    platform = CASE WHEN COALESCE(CAST(:status AS TEXT), person_presence.status) IN ('online', 'away')
      THEN excluded.platform ELSE person_presence.platform END,
    message = CASE WHEN CAST(:setsMessage AS BIGINT) = 1 THEN excluded.message ELSE person_presence.message END,
    custom_data = CASE WHEN CAST(:setsCustomData AS BIGINT) = 1
      THEN excluded.custom_data ELSE person_presence.custom_data END`

/** What is known of a player, with the last report if there is one. */
const seenColumns = `seen.player_uuid, seen.display_name, COALESCE(reported.platform, seen.platform) AS platform,
    status, do_not_disturb, last_seen, message, custom_data`
const withReport = `LEFT JOIN person_presence AS reported
    ON reported.person_id = seen.person_id AND reported.player_uuid = seen.player_uuid`

const ownName = `(SELECT p.display_name FROM person_player AS p
  WHERE p.person_id = :person AND p.player_uuid = :player) AS display_name`

/** The parameters of {@link insertReport}. */
const parametersOf = (person: UuidParameter, player: UuidParameter, change: PresenceChange, now: number) => ({
  person,
  player,
  now,
  status: change.status ?? null,
  doNotDisturb: asFlag(change.doNotDisturb),
  // A first report that others do not see must not move the player to another platform before their eyes.
  firstPlatform: isInSight(change.status ?? "online") ? (change.platform ?? null) : null,
  message: fromJson(change.message),
  setsMessage: fromFlag(change.message !== undefined),
  customData: fromJson(change.customData),
  setsCustomData: fromFlag(change.customData !== undefined),
})

/** {@link PresenceStore} on either database. */
export const layer = Layer.effect(
  PresenceStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead
    const persons = yield* PersonLookup
    const prepared = yield* makePreparedByName
    const { id } = uuids(sql)

    const insert = prepared<keyof ReturnType<typeof parametersOf>, StoredPresence | undefined>(
      makeInsertAnsweringText(sql)(insertReport, reported, ownName),
      foundIn,
    )
    const report = (playerUuid: PlayerUuid, change: PresenceChange, now: number) =>
      Effect.map(
        persons.of(playerUuid, (person) => insert(parametersOf(id(person), id(playerUuid), change, now))),
        orNotFound,
      )

    const read = preparedRead(
      `SELECT ${seenColumns} FROM person JOIN person_player AS seen ON seen.person_id = person.person_id
        ${withReport} WHERE person.person_id = ? AND person.deleted_at IS NULL AND seen.player_uuid = ?`,
      foundIn,
    )
    const find = (player: PlayerUuid) =>
      Effect.map(
        persons.of(player, (person) => read(id(person), id(player))),
        orNotFound,
      )

    const given = givenRows(sql, ["person_id", "player_uuid"])
    const readMany = preparedRead(
      `SELECT ${seenColumns} FROM ${given.source} JOIN person ON person.person_id = given.person_id
        JOIN person_player AS seen ON seen.person_id = given.person_id AND seen.player_uuid = given.player_uuid
        ${withReport} WHERE person.deleted_at IS NULL`,
      (rows) => rows.map(presenceOf),
    )
    const findMany = (players: ReadonlyArray<PlayerUuid>) =>
      persons.ofMany(players, (asked) => readMany(given.json(asked.map(({ person, player }) => [person, player]))))

    const countOnline = (from: number, to: number, rowsMax: number) =>
      sql`SELECT platform, status, COUNT(*) AS count FROM (
          SELECT last_seen, platform, status FROM person_presence
          WHERE last_seen >= ${from} AND last_seen <= ${to} AND status <> 'offline'
          ORDER BY last_seen DESC LIMIT ${rowsMax}) AS newest GROUP BY platform, status`.pipe(
        Effect.map((rows) =>
          rows.map((row) => ({
            platform: text(row["platform"]) as Platform,
            status: text(row["status"]) as PresenceStatus,
            count: integer(row["count"]),
          })),
        ),
        orUnavailable,
      )

    return PresenceStore.of({ report, find, findMany, countOnline })
  }),
).pipe(Layer.provide(PersonLookup.layer))
