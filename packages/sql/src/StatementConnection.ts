/** A connection as effect/sql takes it, of which a driver writes `execute` and has the rest. */
import * as Effect from "effect/Effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"

/** Rows as a driver hands them over; columns.ts gives them types. */
export type Rows = ReadonlyArray<Record<string, unknown>>

/** The parts of `Connection` that rest on `execute`. */
export abstract class StatementConnection implements Connection {
  abstract execute(sql: string, params: ReadonlyArray<unknown>): Effect.Effect<Rows, SqlError>

  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return this.execute(sql, params)
  }

  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.execute(sql, params), (rows) => rows.map((row) => Object.values(row)))
  }

  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.executeValues(sql, params)
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.execute(sql, params)
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>) {
    return Stream.unwrap(Effect.map(this.execute(sql, params), Stream.fromIterable))
  }
}
