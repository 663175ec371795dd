/** Addresses of databases: which are taken, which file they name, and what of them may be shown. */
import { assert, describe, it } from "@effect/vitest"
import {
  fileOf,
  guessAt,
  isInMemory,
  isStorageAddress,
  locatedStorage,
  withoutPassword,
  withoutRest,
} from "../../../packages/cli/src/settings/storageAddress.ts"

describe("an address", () => {
  it.each([
    "sqlite:garrison.db",
    "sqlite:/var/lib/game.db",
    "sqlite:///var/lib/game.db",
    "sqlite::memory:",
    "postgres://db/garrison",
    "postgresql://game:p%40ss@db.example:5432/garrison?sslmode=require",
  ])("%s is taken", (storage) => {
    assert.isTrue(isStorageAddress(storage))
  })

  it.each([
    "",
    "garrison.db",
    "sqlite:",
    "sqlite://garrison.db",
    "postgres://",
    "postgres:db",
    "mysql://db/garrison",
    "postgres://db:99999/garrison",
    "postgres://me:p%ss@db/garrison",
    "postgres://me:p%00ss@db/garrison",
  ])("%j is none", (storage) => {
    assert.isFalse(isStorageAddress(storage))
  })
})

describe("the file of an address", () => {
  it("is there for SQLite, not for a database in memory or on a server", () => {
    assert.strictEqual(fileOf("sqlite:game.db"), "game.db")
    assert.isUndefined(fileOf("sqlite::memory:"))
    assert.isUndefined(fileOf("postgres://db/sqlite:game.db"))
    assert.isTrue(isInMemory("sqlite::memory:"))
    assert.isFalse(isInMemory("sqlite:memory"))
  })

  it("can be put elsewhere, and no other address changes", () => {
    const locate = (file: string) => `/srv/${file}`
    assert.strictEqual(locatedStorage("sqlite:game.db", locate), "sqlite:/srv/game.db")
    for (const storage of ["sqlite::memory:", "postgres://db/garrison"]) {
      assert.strictEqual(locatedStorage(storage, locate), storage)
    }
  })
})

describe("a password", () => {
  it.each([
    ["postgres://me:hunter2@db/x", "postgres://me:****@db/x"],
    ["postgres://me:hun@ter@2@db/x", "postgres://me:****@db/x"],
    ["postgres://:hunter2@db/x", "postgres://:****@db/x"],
    ["postgres://me@db/x", "postgres://me@db/x"],
    ["postgres://db/x?user=me&password=hunter2", "postgres://db/x?user=me&password=****"],
    ["postgres://db/x?sslpassword=hunter2&a=b", "postgres://db/x?sslpassword=****&a=b"],
    ["postgres://db/x?PASSWORD=hunter2", "postgres://db/x?PASSWORD=****"],
    ["sqlite:game.db", "sqlite:game.db"],
  ])("is masked in %s", (storage, shown) => {
    assert.strictEqual(withoutPassword(storage), shown)
  })

  it.each([
    ["mysql://me:hunter2@db", "mysql://…"],
    ["Postgres://me:hunter2@db", "Postgres://…"],
    ["me:hunter2@db", "****"],
    ["9x://hunter2", "****"],
    ["game.db", '"game.db"'],
    ["port", '"port"'],
  ])("is not shown of what may be a wrong address, %s", (given, shown) => {
    assert.strictEqual(withoutRest(given), shown)
  })
})

describe("a guess at what was meant", () => {
  it.each([
    ["game.db", "; did you mean sqlite:game.db?"],
    ["./data/game.db", "; did you mean sqlite:./data/game.db?"],
    ["sqlite://game.db", "; did you mean sqlite:game.db?"],
    ["postgres://me:hun%ter2@db/x", "; special characters of its password have to be percent-encoded"],
    ["postgres://me:hun#ter@db/x", "; special characters of its password have to be percent-encoded"],
    ["postgres://me:a@b@db:99999/x", "; special characters of its password have to be percent-encoded"],
    ["postgres://db:99999/x", ""],
    ["mysql://db/x", ""],
    ["two words", ""],
  ])("of %s", (storage, guess) => {
    assert.strictEqual(guessAt(storage), guess)
  })
})
