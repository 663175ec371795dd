/**
 * Constant statements, on either database: the reads of every request, and what units of work run most. If the database
 * answers at once (SQLite, without tracing), the statement runs directly. Otherwise it runs like every other statement.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import type { Row } from "./columns.ts"
import { SqlDriver } from "./SqlDriver.ts"
import { UnitConnection } from "./SqliteUnit.ts"
import { orUnavailable } from "./SqlTransaction.ts"
import type { Rows } from "./StatementConnection.ts"

/** A value for a parameter of a statement. */
export type Parameter = string | number | bigint | Uint8Array | null

/** The text with numbers, after `sign`, for the names of its parameters, and the names in that order. */
export const numberedNames = (
  text: string,
  sign: "$" | "?",
): { readonly statement: string; readonly names: ReadonlyArray<string> } => {
  const names: Array<string> = []
  const statement = text.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `${sign}${names.indexOf(name) + 1}`
  })
  return { statement, names }
}

const numbered = (text: string): string => {
  let count = 0
  return text.replaceAll("?", () => `$${++count}`)
}

/** The connection of the unit of work in progress, where a statement can go straight to it. */
const unitOf = (fiber: Fiber.Fiber<unknown, unknown>, sql: SqlClient.SqlClient): UnitConnection | undefined => {
  const [connection] = Context.getOrUndefined(fiber.context, sql.transactionService) ?? []
  return connection instanceof UnitConnection && !isWatched(fiber) ? connection : undefined
}

/** A tracer, or a host that looks at statements, sees those that run the usual way. */
const isWatched = (fiber: Fiber.Fiber<unknown, unknown>): boolean =>
  fiber.cache.tracerEnabled || fiber.getRef(Statement.CurrentTransformer) !== undefined

/**
 * Makes statements of units of work over the client in context: each of the constant `text`, whose parameters are `?`
 * in both dialects, with `decode` for its rows. SQL failures are defects, as {@link orUnavailable} makes them.
 */
const makePreparedInUnit = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    <A>(text: string, decode: (rows: Rows) => A): Prepared<A> => {
      const statement = sql.onDialectOrElse({ pg: () => numbered(text), orElse: () => text })
      return (params) =>
        Effect.withFiber((fiber) => {
          const rows = unitOf(fiber, sql)?.attempt(statement, params)
          if (rows !== undefined) return Effect.succeed(decode(rows))
          return orUnavailable(Effect.map(sql.unsafe<Row>(statement, params), decode))
        })
    },
)

/**
 * As {@link makePreparedInUnit}, for a `text` that changes rows and has no RETURNING: answers with how many rows it
 * changed. SQLite says that without handing rows over.
 */
export const makePreparedChange = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const prepared = yield* makePreparedInUnit
  return (text: string): Prepared<number> => {
    const returning = prepared(`${text} RETURNING 1 AS changed`, ({ length }) => length)
    return (params) =>
      Effect.withFiber((fiber) => {
        const changed = unitOf(fiber, sql)?.attemptChange(text, params)
        return changed === undefined ? returning(params) : Effect.succeed(changed)
      })
  }
})

/**
 * As {@link makePreparedInUnit}, with parameters that have names, `:player` for example, and may be used more than
 * once.
 */
export const makePreparedByName = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sign = sql.onDialectOrElse({ pg: () => "$" as const, orElse: () => "?" as const })
  const prepared = yield* makePreparedInUnit
  return <Name extends string, A>(text: string, decode: (rows: Rows) => A) => {
    const { names, statement } = numberedNames(text, sign)
    const run = prepared(statement, decode)
    return (values: Readonly<Record<Name, Parameter>>) => run(names.map((name) => values[name as Name]))
  }
})

/** A statement with values for its parameters. */
export type Prepared<A> = (params: ReadonlyArray<Parameter>) => Effect.Effect<A>

/**
 * Makes a statement of units of work with a list in it: `textOf` gets `row` as often as the list is long. Each length
 * is a constant statement of its own, so let there be few of them. `before` and `after` are the values for the
 * parameters around the list.
 */
export const makePreparedRows = Effect.map(
  makePreparedInUnit,
  (prepared) =>
    <A>(row: string, textOf: (rows: string) => string, decode: (rows: Rows) => A) => {
      const byLength = new Map<number, Prepared<A>>()
      return (
        rows: ReadonlyArray<ReadonlyArray<Parameter>>,
        after: ReadonlyArray<Parameter> = [],
        before: ReadonlyArray<Parameter> = [],
      ): Effect.Effect<A> => {
        let statement = byLength.get(rows.length)
        if (statement === undefined) {
          statement = prepared(textOf(Array.from(rows, () => row).join(", ")), decode)
          byLength.set(rows.length, statement)
        }
        return statement([...before, ...rows.flat(), ...after])
      }
    },
)

/** Rows of one statement at most: both databases bound the number of parameters. */
const rowsMax = 200

/** The rows in parts, each for a statement of its own. */
export const inParts = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  if (rows.length <= rowsMax) return rows.length === 0 ? [] : [rows]
  const parts: Array<ReadonlyArray<A>> = []
  for (let at = 0; at < rows.length; at += rowsMax) parts.push(rows.slice(at, at + rowsMax))
  return parts
}

/** The list, filled up with its last element to a power of two, so that few distinct statements are prepared. */
export const padded = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => {
  const size = 2 ** Math.ceil(Math.log2(values.length))
  const last = values.length - 1
  return values.length === size ? values : Array.from({ length: size }, (_, at) => values[Math.min(at, last)] as A)
}

/** Names and types of columns, in the order of the values of a row. */
export type Columns = ReadonlyArray<readonly [name: string, type: "BIGINT" | "TEXT" | "UUID"]>

/**
 * Makes inserts of rows of a player: `player_uuid` and the columns. `end` follows the rows. Answers with how many rows
 * were written.
 */
export const makePlayerInsert = Effect.map(
  makePreparedChange,
  (prepared) =>
    (table: string, columns: Columns, end = "") => {
      const names = ["player_uuid", ...columns.map(([name]) => name)]
      const row = `(${names.map(() => "?").join(", ")})`
      const byLength = new Map<number, Prepared<number>>()
      return (player: Parameter, rows: ReadonlyArray<ReadonlyArray<Parameter>>) => {
        let insert = byLength.get(rows.length)
        if (insert === undefined) {
          const values = Array.from(rows, () => row).join(", ")
          insert = prepared(`INSERT INTO ${table} (${names.join(", ")}) VALUES ${values} ${end}`)
          byLength.set(rows.length, insert)
        }
        return insert(rows.flatMap((values) => [player, ...values]))
      }
    },
)

/** What {@link makePreparedRows} makes. */
export type PreparedRows = Effect.Success<typeof makePreparedRows>

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
    const readAsOthers = (...params: ReadonlyArray<Parameter>) => asOthers(params)
    if (reading === undefined) return readAsOthers
    const readHere = (...params: ReadonlyArray<Parameter>) =>
      Effect.withFiber((fiber) => {
        const isInUnit = Context.getOrUndefined(fiber.context, sql.transactionService) !== undefined
        if (isInUnit || isWatched(fiber)) return asOthers(params)
        let rows: Rows
        try {
          rows = reading.run(statement, params)
        } catch {
          // The usual way meets the same failure, and knows what to wait for and what to call it.
          return asOthers(params)
        }
        return Effect.succeed(decode(rows))
      })
    return readHere
  }
})

/** What {@link makePreparedRead} makes. */
export type PreparedRead = Effect.Success<typeof makePreparedRead>
