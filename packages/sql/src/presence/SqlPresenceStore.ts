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
import { makePreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"

const parsed = (column: unknown): unknown => {
  const json = textOrUndefined(column)
  return json === undefined ? undefined : JSON.parse(json)
}

const presenceOf = (row: Row | undefined): StoredPresence | "not_found" => {
  if (row === undefined) return "not_found"
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

/** Whether others see a player of this status. */
const isInSight = (status: PresenceStatus): boolean => status === "online" || status === "away"
const asFlag = (value: boolean | undefined): number | null => (value === undefined ? null : fromFlag(value))

/**
 * What others see of the player `who`, by the person that it is of: its name and platform. Of a player whose person was
 * deleted they see nothing.
 */
const seenByOthers = `JOIN person ON person.person_id = who.person_id AND person.deleted_at IS NULL
  JOIN person_player AS seen ON seen.person_id = who.person_id AND seen.player_uuid = who.player_uuid`

/** {@link PresenceStore} on either database. */
export const layer = Layer.effect(
  PresenceStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead
    const { id } = uuids(sql)
    const seen = sql.literal(seenByOthers)

    // The casts are for Postgres, which otherwise takes a bare parameter in a SELECT list for a text.
    const report = (player: PlayerUuid, change: PresenceChange, now: number) => {
      const status = change.status ?? null
      // A first report that others do not see must not move the player to another platform before their eyes.
      const firstPlatform = isInSight(change.status ?? "online") ? (change.platform ?? null) : null
      const doNotDisturb = asFlag(change.doNotDisturb)
      const who = sql`(SELECT player_uuid, person_id FROM player WHERE player_uuid = ${id(player)}) AS who ${seen}`
      return sql`INSERT INTO presence (player_uuid, status, do_not_disturb, last_seen, platform, message, custom_data)
        SELECT who.player_uuid, COALESCE(CAST(${status} AS TEXT), 'online'), COALESCE(CAST(${doNotDisturb} AS BIGINT), 0),
          CAST(${now} AS BIGINT), COALESCE(CAST(${firstPlatform} AS TEXT), seen.platform),
          CAST(${fromJson(change.message)} AS TEXT), CAST(${fromJson(change.customData)} AS TEXT)
        FROM ${who} WHERE true
        ON CONFLICT (player_uuid) DO UPDATE SET
          status = COALESCE(CAST(${status} AS TEXT), presence.status),
          do_not_disturb = COALESCE(CAST(${doNotDisturb} AS BIGINT), presence.do_not_disturb),
          last_seen = excluded.last_seen,
          platform = CASE WHEN COALESCE(CAST(${status} AS TEXT), presence.status) IN ('online', 'away')
            THEN excluded.platform ELSE presence.platform END,
          message = CASE WHEN CAST(${fromFlag(change.message !== undefined)} AS BIGINT) = 1
            THEN excluded.message ELSE presence.message END,
          custom_data = CASE WHEN CAST(${fromFlag(change.customData !== undefined)} AS BIGINT) = 1
            THEN excluded.custom_data ELSE presence.custom_data END
        RETURNING player_uuid, status, do_not_disturb, last_seen, platform, message, custom_data,
          (SELECT seen.display_name FROM ${who}) AS display_name`.pipe(
        Effect.map(([row]) => presenceOf(row)),
        orUnavailable,
      )
    }

    const find = preparedRead(
      `SELECT who.player_uuid, seen.display_name, COALESCE(reported, seen.platform) AS platform,
          status, do_not_disturb, last_seen, message, custom_data
        FROM (SELECT player.player_uuid, person_id, presence.platform AS reported, status, do_not_disturb, last_seen,
            message, custom_data
          FROM player LEFT JOIN presence ON presence.player_uuid = player.player_uuid
          WHERE player.player_uuid = ?) AS who ${seenByOthers}`,
      ([row]) => presenceOf(row),
    )

    return PresenceStore.of({ report, find: (player) => find(id(player)) })
  }),
)
