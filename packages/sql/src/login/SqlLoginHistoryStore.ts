/** Login history in SQL. */
import { ClientUuid, PersonId, PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { LoginHistoryStore, type LoginRecord } from "@garrison/core/login/LoginHistoryStore"
import type { GrantType } from "@garrison/core/kernel/GrantType"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { earliestId, integer, type Row, text } from "../columns.ts"
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

/** {@link LoginHistoryStore} on either database. */
export const layer = Layer.effect(
  LoginHistoryStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const ownedBy = ({ clientUuid, player }: LoginRecord) =>
      player === undefined
        ? sql`client_uuid = ${clientUuid} AND person_id IS NULL`
        : sql`person_id = ${player.personId}`

    const record = Effect.fnUntraced(function* (login: LoginRecord, entriesMax: number) {
      // How many there are, the new one counted or not: the databases differ in what RETURNING sees.
      const [stored] = yield* sql`INSERT INTO login_history (login_id, at, person_id, player_uuid, session_id,
          grant_type, platform, client_uuid, address, user_agent)
        VALUES (${login.loginId}, ${login.at}, ${login.player?.personId ?? null}, ${login.player?.playerUuid ?? null},
          ${login.sessionId}, ${login.grantType}, ${login.player?.platform ?? null}, ${login.clientUuid},
          ${login.address}, ${login.userAgent})
        RETURNING (SELECT COUNT(*) FROM login_history h WHERE ${ownedBy(login)}) AS total`
      if (integer(stored?.total) < entriesMax) return
      yield* sql`DELETE FROM login_history WHERE ${ownedBy(login)} AND login_id <= (
        SELECT login_id FROM login_history WHERE ${ownedBy(login)} ORDER BY login_id DESC LIMIT 1 OFFSET ${entriesMax})`
    }, orUnavailable)

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
