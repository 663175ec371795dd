/**
 * A process that moves money between accounts of a SQLite file until it is killed: `FILE ROUND`. Says each stored id.
 */
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Database from "@garrison/sql/Database"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { writeSync } from "node:fs"
import { ACCOUNTS } from "../transfers.ts"

const [file, round, early] = process.argv.slice(2)

/** Written at once, so that the parent reads nothing that was said too late. */
const say = (id: number): void => {
  writeSync(1, `${id}\n`)
}

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  let next = Number(round) * 1_000_000
  let saidEarly = 0
  const transfer = Effect.gen(function* () {
    const id = next++
    const [from, to, amount] = [id % ACCOUNTS, (id * 7 + 3) % ACCOUNTS, (id % 13) + 1]
    yield* transaction.run(
      orUnavailable(
        Effect.gen(function* () {
          yield* sql`UPDATE account SET balance = balance - ${amount} WHERE id = ${from}`
          yield* sql`INSERT INTO transfer (id, source, target, amount) VALUES (${id}, ${from}, ${to}, ${amount})`
          // The worst place to be killed in: money taken and not given.
          if (id % 50 === 0) yield* Effect.yieldNow
          yield* sql`UPDATE account SET balance = balance + ${amount} WHERE id = ${to}`
          if (early === undefined) return
          say(id)
          if (++saidEarly === Number(early)) process.kill(process.pid, "SIGKILL")
        }),
      ),
    )
    if (early === undefined) say(id)
  })
  yield* Effect.forEach(Array.from({ length: 8 }), () => Effect.forever(transfer), { concurrency: "unbounded" })
})

await Effect.runPromise(
  program.pipe(Effect.provide(SqlTransaction.layer.pipe(Layer.provideMerge(Database.client(`sqlite:${file}`))))),
)
