/**
 * A process that publishes one catalog after the other until it is killed: `URL FIRST [AT]`. It prints `begun INDEX`
 * before and `published INDEX` after each. It kills itself before its statement number AT, if AT is given.
 */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Effect from "effect/Effect"
import * as Statement from "effect/sql/Statement"
import { testAct } from "../../../support/acts.ts"
import { catalogAt, catalogsAt } from "../published.ts"

const [url = "", first = "0", at = ""] = process.argv.slice(2)

let statements = 0
const beforeStatement = Effect.sync(() => {
  if (++statements === Number(at)) process.kill(process.pid, "SIGKILL")
})
const transform: Statement.Transformer = (statement) => Effect.as(beforeStatement, statement)

const publish = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  for (let index = Number(first); ; index++) {
    process.stdout.write(`begun ${index}\n`)
    yield* catalogs.publish(catalogAt(index), {}, testAct)
    process.stdout.write(`published ${index}\n`)
  }
})

await Effect.runPromise(
  publish.pipe(Effect.provideService(Statement.CurrentTransformer, transform), Effect.provide(catalogsAt(url))),
)
