/** Secrets that were overwritten in storage, and what is left of them there (guarantees R47). */
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"

/**
 * Has what this unit of work overwrites gone from the files when it has been committed. SQLite overwrites deleted bytes
 * with zeros (`secure_delete`), but in the log, and in the file until the log is moved there; that is done at once.
 * Another process that reads meanwhile puts it off. Postgres keeps former rows until it vacuums.
 */
export const leaveNoResidue = (sql: SqlClient.SqlClient): Effect.Effect<void> =>
  "moveLog" in sql && Effect.isEffect(sql.moveLog)
    ? sql.afterCommit(Effect.ignoreCause(sql.moveLog as Effect.Effect<void>))
    : Effect.void
