/** Sessions, refresh tokens and revocations in SQL. */
import { ClientUuid, PersonId, PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { Platform } from "@garrison/core/kernel/Platform"
import { REFUSING_TYPES } from "@garrison/core/restriction/rules"
import {
  type NewRefreshToken,
  type NewSession,
  type RefreshTokenRecord,
  type RevocationReason,
  type RefreshTokenPlace,
  type SessionOf,
  type SessionOrigin,
  type SessionOwner,
  type SessionSelection,
  type SessionsOfPerson,
  SessionStore,
  type SessionView,
} from "@garrison/core/token/SessionStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import {
  bytes,
  bytesOrUndefined,
  environmentIn,
  flag,
  integer,
  integerOrUndefined,
  type Row,
  text,
} from "../columns.ts"
import { makeInsertAnswering } from "../insertAnswering.ts"
import { PersonLookup } from "../player/PersonLookup.ts"
import { makePreparedRead, type PreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import type { Rows } from "../StatementConnection.ts"
import { sweep } from "../sweep.ts"
import { uuid, type UuidParameter, uuids } from "../uuid.ts"
import { makeRolesOfOpen } from "./openSessions.ts"
import { clientStays, makeStanding } from "./standing.ts"

/** The refresh token in {@link sessionColumns}. */
export const refreshTokenOf = (row: Row): RefreshTokenRecord => ({
  hash: bytes(row.token_hash),
  expiresAt: integer(row.token_ends_at),
  rotatedAt: integerOrUndefined(row.rotated_at),
  successorSeed: bytesOrUndefined(row.successor_seed),
  session: {
    sessionId: SessionId.make(uuid(row.session_id)),
    clientUuid: ClientUuid.make(uuid(row.session_client_uuid)),
    owner: {
      personId: PersonId.make(uuid(row.session_person_id)),
      playerUuid: PlayerUuid.make(uuid(row.session_player_uuid)),
      platform: text(row.session_platform) as Platform,
      portalUserId: text(row.session_portal_user_id),
      ...environmentIn(row.session_environment),
    },
    expiresAt: integer(row.session_expires_at),
    revokedAt: integerOrUndefined(row.revoked_at),
    clientEnded: flag(row.client_ended),
  },
  personDeleted: integerOrUndefined(row.deleted_at) !== undefined,
})

type Sql = SqlClient.SqlClient

/** Columns of the session `s`, its person `i`, and the exchange `e` of the presented refresh token. */
export const sessionColumns = `COALESCE(e.token_hash, s.token_hash) AS token_hash, s.token_ends_at, e.rotated_at,
  e.successor_seed, s.session_id, s.client_uuid AS session_client_uuid, s.person_id AS session_person_id,
  s.player_uuid AS session_player_uuid, s.platform AS session_platform, s.portal_user_id AS session_portal_user_id,
  s.environment AS session_environment, s.expires_at AS session_expires_at, s.revoked_at, CASE WHEN ${clientStays} THEN 0 ELSE 1 END AS client_ended,
  i.deleted_at`

/** Refresh tokens. */
const refreshTokens = (sql: Sql, preparedRead: PreparedRead) => {
  const { id } = uuids(sql)

  const readRefreshToken = preparedRead(
    `SELECT ${sessionColumns}
      FROM login_session AS s JOIN person AS i ON i.person_id = s.person_id
      LEFT JOIN refresh_exchange AS e ON e.person_id = s.person_id AND e.session_id = s.session_id AND e.token_hash = ?
      WHERE s.person_id = ? AND s.session_id = ? AND (s.token_hash = ? OR e.token_hash IS NOT NULL)`,
    ([row]) => (row === undefined ? undefined : refreshTokenOf(row)),
  )

  const findRefreshToken = ({ personId, sessionId, hash }: RefreshTokenPlace) =>
    readRefreshToken(hash, id(personId), id(sessionId), hash)

  return { findRefreshToken }
}

/** Sessions that are deleted, and their refresh tokens. */
const deletions = (sql: Sql) => {
  const { id } = uuids(sql)

  /** Deletes the sessions of the person that are chosen, with their exchanged tokens, and answers with their ids. */
  const dropOfPerson = Effect.fnUntraced(function* (person: UuidParameter, chosen: Statement.Fragment) {
    const gone = yield* sql`DELETE FROM login_session WHERE person_id = ${person} AND ${chosen}
        RETURNING session_id, exchanges`
    const exchanged = gone.filter((row) => integer(row.exchanges) > 0).map((row) => id(uuid(row.session_id)))
    if (exchanged.length > 0) {
      yield* sql`DELETE FROM refresh_exchange WHERE person_id = ${person} AND session_id IN ${sql.in(exchanged)}`
    }
    return gone
  })

  return { dropOfPerson }
}

const idsIn = (rows: Rows) => rows.map((row) => SessionId.make(uuid(row.session_id)))

/** Opening sessions, and ending surplus ones. */
const openings = (sql: Sql, persons: PersonLookup["Service"]) => {
  const { id, type } = uuids(sql)
  const insertAnswering = makeInsertAnswering(sql)
  const { dropOfPerson } = deletions(sql)

  const insertOfMachine = ({ sessionId, clientUuid, clientGeneration, createdAt, expiresAt }: NewSession) =>
    insertAnswering(
      sql`INSERT INTO machine_session (client_uuid, session_id, client_generation, created_at, expires_at)
        VALUES (${id(clientUuid)}, ${id(sessionId)}, ${clientGeneration ?? null}, ${createdAt}, ${expiresAt})`,
      "session_id",
      sql`(SELECT COUNT(*) FROM machine_session AS s
        WHERE s.client_uuid = ${id(clientUuid)} AND s.session_id <> ${id(sessionId)}) AS others`,
    )

  const insertOfPlayer = (session: NewSession, owner: SessionOwner, token: NewRefreshToken | undefined) =>
    insertAnswering(
      sql`INSERT INTO login_session (person_id, session_id, client_uuid, client_generation, player_uuid, platform,
          portal_user_id, environment, token_hash, token_ends_at, created_at, expires_at, is_issued)
        SELECT o.person_id, CAST(${id(session.sessionId)} AS ${type}),
          CAST(${id(session.clientUuid)} AS ${type}), CAST(${session.clientGeneration ?? null} AS BIGINT),
          CAST(${id(owner.playerUuid)} AS ${type}), ${owner.platform}, ${owner.portalUserId}, ${owner.environment ?? ""},
          ${token?.hash ?? null},
          CAST(${token?.expiresAt ?? null} AS BIGINT), CAST(${session.createdAt} AS BIGINT), CAST(${session.expiresAt} AS BIGINT),
          CAST(${session.isIssued === true ? 1 : 0} AS BIGINT)
        FROM person AS o WHERE o.person_id = ${id(owner.personId)} AND NOT EXISTS (
          SELECT 1 FROM restriction AS r WHERE r.person_id = ${id(owner.personId)} AND r.type IN ${sql.in(REFUSING_TYPES)}
            AND r.lifted_at IS NULL AND (r.expires_at IS NULL OR r.expires_at > ${session.createdAt}))`,
      "session_id",
      sql`(SELECT COUNT(*) FROM login_session AS s WHERE s.person_id = ${id(owner.personId)}
          AND s.player_uuid = ${id(owner.playerUuid)} AND s.session_id <> ${id(session.sessionId)}) AS others`,
    )

  // Session ids rise with time. Those of a machine end in the order in which they began.
  const openOfMachine = Effect.fnUntraced(function* (session: NewSession, sessionsMax: number) {
    const [stored] = yield* insertOfMachine(session)
    if (integer(stored?.others) < sessionsMax) return []
    const client = id(session.clientUuid)
    const gone = yield* sql`DELETE FROM machine_session WHERE client_uuid = ${client} AND session_id <= (
        SELECT session_id FROM machine_session WHERE client_uuid = ${client}
        ORDER BY session_id DESC LIMIT 1 OFFSET ${sessionsMax}) RETURNING session_id`
    return idsIn(gone)
  })

  // Those of a player do not.
  const surplusOf = (owner: SessionOwner, createdAt: number, sessionsMax: number) =>
    sql`player_uuid = ${id(owner.playerUuid)} AND (revoked_at IS NOT NULL OR session_id <= (
          SELECT session_id FROM login_session WHERE person_id = ${id(owner.personId)}
            AND player_uuid = ${id(owner.playerUuid)} AND revoked_at IS NULL AND expires_at > ${createdAt}
          ORDER BY session_id DESC LIMIT 1 OFFSET ${sessionsMax}))`

  const openOfPlayer = Effect.fnUntraced(function* (
    session: NewSession,
    owner: SessionOwner,
    token: NewRefreshToken | undefined,
    sessionsMax: number,
  ) {
    const [stored] = yield* insertOfPlayer(session, owner, token)
    if (stored === undefined) return "restricted" as const
    persons.remember(owner.playerUuid, owner.personId)
    if (integer(stored.others) < sessionsMax) return []
    return idsIn(yield* dropOfPerson(id(owner.personId), surplusOf(owner, session.createdAt, sessionsMax)))
  })

  const open = (session: NewSession, token: NewRefreshToken | undefined, sessionsMax: number) =>
    orUnavailable(
      session.owner === undefined
        ? openOfMachine(session, sessionsMax)
        : openOfPlayer(session, session.owner, token, sessionsMax),
    )

  return { open }
}

/** Ending sessions and single access tokens. */
const endings = (sql: Sql, persons: PersonLookup["Service"]) => {
  const { id } = uuids(sql)

  const ofMachine = ({ subject, sessionId }: SessionOf, reason: RevocationReason, at: number) =>
    sql`UPDATE machine_session SET revoked_at = ${at}, revoked_for = ${reason}
        WHERE client_uuid = ${id(subject)} AND session_id = ${id(sessionId)} AND revoked_at IS NULL
        RETURNING session_id`

  const ofPlayer = ({ subject, sessionId }: SessionOf, reason: RevocationReason, at: number) =>
    persons.of(subject, (person) =>
      Effect.map(
        sql`UPDATE login_session SET revoked_at = ${at}, revoked_for = ${reason}
          WHERE person_id = ${id(person)} AND session_id = ${id(sessionId)} AND revoked_at IS NULL RETURNING session_id`,
        (rows) => (rows.length === 0 ? undefined : rows),
      ),
    )

  const ofPerson = ({ personId, portalUser }: SessionsOfPerson, reason: RevocationReason, at: number) => {
    const openedBy =
      portalUser === undefined
        ? sql``
        : sql` AND platform = ${portalUser.platform} AND portal_user_id = ${portalUser.portalUserId}
            AND environment = ${portalUser.environment ?? ""}`
    return sql`UPDATE login_session SET revoked_at = ${at}, revoked_for = ${reason}
        WHERE person_id = ${id(personId)}${openedBy} AND revoked_at IS NULL RETURNING session_id`
  }

  const ended = (selection: SessionSelection, reason: RevocationReason, at: number) => {
    if ("personId" in selection) return ofPerson(selection, reason, at)
    return selection.kind === "machine" ? ofMachine(selection, reason, at) : ofPlayer(selection, reason, at)
  }

  const revoke = (selection: SessionSelection, reason: RevocationReason, at: number) =>
    Effect.map(orUnavailable(ended(selection, reason, at)), (rows = []) => idsIn(rows))

  const revokeToken = (tokenId: string, expiresAt: number) =>
    sql`INSERT INTO revoked_token (token_id, expires_at) VALUES (${id(tokenId)}, ${expiresAt})
        ON CONFLICT (token_id) DO NOTHING`.pipe(Effect.asVoid, orUnavailable)

  return { revoke, revokeToken }
}

const viewOf = (row: Row): SessionView => {
  const endedAt = integerOrUndefined(row.revoked_at)
  return {
    sessionId: SessionId.make(uuid(row.session_id)),
    playerUuid: PlayerUuid.make(uuid(row.player_uuid)),
    platform: text(row.platform) as Platform,
    clientUuid: ClientUuid.make(uuid(row.client_uuid)),
    createdAt: integer(row.created_at),
    expiresAt: integer(row.ends_at),
    isRefreshable: flag(row.is_refreshable),
    clientEnded: flag(row.client_ended),
    ended: endedAt === undefined ? undefined : { at: endedAt, reason: text(row.revoked_for) as RevocationReason },
  }
}

const originOf = (row: Row): SessionOrigin => ({
  openedAt: integer(row.created_at),
  isLogin: !flag(row.is_issued),
  portalUser: {
    platform: text(row.platform) as Platform,
    portalUserId: text(row.portal_user_id),
    ...environmentIn(row.environment),
  },
})

/** Sessions as operators see them, and how they began. */
const views = (sql: Sql) => {
  const { id } = uuids(sql)
  const staysCurrent = sql.literal(clientStays)

  const ofPerson = (personId: PersonId) =>
    sql`SELECT s.session_id, s.player_uuid, s.platform, s.client_uuid, s.created_at, s.revoked_at, s.revoked_for,
          COALESCE(s.token_ends_at, s.expires_at) AS ends_at,
          CASE WHEN s.token_hash IS NULL THEN 0 ELSE 1 END AS is_refreshable,
          CASE WHEN ${staysCurrent} THEN 0 ELSE 1 END AS client_ended
        FROM login_session AS s WHERE s.person_id = ${id(personId)} ORDER BY s.session_id DESC`.pipe(
      Effect.map((rows) => rows.map(viewOf)),
      orUnavailable,
    )

  const origin = (personId: PersonId, sessionId: SessionId) =>
    sql`SELECT created_at, is_issued, platform, portal_user_id, environment FROM login_session
        WHERE person_id = ${id(personId)} AND session_id = ${id(sessionId)}`.pipe(
      Effect.map(([row]) => (row === undefined ? undefined : originOf(row))),
      orUnavailable,
    )

  return { ofPerson, origin }
}

/** Deleting what has ended. */
const pruning = (sql: Sql, transaction: Transaction["Service"]) => {
  const { id } = uuids(sql)
  const { dropOfPerson } = deletions(sql)
  const idsOf = (rows: Rows) => sql.in(rows.map((row) => id(uuid(row.session_id))))

  const ofPersons = sweep(transaction, {
    find: (before, limit) =>
      sql`SELECT person_id, session_id FROM login_session WHERE expires_at < ${before} LIMIT ${limit}`,
    owner: (row) => uuid(row.person_id),
    drop: (person, rows) => dropOfPerson(id(person), sql`session_id IN ${idsOf(rows)}`),
  })
  const ofMachines = sweep(transaction, {
    find: (before, limit) =>
      sql`SELECT client_uuid, session_id FROM machine_session WHERE expires_at < ${before} LIMIT ${limit}`,
    owner: (row) => uuid(row.client_uuid),
    drop: (client, rows) =>
      sql`DELETE FROM machine_session WHERE client_uuid = ${id(client)} AND session_id IN ${idsOf(rows)}
        RETURNING session_id`,
  })
  const tokens = sweep(transaction, {
    find: (before, limit) => sql`SELECT token_id FROM revoked_token WHERE expires_at < ${before} LIMIT ${limit}`,
    owner: (row) => uuid(row.token_id),
    drop: (tokenId) => sql`DELETE FROM revoked_token WHERE token_id = ${id(tokenId)} RETURNING token_id`,
  })

  const prune = Effect.fnUntraced(function* (before: number, limit: number) {
    const ended = yield* ofPersons(before, limit)
    return ended + (yield* ofMachines(before, limit - ended)) + (yield* tokens(before, limit))
  })

  return { prune }
}

/** {@link SessionStore} on either database. */
export const layer = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead
    const transaction = yield* Transaction
    const persons = yield* PersonLookup
    return SessionStore.of({
      ...refreshTokens(sql, preparedRead),
      ...openings(sql, persons),
      ...views(sql),
      ...endings(sql, persons),
      standing: yield* makeStanding,
      rolesOfOpen: yield* makeRolesOfOpen,
      ...pruning(sql, transaction),
    })
  }),
).pipe(Layer.provide(PersonLookup.layer))
