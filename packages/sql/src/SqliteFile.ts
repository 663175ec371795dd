/** The file of a SQLite database: created for its owner alone, and checked for having been moved or replaced. */
import { closeSync, openSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { DatabaseSync } from "./nodeSqlite.ts"

/** Makes a new database file readable by its owner alone: it holds personal data and hashed secrets. */
export const createPrivately = (file: string): void => {
  try {
    closeSync(openSync(file, "wx", 0o600))
  } catch {
    // The file exists, or cannot be created; opening it shows which.
  }
}

/**
 * Whether the file is a database without that table, or empty. The file is opened for reading and stays as it is. For a
 * file that cannot be read the answer is false.
 */
export const lacksTable = (file: string, table: string): boolean => {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 50 })
    return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table) === undefined
  } catch {
    return false
  } finally {
    database?.close()
  }
}

/** SQLITE_READONLY_DBMOVED. SQLite itself looks only where it keeps a rollback journal. */
const MOVED = 1032

const identity = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}

/**
 * A check to run before each transaction. Throws, as SQLite would, when the path no longer leads to the open database.
 * A write would then go to a file that is lost, and must not be acknowledged.
 */
export const stillThere = (file: string): (() => void) => {
  const path = resolve(file)
  const opened = identity(path)
  return () => {
    if (identity(path) === opened) return
    throw Object.assign(new Error(`the database file ${path} was moved or replaced since it was opened`), {
      errcode: MOVED,
    })
  }
}
