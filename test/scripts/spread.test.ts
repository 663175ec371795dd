/**
 * `npm run spread` as far as it goes without an engine: what it says of an address that it cannot use, and how the
 * statements of the suite are kept. The engine itself is no part of the suite.
 */
import { assert, describe, it } from "@effect/vitest"
import { withCompiled } from "../support/bundled.ts"
import { postgresUrl } from "../support/databases.ts"
import { encodeStatements, readStatements, StatementsByShape } from "../../scripts/spread/statements.ts"
import { temporaryFolder } from "../support/databases.ts"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

const run = (...args: ReadonlyArray<string>) => {
  const command = ["--conditions=source", "scripts/spread.ts", ...args]
  const { status, stderr, stdout } = spawnSync(process.execPath, command, {
    cwd: root,
    env: withCompiled(process.env),
    encoding: "utf8",
  })
  return { status, stderr, stdout }
}

describe("npm run spread", () => {
  it("says how it is used", () => {
    const { status, stdout } = run("--help")
    assert.strictEqual(status, 0)
    for (const option of ["--delete", "--statements", "--keep", "--no-tour", "--tables-only"]) {
      assert.include(stdout, `\n  ${option} `)
    }
  })

  it("refuses what is no address of a Postgres", () => {
    for (const [args, reason] of [
      [[], "give one address"],
      [["postgres://one", "postgres://two"], "give one address"],
      [["sqlite:file.db"], "the address must be postgres://"],
      [["--wrong", "postgres://one"], "Unknown option '--wrong'"],
    ] as const) {
      const { status, stderr } = run(...args)
      assert.strictEqual(status, 1)
      assert.include(stderr, `error: `)
      assert.include(stderr, reason)
    }
  })

  it.live("refuses a Postgres that is no Citus, and changes nothing there", () =>
    Effect.gen(function* () {
      const { status, stderr } = run("--tables-only", yield* postgresUrl("empty"))
      assert.strictEqual(status, 1)
      assert.include(stderr, "error: the database has no extension citus")
    }).pipe(Effect.scoped),
  )

  it("says that a database does not answer", () => {
    const { status, stderr } = run("--tables-only", "postgres://garrison@127.0.0.1:1/none")
    assert.strictEqual(status, 1)
    assert.include(stderr, "error: the database does not answer as it should")
  })
})

describe("the statements of the suite", () => {
  it("are the product's, also where a test fills a table by a longer one of the same shape", () => {
    const found = new StatementsByShape()
    const own = { statement: "INSERT INTO note (a, b) VALUES ($1, $2)", params: [1, 2], times: 1 }
    const ofTest = { statement: "INSERT INTO note (a, b) VALUES ($1, $2), ($3, $4)", params: [1, 2, 3, 4], times: 1 }
    for (const one of [own, ofTest, own]) found.add(one, (statement) => statement === own.statement)
    assert.deepStrictEqual(found.all(), [{ ...own, times: 2 }])
  })

  it.effect("are kept once, the longest of those that differ in the length of a list, with all kinds of values", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const params = ["ada", 7n, new Uint8Array([0, 255]), null, 1.5]
      const files = [
        [{ statement: "INSERT INTO note (a, b) VALUES ($1, $2)", params: [1, 2], times: 1 }],
        [
          { statement: "INSERT INTO note (a, b)\n  VALUES ($1, $2),($3, $4)", params: [1, 2, 3, 4], times: 2 },
          { statement: "SELECT 1 FROM note WHERE a IN ($1,$2,$3,$4,$5)", params, times: 1 },
        ],
      ]
      for (const [index, statements] of files.entries()) {
        const found = new StatementsByShape()
        for (const one of statements) found.add(one)
        writeFileSync(join(folder, `${index}.json`), encodeStatements(found.all()))
      }
      assert.deepStrictEqual(readStatements(folder), [
        { statement: "INSERT INTO note (a, b)\n  VALUES ($1, $2),($3, $4)", params: [1, 2, 3, 4], times: 3 },
        { statement: "SELECT 1 FROM note WHERE a IN ($1,$2,$3,$4,$5)", params, times: 1 },
      ])
    }).pipe(Effect.scoped),
  )
})
