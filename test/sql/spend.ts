/** Spending from a balance, guarded in the statement and, as the control, the naive way. */
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { integer } from "@garrison/sql/columns"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What is there at first, and what each of the spenders takes: ten of them can. */
export const START = 100
export const PRICE = 10

/** One account with {@link START} on it, and nothing in the table to save a spender who checks nothing. */
export const openAccount = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  yield* transaction.run(
    orUnavailable(
      Effect.gen(function* () {
        yield* sql`CREATE TABLE IF NOT EXISTS balance (id BIGINT PRIMARY KEY, amount BIGINT NOT NULL)`
        yield* sql`DELETE FROM balance`
        yield* sql`INSERT INTO balance (id, amount) VALUES (1, ${START})`
      }),
    ),
  )
})

/** What is left. */
export const left = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* orUnavailable(sql`SELECT amount FROM balance WHERE id = 1`)
  return integer(row?.amount)
})

/** Takes {@link PRICE} if it is there, in one statement; answers whether it was. */
export const guardedSpend = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const rows = yield* transaction.run(
    orUnavailable(
      sql`UPDATE balance SET amount = amount - ${PRICE} WHERE id = 1 AND amount >= ${PRICE} RETURNING amount`,
    ),
  )
  return rows.length === 1
})

/** Looks, lets others go on, then writes what it made of what it saw. `meanwhile` is what happens in between. */
export const naiveSpend = (meanwhile: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const seen = yield* left
    yield* meanwhile
    if (seen < PRICE) return false
    yield* transaction.run(orUnavailable(sql`UPDATE balance SET amount = ${seen - PRICE} WHERE id = 1`))
    return true
  })

/** The naive way inside a unit of work, which READ COMMITTED does not save. */
export const naiveSpendInUnit = (meanwhile: Effect.Effect<void>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(naiveSpend(meanwhile)))
