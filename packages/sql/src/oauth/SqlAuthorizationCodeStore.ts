/** Authorization codes in SQL. */
import { ClientUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { AuthorizationCodeStore } from "@garrison/core/oauth/AuthorizationCodeStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"

/** {@link AuthorizationCodeStore} on either database. */
export const layer = Layer.effect(
  AuthorizationCodeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const find = (hash: Uint8Array, clientUuid: ClientUuid, now: number) =>
      sql`SELECT client_uuid, platform, portal_user_id, created_at, expires_at FROM authorization_code
        WHERE code_hash = ${hash} AND client_uuid = ${clientUuid} AND expires_at > ${now}`.pipe(
        Effect.map(([row]) =>
          row === undefined
            ? undefined
            : {
                clientUuid: ClientUuid.make(text(row.client_uuid)),
                platform: text(row.platform) as Platform,
                portalUserId: text(row.portal_user_id),
                createdAt: integer(row.created_at),
                expiresAt: integer(row.expires_at),
              },
        ),
        orUnavailable,
      )

    return AuthorizationCodeStore.of({ find })
  }),
)
