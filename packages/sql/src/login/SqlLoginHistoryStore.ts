/** Login history in SQL. */
import { ClientUuid, PersonId, PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { LoginHistoryStore, type LoginRecord } from "@garrison/core/login/LoginHistoryStore"
import type { GrantType } from "@garrison/core/login/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"

const loginOf = (row: Row): LoginRecord => ({
  loginId: text(row.login_id),
  at: integer(row.at),
  sessionId: SessionId.make(text(row.session_id)),
  grantType: text(row.grant_type) as GrantType,
  clientUuid: ClientUuid.make(text(row.client_uuid)),
  address: text(row.address),
  userAgent: text(row.user_agent),
  player: {
    personId: PersonId.make(text(row.person_id)),
    playerUuid: PlayerUuid.make(text(row.player_uuid)),
    platform: text(row.platform) as Platform,
  },
})

/** What sorts before every version 7 UUID made at `at` or later. */
const earliestId = (at: number): string => {
  const digits = Math.max(0, at).toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-`
}

/** {@link LoginHistoryStore} on either database. */
export const layer = Layer.effect(
  LoginHistoryStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const record = (login: LoginRecord) =>
      sql`INSERT INTO login_history (login_id, at, person_id, player_uuid, session_id, grant_type, platform,
          client_uuid, address, user_agent)
        VALUES (${login.loginId}, ${login.at}, ${login.player?.personId ?? null}, ${login.player?.playerUuid ?? null},
          ${login.sessionId}, ${login.grantType}, ${login.player?.platform ?? null}, ${login.clientUuid},
          ${login.address}, ${login.userAgent})`.pipe(Effect.asVoid, orUnavailable)

    const ofPerson = (personId: PersonId, limit: number) =>
      sql`SELECT login_id, at, person_id, player_uuid, session_id, grant_type, platform, client_uuid, address,
          user_agent
        FROM login_history WHERE person_id = ${personId} ORDER BY login_id DESC LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(loginOf)),
        orUnavailable,
      )

    // Ids begin with their time, so the key finds the oldest entries without a look at the rest.
    const prune = (before: number, limit: number) =>
      sql`DELETE FROM login_history WHERE login_id IN (
        SELECT login_id FROM login_history WHERE login_id < ${earliestId(before)} ORDER BY login_id LIMIT ${limit})
        RETURNING login_id`.pipe(
        Effect.map((rows) => rows.length),
        orUnavailable,
      )

    return LoginHistoryStore.of({ record, ofPerson, prune })
  }),
)
