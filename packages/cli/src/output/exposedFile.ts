/** A SQLite database that other users of the machine may read: it holds personal data and the keys that sign tokens. */
import * as Effect from "effect/Effect"
import { statSync } from "node:fs"
import { shellWord } from "../demo/guide.ts"
import { Invocation, pathIn } from "../Invocation.ts"
import { fileOf } from "../settings/storageAddress.ts"
import { printWarning } from "./print.ts"

/** The database, its write-ahead log and the index of that. */
const SUFFIXES = ["", "-wal", "-shm"]

/** The rights of everyone but the owner. */
const OTHERS = 0o077

const isExposed = (path: string): boolean => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0

/** What to tell of the database at `storage`; undefined: nothing, it is its owner's alone or no file. */
const exposureOf = (storage: string, invocation: Invocation): string | undefined => {
  const file = fileOf(storage)
  // Windows has rights, but not in the mode of a file.
  if (file === undefined || process.platform === "win32") return undefined
  const exposed = SUFFIXES.map((suffix) => file + suffix).filter((path) => isExposed(pathIn(invocation, path)))
  if (exposed.length === 0) return undefined
  const words = exposed.map((path) => shellWord(path)).join(" ")
  return `Other users of this machine have access to the database: chmod 600 ${words} takes it from them.`
}

const told = new WeakSet<Invocation>()

/** Warns of such a database, once in a run. */
export const warnOfExposure = (storage: string): Effect.Effect<void> =>
  Effect.flatMap(Invocation, (invocation) => {
    const warning = told.has(invocation) ? undefined : exposureOf(storage, invocation)
    told.add(invocation)
    return warning === undefined ? Effect.void : printWarning(warning)
  })
