/**
 * Storage of whose each order is, by the id of the order alone. Orders are stored with it. Those from before there was
 * a lookup are entered in parts, the newest first (earlierOrders.ts).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { OrderPlace } from "./OrderStore.ts"

/** Storage of the lookup. Operators alone ask it. */
export class OrderLookupStore extends Context.Service<
  OrderLookupStore,
  {
    /** The player whose order it is; undefined: no order of this id is entered. */
    readonly playerOf: (orderId: string) => Effect.Effect<PlayerUuid | undefined>
    /** The place before which orders are not entered yet; undefined: all are. */
    readonly left: Effect.Effect<OrderPlace | undefined>
    /** Enters up to `limit` orders from before the place in a unit of work, unless another process has just done so. */
    readonly enterBefore: (place: OrderPlace, limit: number) => Effect.Effect<void>
  }
>()("@garrison/core/order/OrderLookupStore") {}
