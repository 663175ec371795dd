/**
 * One of two servers on one database that deliver to each other, by hand: `URL`. On Postgres the insert notifies a
 * channel, and who listens to it reads the row. On SQLite each looks 40 times a second whether the file has changed.
 */
import * as PostgresClient from "@garrison/sql/PostgresClient"
import { SqlDriver } from "@garrison/sql/SqlDriver"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { DatabaseSync } from "node:sqlite"

const CHANNEL = "floor"
const LOOK_MILLIS = 25

const [url = ""] = process.argv.slice(2)
const responses = new Set<ServerResponse>()
let seen = 0

/** What both databases do: keep a row, of which the other process hears. */
interface Pair {
  readonly insert: (wire: string) => void
}

interface Row {
  readonly position: unknown
  readonly wire: unknown
}

const show = (rows: ReadonlyArray<Row>): void => {
  for (const { position, wire } of rows) {
    seen = Number(position)
    for (const response of responses) response.write(`id: ${seen}\ndata: ${String(wire)}\n\n`)
  }
}

const onPostgres = async (): Promise<Pair> => {
  const scope = Scope.makeUnsafe()
  const services = await Effect.runPromise(Layer.buildWithScope(PostgresClient.layer({ url }), scope))
  const client = Context.get(services, SqlClient.SqlClient)
  const run = (sql: string, params: ReadonlyArray<string | number> = []) =>
    Effect.runPromise(client.unsafe<{ readonly position: unknown; readonly wire: unknown }>(sql, params))
  await run("CREATE TABLE IF NOT EXISTS note (position BIGSERIAL PRIMARY KEY, wire TEXT NOT NULL)")
  const { listen } = Context.get(services, SqlDriver)
  if (listen === undefined) throw new Error("Postgres has channels")
  const heard = await Effect.runPromise(Scope.provide(listen(CHANNEL), scope))
  const look = async (): Promise<void> => {
    await Effect.runPromise(Queue.take(heard))
    show(await run("SELECT position, wire FROM note WHERE position > $1 ORDER BY position", [seen]))
    return look()
  }
  void look()
  const insert = `WITH kept AS (INSERT INTO note (wire) VALUES ($1) RETURNING position) SELECT pg_notify('${CHANNEL}', '') FROM kept`
  return { insert: (wire) => void run(insert, [wire]) }
}

const onSqlite = (): Pair => {
  const database = new DatabaseSync(url)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS note (position INTEGER PRIMARY KEY, wire TEXT NOT NULL)`)
  const reading = new DatabaseSync(url, { readOnly: true })
  const versionOf = reading.prepare("PRAGMA data_version")
  const newer = reading.prepare("SELECT position, wire FROM note WHERE position > ? ORDER BY position")
  const insert = database.prepare("INSERT INTO note (wire) VALUES (?)")
  let version: unknown
  setInterval(() => {
    const now = versionOf.get()?.["data_version"]
    if (now === version) return
    version = now
    show(newer.all(seen) as unknown as ReadonlyArray<Row>)
  }, LOOK_MILLIS)
  return { insert: (wire) => void insert.run(wire) }
}

const { insert } = url.startsWith("postgres:") ? await onPostgres() : onSqlite()
const server = createServer((request, response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" })
  response.write("retry: 3000\n\n")
  responses.add(response)
  request.on("close", () => responses.delete(response))
})
let sent = 0
process.on("message", () => insert(JSON.stringify({ message: `notification ${++sent}`, created: new Date() })))
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port, token: "t" }))
