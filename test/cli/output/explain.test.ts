/** What errors of the domain, of storage and of the network mean at a terminal: a sentence, and what to do next. */
import { assert, describe, it } from "@effect/vitest"
import { KeySecretRefused } from "@garrison/core/environment/errors"
import { InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { explain, noSuchPlayer, nothingPublished, wrongInput } from "../../../packages/cli/src/output/explain.ts"

const invalid = (...details: ReadonlyArray<readonly [keys: ReadonlyArray<string | number>, msg: string]>) =>
  new InvalidInput({ detail: details.map(([loc, msg]) => ({ loc: [...loc], msg, type: "value_error" })) })

describe("wrong input", () => {
  it("is named by the flag or argument that it was given with, a member of a list by that of its list", () => {
    const error = invalid(
      [["permissions", 1], "must be a permission"],
      [["entries", 0, "loot_id"], "must be a number"],
      [[], "must be an object"],
    )
    assert.deepStrictEqual(wrongInput(error, { permissions: "--permission" }).details, [
      "--permission: must be a permission",
      "entries.0.loot_id: must be a number",
      "input: must be an object",
    ])
  })

  it("has changed nothing, and ends with 2, wherever it comes from", () => {
    const failure = explain(invalid([["limit"], "must be at most 10"]))
    assert.deepInclude(failure, {
      kind: "usage",
      sentence: "The input is wrong; nothing was changed.",
      details: ["limit: must be at most 10"],
    })
  })
})

describe("what is not there", () => {
  it("is told from what was deleted", () => {
    assert.strictEqual(noSuchPlayer("ada").sentence, "There is no player ada.")
    assert.strictEqual(noSuchPlayer("ada", true).sentence, "The player ada was deleted.")
    for (const failure of [noSuchPlayer("ada"), noSuchPlayer("ada", true), nothingPublished]) {
      assert.strictEqual(failure.kind, "notFound")
      assert.match(failure.next ?? "", /garrison/)
    }
  })
})

describe("a server that cannot listen", () => {
  it.each([
    ["EADDRINUSE", "another program uses this port", "lsof -i :8080 names it"],
    ["EACCES", "permission is denied", "Ports below 1024"],
    ["EADDRNOTAVAIL", "this machine does not have that address", "0.0.0.0 means every address"],
    ["ENOTFOUND", "there is no such host", "Correct --host"],
  ])("says what %s means, and which flag mends it", (code, reason, next) => {
    const message = `cannot listen on db.example:8080: listen ${code}: refused db.example:8080`
    const failure = explain({ _tag: "ListenFailed", message })
    assert.strictEqual(failure?.kind, "failure")
    assert.strictEqual(failure?.sentence, `The server cannot listen on db.example:8080: ${reason}.`)
    assert.include(failure?.next, next)
  })

  it("says what the system said where it is nothing of these", () => {
    const failure = explain({ _tag: "ListenFailed", message: "cannot listen on x:1: listen EWEIRD: odd" })
    assert.strictEqual(failure?.sentence, "The server cannot listen on x:1: listen EWEIRD: odd.")
    assert.strictEqual(failure?.next, "Choose another address with --host and --port.")
  })
})

describe("a database that this command may not use", () => {
  it.each([
    ["StorageUrlInvalid", "usage", "The storage cannot be used: it has no name.", "Correct --storage"],
    ["MigrationRefused", "failure", "This version cannot use the database: it has no name.", "Nothing was changed."],
    ["SqlError", "failure", "The database cannot be used: it has no name.", "garrison config"],
    ["StorageUnavailable", "failure", "The database cannot be used: it has no name.", "garrison config"],
  ] as const)("is told by its tag %s, as %s", (_tag, kind, sentence, next) => {
    const failure = explain(Object.assign(new Error("it has no name"), { _tag }))
    assert.deepInclude(failure, { kind, sentence })
    assert.include(failure?.next, next)
  })

  it("without its key secret is wrong usage, and says where that is given", () => {
    const failure = explain(new KeySecretRefused({ code: "invalid_settings", reason: "its keys are encrypted" }))
    assert.deepInclude(failure, { kind: "usage", sentence: "The database cannot be used: its keys are encrypted." })
    assert.include(failure?.next, "GARRISON_KEY_SECRET_FILE")
  })

  it("is nothing to be made up for any other error", () => {
    for (const error of [undefined, null, "text", 7, {}, new Error("plain"), { _tag: "Another", message: "x" }]) {
      assert.isUndefined(explain(error))
    }
  })
})
