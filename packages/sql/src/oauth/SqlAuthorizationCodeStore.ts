/** Authorization codes in SQL. */
import { AGREEMENT_KINDS, type AgreementKind } from "@garrison/core/agreement/schema"
import { ClientUuid, PersonId, PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import {
  type AuthorizationCode,
  AuthorizationCodeStore,
  type IssuedSession,
  type NewAuthorizationCode,
  type Regeneration,
} from "@garrison/core/oauth/AuthorizationCodeStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bytes, bytesOrUndefined, integer, integerOrUndefined, type Row, text } from "../columns.ts"
import { makePreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { sweep } from "../sweep.ts"
import { uuid, uuids } from "../uuid.ts"

const kindsOf = (value: unknown): ReadonlyArray<AgreementKind> => {
  const names = text(value).split(",")
  return AGREEMENT_KINDS.filter((kind) => names.includes(kind))
}

const usedOf = (row: Row): IssuedSession | Regeneration | undefined => {
  if (integerOrUndefined(row.used_at) === undefined) return undefined
  const seed = bytesOrUndefined(row.seed)
  if (seed !== undefined) return { seed, missing: kindsOf(row.missing), accepted: kindsOf(row.accepted) }
  return {
    personId: PersonId.make(uuid(row.person_id)),
    playerUuid: PlayerUuid.make(uuid(row.player_uuid)),
    sessionId: SessionId.make(uuid(row.session_id)),
  }
}

const codeOf = (row: Row): AuthorizationCode => ({
  hash: bytes(row.code_hash),
  clientUuid: ClientUuid.make(uuid(row.client_uuid)),
  sealed: bytes(row.sealed),
  createdAt: integer(row.created_at),
  expiresAt: integer(row.expires_at),
  loginEndsAt: integer(row.login_ends_at),
  regenerations: integer(row.regenerations),
  used: usedOf(row),
})

/** {@link AuthorizationCodeStore} on either database. */
export const layer = Layer.effect(
  AuthorizationCodeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead
    const { id } = uuids(sql)

    const find = preparedRead(
      `SELECT code_hash, client_uuid, sealed, created_at, expires_at, login_ends_at, regenerations, used_at, person_id,
          player_uuid, session_id, seed, missing, accepted
        FROM authorization_code WHERE code_hash = ?`,
      ([row]) => (row === undefined ? undefined : codeOf(row)),
    )

    const issue = (code: NewAuthorizationCode) =>
      sql`INSERT INTO authorization_code
          (code_hash, client_uuid, sealed, created_at, expires_at, login_ends_at, regenerations)
        VALUES (${code.hash}, ${id(code.clientUuid)}, ${code.sealed}, ${code.createdAt}, ${code.expiresAt},
          ${code.loginEndsAt}, ${code.regenerations})`.pipe(Effect.asVoid, orUnavailable)

    // Of several uses of one code the first changes the row; the others wait for it, and then find nothing to change.
    const use = (hash: Uint8Array, used: IssuedSession | Regeneration, at: number) => {
      const change =
        "seed" in used
          ? sql`seed = ${used.seed}, missing = ${used.missing.join()}, accepted = ${used.accepted.join()}`
          : sql`person_id = ${id(used.personId)}, player_uuid = ${id(used.playerUuid)},
              session_id = ${id(used.sessionId)}`
      return sql`UPDATE authorization_code SET used_at = ${at}, ${change}
        WHERE code_hash = ${hash} AND used_at IS NULL AND expires_at > ${at} RETURNING code_hash`.pipe(
        Effect.map((rows) => rows.length > 0),
        orUnavailable,
      )
    }

    const prune = sweep(yield* Transaction, {
      find: (before, limit) =>
        sql`SELECT code_hash FROM authorization_code WHERE login_ends_at < ${before}
          ORDER BY login_ends_at LIMIT ${limit}`,
      owner: (row) => bytes(row.code_hash).join(),
      drop: (_, [row]) =>
        sql`DELETE FROM authorization_code WHERE code_hash = ${bytes(row?.code_hash)} RETURNING code_hash`,
    })

    return AuthorizationCodeStore.of({ find, issue, use, prune })
  }),
)
