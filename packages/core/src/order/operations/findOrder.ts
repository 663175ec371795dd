/** Reading one order (decisions, section 12). */
import * as Effect from "effect/Effect"
import { text } from "../../operation/answer.ts"
import { caller, ownOrder } from "../../operation/examples.ts"
import { OfPlayer, OfOrder } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Orders } from "../Orders.ts"
import { PlayerOrder } from "../schema.ts"

/** Who may read orders. */
export const readingOrders = {
  permissions: ["inv:read_order:player:any", "operator:read:order"],
  ownPermissions: ["inv:read_order:player:self", "inv:read_order:player:any"],
} as const

/** Finds an order of a player. */
export const findOrder = read(
  { name: "order.find", ...readingOrders },
  {
    title: "One order",
    sentence: "An order of any age, byte for byte as it was answered when it was submitted.",
    input: { player_uuid: OfPlayer, order_id: OfOrder },
    answer: text(PlayerOrder),
    refusals: ["resource_not_found"],
    example: { input: { player_uuid: caller, order_id: ownOrder["order_id"] }, answer: ownOrder },
    run: ({ order_id: orderId, player_uuid: player }) =>
      Orders.use((orders) => Effect.map(orders.find(player, orderId), ({ wire }) => wire)),
  },
)
