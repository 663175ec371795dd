/** What test files of one worker share besides modules, and could change for each other. */
import { SqliteConnection } from "@garrison/sql/SqliteConnection"
import { cwd } from "node:process"
import { wantsJson } from "../../packages/cli/src/output/form.ts"

/** Each thing that is shared, by name. */
export type ProcessState = ReadonlyMap<string, unknown>

/** Objects whose members anybody can replace. Vitest itself sets some members of `process` and `globalThis`. */
const shared: Readonly<Record<string, object>> = {
  Date,
  Math,
  JSON,
  Reflect,
  crypto: globalThis.crypto,
  performance: globalThis.performance,
  "Array.prototype": Array.prototype,
  "Object.prototype": Object.prototype,
  "String.prototype": String.prototype,
  "Promise.prototype": Promise.prototype,
  "process.stdout": process.stdout,
  "process.stderr": process.stderr,
  "SqliteConnection.prototype": SqliteConnection.prototype,
}

const membersOf = (name: string, value: object): ReadonlyArray<readonly [string, unknown]> =>
  Reflect.ownKeys(value).flatMap((key) => {
    const member = Object.getOwnPropertyDescriptor(value, key)
    return member !== undefined && typeof member.value === "function" ? [[`${name}.${String(key)}`, member.value]] : []
  })

/** The state now. */
export const processState = (): ProcessState =>
  new Map<string, unknown>([
    ...membersOf("globalThis", globalThis),
    ...Object.entries(shared).flatMap(([name, value]) => membersOf(name, value)),
    ...Object.entries(process.env).map(([name, value]) => [`the variable ${name}`, value] as const),
    ...process.eventNames().map((name) => [`listeners for ${String(name)}`, process.listenerCount(name)] as const),
    ["the working directory", cwd()],
    ["the exit code", process.exitCode],
    ["whether the command speaks JSON", wantsJson([])],
    ["Error.stackTraceLimit", Error.stackTraceLimit],
  ])

/** Names of what differs. */
export const changesOf = (before: ProcessState, after: ProcessState): ReadonlyArray<string> =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => !Object.is(before.get(name), after.get(name)))
