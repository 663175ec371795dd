/** Restrictions in SQL. */
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import {
  type ListedRestriction,
  type NewRestriction,
  type RestrictionPage,
  RestrictionStore,
} from "@garrison/core/restriction/RestrictionStore"
import type { RestrictionRecord, RestrictionType } from "@garrison/core/restriction/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import { integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuid, uuids } from "../uuid.ts"

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

const listedOf = (row: Row): ListedRestriction => ({
  ...restrictionOf(row),
  playerUuid: PlayerUuid.make(uuid(row.player_uuid)),
  displayName: text(row.display_name),
})

/** Searching the restrictions of all persons, by the indexes that the table declares for it. */
const listing = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  const none = sql.literal("")
  const ofActive = (column: string) =>
    sql.literal(`(SELECT p.${column} FROM person_player AS p
      WHERE p.person_id = searched.person_id AND p.active = 1) AS ${column}`)

  return ({ after, limit, now, state, type, until }: RestrictionPage) => {
    const isInForce = state === "in_force"
    // Both begin between this moment and the next: what ends now has ended.
    const { endsAt, personId, restrictionId } = after ?? { endsAt: now + 1, restrictionId: NIL, personId: NIL }
    const [beyond, order] = isInForce ? [">", ""] : ["<", " DESC"]
    return sql`SELECT searched.restriction_id, searched.person_id, searched.type, searched.reason, searched.note,
        searched.issuer, searched.created_at, searched.expires_at, searched.lifted_at, searched.lifted_by,
        ${ofActive("player_uuid")}, ${ofActive("display_name")}
      FROM restriction AS searched
      WHERE (searched.ends_at, searched.restriction_id, searched.person_id) ${sql.literal(beyond)}
          (${endsAt}, ${id(restrictionId)}, ${id(personId)})
        ${type === undefined ? none : sql`AND searched.type = ${type}`}
        ${until === undefined ? none : sql`AND searched.ends_at <= ${until}`}
        AND EXISTS (SELECT 1 FROM person_player AS o WHERE o.person_id = searched.person_id AND o.active = 1)
      ORDER BY ${sql.literal(["ends_at", "restriction_id", "person_id"].map((name) => `searched.${name}${order}`).join(", "))}
      LIMIT ${limit}`.pipe(
      Effect.map((rows) => rows.map(listedOf)),
      orUnavailable,
    )
  }
}

/** {@link RestrictionStore} on either database. */
export const layer = Layer.effect(
  RestrictionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const { writing } = yield* AccessSeals
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

    return RestrictionStore.of({
      add: (wanted) => writing("person", wanted.personId, add(wanted)),
      lift: (personId, restrictionId, by, at) => writing("person", personId, lift(personId, restrictionId, by, at)),
      ofPerson,
      inForce,
      list: listing(sql),
    })
  }),
).pipe(Layer.provide(AccessSeals.layer))
