/** Fields that the inputs of many operations have. */
import * as Schema from "effect/Schema"
import { described, IntegerOf, refersTo, Text, Uuid } from "../kernel/input/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"

/** The player that an operation is about. */
export const OfPlayer = described(PlayerUuid, "The player's player_uuid.")

/** The client that an operation is about. */
export const OfClient = described(refersTo("client", Text), "The client's client_id.")

/** `order_id`: an order. */
export const OrderId = refersTo("order", Uuid)

/** The order that an operation is about. */
export const OfOrder = described(OrderId, "Id of the order.")

/** A restriction, by its uuid. */
export const RestrictionId = refersTo("restriction", Text)

/** How many of the newest rows a list shows. */
export const NewestLimit = Schema.optionalKey(
  described(IntegerOf({ minimum: 1, maximum: 1000 }), "The newest N, 1 to 1000 (default: 100)."),
)

/** Where a page continues. */
export const PageCursor = Schema.optionalKey(described(Text, "Opaque: `page.cursor` of the page before."))
