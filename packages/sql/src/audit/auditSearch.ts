/**
 * The search of the audit: along the index of one condition, from the newest row on, over a bounded number of rows. The
 * audit only grows, so its sequence is the order of time, but for clocks of servers that differ.
 */
import type { AuditSought } from "@garrison/core/audit/AuditStore"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { integer, type Row } from "../columns.ts"

/** Rows that one page looks at, at most. */
const EXAMINED_MAX = 4000

/** Behind every row. */
const END = Number.MAX_SAFE_INTEGER

/** Makes the search of rows in these columns. */
export const makeAuditSearch = Effect.map(SqlClient.SqlClient, (sql) => {
  /** The condition that has an index in the order of the sequence, the one that fewest rows are expected to meet. */
  const walked = (
    { operation, outcome, subjectId, subjectKind }: AuditSought,
    byActor: Statement.Fragment | undefined,
  ): Statement.Fragment => {
    if (subjectKind !== undefined && subjectId !== undefined) {
      return sql`subject_kind = ${subjectKind} AND subject_id = ${subjectId} AND`
    }
    if (byActor !== undefined) return sql`${byActor} AND`
    if (outcome !== undefined && outcome !== "done") return sql`outcome = ${outcome} AND`
    return operation === undefined ? sql.literal("") : sql`operation = ${operation} AND`
  }

  /** All conditions, of rows that were looked at. */
  const conditions = (sought: AuditSought): ReadonlyArray<Statement.Fragment> => {
    const { from, operation, outcome, subjectId, subjectKind, to } = sought
    return [
      ...(subjectKind === undefined ? [] : [sql`subject_kind = ${subjectKind}`]),
      ...(subjectId === undefined ? [] : [sql`subject_id = ${subjectId}`]),
      ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
      ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
      ...(from === undefined ? [] : [sql`at >= ${from}`]),
      ...(to === undefined ? [] : [sql`at <= ${to}`]),
    ]
  }

  /** The column that the actor is sought by: its id, and where no row has that id, its name. */
  const columnOf = (actor: string) =>
    Effect.map(sql`SELECT sequence FROM audit WHERE actor_id = ${actor} LIMIT 1`, (rows) =>
      sql.literal(rows.length > 0 ? "actor_id" : "actor_name"),
    )

  /** Behind the newest row of a time up to `to`. */
  const beforeOf = ({ before = END, to }: AuditSought) =>
    to === undefined
      ? Effect.succeed(before)
      : Effect.map(sql`SELECT sequence FROM audit WHERE at <= ${to} ORDER BY at DESC, sequence DESC LIMIT 1`, ([row]) =>
          Math.min(before, row === undefined ? 0 : integer(row["sequence"]) + 1),
        )

  /** The oldest row of a time from `from` on. */
  const oldestOf = ({ from }: AuditSought) =>
    from === undefined
      ? Effect.succeed(0)
      : Effect.map(sql`SELECT sequence FROM audit WHERE at >= ${from} ORDER BY at, sequence LIMIT 1`, ([row]) =>
          row === undefined ? END : integer(row["sequence"]),
        )

  return Effect.fnUntraced(function* (
    columns: Statement.Fragment | Statement.Literal,
    sought: AuditSought,
    limit: number,
  ) {
    const by = sought.actor === undefined ? undefined : sql`${yield* columnOf(sought.actor)} = ${sought.actor}`
    const [before, oldest] = [yield* beforeOf(sought), yield* oldestOf(sought)]
    const window = sql`${walked(sought, by)} sequence < ${before} AND sequence >= ${oldest} ORDER BY sequence DESC`
    const rows =
      yield* sql<Row>`SELECT ${columns} FROM (SELECT * FROM audit WHERE ${window} LIMIT ${EXAMINED_MAX}) AS walked
      WHERE ${sql.and([sql.literal("1 = 1"), ...(by === undefined ? [] : [by]), ...conditions(sought)])} LIMIT ${limit + 1}`
    const found = rows.toSorted((left, right) => integer(right["sequence"]) - integer(left["sequence"]))
    if (found.length > limit) {
      const page = found.slice(0, limit)
      return { rows: page, next: integer(page.at(-1)?.["sequence"]) }
    }
    const [last] = yield* sql`SELECT sequence FROM audit WHERE ${window} LIMIT 1 OFFSET ${EXAMINED_MAX - 1}`
    return { rows: found, next: last === undefined ? undefined : integer(last["sequence"]) }
  })
})
