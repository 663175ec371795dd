/** Presence in SQL. */
import { PersonId, type PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import {
  type PresenceChange,
  type PresenceCustomData,
  PresenceStore,
  type ReportedPresence,
  type StoredPresence,
} from "@garrison/core/presence/PresenceStore"
import type { PresenceStatus } from "@garrison/core/presence/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { flag, fromFlag, fromJson, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { givenRows } from "../givenRows.ts"
import { makeInsertAnsweringText } from "../insertAnswering.ts"
import { PersonLookup } from "../player/PersonLookup.ts"
import { makePreparedByName, makePreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, type UuidParameter, uuids } from "../uuid.ts"
import { makeTouch } from "./touch.ts"

const parsed = (column: unknown): unknown => {
  const json = textOrUndefined(column)
  return json === undefined ? undefined : JSON.parse(json)
}

const presenceOf = (row: Row, personId: PersonId, playerUuid: PlayerUuid): StoredPresence => {
  const status = textOrUndefined(row.status) as PresenceStatus | undefined
  return {
    playerUuid,
    personId,
    platform: text(row.platform) as Platform,
    displayName: text(row.display_name),
    report:
      status === undefined
        ? undefined
        : {
            status,
            message: parsed(row.message) as string | undefined,
            customData: parsed(row.custom_data) as PresenceCustomData | undefined,
            doNotDisturb: flag(row.undisturbed),
            lastSeen: integer(row.last_seen),
            revision: integer(row.revision),
          },
  }
}

/** The presence of a row that names the player. */
const namedPresenceOf = (row: Row): StoredPresence =>
  presenceOf(row, uuid(row.person_id) as PersonId, uuid(row.player_uuid) as PlayerUuid)

const insertedIn = ([row]: ReadonlyArray<Row>): StoredPresence | undefined =>
  row === undefined ? undefined : namedPresenceOf(row)

const orNotFound = (found: StoredPresence | undefined): StoredPresence | "not_found" => found ?? "not_found"

/** Whether others see a player of this status. */
const isInSight = (status: PresenceStatus): boolean => status === "online" || status === "away"
const asFlag = (value: boolean | undefined): number | null => (value === undefined ? null : fromFlag(value))

/** Columns of a report. */
const reported = "person_id, player_uuid, status, undisturbed, last_seen, platform, message, custom_data, revision"

/** What a report makes of each column of a row that is there. */
const changed = {
  status: "COALESCE(CAST(:status AS TEXT), person_presence.status)",
  undisturbed: "COALESCE(CAST(:doNotDisturb AS BIGINT), person_presence.undisturbed)",
  platform: `CASE WHEN COALESCE(CAST(:status AS TEXT), person_presence.status) IN ('online', 'away')
    THEN excluded.platform ELSE person_presence.platform END`,
  message: "CASE WHEN CAST(:setsMessage AS BIGINT) = 1 THEN excluded.message ELSE person_presence.message END",
  custom_data: `CASE WHEN CAST(:setsCustomData AS BIGINT) = 1
    THEN excluded.custom_data ELSE person_presence.custom_data END`,
} as const

const columnsChanged = Object.entries(changed)

/**
 * Stores a report of a player whose person was not deleted; a late one, unless the row has its time or a later one. The
 * revision counts what is changed, so that two processes which report for one player in turns do not take each other's
 * heartbeats for changes. The casts are for Postgres, which otherwise takes a bare parameter in a SELECT list for a
 * text.
 */
const insertReport = `INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform,
    message, custom_data, revision)
  SELECT seen.person_id, seen.player_uuid, COALESCE(CAST(:status AS TEXT), 'online'),
    COALESCE(CAST(:doNotDisturb AS BIGINT), 0), CAST(:now AS BIGINT),
    COALESCE(CAST(:firstPlatform AS TEXT), seen.platform), CAST(:message AS TEXT), CAST(:customData AS TEXT), 1
  FROM person JOIN person_player AS seen ON seen.person_id = person.person_id
  WHERE person.person_id = :person AND person.deleted_at IS NULL AND seen.player_uuid = :player
  ON CONFLICT (person_id, player_uuid) DO UPDATE SET
    ${columnsChanged.map(([column, value]) => `${column} = ${value},`).join("\n    ")}
    last_seen = excluded.last_seen,
    revision = person_presence.revision + CASE WHEN (
      ${columnsChanged.map(([column, value]) => `person_presence.${column} IS DISTINCT FROM ${value}`).join("\n      OR ")}
      ) THEN 1 ELSE 0 END
  WHERE (CAST(:isLate AS BIGINT) = 0 OR person_presence.last_seen < excluded.last_seen)`

const ownName = `(SELECT p.display_name FROM person_player AS p
  WHERE p.person_id = :person AND p.player_uuid = :player) AS display_name`

/** What is known of a player, with the last report if there is one. */
const seenColumns = `seen.display_name, COALESCE(reported.platform, seen.platform) AS platform,
    status, undisturbed, last_seen, message, custom_data, reported.revision`
const withReport = `LEFT JOIN person_presence AS reported
    ON reported.person_id = seen.person_id AND reported.player_uuid = seen.player_uuid`

/** The parameters of {@link insertReport}. */
const parametersOf = (
  person: UuidParameter,
  player: UuidParameter,
  change: PresenceChange,
  now: number,
  isLate: boolean,
) => ({
  person,
  player,
  now,
  isLate: fromFlag(isLate),
  status: change.status ?? null,
  doNotDisturb: asFlag(change.doNotDisturb),
  // A first report that others do not see must not move the player to another platform before their eyes.
  firstPlatform: isInSight(change.status ?? "online") ? (change.platform ?? null) : null,
  message: fromJson(change.message),
  setsMessage: fromFlag(change.message !== undefined),
  customData: fromJson(change.customData),
  setsCustomData: fromFlag(change.customData !== undefined),
})

/** Makes the reads of requests. */
const makeReads = Effect.fnUntraced(function* (persons: PersonLookup["Service"]) {
  // What the player's own requests have looked up does not make those of others quicker.
  const viewed = yield* PersonLookup.make
  const sql = yield* SqlClient.SqlClient
  const preparedRead = yield* makePreparedRead
  const { id } = uuids(sql)

  const read = preparedRead(
    `SELECT ${seenColumns} FROM person JOIN person_player AS seen ON seen.person_id = person.person_id
        ${withReport} WHERE person.person_id = ? AND person.deleted_at IS NULL AND seen.player_uuid = ?`,
    ([row]) => row,
  )
  const finding = (lookup: PersonLookup["Service"]) => (player: PlayerUuid) =>
    Effect.map(
      lookup.of(player, (person) =>
        Effect.map(read(id(person), id(player)), (row) => row && presenceOf(row, person, player)),
      ),
      orNotFound,
    )
  const find = finding(viewed)
  const findOwn = finding(persons)

  const readRevision = preparedRead(
    "SELECT revision FROM person_presence WHERE person_id = ? AND player_uuid = ?",
    ([row]) => integerOrUndefined(row?.revision),
  )
  const isUnchanged = ({ personId, playerUuid, report: known }: ReportedPresence) =>
    Effect.map(readRevision(id(personId), id(playerUuid)), (revision) => revision === known.revision)

  const given = givenRows(sql, ["person_id", "player_uuid"])
  const readMany = preparedRead(
    `SELECT given.at, ${seenColumns} FROM ${given.source} JOIN person ON person.person_id = given.person_id
        JOIN person_player AS seen ON seen.person_id = given.person_id AND seen.player_uuid = given.player_uuid
        ${withReport} WHERE person.deleted_at IS NULL`,
    (rows) => rows,
  )
  const findMany = (players: ReadonlyArray<PlayerUuid>) =>
    viewed.ofMany(players, (asked) =>
      Effect.map(readMany(given.json(asked.map(({ person, player }) => [person, player]))), (rows) =>
        rows.flatMap((row) => {
          const one = asked[integer(row.at)]
          return one === undefined ? [] : presenceOf(row, one.person, one.player as PlayerUuid)
        }),
      ),
    )

  return { find, findOwn, findMany, isUnchanged }
})

const countOnlineOver = (sql: SqlClient.SqlClient) => (from: number, to: number, rowsMax: number) =>
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

/** {@link PresenceStore} on either database. */
export const layer = Layer.effect(
  PresenceStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const persons = yield* PersonLookup
    const prepared = yield* makePreparedByName
    const { id } = uuids(sql)

    const insert = prepared<keyof ReturnType<typeof parametersOf>, StoredPresence | undefined>(
      makeInsertAnsweringText(sql)(insertReport, reported, ownName),
      insertedIn,
    )
    const reporting = (isLate: boolean) => (playerUuid: PlayerUuid, change: PresenceChange, now: number) =>
      Effect.map(
        persons.of(playerUuid, (person) => insert(parametersOf(id(person), id(playerUuid), change, now, isLate))),
        orNotFound,
      )
    const report = reporting(false)
    const reportLate = reporting(true)

    return PresenceStore.of({
      report,
      reportLate,
      touch: yield* makeTouch,
      ...(yield* makeReads(persons)),
      countOnline: countOnlineOver(sql),
    })
  }),
).pipe(Layer.provide(PersonLookup.layer))
