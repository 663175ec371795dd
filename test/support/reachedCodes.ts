/**
 * The error codes of logins that tests reach over HTTP, with the test and the operation. Each worker collects them, and
 * writes them into the folder of the run when a test file ends. `loginCodeReport.ts` reads them after the run.
 */
import { expect } from "@effect/vitest"
import { randomUUID } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { runFolder } from "./runFolder.ts"

/** A code that a test reached. */
export interface ReachedCode {
  readonly code: string
  readonly status: number
  /** Method and path, without the query. */
  readonly operation: string
  /** The test file from the root of the repository, and the name of the test; only the file in a hook. */
  readonly test: string
  /** How often the test reached the code by this operation. */
  readonly times: number
}

/** The parts of an answer that can hold a code. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly json: unknown
}

const root = resolve(import.meta.dirname, "../..")

/** By everything but `times`. */
const reached = new Map<string, ReachedCode>()

const inLocation = (location: unknown): string | undefined =>
  typeof location === "string" ? (URL.parse(location)?.searchParams.get("error_code") ?? undefined) : undefined

const inBody = (json: unknown): string | undefined =>
  typeof json === "object" && json !== null && "error_code" in json && typeof json.error_code === "string"
    ? json.error_code
    : undefined

const nameOfTest = (): string => {
  const { currentTestName, testPath } = expect.getState()
  const file = testPath === undefined ? "" : relative(root, testPath)
  return currentTestName === undefined ? file : `${file} > ${currentTestName}`
}

/** Where logins are. The paths elsewhere are as many as the fuzzer makes up. */
const PREFIX = "/users/v1/"

/** Collects the code of an answer to a login, in its body or in the address that it redirects to. */
export const collectCode = (method: string, path: string, { headers, json, status }: Answer): void => {
  if (!path.startsWith(PREFIX)) return
  const code = inBody(json) ?? inLocation(headers["location"])
  if (code === undefined) return
  const found = { code, status, operation: `${method} ${path}`, test: nameOfTest() }
  const key = JSON.stringify(found)
  reached.set(key, { ...found, times: (reached.get(key)?.times ?? 0) + 1 })
}

/** Writes what was collected into the folder of the run, and begins anew. */
export const writeReachedCodes = (): void => {
  if (reached.size === 0) return
  const folder = join(runFolder(), "reached-codes")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify([...reached.values()]))
  reached.clear()
}
