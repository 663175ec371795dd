/** Orders found by their id alone, for operators (decisions, section 17). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import { EarlierOrdersMissing, OrderNotFound } from "./errors.ts"
import { type FoundOrder, foundOrder, withPlayerName } from "./foundOrder.ts"
import { OrderLookupStore } from "./OrderLookupStore.ts"
import { OrderStore } from "./OrderStore.ts"
import { summaryOf } from "./rules/wire/sought.ts"

const locate = Effect.fn("LocatedOrders.locate")(function* (given: string) {
  const orderId = given.toLowerCase()
  const lookup = yield* OrderLookupStore
  const player = yield* lookup.playerOf(orderId)
  // The row of the player proves what the lookup says.
  const found = player && (yield* OrderStore.use((store) => store.find(player, orderId)))
  if (player === undefined || found === undefined) {
    const isLeft = (yield* lookup.left) !== undefined
    return yield* new (isLeft ? EarlierOrdersMissing : OrderNotFound)({ code: "resource_not_found" })
  }
  const located = { ...found, playerUuid: player, clientId: found.submitter?.clientId }
  return yield* withPlayerName(foundOrder(located, summaryOf(found.wire)))
})

/** Finds orders by their id alone. */
export class LocatedOrders extends Context.Service<
  LocatedOrders,
  {
    /** Whose an order is, and what it is about. */
    readonly locate: (orderId: string) => Effect.Effect<FoundOrder, OrderNotFound | EarlierOrdersMissing>
  }
>()("@garrison/core/order/LocatedOrders") {
  static readonly layer = Layer.effect(
    LocatedOrders,
    Effect.map(withServicesOf(OrderLookupStore, OrderStore, PlayerStore), (give) => ({
      locate: (orderId: string) => give(locate(orderId)),
    })),
  )
}
