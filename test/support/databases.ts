/**
 * Migrated databases for tests. A worker has one on SQLite and one on Postgres, which its tests get one after the
 * other, each of them empty ({@link sqliteLayer}, {@link postgresLayer}, {@link onEachDatabase}). Whoever needs a file,
 * pages, settings or processes of its own asks for a fresh one by name ({@link freshSqliteLayer},
 * {@link onEachFreshDatabase}).
 */
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Database from "@garrison/sql/Database"
import { migrations } from "@garrison/sql/migrations/all"
import * as PostgresClient from "@garrison/sql/PostgresClient"
import type { SqlDriver } from "@garrison/sql/SqlDriver"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash, randomUUID } from "node:crypto"
import { once } from "node:events"
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import { cryptoLayer, type CryptoServices } from "./crypto.ts"
import { held } from "./heldToKeys.ts"
import { Shelf } from "./Shelf.ts"
import { LOOPBACK } from "./loopback.ts"
import type { Running } from "./postgres.ts"
import { unprivileged } from "./postgresBinaries.ts"
import { runFolder } from "./runFolder.ts"

/** What a database layer of the tests gives. */
export type DatabaseServices = SqlClient.SqlClient | SqlDriver | Transaction | CryptoServices

/** A folder of its own, removed with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "garrison-test-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

const schemaName = createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 16)

/** The bytes of a migrated SQLite file. */
const migratedBytes = Effect.gen(function* () {
  const file = join(yield* temporaryFolder, "template.db")
  yield* Effect.void.pipe(Effect.provide(Layer.fresh(Database.layer(`sqlite:${file}`))))
  return readFileSync(file)
}).pipe(Effect.scoped)

let migratedFile: Promise<Uint8Array> | undefined

const sqliteLayerIn = (inFolder: Effect.Effect<string, never, Scope.Scope>): Layer.Layer<DatabaseServices> =>
  Layer.fresh(
    Layer.unwrap(
      Effect.gen(function* () {
        const file = join(yield* inFolder, "test.db")
        writeFileSync(file, yield* Effect.promise(() => (migratedFile ??= Effect.runPromise(migratedBytes))))
        return Database.layer(`sqlite:${file}`)
      }),
    ).pipe(Layer.orDie, Layer.merge(cryptoLayer)),
  )

/** A fresh SQLite file, migrated, with units of work and cryptography. */
export const freshSqliteLayer = sqliteLayerIn(temporaryFolder)

/** A folder that goes with the run. */
const folderOfRun = Effect.sync(() => mkdtempSync(join(runFolder(), "sqlite-")))

type Server = Pick<Running, "url" | "localUrl">

/** The run's Postgres, which starts when the first test asks. */
const serverOfRun: Effect.Effect<Server> = Effect.promise(async () => {
  const socket = connect(inject("postgresBroker"), LOOPBACK)
  let answer = ""
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    answer += chunk
  })
  await once(socket, "end")
  const [url, localUrl] = answer.split("\n")
  if (url === undefined || localUrl === undefined || answer.startsWith("error:")) throw new Error(answer)
  return { url, localUrl }
})

const databaseUrl = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

const administration = ({ localUrl }: Server) => ManagedRuntime.make(patientPostgres(localUrl))

let administrator: ReturnType<typeof administration> | undefined

/**
 * Statements that cannot run in a transaction, on the server's own database. Their connections stay for the tests that
 * follow in this worker: two new ones for each database cost a third of what the database itself does.
 */
const administer = <A, E>(server: Server, use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.promise(() => (administrator ??= administration(server)).runPromise(Effect.flatMap(SqlClient.SqlClient, use)))

/** The migrated database that tests' databases are copies of, made by whichever worker comes first. */
const templateDatabase = (server: Server) =>
  administer(server, (sql) =>
    Effect.gen(function* () {
      const name = `template_${schemaName}`
      // The other worker waits for as long as it takes here, however busy the machine is.
      yield* sql`SET LOCAL lock_timeout = 0`
      yield* sql`SET LOCAL statement_timeout = 0`
      yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
      yield* sql`SELECT pg_advisory_xact_lock(1)`
      const [found] = yield* sql`SELECT 1 FROM pg_database WHERE datname = ${name}`
      if (found !== undefined) return name
      const draft = `draft_${randomUUID().replaceAll("-", "")}`
      yield* administer(server, (outside) => outside.unsafe(`CREATE DATABASE ${draft}`))
      yield* Effect.void.pipe(
        Effect.provide(Layer.fresh(Database.layer(databaseUrl(server.url, draft)))),
        Effect.scoped,
      )
      yield* administer(server, (outside) => outside.unsafe(`ALTER DATABASE ${draft} RENAME TO ${name}`))
      return name
    }).pipe(sql.withTransaction),
  )

let template: Promise<string> | undefined

/** A fresh database on the run's Postgres, dropped with the scope; migrated unless `empty`. */
const freshDatabase = Effect.fnUntraced(function* (contents: "migrated" | "empty") {
  const server = yield* serverOfRun
  const from =
    contents === "empty"
      ? "template0"
      : yield* Effect.promise(() => (template ??= Effect.runPromise(templateDatabase(server))))
  const name = `test_${randomUUID().replaceAll("-", "")}`
  yield* Effect.acquireRelease(
    administer(server, (sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`)),
    () => administer(server, (sql) => sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  )
  return { url: databaseUrl(server.url, name), localUrl: databaseUrl(server.localUrl, name) }
})

/** Url of a fresh database on the run's Postgres, dropped with the scope; migrated unless `empty`. */
export const postgresUrl = (contents: "migrated" | "empty" = "migrated") =>
  Effect.map(freshDatabase(contents), ({ url }) => url)

/** As {@link postgresUrl}, with its tables in this empty folder, which the user that Postgres runs as gets. */
export const postgresUrlOn = Effect.fnUntraced(function* (folder: string) {
  const server = yield* serverOfRun
  const url = yield* postgresUrl()
  if (unprivileged !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const database = new URL(url).pathname.slice(1)
  const space = `space_${database}`
  yield* Effect.acquireRelease(
    administer(server, (sql) => sql.unsafe(`CREATE TABLESPACE ${space} LOCATION '${folder}'`)),
    () =>
      administer(server, (sql) =>
        Effect.andThen(sql.unsafe(`DROP DATABASE ${database} WITH (FORCE)`), sql.unsafe(`DROP TABLESPACE ${space}`)),
      ),
  )
  yield* administer(server, (sql) => sql.unsafe(`ALTER DATABASE ${database} SET TABLESPACE ${space}`))
  return url
})

/** The client of a Postgres that is there, on a machine that may have a lot else to do: its slowness is no outage. */
export const patientPostgres = (url: string) =>
  PostgresClient.layer({ url, connectionMillis: 120_000, statementMillis: 120_000 })

/** A fresh database on the run's Postgres, migrated, with units of work and cryptography. */
const freshPostgresLayer: Layer.Layer<DatabaseServices> = Layer.fresh(
  Layer.unwrap(
    Effect.map(freshDatabase("migrated"), ({ localUrl }) =>
      SqlTransaction.layer.pipe(Layer.provideMerge(patientPostgres(localUrl))),
    ),
  ).pipe(Layer.orDie, Layer.merge(cryptoLayer), Layer.merge(held)),
)

/**
 * A database of the worker, which the one who builds this has alone and finds empty. The cryptography is new, because
 * ids of one source never go back in time, and clocks of tests do.
 */
const keptBy = (shelf: Shelf<DatabaseServices>): Layer.Layer<DatabaseServices> =>
  Layer.fresh(
    Layer.effectContext(
      Effect.acquireRelease(
        Effect.promise(() => shelf.take()),
        (taken) => Effect.promise(taken.giveBack),
      ).pipe(Effect.map(({ services }) => services)),
    ).pipe(Layer.merge(cryptoLayer)),
  )

/** The worker's database on SQLite, empty, with units of work and cryptography. */
export const sqliteLayer = keptBy(new Shelf<DatabaseServices>(sqliteLayerIn(folderOfRun)))

/** The worker's database on the run's Postgres, empty, with units of work and cryptography. */
export const postgresLayer = keptBy(new Shelf<DatabaseServices>(freshPostgresLayer))

type Suite = (name: string, layer: Layer.Layer<DatabaseServices>) => void

/** Declares a suite once for each database. */
export const onEachDatabase = (suite: Suite): void => {
  suite("SQLite", sqliteLayer)
  suite("Postgres", postgresLayer)
}

/** Declares a suite once for each database, with one that nobody else has used for each time the layer is built. */
export const onEachFreshDatabase = (suite: Suite): void => {
  suite("SQLite", freshSqliteLayer)
  suite("Postgres", freshPostgresLayer)
}

/** A database for several servers, each of which has services and memories of its own. The caller closes it. */
export const sharedDatabase = async (database: Layer.Layer<DatabaseServices>) => {
  const runtime = ManagedRuntime.make(database)
  const services = await runtime.runPromise(Effect.context<DatabaseServices>())
  return { layer: Layer.succeedContext(services), close: () => runtime.dispose() }
}
