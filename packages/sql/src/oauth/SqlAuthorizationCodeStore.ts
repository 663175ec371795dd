/** Authorization codes in SQL. */
import { ClientUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { type AuthorizationCode, AuthorizationCodeStore } from "@garrison/core/oauth/AuthorizationCodeStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row, text } from "../columns.ts"
import { makePreparedRead } from "../preparedRead.ts"
import { uuid, uuids } from "../uuid.ts"

const codeOf = (row: Row): AuthorizationCode => ({
  clientUuid: ClientUuid.make(uuid(row.client_uuid)),
  platform: text(row.platform) as Platform,
  portalUserId: text(row.portal_user_id),
  createdAt: integer(row.created_at),
  expiresAt: integer(row.expires_at),
})

/** {@link AuthorizationCodeStore} on either database. */
export const layer = Layer.effect(
  AuthorizationCodeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead

    const find = preparedRead(
      `SELECT client_uuid, platform, portal_user_id, created_at, expires_at FROM authorization_code
        WHERE code_hash = ? AND client_uuid = ? AND expires_at > ?`,
      ([row]) => (row === undefined ? undefined : codeOf(row)),
    )

    const { id } = uuids(sql)
    return AuthorizationCodeStore.of({ find: (hash, clientUuid, now) => find(hash, id(clientUuid), now) })
  }),
)
