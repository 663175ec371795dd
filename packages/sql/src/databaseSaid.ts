/**
 * What a database said of a failure, its code, and what to do about it: for logs and for people. The wrappers of client
 * and driver ("Query failed") say none of that. Nothing here names a value of a row: Postgres puts values into the
 * detail of an error, which is never read, and into the quotes of a few messages, which are emptied.
 */

/** What a database said. */
export interface DatabaseSaid {
  /** The words of the database, or of the network where it was not reached. Undefined: it said nothing. */
  readonly message: string | undefined
  /** SQLSTATE of Postgres, name of the result code of SQLite, or the system's code of a failed connection. */
  readonly code: string | undefined
  /** What to do about it. `FILE` stands for the file of a SQLite database, `PID` for a process of Postgres. */
  readonly next: string
}

/** Most errors within an error that are looked through. */
const ERRORS_MAX = 32

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null

/** The errors that led to this one, the innermost first; a connection to several addresses fails with several. */
const within = (error: unknown, seen = new Set<unknown>()): ReadonlyArray<Members> => {
  if (!isObject(error) || seen.size > ERRORS_MAX || seen.has(error)) return []
  seen.add(error)
  const inner = [error["reason"], error["cause"], ...(Array.isArray(error["errors"]) ? error["errors"] : [])]
  return [...inner.flatMap((cause) => within(cause, seen)), error]
}

/** Names of SQLite's result codes that mean more than a wrong statement: primary ones, and one extended code. */
const sqliteNames: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  7: "SQLITE_NOMEM",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  26: "SQLITE_NOTADB",
  1032: "SQLITE_READONLY_DBMOVED",
}

const codeOf = ({ code, errcode }: Members): string | undefined => {
  if (typeof errcode === "number")
    return sqliteNames[errcode] ?? sqliteNames[errcode & 0xff] ?? `SQLITE_${errcode & 0xff}`
  return typeof code === "string" && code !== "" ? code : undefined
}

/** SQLSTATEs of class 22 are about a value, which the message quotes. */
const isAboutValue = (code: string | undefined): boolean => code !== undefined && /^22[0-9A-Z]{3}$/.test(code)

const CONNECTION = "Check that Postgres is running and can be reached from here, and the host and port of the storage."
const LOCKED = "Another program has locked it: try again later, or find that program with lsof FILE."
const ROOM = "Make room on its disk, then try again; what was stored before is kept."
const BACKUP = "Restore it from a backup, or name another file with --storage."
const USER = "Check the user and the password of the storage."
const MISSING = "Create it (createdb), or correct its name in the storage."

/** What to do, by the code. */
const byCode: ReadonlyArray<readonly [code: RegExp, next: string]> = [
  [/^SQLITE_(?:BUSY|LOCKED)$/, LOCKED],
  [/^(?:SQLITE_(?:FULL|IOERR)|53100|58030)$/, ROOM],
  [/^SQLITE_(?:CORRUPT|NOTADB)$/, BACKUP],
  [/^SQLITE_READONLY_DBMOVED$/, "Move the file back, or restart the server on the file that is to be used."],
  [/^SQLITE_READONLY$/, "Give the user of this process the right to write to FILE and to its directory."],
  [/^28/, USER],
  [/^3D000$/, MISSING],
  [
    /^55P03$/,
    "Another transaction holds the lock. SELECT pid, pg_blocking_pids(pid), application_name FROM pg_stat_activity " +
      "WHERE wait_event_type = 'Lock' names who waits for whom; SELECT pg_terminate_backend(PID) ends one.",
  ],
  [/^40/, "Nothing: work that met other work was undone, and may be sent again."],
  [
    /^57014$/,
    "A statement took too long or was cancelled. SELECT pid, state, wait_event_type, query_start FROM pg_stat_activity " +
      "shows what keeps Postgres busy; look at its disk and processors, too.",
  ],
  [/^57P/, "Postgres starts or stops, or an administrator ended the connection: it is used again when it is back."],
  [
    /^53300$/,
    "Postgres has no connection left: lower pool_size in the storage, raise max_connections, or end idle programs.",
  ],
  [/^53/, "Postgres lacks memory or another resource: its own log says which."],
  [/^25006$/, "It takes no writes: name the primary in the storage, not a standby."],
  [/^25P0[34]$/, "Postgres ended a transaction whose program stood still: look why that process was held up."],
  [/^XX000$/, "If it names another server: look whether every server that Postgres passes statements on to is up."],
  [/^42501$/, "Give the user of the storage the rights on the tables, as their owner has them."],
  [/^E(?:NOTFOUND|AI_AGAIN)$/, `The name of its host is not known here. ${CONNECTION}`],
  [/^(?:08|E[A-Z]{3,}$)/, CONNECTION],
]

/** What to do, by the words, where there is no code: older drivers and layers in between. */
const byWords: ReadonlyArray<readonly [said: RegExp, next: string]> = [
  [/locked|busy/i, LOCKED],
  [/disk is full|disk I\/O/i, ROOM],
  [/not a database|malformed/i, BACKUP],
  [/authentication|password|role .* does not exist/i, USER],
  [/database .* does not exist/i, MISSING],
  [
    /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|timed out|terminated|connection closed|maxMessageSize/i,
    CONNECTION,
  ],
  [
    /gave no connection|did not answer/i,
    "Look whether Postgres hangs, or all connections wait: SELECT pid, state, wait_event_type, query_start FROM " +
      "pg_stat_activity.",
  ],
]

const ADVICE = "Check the storage (garrison config), its permissions and free space, then try again."

/** What to do about what was said, by the code where there is one. */
export const adviceFor = (said: string | undefined, code?: string): string =>
  byCode.find(([pattern]) => code !== undefined && pattern.test(code))?.[1] ??
  byWords.find(([pattern]) => said !== undefined && pattern.test(said))?.[1] ??
  ADVICE

const clearer = (said: string): string =>
  /maxMessageSize/.test(said) ? "something answers there that is not Postgres" : said

/** What the database said of this failure, however often the error was wrapped. */
export const databaseSaid = (error: unknown): DatabaseSaid => {
  const errors = within(error)
  const code = errors.map(codeOf).find((found) => found !== undefined)
  const words = errors.map(({ message }) => message).find((found) => typeof found === "string" && found !== "")
  const said = typeof words === "string" ? words : undefined
  const shown = isAboutValue(code) ? said?.replace(/"[^]*"/, '"…"') : said
  return { message: shown === undefined ? undefined : clearer(shown), code, next: adviceFor(said, code) }
}
