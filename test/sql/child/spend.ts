/**
 * A process that spends from the account in a SQLite file: `FILE guarded|naive FIBERS`. Answers how many got through.
 */
import * as Database from "@garrison/sql/Database"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { guardedSpend, naiveSpend } from "../spend.ts"

const [file, way, fibers] = process.argv.slice(2)

/** The barrier: tells the parent that this process is there, and waits for its word. */
const barrier = Effect.promise(async () => {
  process.stdout.write("ready\n")
  await once(process.stdin, "data")
})

const program = Effect.gen(function* () {
  yield* barrier
  // The naive one stops between its look and its write until everybody has looked.
  const spend = way === "guarded" ? guardedSpend : naiveSpend(barrier)
  const outcomes = yield* Effect.forEach(Array.from({ length: Number(fibers) }), () => spend, {
    concurrency: "unbounded",
  })
  process.stdout.write(`${outcomes.filter(Boolean).length}\n`)
})

await Effect.runPromise(
  program.pipe(Effect.provide(SqlTransaction.layer.pipe(Layer.provideMerge(Database.client(`sqlite:${file}`))))),
)
process.stdin.destroy()
