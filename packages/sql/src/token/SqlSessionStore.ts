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
  SessionStore,
} from "@garrison/core/token/SessionStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bytes, bytesOrUndefined, integer, integerOrUndefined, type Row, text } from "../columns.ts"
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
  },
  personDeleted: integerOrUndefined(row.deleted_at) !== undefined,
})

type Sql = SqlClient.SqlClient

const insertToken = (sql: Sql, sessionId: SessionId, token: NewRefreshToken) =>
  sql`INSERT INTO refresh_token (token_hash, session_id, expires_at)
        VALUES (${token.hash}, ${sessionId}, ${token.expiresAt})`

/** Refresh tokens and what becomes of them. */
const refreshTokens = (sql: Sql) => {
  const findRefreshToken = (hash: Uint8Array) =>
    sql`SELECT t.token_hash, t.expires_at AS token_expires_at, t.rotated_at, t.successor_seed, s.session_id,
          s.client_uuid, s.person_id, s.player_uuid, s.platform, s.portal_user_id, s.expires_at AS session_expires_at,
          s.revoked_at, p.deleted_at
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
              AND s.client_uuid = ${rotation.clientUuid} AND s.revoked_at IS NULL AND s.expires_at > ${rotation.at})
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

/** Sessions from their opening to their end. */
const sessions = (sql: Sql) => {
  const insertSession = ({ sessionId, clientUuid, owner, createdAt, expiresAt }: NewSession) =>
    owner === undefined
      ? sql`INSERT INTO login_session (session_id, client_uuid, created_at, expires_at)
            VALUES (${sessionId}, ${clientUuid}, ${createdAt}, ${expiresAt}) RETURNING session_id`
      : sql`INSERT INTO login_session
              (session_id, client_uuid, person_id, player_uuid, platform, portal_user_id, created_at, expires_at)
            SELECT ${sessionId}, ${clientUuid}, ${owner.personId}, ${owner.playerUuid}, ${owner.platform},
              ${owner.portalUserId}, CAST(${createdAt} AS BIGINT), CAST(${expiresAt} AS BIGINT)
            WHERE NOT EXISTS (
              SELECT 1 FROM restriction WHERE person_id = ${owner.personId} AND type IN ${sql.in(REFUSING_TYPES)}
                AND lifted_at IS NULL AND (expires_at IS NULL OR expires_at > ${createdAt}))
            RETURNING session_id`

  const open = Effect.fnUntraced(function* (session: NewSession, refreshToken: NewRefreshToken | undefined) {
    const stored = yield* insertSession(session)
    if (stored.length === 0) return "restricted"
    if (refreshToken !== undefined) yield* insertToken(sql, session.sessionId, refreshToken)
    return "opened"
  }, orUnavailable)

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

  const isRevoked = (sessionId: string, tokenId: string) =>
    sql`SELECT 1 AS revoked FROM login_session WHERE session_id = ${sessionId} AND revoked_at IS NOT NULL
        UNION ALL SELECT 1 AS revoked FROM revoked_token WHERE token_id = ${tokenId}`.pipe(
      Effect.map((rows) => rows.length > 0),
      orUnavailable,
    )

  const prune = Effect.fnUntraced(function* (before: number, limit: number) {
    const sessions = yield* sql`DELETE FROM login_session WHERE session_id IN (
        SELECT session_id FROM login_session WHERE expires_at < ${before} LIMIT ${limit}) RETURNING session_id`
    const tokens = yield* sql`DELETE FROM revoked_token WHERE token_id IN (
        SELECT token_id FROM revoked_token WHERE expires_at < ${before} LIMIT ${limit}) RETURNING token_id`
    return sessions.length + tokens.length
  }, orUnavailable)

  return { open, revoke, revokeToken, isRevoked, prune }
}

/** {@link SessionStore} on either database. */
export const layer = Layer.effect(
  SessionStore,
  Effect.map(SqlClient.SqlClient, (sql) => SessionStore.of({ ...refreshTokens(sql), ...sessions(sql) })),
)
