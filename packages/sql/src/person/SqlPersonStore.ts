/** Revisions of persons, their players and the roles of these in SQL. */
import type { PersonId } from "@garrison/core/kernel/Identifier"
import { PersonStore } from "@garrison/core/person/PersonStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined } from "../columns.ts"
import { PersonLookup } from "../player/PersonLookup.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuids } from "../uuid.ts"

/** {@link PersonStore} on either database. */
export const layer = Layer.effect(
  PersonStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const persons = yield* PersonLookup
    const { id } = uuids(sql)
    return PersonStore.of({
      ofPlayer: (player) =>
        persons.of(player, (personId) =>
          sql`SELECT p.person_id FROM person_player AS p JOIN person ON person.person_id = p.person_id
            WHERE p.person_id = ${id(personId)} AND p.player_uuid = ${id(player)} AND person.deleted_at IS NULL`.pipe(
            Effect.map(([row]) => (row === undefined ? undefined : personId)),
            orUnavailable,
          ),
        ),
      roleIdsOf: (personId) =>
        sql`SELECT DISTINCT role_id FROM person_player WHERE person_id = ${id(personId)}`.pipe(
          Effect.map((rows) => rows.map((row) => integer(row.role_id))),
          orUnavailable,
        ),
      nextRevision: (personId: PersonId, ifRevision: number | undefined) =>
        sql`UPDATE person SET revision = revision + 1
          WHERE person_id = ${id(personId)}${ifRevision === undefined ? sql`` : sql` AND revision = ${ifRevision}`}
          RETURNING revision`.pipe(
          Effect.map(([row]) => integerOrUndefined(row?.revision)),
          orUnavailable,
        ),
      revision: (personId: PersonId) =>
        sql`SELECT revision FROM person WHERE person_id = ${id(personId)}`.pipe(
          Effect.map(([row]) => integerOrUndefined(row?.revision)),
          orUnavailable,
        ),
    })
  }),
).pipe(Layer.provide(PersonLookup.layer))
