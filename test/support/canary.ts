/**
 * Searches every place in which a run of the server can leave a secret: the database, its files, the log in both forms,
 * the messages of background work, spans, metrics, and the answers to refused logins.
 */
import { type LogSink, accessLog } from "@garrison/http/server/AccessLog"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"
import * as Tracer from "effect/Tracer"
import { existsSync, readFileSync } from "node:fs"
import { inspect } from "node:util"
import type { Reply } from "./httpCaller.ts"
import type { TestServer, TestServerOptions } from "./server.ts"

/** Text by the place where it was found. */
type Places = Readonly<Record<string, string>>

/** A secret as it could be spelled where it is stored or shown. */
const spellingsOf = (secret: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(secret)
  const withoutPadding = bytes.toString("base64").replace(/=+$/, "")
  const hex = bytes.toString("hex")
  return [secret, withoutPadding, bytes.toString("base64url"), hex, hex.toUpperCase(), encodeURIComponent(secret)]
}

/** The part of a credential that is secret. The name before a colon is stored, and so are the claims of a token. */
export const secretPart = (credential: string): string => credential.split(/[:.]/).at(-1) ?? ""

const attributesOf = (attributes: ReadonlyMap<string, unknown>) => Object.fromEntries(attributes)

/** Everything that an exporter of spans could send. */
const spanText = ({ attributes, events, links, name, status }: Tracer.NativeSpan): string => {
  const cause = status._tag === "Ended" && status.exit._tag === "Failure" ? Cause.pretty(status.exit.cause) : ""
  const linked = links.map((link) => link.attributes)
  return inspect([name, attributesOf(attributes), events, linked, cause], { depth: 10, maxStringLength: null })
}

/** The tables of the database, with the statement that reads all of one. The keys of tables do not matter here. */
const tablesOf = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    sqlite: () => sql`SELECT name FROM sqlite_schema WHERE type = 'table'`,
    orElse: () => sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
  })

/** Each row as one text. Bytes are in hexadecimal digits, on both databases. */
const rowsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  if (sql.onDialectOrElse({ sqlite: () => false, orElse: () => true })) {
    return yield* sql.unsafe(`SELECT to_jsonb(everything)::text AS everything FROM "${table}" AS everything`)
  }
  const columns = yield* sql`SELECT name FROM pragma_table_info(${table})`
  const values = columns.flatMap(({ name }) => [`hex("${String(name)}")`, `quote("${String(name)}")`])
  return yield* sql.unsafe(
    `SELECT concat_ws(' ', 'everything of a row', ${values.join(", ")}) AS everything FROM "${table}" AS everything`,
  )
})

const sqliteFiles = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [main] = yield* sql`SELECT file FROM pragma_database_list WHERE name = 'main'`
  const file = String(main?.file)
  const kept = ["", "-wal", "-shm", "-journal"].map((suffix) => file + suffix).filter((path) => existsSync(path))
  return kept.map((path) => readFileSync(path, "latin1")).join("\n")
})

/** What the database keeps: the values of every column of every table, and on SQLite the bytes of the files. */
const storedPlaces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const isSqlite = sql.onDialectOrElse({ sqlite: () => true, orElse: () => false })
  const tables = yield* tablesOf(sql)
  const rows = yield* Effect.forEach(tables, ({ name }) => rowsOf(sql, String(name)))
  const kept = rows.flat().flatMap((row) => Object.values(row).map(String))
  const places: Places = { rows: kept.join("\n"), ...(isSqlite && { files: yield* sqliteFiles(sql) }) }
  return places
}).pipe(Effect.orDie)

/** Keeps what a server leaves. Give `options` to it, and each answer to a login to `keep`. */
export const makeCanary = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const messages: Array<string> = []
  const refusals: Array<string> = []
  const logs = { json: "", text: "" }
  const sinkOf = (format: keyof typeof logs): LogSink => ({
    access: (lines) => void (logs[format] += lines),
    defect: (lines) => void (logs[format] += lines),
  })
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    },
  })
  const logger = Logger.make<unknown, void>((options) => void messages.push(Logger.formatJson.log(options)))
  const watching = Layer.mergeAll(
    Layer.succeed(Tracer.Tracer, tracer),
    Layer.sync(Metric.MetricRegistry, () => new Map()),
    Logger.layer([logger]),
  )
  const options: TestServerOptions = {
    server: {
      tracing: true,
      observers: (["json", "text"] as const).map((format) => accessLog(format, sinkOf(format))),
    },
    disturb: (services) => Layer.provideMerge(services, watching),
  }

  const placesOf = async (server: TestServer): Promise<Places> => {
    // The lines of a turn of the event loop are written at its end, when the client may have its answer already.
    await new Promise(setImmediate)
    return {
      ...(await server.run(storedPlaces)),
      "json log": logs.json,
      "text log": logs.text,
      messages: messages.join("\n"),
      spans: spans.map(spanText).join("\n"),
      metrics: inspect(await server.run(Metric.snapshot), { depth: 10, maxStringLength: null }),
      refusals: refusals.join("\n"),
    }
  }

  return {
    options,
    /** Keeps the answer if it is a refusal. */
    keep: ({ headers, status, text }: Reply): void => {
      if (status !== 200) refusals.push(`${status} ${JSON.stringify(headers)} ${text}`)
    },
    placesOf,
  }
}

/** The places in which any of these secrets is found, in whatever spelling, each with the secret. */
export const found = (places: Places, secrets: Iterable<string>): ReadonlyArray<string> =>
  Array.from(new Set(secrets)).flatMap((secret) => {
    const spellings = spellingsOf(secret)
    return Object.entries(places)
      .filter(([, text]) => spellings.some((spelling) => text.includes(spelling)))
      .map(([place]) => `${place}: ${secret}`)
  })
