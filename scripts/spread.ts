/**
 * Spreads an empty schema over the Citus coordinator at an address, as the declared keys say. Then it plans and runs
 * there every statement of the suite, and names those that are refused or reach several shards. In the end the tour
 * visits a server on that database. Ends with 1 if a statement is refused, or reaches several shards and may not.
 */
import { client } from "@garrison/sql/Database"
import type { SqlDriver } from "@garrison/sql/SqlDriver"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as SqlClient from "effect/sql/SqlClient"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { findEngine, NotSpreadable, requireEmpty, spreadTables } from "./spread/engine.ts"
import { type Judged, makeJudge } from "./spread/plans.ts"
import { readStatements } from "./spread/statements.ts"

const help = `Usage: npm run spread -- [options] postgres://USER:PASSWORD@HOST:PORT/DATABASE

Spreads an empty schema over the Citus coordinator at this address, plans every statement of the suite on it,
and walks the tour against a server on it. Ends with 1 if a statement is refused or reaches several shards.

Options:
  --delete             delete Garrison's tables that are in the database, with all their rows
  --statements FOLDER  take the statements that an earlier run kept in this folder; otherwise the tests on Postgres
                       are run first, which takes some minutes
  --keep FOLDER        keep the statements of this run in this folder
  --no-tour            do not walk the tour
  --tables-only        spread the schema and do no more
  --help               print this text
`

const root = resolve(import.meta.dirname, "..")
const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Folders of tests that run each statement of the product on Postgres. */
const tested = ["test/store", "test/core", "test/sql", "test/http"]

const options = {
  delete: { type: "boolean", default: false },
  statements: { type: "string" },
  keep: { type: "string" },
  "no-tour": { type: "boolean", default: false },
  "tables-only": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const

const fail = (message: string): never => {
  process.stderr.write(`error: ${message}\n`)
  process.exit(1)
}

const given = () => {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}

const { positionals, values } = given()
if (values.help) {
  say(help)
  process.exit(0)
}
const [url, ...more] = positionals
if (url === undefined || more.length > 0) fail(`give one address of a Citus coordinator\n\n${help}`)
const address = url ?? ""
if (!/^postgres(ql)?:\/\/./.test(address)) fail("the address must be postgres://USER:PASSWORD@HOST:PORT/DATABASE")

/** Runs the tests on Postgres, which write the statements into the folder. */
const gather = (folder: string): void => {
  say(`Running the tests on Postgres in ${tested.join(", ")}, for their statements …`)
  const { status, stdout, stderr } = spawnSync("npx", ["vitest", "run", ...tested, "--testNamePattern", "Postgres"], {
    cwd: root,
    env: { ...process.env, GARRISON_TEST_STATEMENTS: folder },
    encoding: "utf8",
    maxBuffer: 1024 ** 3,
  })
  if (status === 0) return
  fail(
    `the tests failed:\n${stdout.slice(-5000)}${stderr.slice(-5000)}\n` +
      `The statements that they ran are kept. To go on with them: --statements ${folder}`,
  )
}

/** The statements to plan. */
const statementsOf = () => {
  if (values.statements !== undefined) return readStatements(resolve(values.statements))
  const folder = resolve(values.keep ?? mkdtempSync(join(tmpdir(), "garrison-statements-")))
  try {
    gather(folder)
    return readStatements(folder)
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

const oneLine = (statement: string): string => statement.replaceAll(/\s+/g, " ").trim()

/** Prints the statements of one kind by their reason. */
const print = (title: string, judged: ReadonlyArray<Judged>): void => {
  say(`\n${title}: ${judged.length}`)
  const byReason = Map.groupBy(judged, ({ outcome }) => ("reason" in outcome ? outcome.reason : ""))
  for (const [reason, statements] of byReason) {
    say(`\n  ${reason} (${statements.length})`)
    for (const { statement, times } of statements) say(`    ${times} times: ${oneLine(statement)}`)
  }
}

const ofKind = (judged: ReadonlyArray<Judged>, kind: Judged["outcome"]["kind"]) =>
  judged.filter(({ outcome }) => outcome.kind === kind)

/** Spreads the schema. */
const spread = Effect.gen(function* () {
  const { version, workers } = yield* findEngine
  say(`Citus ${version}, machines with rows: ${workers}`)
  yield* requireEmpty(values.delete)
  const { keys, small } = yield* spreadTables
  say(`Spread the tables of ${keys} keys, and copied ${small} small tables to every machine`)
})

/** Every statement with what became of it. */
const judgeAll = Effect.gen(function* () {
  const statements = yield* Effect.sync(statementsOf)
  say(`Planning and running ${statements.length} statements …`)
  return yield* Effect.forEach(statements, yield* makeJudge)
})

/** Runs on the database; ends the process where it fails. */
const onDatabase = async <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient | SqlDriver>): Promise<A> => {
  const exit = await Effect.runPromiseExit(Effect.provide(effect, client(address)))
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.squash(exit.cause)
  const reason = error instanceof Error ? error.message : String(error)
  return fail(error instanceof NotSpreadable ? reason : `the database does not answer as it should: ${reason}`)
}

/** Prints what became of the statements. Says whether all is well. */
const report = (judged: ReadonlyArray<Judged>): boolean => {
  const [allowed, several, refused] = (["allowed", "several", "refused"] as const).map((kind) => ofKind(judged, kind))
  print("Reach several machines, as they may", allowed ?? [])
  print("Reach several machines, and may not", several ?? [])
  print("Refused", refused ?? [])
  const wrong = (several ?? []).length + (refused ?? []).length
  const one = ofKind(judged, "one").length
  say(
    `\n${judged.length} statements: ${one} reach one machine or small tables, ${allowed?.length} several as they may, ` +
      `${wrong} are refused or reach several`,
  )
  return wrong === 0
}

/** Walks the tour against a server on the database, and prints its last line, or all of it where it fails. */
const tour = (): boolean => {
  say("\nWalking the tour on this database …")
  const args = [join(root, "scripts/tour.ts"), address]
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" })
  say(status === 0 ? (stdout.trim().split("\n").at(-1) ?? "") : `${stdout.slice(-5000)}${stderr}`)
  return status === 0
}

await onDatabase(spread)
if (!values["tables-only"]) {
  const isTaken = report(await onDatabase(judgeAll))
  const isToured = values["no-tour"] || tour()
  process.exitCode = isTaken && isToured ? 0 : 1
}
