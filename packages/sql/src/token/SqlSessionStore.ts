/** Sessions, refresh tokens and revocations in SQL. */
import { ClientUuid, PersonId, PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { REFUSING_TYPES } from "@garrison/core/restriction/rules"
import {
  type NewRefreshToken,
  type NewSession,
  type RefreshTokenRecord,
  type RevocationReason,
  type Rotation,
  type SessionSelection,
  type SessionStanding,
  SessionStore,
} from "@garrison/core/token/SessionStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bytes, bytesOrUndefined, flag, integer, integerOrUndefined, type Row, text } from "../columns.ts"
import { preparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"

const refreshTokenOf = (row: Row): RefreshTokenRecord => ({
  hash: bytes(row.token_hash),
  expiresAt: integer(row.token_expires_at),
  rotatedAt: integerOrUndefined(row.rotated_at),
  successorSeed: bytesOrUndefined(row.successor_seed),
  session: {
    sessionId: SessionId.make(text(row.session_id)),
    clientUuid: ClientUuid.make(text(row.client_uuid)),
    owner: {
      personId: PersonId.make(text(row.person_id)),
      playerUuid: PlayerUuid.make(text(row.player_uuid)),
      platform: text(row.platform) as Platform,
      portalUserId: text(row.portal_user_id),
    },
    expiresAt: integer(row.session_expires_at),
    revokedAt: integerOrUndefined(row.revoked_at),
    clientEnded: flag(row.client_ended),
  },
  personDeleted: integerOrUndefined(row.deleted_at) !== undefined,
})

type Sql = SqlClient.SqlClient

/** Whether the client of the session `s` is as it was when it opened the session: there, allowed, not cut off since. */
const clientStays =
  "(s.client_generation IS NULL OR EXISTS (SELECT 1 FROM client c WHERE c.client_uuid = s.client_uuid " +
  "AND c.is_disabled = 0 AND c.generation = s.client_generation))"

const insertToken = (sql: Sql, sessionId: SessionId, token: NewRefreshToken) =>
  sql`INSERT INTO refresh_token (token_hash, session_id, expires_at)
        VALUES (${token.hash}, ${sessionId}, ${token.expiresAt})`

/** Refresh tokens and what becomes of them. */
const refreshTokens = (sql: Sql) => {
  const staysCurrent = sql.literal(clientStays)

  const findRefreshToken = (hash: Uint8Array) =>
    sql`SELECT t.token_hash, t.expires_at AS token_expires_at, t.rotated_at, t.successor_seed, s.session_id,
          s.client_uuid, s.person_id, s.player_uuid, s.platform, s.portal_user_id, s.expires_at AS session_expires_at,
          s.revoked_at, CASE WHEN ${staysCurrent} THEN 0 ELSE 1 END AS client_ended, p.deleted_at
        FROM refresh_token t
        JOIN login_session s ON s.session_id = t.session_id
        JOIN person p ON p.person_id = s.person_id
        WHERE t.token_hash = ${hash}`.pipe(
      Effect.map(([row]) => (row === undefined ? undefined : refreshTokenOf(row))),
      orUnavailable,
    )

  const rotate = Effect.fnUntraced(function* (rotation: Rotation) {
    const [row] = yield* sql`UPDATE refresh_token
        SET rotated_at = ${rotation.at}, successor_seed = ${rotation.successorSeed}
        WHERE token_hash = ${rotation.hash} AND rotated_at IS NULL AND expires_at > ${rotation.at}
          AND EXISTS (
            SELECT 1 FROM login_session s WHERE s.session_id = refresh_token.session_id
              AND s.client_uuid = ${rotation.clientUuid} AND s.revoked_at IS NULL AND s.expires_at > ${rotation.at}
              AND ${staysCurrent})
          AND (SELECT COUNT(*) FROM refresh_token t WHERE t.session_id = refresh_token.session_id)
            <= ${rotation.exchangesMax}
        RETURNING session_id`
    if (row === undefined) return false
    yield* insertToken(sql, SessionId.make(text(row.session_id)), rotation.successor)
    return true
  }, orUnavailable)

  const extend = (hash: Uint8Array, expiresAt: number) =>
    sql`UPDATE refresh_token SET expires_at = ${expiresAt}
        WHERE token_hash = ${hash} AND rotated_at IS NULL AND expires_at < ${expiresAt}
          AND EXISTS (SELECT 1 FROM login_session s WHERE s.session_id = refresh_token.session_id
            AND s.expires_at >= ${expiresAt})`.pipe(Effect.asVoid, orUnavailable)

  return { findRefreshToken, rotate, extend }
}

/** Opening sessions, and ending those that are too many then. */
const openings = (sql: Sql) => {
  // Answers with how many there are, the new one counted or not: the databases differ in what RETURNING sees.
  const insertSession = ({ sessionId, clientUuid, clientGeneration, owner, createdAt, expiresAt }: NewSession) =>
    owner === undefined
      ? sql`INSERT INTO login_session (session_id, client_uuid, client_generation, created_at, expires_at)
            VALUES (${sessionId}, ${clientUuid}, ${clientGeneration ?? null}, ${createdAt}, ${expiresAt})
            RETURNING (SELECT COUNT(*) FROM login_session s
              WHERE s.client_uuid = ${clientUuid} AND s.person_id IS NULL) AS total`
      : sql`INSERT INTO login_session (session_id, client_uuid, client_generation, person_id, player_uuid, platform,
              portal_user_id, created_at, expires_at)
            SELECT ${sessionId}, ${clientUuid}, CAST(${clientGeneration ?? null} AS BIGINT), ${owner.personId},
              ${owner.playerUuid}, ${owner.platform}, ${owner.portalUserId}, CAST(${createdAt} AS BIGINT),
              CAST(${expiresAt} AS BIGINT)
            WHERE NOT EXISTS (
              SELECT 1 FROM restriction WHERE person_id = ${owner.personId} AND type IN ${sql.in(REFUSING_TYPES)}
                AND lifted_at IS NULL AND (expires_at IS NULL OR expires_at > ${createdAt}))
            RETURNING (SELECT COUNT(*) FROM login_session s
              WHERE s.person_id = ${owner.personId} AND s.player_uuid = ${owner.playerUuid}) AS total`

  // Session ids rise with time. Those of a player do not end in the order in which they began, those of a machine do.
  const surplusOf = ({ clientUuid, owner, createdAt }: NewSession, sessionsMax: number) =>
    owner === undefined
      ? sql`client_uuid = ${clientUuid} AND person_id IS NULL AND session_id <= (
          SELECT session_id FROM login_session WHERE client_uuid = ${clientUuid} AND person_id IS NULL
          ORDER BY session_id DESC LIMIT 1 OFFSET ${sessionsMax})`
      : sql`person_id = ${owner.personId} AND player_uuid = ${owner.playerUuid}
          AND (revoked_at IS NOT NULL OR session_id <= (
            SELECT session_id FROM login_session WHERE person_id = ${owner.personId}
              AND player_uuid = ${owner.playerUuid} AND revoked_at IS NULL AND expires_at > ${createdAt}
            ORDER BY session_id DESC LIMIT 1 OFFSET ${sessionsMax}))`

  const open = Effect.fnUntraced(function* (
    session: NewSession,
    refreshToken: NewRefreshToken | undefined,
    sessionsMax: number,
  ) {
    const [stored] = yield* insertSession(session)
    if (stored === undefined) return "restricted"
    if (refreshToken !== undefined) yield* insertToken(sql, session.sessionId, refreshToken)
    if (integer(stored.total) < sessionsMax) return []
    const gone = yield* sql`DELETE FROM login_session WHERE ${surplusOf(session, sessionsMax)} RETURNING session_id`
    return gone.map((row) => SessionId.make(text(row.session_id)))
  }, orUnavailable)

  return { open }
}

/** What becomes of sessions. */
const sessions = (sql: Sql) => {
  const revoke = (selection: SessionSelection, reason: RevocationReason, at: number) => {
    const selected =
      "sessionId" in selection ? sql`session_id = ${selection.sessionId}` : sql`person_id = ${selection.personId}`
    return sql`UPDATE login_session SET revoked_at = ${at}, revoked_for = ${reason}
        WHERE ${selected} AND revoked_at IS NULL RETURNING session_id`.pipe(
      Effect.map((rows) => rows.map((row) => SessionId.make(text(row.session_id)))),
      orUnavailable,
    )
  }

  const revokeToken = (tokenId: string, expiresAt: number) =>
    sql`INSERT INTO revoked_token (token_id, expires_at) VALUES (${tokenId}, ${expiresAt})
        ON CONFLICT (token_id) DO NOTHING`.pipe(Effect.asVoid, orUnavailable)

  const standing = preparedRead(
    sql,
    `SELECT s.client_generation, CASE WHEN ${clientStays} THEN 1 ELSE 0 END AS is_current
      FROM login_session s
      WHERE s.session_id = ? AND s.revoked_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM revoked_token WHERE token_id = ?)
        AND (${clientStays} OR EXISTS (
          SELECT 1 FROM client c JOIN client_secret k ON k.client_uuid = c.client_uuid AND k.slot = 1
          WHERE c.client_uuid = s.client_uuid AND c.is_disabled = 0 AND c.generation = s.client_generation + 1
            AND k.expires > ?))`,
    ([row]): SessionStanding =>
      row === undefined
        ? "ended"
        : { is: flag(row.is_current) ? "current" : "former", generation: integerOrUndefined(row.client_generation) },
  )

  const prune = Effect.fnUntraced(function* (before: number, limit: number) {
    const sessions = yield* sql`DELETE FROM login_session WHERE session_id IN (
        SELECT session_id FROM login_session WHERE expires_at < ${before} LIMIT ${limit}) RETURNING session_id`
    const tokens = yield* sql`DELETE FROM revoked_token WHERE token_id IN (
        SELECT token_id FROM revoked_token WHERE expires_at < ${before} LIMIT ${limit}) RETURNING token_id`
    return sessions.length + tokens.length
  }, orUnavailable)

  return { revoke, revokeToken, standing, prune }
}

/** {@link SessionStore} on either database. */
export const layer = Layer.effect(
  SessionStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SessionStore.of({ ...refreshTokens(sql), ...openings(sql), ...sessions(sql) }),
  ),
)
