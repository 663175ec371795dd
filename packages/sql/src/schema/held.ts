/**
 * Holds the schema of a database to the steps that were applied to it (guarantees R180). A trigger that somebody
 * planted writes rows in the middle of Garrison's own units, and a constraint that is lost lets in what no unit would
 * store; a file that is restored may bring either. What was meant is what the steps make on this very database engine:
 * no text of a catalog is compared with one of another version of it.
 */
import { createHash } from "node:crypto"
import { logWarning } from "@garrison/core/kernel/work/logWarning"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { databaseSaid } from "../databaseSaid.ts"
import { dialectOf, LEDGER, type Migration, type MigrationDialect, render, renderStep } from "../Migration.ts"
import { DatabaseSync } from "../nodeSqlite.ts"
import {
  lineOf,
  type PartKind,
  readSchema,
  SQLITE_SCHEMA,
  type SchemaPart,
  sqliteParts,
  SWITCHED_OFF,
} from "./readBack.ts"

const own = (parts: ReadonlyArray<SchemaPart>): ReadonlyArray<SchemaPart> => parts.filter(({ isOwn }) => isOwn)

/** What a schema comes to, in hexadecimal: equal for equal schemas. */
export const digestOf = (parts: ReadonlyArray<SchemaPart>): string =>
  createHash("sha256").update(own(parts).map(lineOf).toSorted().join("\n")).digest("hex")

const onSqlite = (statements: ReadonlyArray<string>): ReadonlyArray<SchemaPart> => {
  const database = new DatabaseSync(":memory:")
  try {
    database.exec(`BEGIN;\n${statements.join(";\n")};\nCOMMIT`)
    return sqliteParts(database.prepare(SQLITE_SCHEMA).all())
  } finally {
    database.close()
  }
}

/** Carries what was read out of the transaction that is undone. */
class Undone {
  readonly parts: ReadonlyArray<SchemaPart>
  constructor(parts: ReadonlyArray<SchemaPart>) {
    this.parts = parts
  }
}

const isDenied = (error: SqlError): boolean => databaseSaid(error).code === "42501"

/** Made as temporary tables, which are gone with the transaction; undefined: the user may make none. */
const onPostgres = Effect.fnUntraced(function* (statements: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const made = Effect.gen(function* () {
    yield* sql`SELECT set_config('search_path', 'pg_temp', true)`
    for (const statement of statements) yield* sql.unsafe(statement)
    return yield* Effect.fail(new Undone(yield* readSchema))
  })
  return yield* sql.withTransaction(made).pipe(
    Effect.catchIf(
      (failure): failure is Undone => failure instanceof Undone,
      ({ parts }) => Effect.succeed(parts),
    ),
    Effect.catchIf(isDenied, () => Effect.undefined),
  )
})

/** The schema that these steps make, made beside the database and read back. */
const madeBy = (steps: ReadonlyArray<Migration>, dialect: MigrationDialect) => {
  const statements = [...render(LEDGER, dialect), ...steps.flatMap((step) => renderStep(step, dialect).statements)]
  return dialect === "pg" ? onPostgres(statements) : Effect.sync(() => onSqlite(statements))
}

/** How a database differs from what was meant. */
interface Difference {
  readonly how: "foreign" | "lost" | "altered"
  readonly part: SchemaPart
}

const linesWithout = (parts: ReadonlyArray<SchemaPart>, others: ReadonlyArray<SchemaPart>) => {
  const lines = new Map<string, number>()
  for (const part of others) lines.set(lineOf(part), (lines.get(lineOf(part)) ?? 0) + 1)
  return parts.filter((part) => {
    const left = lines.get(lineOf(part)) ?? 0
    lines.set(lineOf(part), left - 1)
    return left <= 0
  })
}

const isSame = (one: SchemaPart) => (other: SchemaPart) =>
  one.kind === other.kind && one.table === other.table && one.name === other.name

const differences = (found: ReadonlyArray<SchemaPart>, meant: ReadonlyArray<SchemaPart>): ReadonlyArray<Difference> => {
  const foreign = linesWithout(found, meant)
  const lost = linesWithout(meant, found)
  return [
    ...foreign.filter((part) => !lost.some(isSame(part))).map((part): Difference => ({ how: "foreign", part })),
    ...lost.map((part): Difference => ({ how: foreign.some(isSame(part)) ? "altered" : "lost", part })),
  ]
}

/** What no step makes on Postgres. */
const neverMade: ReadonlySet<PartKind> = new Set(["trigger", "rule", "view", "policy", "inheritance"])

/** How the schema differs from every one that steps make: all that is known where none can be made to compare. */
const differencesFromAny = (found: ReadonlyArray<SchemaPart>): ReadonlyArray<Difference> =>
  found
    .filter(({ kind, name }) => neverMade.has(kind) || name === SWITCHED_OFF)
    .map((part): Difference => ({ how: "foreign", part }))

const NOT_COMPARED =
  "the user of the database may make no temporary tables, so its columns, constraints and indexes were not compared " +
  "with those that Garrison made; GRANT TEMPORARY ON DATABASE lets a start compare them"

/** What a later step that leaves this version at work may make, or make anew. A trigger ends epochs. */
const ofLaterSteps: ReadonlySet<PartKind> = new Set(["column", "constraint", "index", "sequence"])

const isHarmless = ({ how, part }: Difference, hasLater: boolean): boolean =>
  (how === "foreign" && part.isPlain) || (hasLater && ofLaterSteps.has(part.kind))

/** A name as it is, where it has nothing that a terminal would obey. */
const shown = (name: string): string => (/^[\w.]+$/.test(name) ? name : JSON.stringify(name))

const named = ({ definition, kind, name, table }: SchemaPart): string => {
  if (kind === "table" || kind === "sequence") return `${kind} ${shown(name)}`
  // SQLite gives a constraint no name of its own.
  return kind === "constraint" && name === definition
    ? `a constraint of ${shown(table)} (${definition.slice(0, 120)})`
    : `${kind} ${shown(name)} of ${shown(table)}`
}

const SAID: Readonly<Record<Difference["how"], string>> = {
  foreign: "is not declared",
  lost: "is lost",
  altered: "is altered",
}

/** Most that are named. */
const NAMED_MAX = 20

const list = (items: ReadonlyArray<string>): string =>
  [...items.slice(0, NAMED_MAX), ...(items.length > NAMED_MAX ? [`${items.length - NAMED_MAX} more`] : [])].join("; ")

/** What is wrong with a schema, in words. */
const objection = (refused: ReadonlyArray<Difference>): string =>
  `its schema is not the one that Garrison made: ${list(refused.map(({ how, part }) => `${named(part)} ${SAID[how]}`))}. ` +
  `Nothing was changed. Find out who made that; take it back, or restore a backup from before`

/** How a schema differs from the one that steps make. */
const compared = Effect.fnUntraced(function* <E, R>(
  found: ReadonlyArray<SchemaPart>,
  making: Effect.Effect<ReadonlyArray<SchemaPart> | undefined, E, R>,
) {
  const made = yield* making
  if (made !== undefined) return differences(found, own(made))
  yield* logWarning(NOT_COMPARED)
  return differencesFromAny(found)
})

/** What a schema is held to. */
export interface Meant {
  /** The steps that the database has, of those that this version knows. */
  readonly steps: ReadonlyArray<Migration>
  /** Whether it has steps of a later version, which added what this one does not know. */
  readonly hasLater: boolean
  /** What the steps come to, where that is known already: the schema is not made again. */
  readonly digest: string | undefined
}

/**
 * What is wrong with the schema of the database in context, in words; undefined: nothing. What is beside it and cannot
 * change what Garrison stores is a warning in the log.
 */
export const holdSchema = Effect.fnUntraced(function* ({ digest, hasLater, steps }: Meant) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* readSchema
  const isKnown = digest !== undefined && digestOf(found) === digest
  const differing = isKnown ? [] : yield* compared(own(found), madeBy(steps, dialectOf(sql)))
  const refused = differing.filter((difference) => !isHarmless(difference, hasLater))
  if (refused.length > 0) return objection(refused)
  const others = found.filter(({ isOwn }) => !isOwn).map((part): Difference => ({ how: "foreign", part }))
  const beside = [...differing, ...others]
  if (beside.length === 0) return undefined
  const what = list(beside.map(({ how, part }) => `${named(part)} ${SAID[how]}`))
  yield* logWarning(`the database has more than Garrison made, which stays as it is: ${what}`)
  return undefined
})
