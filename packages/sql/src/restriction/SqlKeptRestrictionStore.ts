/** Restrictions that portal users took along, in SQL. */
import { type KeptRestriction, KeptRestrictionStore } from "@garrison/core/restriction/KeptRestrictionStore"
import type { PersonId } from "@garrison/core/kernel/Identifier"
import type { RestrictionType } from "@garrison/core/restriction/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
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
    const { writing } = yield* AccessSeals

    const insert = (person: PersonId, portalUser: Uint8Array, kept: KeptRestriction) =>
      sql`INSERT INTO kept_restriction
          (portal_user, person_id, restriction_id, type, reason, note, issuer, created_at, expires_at)
        VALUES (${portalUser}, ${id(person)}, ${id(kept.restrictionId)}, ${kept.type}, ${kept.reason ?? null},
          ${kept.note ?? null}, ${kept.issuer}, ${kept.createdAt}, ${kept.expiresAt ?? null})
        ON CONFLICT (portal_user, restriction_id) DO NOTHING`

    const add = Effect.fnUntraced(function* (
      person: PersonId,
      portalUsers: ReadonlyArray<Uint8Array>,
      restrictions: ReadonlyArray<KeptRestriction>,
    ) {
      const rows = portalUsers.flatMap((user) => restrictions.map((kept) => insert(person, user, kept)))
      yield* writing("person", person, Effect.all(rows, { discard: true }))
    }, orUnavailable)

    const inForce = (portalUser: ReadonlyArray<Uint8Array>, now: number) =>
      sql`SELECT restriction_id, type, reason, note, issuer, created_at, expires_at FROM kept_restriction
        WHERE ${sql.in("portal_user", portalUser)} AND (expires_at IS NULL OR expires_at > ${now})
        ORDER BY restriction_id DESC`.pipe(
        Effect.map((rows) => [...new Map(rows.map(keptOf).map((kept) => [kept.restrictionId, kept])).values()]),
        orUnavailable,
      )

    /** Each person that the portal user has left is sealed anew: another one, if what it kept of the first is over. */
    const drop = Effect.fnUntraced(function* (portalUser: ReadonlyArray<Uint8Array>) {
      const left = yield* sql`SELECT DISTINCT person_id FROM kept_restriction
        WHERE ${sql.in("portal_user", portalUser)} ORDER BY person_id`
      for (const { person_id: person } of left) {
        const rows = sql`DELETE FROM kept_restriction
          WHERE ${sql.in("portal_user", portalUser)} AND person_id = ${id(uuid(person))}`
        yield* writing("person", uuid(person), rows)
      }
    }, orUnavailable)

    return KeptRestrictionStore.of({ add, inForce, drop })
  }),
).pipe(Layer.provide(AccessSeals.layer))
