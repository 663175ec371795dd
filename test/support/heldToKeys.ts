/**
 * Every statement that the suite runs is held to the keys of the tables (statementKeys.ts). One that breaks a rule
 * fails, and its test with it. A test writes statements of its own, to look at what is stored or to spoil it: those
 * stand in the sources of the tests, or their beginning does, and not in the product's, and are let through. So are the
 * steps of the schema, which change the rows of all keys, once.
 */
import { renderStep } from "@garrison/sql/Migration"
import { NEWEST_ORDER } from "@garrison/sql/migrationPlan"
import { migrations } from "@garrison/sql/migrations/all"
import { tables } from "@garrison/sql/schema/tables"
import { rowCount } from "@garrison/sql/stepWork"
import { SqliteConnection } from "@garrison/sql/SqliteConnection"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { recordStatement } from "./recordedStatements.ts"
import { type Examined, examine, faultsOf } from "./statementKeys.ts"

const root = join(import.meta.dirname, "../..")

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll(/["`]/g, "").trim()

const sourcesOf = (folders: ReadonlyArray<string>): string =>
  folders
    .flatMap((folder) =>
      globSync("**/*.ts", { cwd: join(root, folder), exclude: ["**/node_modules/**", "**/dist/**"] }).map((file) =>
        plain(readFileSync(join(root, folder, file), "utf8")),
      ),
    )
    .join("\n")

let sources: { readonly tests: string; readonly product: string } | undefined

/** Characters of a statement that tell whose it is. */
const BEGINNING = 28

const standsInTests = (statement: string): boolean => {
  sources ??= { tests: sourcesOf(["test"]), product: sourcesOf(["packages/sql/src"]) }
  const { product, tests } = sources
  const pieces = statement.split(/\?|\$\d+|(?<=AS )(?:UUID|BLOB)/).map(plain)
  if (pieces.every((piece) => tests.includes(piece))) return true
  const beginning = (pieces[0] ?? "").slice(0, BEGINNING)
  return tests.includes(beginning) && !product.includes(beginning)
}

const ownOfTests = new Map<string, boolean>()

/** Searching all sources takes milliseconds, so each statement is searched for once. */
const isOwnOfTests = (statement: string): boolean => {
  let own = ownOfTests.get(statement)
  if (own === undefined) {
    own = standsInTests(statement)
    ownOfTests.set(statement, own)
  }
  return own
}

const steps: ReadonlySet<string> = new Set([
  ...migrations.flatMap((step) =>
    (["sqlite", "pg"] as const).flatMap((dialect) => renderStep(step, dialect).statements),
  ),
  // Rows are counted before a step, and the newest order is looked for.
  NEWEST_ORDER,
  ...tables.map(({ name }) => rowCount(name)),
])

const namesTable = new RegExp(String.raw`\b(?:${tables.map(({ name }) => name).join("|")})\b`)

const isOfProduct = (statement: string): boolean =>
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(statement) &&
  namesTable.test(statement) &&
  !steps.has(statement) &&
  !isOwnOfTests(statement)

const examined = { spread: new Map<string, Examined>(), whole: new Map<string, Examined>() }

/** Throws what is wrong with the statement. */
const holdToKeys = (statement: string, params: ReadonlyArray<unknown>, database: "spread" | "whole"): void => {
  if (steps.has(statement)) return
  let known = examined[database].get(statement)
  if (known === undefined) {
    known = examine(statement, database === "spread")
    examined[database].set(statement, known)
  }
  const faults = faultsOf(known, params)
  if (faults.length === 0 || isOwnOfTests(statement)) return
  throw new Error(`${faults.join("; ")}: ${plain(statement)}`)
}

/** Holds the statements of whatever runs over the layer. For Postgres, where every statement can be looked at. */
export const held = Layer.succeed(Statement.CurrentTransformer, (statement) =>
  Effect.sync(() => {
    const [text, params] = statement.compile()
    // What is refused, as a test plants it, is none of the product's.
    holdToKeys(text, params, "spread")
    recordStatement(text, params, isOfProduct)
    return statement
  }),
)

// oxlint-disable-next-line typescript/unbound-method -- it is called on the connection that it is found on
const { run } = SqliteConnection.prototype

/** On SQLite some statements pass by effect/sql (preparedRead.ts), so all are looked at where they are run. */
export const heldRun: SqliteConnection["run"] = function (this: SqliteConnection, statement, params = []) {
  holdToKeys(statement, params, "whole")
  return run.call(this, statement, params)
}
SqliteConnection.prototype.run = heldRun
