/**
 * A folder of the whole test run, for what several test files need and none of them changes: the bundle of the command,
 * the demo world. Vitest's main process makes and removes the folder; the first test that asks makes what is in it.
 */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { inject } from "vitest"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the run. */
    readonly runFolder: string
  }
}

/** When a worker that makes something counts as hung, in ms. */
const LOCK_MILLIS_MAX = 240_000

/** The folder of the run. */
export const runFolder = (): string => inject("runFolder")

/** A folder in that of the run. Until it is disposed of, other workers that ask for one to fill stand still. */
interface SharedFolder extends Disposable {
  readonly path: string
  /** A folder to fill, which gets that path; undefined: another test has filled it. */
  readonly toFill: string | undefined
  /** What was to be filled is whole. */
  readonly finish: () => void
}

/** The folder `name` of the run, for the first that asks to fill. In one worker one test at a time may ask. */
export const sharedFolder = (name: string): SharedFolder => {
  const path = join(runFolder(), name)
  if (existsSync(path)) return { path, toFill: undefined, finish: () => {}, [Symbol.dispose]: () => {} }
  // A lock of SQLite is one of the system: it goes with the process that holds it.
  const lock = new DatabaseSync(`${path}.lock`, { timeout: LOCK_MILLIS_MAX })
  lock.exec("BEGIN EXCLUSIVE")
  const toFill = existsSync(path) ? undefined : mkdtempSync(`${path}-`)
  const finish = () => renameSync(toFill ?? path, path)
  return { path, toFill, finish, [Symbol.dispose]: () => lock.close() }
}

/** Vitest's global setup. */
export default (project: TestProject): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-run-"))
  project.provide("runFolder", folder)
  // Where vitest watches, a source has changed: nothing that was made of it is right any more.
  project.onTestsRerun(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
  })
  return () => rmSync(folder, { recursive: true, force: true })
}
