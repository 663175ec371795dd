/** The suite's Postgres for measurements: a commit waits for the disk. */
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

const [LOOKS_MAX, LOOK_MILLIS] = [100, 20]
const SETTINGS = ["fsync", "synchronous_commit", "full_page_writes"]

/** Takes back the settings of the suite's Postgres at `url`, which may lose everything, and makes these databases. */
export const makeDurable = (url: string, databases: ReadonlyArray<string>): Promise<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const setting of SETTINGS) yield* sql.unsafe(`ALTER SYSTEM SET ${setting} = on`)
    yield* sql`SELECT pg_reload_conf()`
    const lax = sql`SELECT name FROM pg_settings WHERE ${sql.in("name", SETTINGS)} AND setting <> 'on'`
    // The server reads them a moment later. Where it never does, nothing that is measured would wait for the disk.
    for (let look = 0; (yield* lax).length > 0; look++) {
      if (look === LOOKS_MAX) return yield* Effect.die(new Error("Postgres does not wait for its disk"))
      yield* Effect.sleep(LOOK_MILLIS)
    }
    for (const name of databases) yield* sql.unsafe(`CREATE DATABASE ${name}`)
  }).pipe(Effect.provide(storage(url)), Effect.orDie, Effect.runPromise)
