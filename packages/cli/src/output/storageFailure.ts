/** Why a database cannot be used: what the driver says, and what can be seen from outside. */
import { adviceFor, databaseSaid } from "@garrison/sql/databaseSaid"
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
  const { message = "it is busy, full or out of reach", next } = databaseSaid(error)
  const obstacle = file === undefined ? undefined : fileObstacle(file, message)
  const said = obstacle ?? message
  return new CommandFailure({
    kind: "failure",
    sentence: `The database${storage === undefined ? "" : ` ${file ?? withoutPassword(storage)}`} cannot be used: ${said}.`,
    next: (obstacle === undefined ? next : adviceFor(obstacle)).replace("FILE", file ?? "FILE"),
  })
}
