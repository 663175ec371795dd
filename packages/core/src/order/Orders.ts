/** Submitting orders, and reading them back (interface, sections 2.8 and 4.5; decisions, section 12). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { InvalidInput } from "../kernel/Invalid.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { WireJson } from "../kernel/WireJson.ts"
import type { PermissionDenied } from "../permission/errors.ts"
import type { Caller } from "../token/schema.ts"
import type { OrderNotFound, OrderRefused } from "./errors.ts"
import type { OrderPageParts, OrderPageRequest, OrderRequest } from "./schema.ts"

/** The operations on orders. */
export class Orders extends Context.Service<
  Orders,
  {
    /**
     * Fulfils an order and stores it, in one unit of work; the same `client_order_ref_id` with the same body answers with
     * the stored order. Fails with {@link OrderRefused} when the body differs, {@link OrderNotFound} when the player (or
     * any catalog) does not exist, {@link PermissionDenied} when `by` may not submit this order.
     */
    readonly submit: (
      player: PlayerUuid,
      request: OrderRequest,
      by: Caller,
    ) => Effect.Effect<{ readonly wire: WireJson }, OrderRefused | OrderNotFound | PermissionDenied>
    /**
     * A part of the player's recent orders. Fails with {@link InvalidInput} on a cursor that was not issued to this
     * player for this listing.
     */
    readonly page: (player: PlayerUuid, request: OrderPageRequest) => Effect.Effect<OrderPageParts, InvalidInput>
    /** One order of the player. */
    readonly find: (player: PlayerUuid, orderId: string) => Effect.Effect<{ readonly wire: WireJson }, OrderNotFound>
  }
>()("@garrison/core/order/Orders") {}
