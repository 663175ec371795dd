/** Restrictions in SQL. */
import { PersonId } from "@garrison/core/kernel/Identifier"
import { type NewRestriction, RestrictionStore } from "@garrison/core/restriction/RestrictionStore"
import type { RestrictionRecord, RestrictionType } from "@garrison/core/restriction/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"

const restrictionOf = (row: Row): RestrictionRecord => ({
  restrictionId: uuid(row.restriction_id),
  personId: PersonId.make(uuid(row.person_id)),
  type: text(row.type) as RestrictionType,
  reason: textOrUndefined(row.reason),
  note: textOrUndefined(row.note),
  issuer: text(row.issuer),
  createdAt: integer(row.created_at),
  expiresAt: integerOrUndefined(row.expires_at),
  liftedAt: integerOrUndefined(row.lifted_at),
  liftedBy: textOrUndefined(row.lifted_by),
})

/** {@link RestrictionStore} on either database. */
export const layer = Layer.effect(
  RestrictionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const columns = sql.literal(
      "restriction_id, person_id, type, reason, note, issuer, created_at, expires_at, lifted_at, lifted_by",
    )

    const add = (wanted: NewRestriction) =>
      sql`INSERT INTO restriction
          (restriction_id, person_id, type, reason, note, issuer, created_at, expires_at)
        VALUES (${id(wanted.restrictionId)}, ${id(wanted.personId)}, ${wanted.type}, ${wanted.reason ?? null},
          ${wanted.note ?? null}, ${wanted.issuer}, ${wanted.createdAt}, ${wanted.expiresAt ?? null})`.pipe(
        Effect.asVoid,
        orUnavailable,
      )

    const lift = (personId: PersonId, restrictionId: string, by: string, at: number) =>
      sql`UPDATE restriction SET lifted_at = ${at}, lifted_by = ${by}
        WHERE person_id = ${id(personId)} AND restriction_id = ${id(restrictionId)} AND lifted_at IS NULL RETURNING ${columns}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : restrictionOf(row))),
        orUnavailable,
      )

    const ofPerson = (personId: PersonId) =>
      sql`SELECT ${columns} FROM restriction WHERE person_id = ${id(personId)} ORDER BY restriction_id DESC`.pipe(
        Effect.map((rows) => rows.map(restrictionOf)),
        orUnavailable,
      )

    const inForce = (personId: PersonId, now: number) =>
      sql`SELECT ${columns} FROM restriction
        WHERE person_id = ${id(personId)} AND lifted_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
        ORDER BY restriction_id DESC`.pipe(
        Effect.map((rows) => rows.map(restrictionOf)),
        orUnavailable,
      )

    return RestrictionStore.of({ add, lift, ofPerson, inForce })
  }),
)
