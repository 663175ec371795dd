/**
 * The parameters of a `postgres://` url: encryption, the size of the pool, prepared statements. An unknown parameter is
 * refused by its name, because a misspelt `sslmode` must not lead to a connection in plain text.
 */
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import type { ConnectionOptions } from "node:tls"
import { StorageUrlInvalid } from "./StorageUrlInvalid.ts"

/** Parameters that the driver reads. */
const PASSED_ON = ["host", "port", "user", "password", "dbname", "application_name", "options"] as const
/** Parameters that are read here. */
const READ = ["sslmode", "sslrootcert", "pool_size", "prepared_statements"] as const
const KNOWN: ReadonlyArray<string> = [...READ, ...PASSED_ON]

/** The probable meaning of parameters of other programs. */
const MEANT: Readonly<Record<string, string>> = {
  ssl: "sslmode=require",
  pgbouncer: "prepared_statements=off",
  connection_limit: "pool_size",
}

const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"] as const
type SslMode = (typeof SSL_MODES)[number]

const PREPARED_STATEMENTS = ["auto", "on", "off"] as const

/**
 * Whether statements are prepared once per connection. `auto`: yes, unless there is a pooler in between that hands
 * every transaction to another connection.
 */
export type PreparedStatements = (typeof PREPARED_STATEMENTS)[number]

const POOL_SIZE_DEFAULT = 10
/** Most connections that a url or a host may ask for. */
export const POOL_SIZE_MAX = 1000

/** The address and options of a Postgres database. */
export interface PostgresAddress {
  /** For the driver: without the parameters that are read here. */
  readonly url: string
  /** Host, port and name of the database: nothing of user, password and other parameters. */
  readonly place: string
  readonly ssl: boolean | ConnectionOptions
  readonly applicationName: string
  /** Most connections. */
  readonly connectionsMax: number
  readonly preparedStatements: PreparedStatements
}

const invalid = (message: string) => new StorageUrlInvalid({ message: `the Postgres url ${message}` })

const oneOf = <const Word extends string>(words: ReadonlyArray<Word>, given: string): Word | undefined =>
  words.find((word) => word === given)

const certificateIn = (file: string): Buffer => {
  try {
    return readFileSync(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw invalid(`has an sslrootcert that cannot be read: ${reason}`)
  }
}

/** The encryption that `sslmode` asks for, with the meanings that libpq gives it. */
const tlsOf = (mode: SslMode | undefined, certificate: string | undefined): PostgresAddress["ssl"] => {
  if (mode === undefined || mode === "disable") {
    if (certificate !== undefined) throw invalid("has an sslrootcert, which needs sslmode=verify-ca or verify-full")
    return false
  }
  const trusted = certificate === undefined ? undefined : { ca: certificateIn(certificate) }
  if (mode === "verify-full") return trusted ?? true
  // With a certificate to compare with, `require` compares, as libpq does.
  const isVerified = mode === "verify-ca" || trusted !== undefined
  return { ...trusted, rejectUnauthorized: isVerified, checkServerIdentity: () => undefined }
}

const poolSizeOf = (given: string | null): number => {
  if (given === null) return POOL_SIZE_DEFAULT
  const size = /^\d{1,4}$/.test(given) ? Number(given) : 0
  if (size >= 1 && size <= POOL_SIZE_MAX) return size
  throw invalid(`has a pool_size that is not a whole number from 1 to ${POOL_SIZE_MAX}`)
}

const checkNames = (parameters: URLSearchParams): void => {
  for (const name of parameters.keys()) {
    if (!KNOWN.includes(name)) {
      const meant = MEANT[name]
      const hint = meant === undefined ? `; it may have ${KNOWN.join(", ")}` : `; did you mean ${meant}?`
      throw invalid(`has a parameter ${JSON.stringify(name)} that Garrison does not know${hint}`)
    }
    if (parameters.getAll(name).length > 1) throw invalid(`has the parameter ${name} twice`)
  }
}

/** The port of Postgres where the url names none. */
const PORT_DEFAULT = "5432"

const placeOf = ({ hostname, pathname, port, searchParams }: URL): string => {
  const host = searchParams.get("host") ?? hostname
  const database = searchParams.get("dbname") ?? decodeURIComponent(pathname.slice(1))
  return `${host}:${searchParams.get("port") ?? (port === "" ? PORT_DEFAULT : port)}/${database}`
}

const read = (text: string): PostgresAddress => {
  if (!URL.canParse(text)) throw invalid("cannot be read; special characters of its password must be percent-encoded")
  const url = new URL(text)
  const given = new URLSearchParams(url.searchParams)
  checkNames(given)
  const modeGiven = given.get("sslmode")
  const mode = modeGiven === null ? undefined : oneOf(SSL_MODES, modeGiven)
  if (modeGiven !== null && mode === undefined) throw invalid(`must have an sslmode of ${SSL_MODES.join(", ")}`)
  const preparedStatements = oneOf(PREPARED_STATEMENTS, given.get("prepared_statements") ?? "auto")
  if (preparedStatements === undefined) {
    throw invalid(`must have a prepared_statements of ${PREPARED_STATEMENTS.join(", ")}`)
  }
  for (const name of READ) url.searchParams.delete(name)
  return {
    url: url.href,
    place: placeOf(url),
    ssl: tlsOf(mode, given.get("sslrootcert") ?? undefined),
    applicationName: given.get("application_name") ?? "garrison",
    connectionsMax: poolSizeOf(given.get("pool_size")),
    preparedStatements,
  }
}

/** Reads `postgres://USER:PASSWORD@HOST:PORT/DATABASE?…`, and the certificate that it may name. */
export const readPostgresUrl = (text: string): Result.Result<PostgresAddress, StorageUrlInvalid> => {
  try {
    return Result.succeed(read(text))
  } catch (error) {
    if (error instanceof StorageUrlInvalid) return Result.fail(error)
    throw error
  }
}
