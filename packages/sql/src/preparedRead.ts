/**
 * Reads of every request: one constant SELECT each, on either database. If the database answers at once (SQLite,
 * outside of a unit of work, without tracing), the statement runs directly. Otherwise it runs like every other
 * statement.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { SqlDriver } from "./SqlDriver.ts"
import { orUnavailable } from "./SqlTransaction.ts"
import type { Rows } from "./StatementConnection.ts"

type Parameter = string | number | Uint8Array | null

const numbered = (text: string): string => {
  let count = 0
  return text.replaceAll("?", () => `$${++count}`)
}

/**
 * Makes reads over the client and driver in context: each of the constant SELECT `text`, whose parameters are `?` in
 * both dialects, with `decode` for its rows. Inside of a unit of work it sees what the unit wrote. SQL failures are
 * defects, as {@link orUnavailable} makes them.
 */
export const makePreparedRead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { reading } = yield* SqlDriver
  return <A>(text: string, decode: (rows: Rows) => A): ((...params: ReadonlyArray<Parameter>) => Effect.Effect<A>) => {
    const statement = sql.onDialectOrElse({ pg: () => numbered(text), orElse: () => text })
    const asOthers = (params: ReadonlyArray<Parameter>): Effect.Effect<A> =>
      orUnavailable(Effect.map(sql.unsafe<Record<string, unknown>>(statement, params), decode))
    if (reading === undefined) return (...params) => asOthers(params)
    return (...params) =>
      Effect.withFiber((fiber) => {
        const isInUnit = Context.getOrUndefined(fiber.context, sql.transactionService) !== undefined
        const isWatched = fiber.cache.tracerEnabled || fiber.getRef(Statement.CurrentTransformer) !== undefined
        if (isInUnit || isWatched) return asOthers(params)
        let rows: Rows
        try {
          rows = reading.run(statement, params)
        } catch {
          // The usual way meets the same failure, and knows what to wait for and what to call it.
          return asOthers(params)
        }
        return Effect.succeed(decode(rows))
      })
  }
})

/** What {@link makePreparedRead} makes. */
export type PreparedRead = Effect.Success<typeof makePreparedRead>
