/** What `garrison order export` does. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { catalogLine, orderLine } from "@garrison/core/order/corpus"
import { Replay, type ReplaySpan } from "@garrison/core/order/replay"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { printData, printWarning, whileShowing } from "../output/print.ts"
import { eachPlayer, type ScopeInput, scopeOf } from "./orderReplay.ts"

/** What was written so far. */
interface Written {
  readonly catalogs: Set<number>
  orders: number
  leftOut: number
}

const exportPlayer = Effect.fnUntraced(function* (written: Written, player: PlayerUuid, span: ReplaySpan) {
  const catalogs = yield* Catalogs
  yield* Stream.runForEach((yield* Replay).recorded(player, span), (order) =>
    Effect.gen(function* () {
      if ("obstacle" in order) {
        written.leftOut++
        return yield* printWarning(`order ${order.orderId} of player ${player} is left out: ${order.obstacle}`)
      }
      const { catalogVersion: version } = order.stored
      if (!written.catalogs.has(version)) {
        yield* printData(catalogLine(version, yield* Effect.orDie(catalogs.published(version))))
        written.catalogs.add(version)
      }
      written.orders++
      yield* printData(orderLine(order))
    }),
  )
})

const leftOut = ({ leftOut, orders }: Written): CommandFailure =>
  new CommandFailure({
    kind: "failure",
    sentence: `${leftOut} of ${counted(orders + leftOut, "order")} cannot be replayed and were left out.`,
  })

/** Prints stored orders as a corpus; fails when an order had to be left out. */
export const exportOrders = Effect.fn("Order.export")(function* (input: ScopeInput) {
  const scope = yield* scopeOf(input, "export")
  const written: Written = { catalogs: new Set(), orders: 0, leftOut: 0 }
  yield* withDatabase(
    "read",
    eachPlayer(scope, (player, span) => exportPlayer(written, player, span)),
  ).pipe(whileShowing("exporting"))
  return written.leftOut === 0 ? undefined : yield* leftOut(written)
})
