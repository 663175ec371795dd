/** A Citus coordinator: whether the address is one, and the empty schema, spread over it by the declared keys. */
import { LEDGER_TABLE } from "@garrison/sql/Migration"
import { migrate } from "@garrison/sql/Migrations"
import { migrations } from "@garrison/sql/migrations/all"
import { sequences, tables } from "@garrison/sql/schema/tables"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The database at the address is not one that the schema can be spread over. `message` says why, and what to do. */
export class NotSpreadable extends Data.TaggedError("NotSpreadable")<{ readonly message: string }> {}

const refuse = (message: string) => new NotSpreadable({ message })

const nameOf = (row: { readonly name?: unknown }): string => String(row.name)

/** The version of Citus at the address, and how many machines hold rows. Fails where there is no coordinator. */
export const findEngine = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [extension] = yield* sql`SELECT extversion AS name FROM pg_extension WHERE extname = 'citus'`
  if (extension === undefined) {
    return yield* refuse(
      "the database has no extension citus. Run CREATE EXTENSION citus in it, and in the database of the same name on " +
        "each worker, then citus_set_coordinator_host and citus_add_node on the coordinator",
    )
  }
  const [here] = yield* sql`SELECT groupid AS name FROM pg_dist_local_group`
  if (nameOf(here ?? {}) !== "0") return yield* refuse("this is a worker: give the address of the coordinator")
  const workers = yield* sql`SELECT nodename AS name FROM pg_dist_node WHERE isactive AND shouldhaveshards`
  if (workers.length === 0) {
    return yield* refuse("the coordinator knows no worker: add each with SELECT citus_add_node('HOST', PORT)")
  }
  return { version: nameOf(extension), workers: workers.length }
})

/** Fails unless the schema is empty. Where it may be emptied, tables of Garrison are deleted first, on all machines. */
export const requireEmpty = Effect.fnUntraced(function* (mayDelete: boolean) {
  const sql = yield* SqlClient.SqlClient
  const found = (yield* sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`).map(nameOf)
  if (found.length === 0) return
  if (!found.includes(LEDGER_TABLE)) {
    return yield* refuse(`the database has tables of another program: ${found.toSorted().slice(0, 5).join(", ")}`)
  }
  if (!mayDelete) {
    return yield* refuse(
      `the database has ${found.length} tables of Garrison. With --delete they are deleted with all their rows`,
    )
  }
  for (const name of found) yield* sql`DROP TABLE IF EXISTS ${sql(name)} CASCADE`
  for (const name of sequences) yield* sql`DROP SEQUENCE IF EXISTS ${sql(name)}`
})

/** Makes the schema, and spreads its tables by their keys, in the order in which they are declared. */
export const spreadTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* migrate(migrations)
  const firstOfKey = new Map<string, string>()
  for (const { key, name } of tables) {
    if (key === undefined) {
      yield* sql`SELECT create_reference_table(${name})`
      continue
    }
    const beside = firstOfKey.get(key) ?? "none"
    yield* sql`SELECT create_distributed_table(${name}, ${key}, colocate_with => ${beside})`
    if (beside === "none") firstOfKey.set(key, name)
  }
  return { small: tables.filter(({ key }) => key === undefined).length, keys: firstOfKey.size }
})
