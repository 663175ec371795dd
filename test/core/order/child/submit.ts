/**
 * A process that submits orders of the shop until it is killed: `URL PLAYER SEED [END AT]`. It prints `INDEX HASH` for
 * each answer. With END `statement` it kills itself before its statement number AT, with `answer` before it prints its
 * answer number AT.
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Orders } from "@garrison/core/order/Orders"
import * as Database from "@garrison/sql/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"
import { cryptoLayer } from "../../../support/crypto.ts"
import { ordersLayer, server } from "../../../support/orders.ts"
import { hashOf, orderAt, shop } from "../shop.ts"

const [url = "", player = "", seed = "", end = "", at = ""] = process.argv.slice(2)

/** Counts up to AT, if END is given, and kills the process. */
const deadly = (which: string) => {
  let count = 0
  return Effect.sync(() => {
    if (end === which && ++count === Number(at)) process.kill(process.pid, "SIGKILL")
  })
}
const [beforeStatement, beforeAnswer] = [deadly("statement"), deadly("answer")]

const submit = Effect.fnUntraced(function* (index: number) {
  const orders = yield* Orders
  const { wire } = yield* orders.submit(player as PlayerUuid, orderAt(seed, index), server)
  yield* beforeAnswer
  process.stdout.write(`${index} ${hashOf(wire)}\n`)
})

/**
 * Four customers in parallel. Some repeat another customer's order, so that the same reference arrives twice at once.
 */
const line = (first: number) =>
  Effect.gen(function* () {
    for (let index = first; ; index += 4) {
      yield* submit(index)
      if (index % 3 === 0) yield* Effect.all([submit(index + 4), submit(index + 5)], { concurrency: 2 })
    }
  })

const layer = ordersLayer(Layer.merge(Database.layer(url).pipe(Layer.orDie), cryptoLayer), shop)
const transform: Statement.Transformer = (statement) => Effect.as(beforeStatement, statement)

await Effect.runPromise(
  Effect.all([0, 1, 2, 3].map(line), { concurrency: "unbounded" }).pipe(
    Effect.provideService(Statement.CurrentTransformer, transform),
    Effect.provide(layer),
  ),
)
