/** The files of a SQLite database, for searching them for secrets. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync, readFileSync } from "node:fs"

/** The path of a SQLite database. */
export const sqliteFile = (sql: SqlClient.SqlClient) =>
  Effect.map(Effect.orDie(sql`SELECT file FROM pragma_database_list WHERE name = 'main'`), ([main]) =>
    String(main?.file),
  )

/** Everything that the database has on disk. */
export const onDisk = Effect.gen(function* () {
  const file = yield* Effect.flatMap(SqlClient.SqlClient, sqliteFile)
  return ["", "-wal", "-shm", "-journal"].flatMap((suffix) =>
    existsSync(file + suffix) ? [readFileSync(file + suffix)] : [],
  )
})
