/**
 * A process that refunds orders of one player until it is killed: `URL PLAYER ORDERS [AT]`. The orders are separated by
 * commas. It prints `ORDER REFUND` for each answer, and kills itself before its statement number AT.
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Refunds } from "@garrison/core/order/Refunds"
import * as Database from "@garrison/sql/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"
import { actBy } from "../../../support/acts.ts"
import { cryptoLayer } from "../../../support/crypto.ts"
import { ordersLayer, refundsOver } from "../../../support/orders.ts"
import { shop } from "../shop.ts"

const [url = "", player = "", orders = "", at = ""] = process.argv.slice(2)

let statements = 0
const deadly: Statement.Transformer = (statement) =>
  Effect.sync(() => {
    if (++statements === Number(at)) process.kill(process.pid, "SIGKILL")
    return statement
  })

const refund = Effect.fnUntraced(function* (orderId: string) {
  const refunds = yield* Refunds
  const wanted = { orderId, isPartial: true, fromPaid: false }
  const act = { ...actBy("ada"), reason: "a ticket" }
  const done = yield* refunds.refund(player as PlayerUuid, wanted, act)
  process.stdout.write(`${orderId} ${done.order_id ?? ""}\n`)
})

await Effect.runPromise(
  Effect.forEach(orders.split(","), refund, { concurrency: 2 }).pipe(
    Effect.provideService(Statement.CurrentTransformer, deadly),
    Effect.provide(refundsOver(ordersLayer(Layer.merge(Database.layer(url).pipe(Layer.orDie), cryptoLayer), shop))),
  ),
)
