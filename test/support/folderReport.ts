/**
 * The report of the folders: how many files and tests each folder has, and how long the workers were busy with them.
 * Vitest's main process prints it after a run of more than one folder, before its own summary.
 */
import { dirname, relative, resolve } from "node:path"
import type { Reporter, TestModule, Vitest } from "vitest/node"

const root = resolve(import.meta.dirname, "../..")

/** A test file that was run. */
export interface RunFile {
  /** From the root of the workspace. */
  readonly path: string
  readonly tests: number
  /** Of the worker: to load the file, to run its tests and hooks. */
  readonly millis: number
}

const seconds = (millis: number): string => (millis / 1000).toFixed(1)

/** The table: `folder | files | tests | seconds | share`, a line for each folder, the longest first, and their sum. */
export const tableOf = (files: ReadonlyArray<RunFile>): string => {
  const line = (folder: string, own: ReadonlyArray<RunFile>) => {
    const millis = own.reduce((sum, file) => sum + file.millis, 0)
    return { folder, files: own.length, tests: own.reduce((sum, file) => sum + file.tests, 0), millis }
  }
  const folders = Array.from(
    Map.groupBy(files, ({ path }) => dirname(path)),
    ([folder, own]) => line(folder, own),
  )
  const sum = line("all", files)
  const rows = [...folders.toSorted((one, other) => other.millis - one.millis), sum].map((row) => [
    row.folder,
    `${row.files}`,
    `${row.tests}`,
    seconds(row.millis),
    `${Math.round((100 * row.millis) / Math.max(sum.millis, 1))} %`,
  ])
  const all = [["folder", "files", "tests", "seconds", "share"], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => (row[column] ?? "").length)))
  return all
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | "),
    )
    .join("\n")
}

const runFile = (module: TestModule): RunFile => {
  const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic()
  return {
    path: relative(root, module.moduleId),
    tests: Array.from(module.children.allTests()).length,
    millis: collectDuration + duration + environmentSetupDuration + prepareDuration + setupDuration,
  }
}

/** Prints the table. */
export default class FolderReport implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  // Not asynchronous, because the next reporter prints its summary as soon as this one waits.
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const files = modules.map(runFile)
    if (new Set(files.map(({ path }) => dirname(path))).size < 2) return
    this.#vitest?.logger.log(`\nThe folders of tests, and the time of the workers in each:\n\n${tableOf(files)}`)
  }
}
