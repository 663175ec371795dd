/**
 * Giving every stored device another `portal_user_id` (decisions, section 4). Persons are walked through by their ids,
 * which stay: a device that has its new id is never met again, and takes none of the others' places.
 */
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type Row, text } from "../columns.ts"
import { patiently } from "../deadline.ts"

/** Persons whose devices are looked at together, and devices that one statement renames. */
const PERSONS_AT_ONCE = 1000
const DEVICES_AT_ONCE = 250

/** Where the id of a device stands: its portal user, and the sessions that go on by refresh tokens. */
const tables = ["portal_user", "login_session"] as const

/** Renames all of them, in the caller's unit of work and however long it takes. */
export const renameDevices = (sql: SqlClient.SqlClient, toNew: (former: string) => Effect.Effect<string>) => {
  const renameIn = Effect.fnUntraced(function* (table: (typeof tables)[number], after: string, last: string) {
    const chosen = sql`platform = 'Anon' AND person_id > ${after} AND person_id <= ${last}`
    const rows: ReadonlyArray<Row> =
      yield* sql`SELECT DISTINCT person_id, portal_user_id FROM ${sql(table)} WHERE ${chosen}`
    const renamed = yield* Effect.forEach(rows, (row) => {
      const former = text(row.portal_user_id)
      return Effect.map(toNew(former), (latter) => sql`(${text(row.person_id)}, ${former}, ${latter})`)
    })
    for (let done = 0; done < renamed.length; done += DEVICES_AT_ONCE) {
      // By the person, of whom each table has an index: any other way looks at every device for each of them.
      yield* sql`WITH renamed (person_id, former, latter) AS (
          VALUES ${sql.csv(renamed.slice(done, done + DEVICES_AT_ONCE))})
        UPDATE ${sql(table)} SET portal_user_id = renamed.latter FROM renamed
        WHERE ${sql(table)}.person_id = renamed.person_id AND platform = 'Anon' AND portal_user_id = renamed.former`
    }
  })

  return patiently(
    sql,
    Effect.gen(function* () {
      for (let after = ""; ;) {
        const persons = yield* sql`SELECT person_id FROM person WHERE person_id > ${after} ORDER BY person_id
          LIMIT ${PERSONS_AT_ONCE}`
        const last = persons.at(-1)?.person_id
        if (last === undefined) return
        for (const table of tables) yield* renameIn(table, after, text(last))
        after = text(last)
      }
    }),
  )
}
