/**
 * Notes that a player has had another role since the broadcasts that there are (decisions, section 9). The role itself
 * stands with the person, and is written in the same unit of work.
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { uuids } from "../uuid.ts"
import { sharingLog } from "./broadcastLock.ts"

/** Makes the write, for a unit of work. */
export const noteRole = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  const sharedLog = sharingLog(sql)
  return (player: PlayerUuid, roleId: number): Effect.Effect<void, SqlError> =>
    Effect.flatMap(sharedLog, (broadcasts) =>
      Effect.asVoid(sql`INSERT INTO player_role (player_uuid, since_position, role_id)
        SELECT p.player_uuid, CAST(${broadcasts} AS BIGINT), CAST(${roleId} AS BIGINT) FROM player AS p
        WHERE p.player_uuid = ${id(player)}
        ON CONFLICT (player_uuid, since_position) DO UPDATE SET role_id = excluded.role_id`),
    )
}
