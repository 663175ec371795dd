/** Databases for the tests of storage itself: opened as the server opens them, with no table yet. */
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Database from "@garrison/sql/Database"
import * as SqliteClient from "@garrison/sql/SqliteClient"
import type { SqlDriver } from "@garrison/sql/SqlDriver"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { patientPostgres, postgresUrl, temporaryFolder } from "../support/databases.ts"

/** What these databases give. */
export type BareServices = SqlClient.SqlClient | SqlDriver | Transaction

/** The database at `url` as it stands. */
export const bare = (url: string): Layer.Layer<BareServices> => {
  const client = url.startsWith("postgres:") ? patientPostgres(url) : Database.client(url)
  return Layer.fresh(SqlTransaction.layer.pipe(Layer.provideMerge(client), Layer.orDie))
}

/** The SQLite database that `config` says, as it stands. */
export const bareSqlite = (config: SqliteClient.SqliteConfig): Layer.Layer<BareServices> =>
  Layer.fresh(SqlTransaction.layer.pipe(Layer.provideMerge(SqliteClient.layer(config)), Layer.orDie))

/** Path of a SQLite file that is not there yet, in a folder removed with the scope. */
export const newFile = Effect.map(temporaryFolder, (folder) => join(folder, "test.db"))

/** Urls of an empty database each, as long as the scope. */
export const emptyUrls = {
  SQLite: Effect.map(newFile, (file) => `sqlite:${file}`),
  Postgres: postgresUrl("empty"),
}

/** Declares a suite once for each database, over an empty one. */
export const onEachEmptyDatabase = (suite: (name: string, layer: Layer.Layer<BareServices>) => void): void => {
  for (const [name, url] of Object.entries(emptyUrls)) {
    suite(name, Layer.fresh(Layer.unwrap(Effect.map(url, bare)).pipe(Layer.orDie)))
  }
}
