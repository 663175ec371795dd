/** The suite's Postgres for measurements: a commit waits for the disk. */
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Takes back the settings of the suite's Postgres at `url`, which may lose everything, and makes these databases. */
export const makeDurable = (url: string, databases: ReadonlyArray<string>): Promise<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
      yield* sql.unsafe(`ALTER SYSTEM SET ${setting} = on`)
    }
    yield* sql`SELECT pg_reload_conf()`
    for (const name of databases) yield* sql.unsafe(`CREATE DATABASE ${name}`)
  }).pipe(Effect.provide(storage(url)), Effect.orDie, Effect.runPromise)
