/**
 * A process that submits orders of the shop until it is killed: `URL PLAYERS SEED [END AT]`. The players are separated
 * by commas, and take turns. It prints `INDEX HASH` for each answer. With END `statement` it kills itself before its
 * statement number AT, with `answer` before it prints its answer number AT.
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Orders } from "@garrison/core/order/Orders"
import * as Database from "@garrison/sql/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"
import { cryptoLayer } from "../../../support/crypto.ts"
import { ordersLayer, server } from "../../../support/orders.ts"
import { hashOf, orderAt, playerAt, shop } from "../shop.ts"

const [url = "", players = "", seed = "", end = "", at = ""] = process.argv.slice(2)

/** Counts up to AT, if END is given, and kills the process. */
const deadly = (which: string) => {
  let count = 0
  return Effect.sync(() => {
    if (end === which && ++count === Number(at)) process.kill(process.pid, "SIGKILL")
  })
}
const [beforeStatement, beforeAnswer] = [deadly("statement"), deadly("answer")]

const orderOf = (index: number) => ({
  player: playerAt(players.split(",") as Array<PlayerUuid>, index),
  request: orderAt(seed, index),
})

const answer = Effect.fnUntraced(function* (index: number, wire: string) {
  yield* beforeAnswer
  process.stdout.write(`${index} ${hashOf(wire)}\n`)
})

const submit = Effect.fnUntraced(function* (index: number) {
  const orders = yield* Orders
  const { player, request } = orderOf(index)
  const { wire } = yield* orders.submit(player, request, server)
  yield* answer(index, wire)
})

/** Submits the orders from `first` on in one request. */
const submitMany = Effect.fnUntraced(function* (first: number) {
  const indexes = Array.from({ length: 8 }, (_, at) => first + at)
  const exits = yield* (yield* Orders).submitMany(indexes.map(orderOf), server)
  for (const [at, exit] of exits.entries()) yield* answer(first + at, (yield* exit).wire)
})

/**
 * Four game servers in parallel, which submit one order or many at once. Some repeat another server's order, so that
 * the same reference arrives twice at once.
 */
const line = (first: number) =>
  Effect.gen(function* () {
    for (let index = first; ; index += 4) {
      yield* index % 5 === 0 ? submitMany(index) : submit(index)
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
