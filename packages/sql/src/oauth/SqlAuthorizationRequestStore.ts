/** Logins by redirect that wait for their portal, in SQL. */
import { Transaction } from "@garrison/core/kernel/Transaction"
import type { OauthPortalName } from "@garrison/core/login/portal/OauthGateway"
import { type AuthorizationRequest, AuthorizationRequestStore } from "@garrison/core/oauth/AuthorizationRequestStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bytes } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { sweep } from "../sweep.ts"

/** {@link AuthorizationRequestStore} on either database. */
export const layer = Layer.effect(
  AuthorizationRequestStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const save = ({ expiresAt, hash, portal, sealed }: AuthorizationRequest) =>
      sql`INSERT INTO authorization_request (state_hash, portal, sealed, expires_at)
        VALUES (${hash}, ${portal}, ${sealed}, ${expiresAt})`.pipe(Effect.asVoid, orUnavailable)

    const take = (hash: Uint8Array, portal: OauthPortalName, now: number) =>
      sql`DELETE FROM authorization_request
        WHERE state_hash = ${hash} AND portal = ${portal} AND expires_at > ${now} RETURNING sealed`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : bytes(row.sealed))),
        orUnavailable,
      )

    const prune = sweep(yield* Transaction, {
      find: (before, limit) =>
        sql`SELECT state_hash FROM authorization_request WHERE expires_at < ${before}
          ORDER BY expires_at LIMIT ${limit}`,
      owner: (row) => bytes(row.state_hash).join(),
      drop: (_, [row]) =>
        sql`DELETE FROM authorization_request WHERE state_hash = ${bytes(row?.state_hash)} RETURNING state_hash`,
    })

    return AuthorizationRequestStore.of({ save, take, prune })
  }),
)
