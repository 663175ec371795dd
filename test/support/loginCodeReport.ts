/**
 * The report of the login codes: which test reaches which code of a login over HTTP (interface, section 7). Vitest's
 * main process prints it before its own summary. A run of the whole suite fails when no test reaches a code.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Reporter, TestSpecification, Vitest } from "vitest/node"
import { loginCodes } from "./interface.ts"
import type { ReachedCode } from "./reachedCodes.ts"

/**
 * Codes that no test can reach yet, each with the reason: none. A code that a test does reach must not be in this list.
 */
export const unreachable: Readonly<Record<string, string>> = {}

/** The codes of a run by name. */
type ReachedByCode = ReadonlyMap<string, ReadonlyArray<ReachedCode>>

/** A login is refused with 403, or on the way back from a portal by a redirect. */
const isOfLogin = ({ operation, status }: ReachedCode): boolean =>
  (operation === "POST /users/v1/login" || operation.includes(" /users/v1/oauth/")) &&
  (status === 403 || (status >= 300 && status < 400))

/** The codes that logins were refused with, each with where it was reached, in the order of the tests' names. */
export const ofLogins = (reached: ReadonlyArray<ReachedCode>): ReachedByCode =>
  Map.groupBy(
    reached.filter(isOfLogin).toSorted((one, other) => (one.test < other.test ? -1 : one.test > other.test ? 1 : 0)),
    ({ code }) => code,
  )

/** What is wrong with the codes that a run of the whole suite reached; empty when nothing is. */
export const problemsWith = (
  reached: ReachedByCode,
  codes: ReadonlyArray<string>,
  excepted: Readonly<Record<string, string>>,
): ReadonlyArray<string> => [
  ...codes
    .filter((code) => !reached.has(code) && excepted[code] === undefined)
    .map((code) => `${code}: no test reaches it over HTTP`),
  ...Object.keys(excepted)
    .filter((code) => reached.has(code))
    .map((code) => `${code}: a test reaches it; take it off the list of unreachable codes`),
  ...Object.keys(excepted)
    .filter((code) => !codes.includes(code))
    .map((code) => `${code}: is on the list of unreachable codes, but no login is refused with it`),
]

/** The table: `code | times | first test`, a line for each of these codes. */
export const tableOf = (
  reached: ReachedByCode,
  codes: ReadonlyArray<string>,
  excepted: Readonly<Record<string, string>>,
): string => {
  const rows = codes.map((code) => {
    const tests = reached.get(code) ?? []
    const times = tests.reduce((sum, test) => sum + test.times, 0)
    const reason = excepted[code] === undefined ? "none" : `none: ${excepted[code]}`
    return { code, times: String(times), first: tests[0]?.test ?? reason }
  })
  const all = [{ code: "code", times: "times", first: "first test" }, ...rows]
  const widthOf = (name: "code" | "times") => Math.max(...all.map((row) => row[name].length))
  return all
    .map(({ code, first, times }) => `${code.padEnd(widthOf("code"))} | ${times.padStart(widthOf("times"))} | ${first}`)
    .join("\n")
}

const readFrom = (folder: string): ReadonlyArray<ReachedCode> => {
  const inside = join(folder, "reached-codes")
  if (!existsSync(inside)) return []
  return readdirSync(inside).flatMap(
    (name) => JSON.parse(readFileSync(join(inside, name), "utf8")) as ReadonlyArray<ReachedCode>,
  )
}

/** Whether a run has every test of the suite: no file, name or project was chosen. */
const isWhole = async (vitest: Vitest, chosen: ReadonlyArray<TestSpecification>): Promise<boolean> => {
  const { project, testNamePattern } = vitest.config
  if (testNamePattern !== undefined || project.length > 0) return false
  const ids = new Set(chosen.map(({ moduleId }) => moduleId))
  return (await vitest.globTestSpecifications()).every(({ moduleId }) => ids.has(moduleId))
}

/** Prints the table. After a run of the whole suite it fails the run when a code is missing. */
export default class LoginCodeReport implements Reporter {
  #vitest: Vitest | undefined
  #isWhole = false

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  async onTestRunStart(chosen: ReadonlyArray<TestSpecification>): Promise<void> {
    this.#isWhole = this.#vitest !== undefined && (await isWhole(this.#vitest, chosen))
  }

  // Not asynchronous, because the next reporter prints its summary as soon as this one waits.
  onTestRunEnd(): void {
    if (this.#vitest === undefined) return
    const { logger } = this.#vitest
    const reached = ofLogins(readFrom(this.#vitest.getRootProject().getProvidedContext().runFolder))
    const codes = this.#isWhole ? loginCodes : loginCodes.filter((code) => reached.has(code))
    if (codes.length === 0) return
    logger.log(`\nThe codes of refused logins, and the tests that reach them over HTTP:\n`)
    logger.log(tableOf(reached, codes, unreachable))
    const problems = this.#isWhole ? problemsWith(reached, codes, unreachable) : []
    if (problems.length === 0) return
    logger.error(`\nThis run fails, because every code of a login needs a test:\n${problems.join("\n")}`)
    process.exitCode = 1
  }
}
