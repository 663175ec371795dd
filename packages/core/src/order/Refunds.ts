/**
 * Taking back what players have: refunds of orders and claw-backs of items, each an order of its own, and where counts
 * came from and went (decisions, section 12; guarantees R64).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ActRefused } from "../audit/Audit.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Act } from "../operation/Act.ts"
import { type ClawBackWanted, makeClawBack } from "./clawBack.ts"
import { OrderNotFound, type RefundImpossible, type RefundIncomplete } from "./errors.ts"
import { OrderStore } from "./OrderStore.ts"
import { makeRefund, type RefundWanted } from "./refund.ts"
import type { InventoryTrace, ItemClawBack, OrderRefund, OrderRefunds, OwedByPlayer } from "./refundSchema.ts"
import { RefundStore } from "./RefundStore.ts"
import { owedAnswer } from "./takingAnswer.ts"
import { makeTrace, type TraceWanted } from "./traceCounts.ts"

/** Most orders that are listed of those by which a player owes something. */
const OWING_MAX = 100

/** How taking something back is refused. */
export type TakingRefused = OrderNotFound | RefundIncomplete | RefundImpossible | ActRefused

/** Refunds and claw-backs. */
export class Refunds extends Context.Service<
  Refunds,
  {
    /** Refunds the order, with those that it made. A second refund answers the first one, and changes nothing. */
    readonly refund: (player: PlayerUuid, wanted: RefundWanted, act: Act) => Effect.Effect<OrderRefund, TakingRefused>
    /** Takes an item back. */
    readonly clawBack: (
      player: PlayerUuid,
      wanted: ClawBackWanted,
      act: Act,
    ) => Effect.Effect<ItemClawBack, TakingRefused>
    /** Where counts came from, and where they went. */
    readonly trace: (player: PlayerUuid, wanted: TraceWanted) => Effect.Effect<InventoryTrace, OrderNotFound>
    /** What the order has to do with refunds. */
    readonly ofOrder: (player: PlayerUuid, orderId: string) => Effect.Effect<OrderRefunds, OrderNotFound>
    /** What the player owes, by orders that could not take all. */
    readonly owed: (player: PlayerUuid) => Effect.Effect<OwedByPlayer>
  }
>()("@garrison/core/order/Refunds") {
  static readonly layer = Layer.effect(
    Refunds,
    Effect.gen(function* () {
      const orders = yield* OrderStore
      const store = yield* RefundStore

      const ofOrder = Effect.fn("Refunds.ofOrder")(function* (player: PlayerUuid, orderId: string) {
        const found = yield* orders.find(player, orderId.toLowerCase())
        if (found === undefined) return yield* new OrderNotFound({ code: "resource_not_found" })
        const { owed, parentOrderId: parent, refundedOrderId: refunded } = found
        const refund = yield* store.refundOf(player, found.orderId)
        return {
          order_id: found.orderId,
          ...(parent !== undefined && { parent_order_id: parent }),
          ...(refunded !== undefined && { refunded_order_id: refunded }),
          ...(refund !== undefined && { refund_order_id: refund }),
          owed: owed.map(owedAnswer),
        } satisfies OrderRefunds
      })

      const owed = Effect.fn("Refunds.owed")(function* (player: PlayerUuid) {
        const found = yield* store.owed(player, OWING_MAX)
        const owing = found.map(({ created, orderId, owed: counts, refundedOrderId: refunded }) => ({
          order_id: orderId,
          created,
          ...(refunded !== undefined && { refunded_order_id: refunded }),
          owed: counts.map(owedAnswer),
        }))
        return { player_uuid: player, orders: owing } satisfies OwedByPlayer
      })

      const refund = yield* makeRefund
      const clawBack = yield* makeClawBack
      return Refunds.of({
        refund: Effect.fn("Refunds.refund")(refund),
        clawBack: Effect.fn("Refunds.clawBack")(clawBack),
        trace: yield* makeTrace,
        ofOrder,
        owed,
      })
    }),
  )
}
