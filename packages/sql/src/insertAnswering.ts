/**
 * An INSERT that answers with what it reads beside its row, in one statement. An engine that spreads tables takes no
 * subquery in RETURNING, so on Postgres the insert is a part of a SELECT. SQLite has no such parts.
 */
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"

/**
 * Makes such statements: an `insert` without RETURNING; `own`, columns of the inserted row; and `beside`, subqueries
 * that do not depend on that row, because only some databases see it in them. A row of the answer is an inserted one.
 */
export const makeInsertAnswering = (sql: SqlClient.SqlClient) => {
  const isInSelect = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  return (insert: Statement.Fragment, own: string, beside: Statement.Fragment) => {
    const columns = sql`${sql.literal(own)}, ${beside}`
    return isInSelect
      ? sql`WITH inserted AS (${insert} RETURNING ${sql.literal(own)}) SELECT ${columns} FROM inserted`
      : sql`${insert} RETURNING ${columns}`
  }
}

/** As {@link makeInsertAnswering}, for constant texts: the insert, the columns, and the subqueries. */
export const makeInsertAnsweringText = (sql: SqlClient.SqlClient) => {
  const isInSelect = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const insertAnswering = (insert: string, own: string, beside: string): string =>
    isInSelect
      ? `WITH inserted AS (${insert} RETURNING ${own}) SELECT ${own}, ${beside} FROM inserted`
      : `${insert} RETURNING ${own}, ${beside}`
  return insertAnswering
}
