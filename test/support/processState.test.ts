import { assert, describe, it } from "@effect/vitest"
import { SqliteConnection } from "@garrison/sql/SqliteConnection"
import { changesOf, processState } from "./processState.ts"

/** What a file could leave for the next one, with how it is mended. */
const changes: Readonly<Record<string, () => () => void>> = {
  "globalThis.Date": () => {
    const original = globalThis.Date
    globalThis.Date = class extends original {} as DateConstructor
    return () => void (globalThis.Date = original)
  },
  "Date.now": () => {
    const original = Date.now
    Date.now = () => 0
    return () => void (Date.now = original)
  },
  "Math.random": () => {
    const original = Math.random
    Math.random = () => 0
    return () => void (Math.random = original)
  },
  "SqliteConnection.prototype.run": () => {
    // oxlint-disable-next-line typescript/unbound-method -- it is put back as it was
    const original = SqliteConnection.prototype.run
    SqliteConnection.prototype.run = () => []
    return () => void (SqliteConnection.prototype.run = original)
  },
  "the variable GARRISON_LEFT_BEHIND": () => {
    process.env["GARRISON_LEFT_BEHIND"] = "1"
    return () => void delete process.env["GARRISON_LEFT_BEHIND"]
  },
  "listeners for warning": () => {
    const listener = () => undefined
    process.on("warning", listener)
    return () => void process.off("warning", listener)
  },
  "the exit code": () => {
    const original = process.exitCode
    process.exitCode = 7
    return () => void (process.exitCode = original)
  },
}

describe("the process that test files share", () => {
  it("is the same while nothing changes it", () => {
    assert.deepStrictEqual(changesOf(processState(), processState()), [])
  })

  it.each(Object.entries(changes))("is seen to differ in %s, and no more once that is mended", (name, change) => {
    const before = processState()
    const mend = change()
    const changed = changesOf(before, processState())
    mend()
    assert.deepStrictEqual(changed, [name])
    assert.deepStrictEqual(changesOf(before, processState()), [])
  })
})
