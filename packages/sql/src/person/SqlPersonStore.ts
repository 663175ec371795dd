/** Revisions of persons in SQL. */
import type { PersonId } from "@garrison/core/kernel/Identifier"
import { PersonStore } from "@garrison/core/person/PersonStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integerOrUndefined } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuids } from "../uuid.ts"

/** {@link PersonStore} on either database. */
export const layer = Layer.effect(
  PersonStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const { id } = uuids(sql)
    return PersonStore.of({
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
)
