/** How an engine takes a statement: the plan that Citus makes of it, and a run that is rolled back. */
import { tables } from "@garrison/sql/schema/tables"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { exceptionOf } from "../../test/support/statementKeys.ts"
import type { RecordedStatement } from "./statements.ts"

/** What became of a statement. Those that may reach several shards say why. */
export type Outcome =
  | { readonly kind: "local" | "one" }
  | { readonly kind: "allowed" | "several"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string }

/** A statement with its outcome. */
export interface Judged extends RecordedStatement {
  readonly outcome: Outcome
}

/** Rows that are missing, and values that do not fit them: an empty database says so of a statement that it took. */
const isOfRows = (code: string | undefined): boolean => code !== undefined && /^2[23]/.test(code)

const textOf = (value: unknown, name: string): string | undefined => {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === "string" && found !== "" ? found : undefined
}

const refusalOf = (error: SqlError): Outcome | undefined => {
  const { cause } = error.reason
  if (isOfRows(textOf(cause, "code"))) return undefined
  const reason = textOf(cause, "message") ?? error.message
  return { kind: "refused", reason }
}

const keyed = tables.filter(({ key }) => key !== undefined).map(({ name }) => name)
const shardName = new RegExp(String.raw`\b(?:${keyed.join("|")})_(\d+)\b`, "g")

/**
 * How many shards a plan reaches. `placeOf`: shards of tables that are kept together have the same place. Aliases that
 * Postgres makes up end with a number, too, which is no shard's.
 */
const shardsIn = (plan: string, placeOf: ReadonlyMap<string, string>): number => {
  const many = Array.from(plan.matchAll(/Task Count: (\d+)/g), ([, count]) => Number(count)).filter(
    (count) => count > 1,
  )
  if (many.length > 0) return Math.max(...many)
  const places = Array.from(plan.matchAll(shardName), ([, shard = ""]) => placeOf.get(shard))
  return new Set(places.filter((place) => place !== undefined)).size
}

const reasons = {
  housekeeping: "housekeeping looks for what is past its time, over all keys",
  search: "operators search rows of all keys, page by page",
  many: "rows of at most 200 players are read at once, for those who listen or are written to",
  list: "a request or a flush names many players: each machine is asked for those of its keys",
  orders: "an order has rows of its player, and one by its own id. Each part writes rows of one key",
  newPerson: "a new person has rows of several keys: its lookups, its own, its player's. Each part writes rows of one",
} as const

/** Plans and runs statements on the database in context, which has the spread schema and no rows of players. */
export const makeJudge = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const shards = yield* sql`SELECT s.shardid::text AS shard, p.colocationid || ':' || s.shardminvalue AS place
    FROM pg_dist_shard s JOIN pg_dist_partition p ON p.logicalrelid = s.logicalrelid WHERE s.shardminvalue IS NOT NULL`
  const placeOf = new Map(shards.map((row) => [String(row["shard"]), String(row["place"])]))

  const planned = ({ params, statement }: RecordedStatement) =>
    sql.unsafe<Record<string, unknown>>(`EXPLAIN (COSTS OFF) ${statement}`, params).pipe(
      Effect.map((rows): Outcome => {
        const plan = rows.map((row) => String(row["QUERY PLAN"])).join("\n")
        if (!plan.includes("Citus")) return { kind: "local" }
        const count = shardsIn(plan, placeOf)
        const exception = exceptionOf(statement)
        // The plan does not say to which shard a part inserts what another part found.
        if (exception !== undefined && (count > 1 || exception === "newPerson" || exception === "orders")) {
          return { kind: "allowed", reason: reasons[exception] }
        }
        return count < 2 ? { kind: "one" } : { kind: "several", reason: `reaches ${count} shards` }
      }),
    )

  // A plan is not yet a run: what writes in parts may be refused at its second part.
  const ran = ({ params, statement }: RecordedStatement, outcome: Outcome) =>
    sql.unsafe(statement, params).pipe(
      Effect.andThen(Effect.fail("undone" as const)),
      sql.withTransaction,
      Effect.catch((error) => Effect.succeed((isSqlError(error) ? refusalOf(error) : undefined) ?? outcome)),
    )

  return (statement: RecordedStatement): Effect.Effect<Judged, SqlError> =>
    planned(statement).pipe(
      Effect.flatMap((outcome) => ran(statement, outcome)),
      Effect.catch((error) => Effect.succeed(refusalOf(error) ?? ({ kind: "one" } as const))),
      Effect.map((outcome) => ({ ...statement, outcome })),
    )
})
