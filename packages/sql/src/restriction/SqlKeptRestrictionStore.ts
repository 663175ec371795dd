/** Restrictions that portal users took along, in SQL. */
import { type KeptRestriction, KeptRestrictionStore } from "@garrison/core/restriction/KeptRestrictionStore"
import type { RestrictionType } from "@garrison/core/restriction/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"

const keptOf = (row: Row): KeptRestriction => ({
  restrictionId: uuid(row.restriction_id),
  type: text(row.type) as RestrictionType,
  reason: textOrUndefined(row.reason),
  note: textOrUndefined(row.note),
  issuer: text(row.issuer),
  createdAt: integer(row.created_at),
  expiresAt: integerOrUndefined(row.expires_at),
})

/** {@link KeptRestrictionStore} on either database. */
export const layer = Layer.effect(
  KeptRestrictionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)

    const add = (portalUser: Uint8Array, kept: KeptRestriction) =>
      sql`INSERT INTO kept_restriction
          (portal_user, restriction_id, type, reason, note, issuer, created_at, expires_at)
        VALUES (${portalUser}, ${id(kept.restrictionId)}, ${kept.type}, ${kept.reason ?? null}, ${kept.note ?? null},
          ${kept.issuer}, ${kept.createdAt}, ${kept.expiresAt ?? null})
        ON CONFLICT (portal_user, restriction_id) DO NOTHING`.pipe(Effect.asVoid, orUnavailable)

    const inForce = (portalUser: Uint8Array, now: number) =>
      sql`SELECT restriction_id, type, reason, note, issuer, created_at, expires_at FROM kept_restriction
        WHERE portal_user = ${portalUser} AND (expires_at IS NULL OR expires_at > ${now})
        ORDER BY restriction_id DESC`.pipe(
        Effect.map((rows) => rows.map(keptOf)),
        orUnavailable,
      )

    const drop = (portalUser: Uint8Array) =>
      sql`DELETE FROM kept_restriction WHERE portal_user = ${portalUser}`.pipe(Effect.asVoid, orUnavailable)

    return KeptRestrictionStore.of({ add, inForce, drop })
  }),
)
