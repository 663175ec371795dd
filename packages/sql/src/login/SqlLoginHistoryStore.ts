/** Login history in SQL. */
import { ClientUuid, PersonId, PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { LoginHistoryStore, type LoginRecord } from "@garrison/core/login/storing/LoginHistoryStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { sweep } from "../sweep.ts"
import { uuid, uuids } from "../uuid.ts"

const machineLoginOf = (row: Row): LoginRecord => ({
  loginId: uuid(row.login_id),
  at: integer(row.at),
  sessionId: SessionId.make(uuid(row.session_id)),
  grantType: text(row.grant_type) as LoginRecord["grantType"],
  clientUuid: ClientUuid.make(uuid(row.client_uuid)),
  address: text(row.address),
  userAgent: text(row.user_agent),
  player: undefined,
})

const loginOf = (row: Row): LoginRecord => ({
  ...machineLoginOf(row),
  player: {
    personId: PersonId.make(uuid(row.person_id)),
    playerUuid: PlayerUuid.make(uuid(row.player_uuid)),
    platform: text(row.platform) as Platform,
  },
})

/** {@link LoginHistoryStore} on either database. */
export const layer = Layer.effect(
  LoginHistoryStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const { id } = uuids(sql)

    const insert = ({ loginId, at, player, sessionId, grantType, clientUuid, address, userAgent }: LoginRecord) =>
      player === undefined
        ? sql`INSERT INTO machine_login (client_uuid, login_id, at, session_id, grant_type, address, agent)
            VALUES (${id(clientUuid)}, ${id(loginId)}, ${at}, ${id(sessionId)}, ${grantType}, ${address}, ${userAgent})`
        : sql`INSERT INTO login_history (person_id, login_id, at, player_uuid, session_id, grant_type, platform,
              client_uuid, address, user_agent)
            VALUES (${id(player.personId)}, ${id(loginId)}, ${at}, ${id(player.playerUuid)}, ${id(sessionId)},
              ${grantType}, ${player.platform}, ${id(clientUuid)}, ${address}, ${userAgent})`

    const dropOldest = ({ clientUuid, player }: LoginRecord, entriesMax: number) =>
      player === undefined
        ? sql`DELETE FROM machine_login WHERE client_uuid = ${id(clientUuid)} AND login_id <= (
            SELECT login_id FROM machine_login WHERE client_uuid = ${id(clientUuid)}
            ORDER BY login_id DESC LIMIT 1 OFFSET ${entriesMax})`
        : sql`DELETE FROM login_history WHERE person_id = ${id(player.personId)} AND login_id <= (
            SELECT login_id FROM login_history WHERE person_id = ${id(player.personId)}
            ORDER BY login_id DESC LIMIT 1 OFFSET ${entriesMax})`

    const record = (login: LoginRecord, entriesMax: number) =>
      Effect.asVoid(Effect.andThen(insert(login), dropOldest(login, entriesMax))).pipe(orUnavailable)

    const olderThan = (before: string | undefined) =>
      before === undefined ? sql`` : sql` AND login_id < ${id(before)}`

    const ofPerson = (personId: PersonId, limit: number, before?: string) =>
      sql`SELECT login_id, at, person_id, player_uuid, session_id, grant_type, platform, client_uuid, address,
          user_agent
        FROM login_history WHERE person_id = ${id(personId)}${olderThan(before)} ORDER BY login_id DESC LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(loginOf)),
        orUnavailable,
      )

    const ofClient = (clientUuid: ClientUuid, limit: number) =>
      sql`SELECT login_id, at, session_id, grant_type, client_uuid, address, agent AS user_agent
        FROM machine_login WHERE client_uuid = ${id(clientUuid)} ORDER BY login_id DESC LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(machineLoginOf)),
        orUnavailable,
      )

    const ofPersons = sweep(transaction, {
      find: (before, limit) =>
        sql`SELECT person_id, login_id FROM login_history WHERE at < ${before} ORDER BY at LIMIT ${limit}`,
      owner: (row) => uuid(row.person_id),
      drop: (person, rows) =>
        sql`DELETE FROM login_history WHERE person_id = ${id(person)}
          AND login_id IN ${sql.in(rows.map((row) => id(uuid(row.login_id))))} RETURNING login_id`,
    })

    const ofMachines = sweep(transaction, {
      find: (before, limit) =>
        sql`SELECT client_uuid, login_id FROM machine_login WHERE at < ${before} ORDER BY at LIMIT ${limit}`,
      owner: (row) => uuid(row.client_uuid),
      drop: (client, rows) =>
        sql`DELETE FROM machine_login WHERE client_uuid = ${id(client)}
          AND login_id IN ${sql.in(rows.map((row) => id(uuid(row.login_id))))} RETURNING login_id`,
    })

    const prune = Effect.fnUntraced(function* (before: number, limit: number) {
      const gone = yield* ofPersons(before, limit)
      return gone + (yield* ofMachines(before, limit - gone))
    })

    return LoginHistoryStore.of({ record, ofPerson, ofClient, prune })
  }),
)
