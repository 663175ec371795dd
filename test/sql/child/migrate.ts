/** A process that migrates: `URL [STATEMENTS]`. Kills itself before the statement after that many. */
import * as Database from "@garrison/sql/Database"
import { migrate } from "@garrison/sql/Migrations"
import * as Effect from "effect/Effect"
import * as Statement from "effect/sql/Statement"
import { once } from "node:events"
import { sample } from "../sampleMigrations.ts"

const [url = "", limit = "Infinity"] = process.argv.slice(2)

let statements = 0
const transform: Statement.Transformer = (statement) =>
  Effect.sync(() => {
    if (statements++ >= Number(limit)) process.kill(process.pid, "SIGKILL")
    return statement
  })

process.stdout.write("ready\n")
await once(process.stdin, "data")
const count = await Effect.runPromise(
  migrate(sample).pipe(
    Effect.provideService(Statement.CurrentTransformer, transform),
    Effect.provide(Database.client(url)),
  ),
)
process.stdout.write(`${count}\n`)
process.stdin.destroy()
