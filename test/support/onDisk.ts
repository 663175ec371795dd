/** The files of a SQLite database, for searching them for secrets. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync, readFileSync } from "node:fs"

/** Everything that the database has on disk. */
export const onDisk = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [main] = yield* sql`SELECT file FROM pragma_database_list WHERE name = 'main'`
  const file = String(main?.file)
  return ["", "-wal", "-shm", "-journal"].flatMap((suffix) =>
    existsSync(file + suffix) ? [readFileSync(file + suffix)] : [],
  )
}).pipe(Effect.orDie)
