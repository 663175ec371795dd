/** One connection: how often SQLite compiles its statements, which it says to an authorizer. */
import { assert, describe, it } from "@effect/vitest"
import { DatabaseSync } from "@garrison/sql/nodeSqlite"
import { SqliteConnection } from "@garrison/sql/SqliteConnection"
import { SqliteDamage } from "@garrison/sql/SqliteDamage"
import { constants } from "node:sqlite"

const filled = () => {
  const database = new DatabaseSync(":memory:")
  database.exec("CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT")
  database.exec("INSERT INTO note VALUES (1, 'one'), (2, 'two'), (3, 'LIMIT ?')")
  return database
}

/** Counts what the authorizer is asked: each compilation asks it, and no run does. To set it compiles all anew. */
const countingOn = (database: DatabaseSync): ((work: () => void) => number) => {
  let asked = 0
  database.setAuthorizer(() => {
    asked++
    return constants.SQLITE_OK
  })
  return (work) => {
    const before = asked
    work()
    return asked - before
  }
}

const bounded = [
  ["SELECT id FROM note WHERE id > ? ORDER BY id LIMIT ?", [1, 1], [{ id: 2 }]],
  ["SELECT id FROM note WHERE id > ?1 ORDER BY id LIMIT ?2", [1, 2], [{ id: 2 }, { id: 3 }]],
  [
    "SELECT id FROM (SELECT id FROM note ORDER BY id DESC\n  limit ?) AS newest ORDER BY id",
    [2],
    [{ id: 2 }, { id: 3 }],
  ],
  ["SELECT id FROM note ORDER BY id LIMIT ? OFFSET ?", [1, 2], [{ id: 3 }]],
  ["SELECT id FROM note WHERE body = ? LIMIT 1", ["LIMIT ?"], [{ id: 3 }]],
  [
    "UPDATE note SET body = ? WHERE id IN (SELECT id FROM note ORDER BY id LIMIT ?) RETURNING id",
    ["new", 1],
    [{ id: 1n }],
  ],
] as const

describe("a statement of a SQLite connection", () => {
  for (const [statement, values, rows] of bounded) {
    it(`is compiled once, however often it runs: ${statement.replaceAll(/\s+/g, " ")}`, () => {
      const database = filled()
      const damage = new SqliteDamage(":memory:", () => {})
      const connection = new SqliteConnection(database, { lockWaitMillis: 0, refusesWrites: false, damage })
      const askedDuring = countingOn(database)
      const run = () => assert.deepStrictEqual(connection.run(statement, values), rows)
      assert.isAbove(askedDuring(run), 0)
      assert.strictEqual(askedDuring(run), 0)
      database.close()
    })
  }

  it("would be compiled for each run, if a bare parameter were its LIMIT", () => {
    const database = filled()
    const askedDuring = countingOn(database)
    const statement = database.prepare("SELECT id FROM note LIMIT ?")
    statement.all(1)
    assert.isAbove(
      askedDuring(() => statement.all(1)),
      0,
    )
    database.close()
  })
})
