/** Why a database cannot be used: what can be seen of its file first, then what the database itself said. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { storageFailure } from "../../../packages/cli/src/output/storageFailure.ts"
import { temporaryDirectory } from "../support/garrison.ts"

/** An error as drivers wrap them: the database's own words are the innermost. */
const sqlError = (said: string) => ({ _tag: "SqlError", reason: { cause: new Error(said) } })

const postgres = "postgres://game:hunter2@db.example:5432/garrison"

describe("storageFailure", () => {
  it("is there for errors of storage alone", () => {
    for (const error of [undefined, null, "busy", new Error("database is locked"), { _tag: "InvalidInput" }]) {
      assert.isUndefined(storageFailure(error, postgres))
    }
  })

  it.each([
    ["database is locked", "Another program has locked it"],
    ["SQLITE_BUSY", "Another program has locked it"],
    ["database or disk is full", "Make room on its disk"],
    ["disk I/O error", "Make room on its disk"],
    ["file is not a database", "Restore it from a backup"],
    ["database disk image is malformed", "Restore it from a backup"],
    ['password authentication failed for user "game"', "Check the user and the password"],
    ['role "game" does not exist', "Check the user and the password"],
    ['database "garrison" does not exist', "Create it (createdb)"],
    ["connect ECONNREFUSED 192.0.2.1:5432", "Check that Postgres is running"],
    ["getaddrinfo ENOTFOUND db.example", "Check that Postgres is running"],
    ["Connection terminated unexpectedly", "Check that Postgres is running"],
    ["relation is odd", "Check the storage (garrison config), its permissions and free space"],
  ])("tells what to do when the database says %s", (said, next) => {
    const failure = storageFailure(sqlError(said), postgres)
    assert.strictEqual(failure?.kind, "failure")
    assert.strictEqual(
      failure?.sentence,
      `The database postgres://game:****@db.example:5432/garrison cannot be used: ${said}.`,
    )
    assert.include(failure?.next, next)
  })

  it("knows a server that is no Postgres by what the driver says of its answer", () => {
    const failure = storageFailure(sqlError("maxMessageSize exceeded"), postgres)
    assert.include(failure?.sentence, "something answers there that is not Postgres")
  })

  it("finds the innermost words, and has some where there are none", () => {
    const deep = { _tag: "StorageUnavailable", cause: { reason: { cause: { cause: new Error("inside") } } } }
    assert.strictEqual(storageFailure(deep)?.sentence, "The database cannot be used: inside.")
    const shallow = Object.assign(new Error("outside"), { _tag: "SqlError" })
    assert.strictEqual(storageFailure(shallow)?.sentence, "The database cannot be used: outside.")
    const silent = { _tag: "SqlError", reason: {}, cause: new Error("") }
    assert.strictEqual(
      storageFailure(silent)?.sentence,
      "The database cannot be used: it is busy, full or out of reach.",
    )
  })
})

describe("a SQLite file", () => {
  const cwd = temporaryDirectory()
  const at = (name: string) => join(cwd, name)
  const saidOf = (name: string, said = "unable to open database file") =>
    storageFailure(sqlError(said), `sqlite:${at(name)}`)

  beforeAll(() => {
    mkdirSync(at("folder"))
    mkdirSync(at("closed"))
    for (const name of ["file.db", "secret.db", "fixed.db"]) writeFileSync(at(name), "")
    chmodSync(at("secret.db"), 0o000)
    chmodSync(at("fixed.db"), 0o400)
    chmodSync(at("closed"), 0o500)
  })

  it.each([
    ["nowhere/game.db", () => `there is no directory ${at("nowhere")}`],
    ["file.db/game.db", () => `${at("file.db")} is not a directory`],
    ["folder", () => "it is a directory"],
  ])("%s: the obstacle can be seen from outside, and is told before what SQLite says", (name, obstacle) => {
    assert.strictEqual(saidOf(name)?.sentence, `The database ${at(name)} cannot be used: ${obstacle()}.`)
  })

  it.skipIf(process.getuid?.() === 0).each([
    ["secret.db", () => "you may not read it"],
    ["fixed.db", () => "you may not write to it"],
    ["closed/new.db", () => `you may not write to its directory ${at("closed")}`],
  ])("%s: the rights that lack are told", (name, obstacle) => {
    assert.strictEqual(saidOf(name)?.sentence, `The database ${at(name)} cannot be used: ${obstacle()}.`)
  })

  it("that nothing is in the way of is told by what SQLite says, and advice names it", () => {
    const failure = saidOf("file.db", "database is locked")
    assert.strictEqual(failure?.sentence, `The database ${at("file.db")} cannot be used: database is locked.`)
    assert.include(failure?.next, `lsof ${at("file.db")}.`)
  })

  it("in memory has no file that could be in the way", () => {
    const failure = storageFailure(sqlError("out of memory"), "sqlite::memory:")
    assert.strictEqual(failure?.sentence, "The database sqlite::memory: cannot be used: out of memory.")
  })
})
