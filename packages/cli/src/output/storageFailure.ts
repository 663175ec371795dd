/** Why a database cannot be used: what the driver says, and what can be seen from outside. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { fileOf, withoutPassword } from "../settings/storageAddress.ts"
import { CommandFailure } from "./CommandFailure.ts"

/** With less space than this, in bytes, SQLite fails in many ways, few of which say so. */
const SPACE_MIN = 256 * 1024

const may = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

const isFull = (directory: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize < SPACE_MIN
  } catch {
    return false
  }
}

/** What is in the way of a SQLite file, when that can be seen: completes "The database FILE cannot be used: ". */
const fileObstacle = (file: string, said: string): string | undefined => {
  const directory = dirname(file)
  const writable = constants.R_OK | constants.W_OK
  if (!existsSync(directory)) return `there is no directory ${directory}`
  if (!statSync(directory).isDirectory()) return `${directory} is not a directory`
  if (existsSync(file) && statSync(file).isDirectory()) return "it is a directory"
  if (existsSync(file) && !may(file, constants.R_OK)) return "you may not read it"
  if (existsSync(file) && !may(file, writable)) return "you may not write to it"
  // SQLite keeps its log beside the database.
  if (!may(directory, writable | constants.X_OK)) return `you may not write to its directory ${directory}`
  return /full|disk I\/O|unable to open/.test(said) && isFull(directory) ? "its disk is full" : undefined
}

/** The innermost message of an error: what the database itself said. */
const rootMessage = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== "object" || error === null || depth > 8) return undefined
  const inner = ["reason", "cause"].map((key) => (error as Readonly<Record<string, unknown>>)[key])
  const found = inner.map((cause) => rootMessage(cause, depth + 1)).find((message) => message !== undefined)
  return found ?? (error instanceof Error && error.message !== "" ? error.message : undefined)
}

/** What to do, by what the database said. */
const advice: ReadonlyArray<readonly [said: RegExp, next: string]> = [
  [/locked|busy/i, "Another program has locked it: try again later, or find that program with lsof FILE."],
  [/disk is full|disk I\/O/i, "Make room on its disk, then try again; what was stored before is kept."],
  [/not a database|malformed/i, "Restore it from a backup, or name another file with --storage."],
  [/authentication|password|role .* does not exist/i, "Check the user and the password of the storage."],
  [/database .* does not exist/i, "Create it (createdb), or correct its name in the storage."],
  [
    /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|timed out|terminated|maxMessageSize/i,
    "Check that Postgres is running and can be reached from here, and the host and port of the storage.",
  ],
]

const ADVICE = "Check the storage (garrison config), its permissions and free space, then try again."

const clearer = (said: string): string =>
  /maxMessageSize/.test(said) ? "something answers there that is not Postgres" : said

const isStorageFailure = (error: unknown): error is object =>
  typeof error === "object" &&
  error !== null &&
  "_tag" in error &&
  (error._tag === "SqlError" || error._tag === "StorageUnavailable")

/**
 * The failure for an error of the database, which is at `storage` where that is known; undefined for any other error.
 */
export const storageFailure = (error: unknown, storage?: string): CommandFailure | undefined => {
  if (!isStorageFailure(error)) return undefined
  const named = storage === undefined ? undefined : fileOf(storage)
  const file = named === undefined ? undefined : resolve(named)
  const message = clearer(rootMessage(error) ?? "it is busy, full or out of reach")
  const said = (file === undefined ? undefined : fileObstacle(file, message)) ?? message
  const next = advice.find(([pattern]) => pattern.test(said))?.[1] ?? ADVICE
  return new CommandFailure({
    kind: "failure",
    sentence: `The database${storage === undefined ? "" : ` ${file ?? withoutPassword(storage)}`} cannot be used: ${said}.`,
    next: next.replace("FILE", file ?? "FILE"),
  })
}
