/** Submitting an order (decisions, section 12). */
import * as Effect from "effect/Effect"
import { callerOf } from "../../operation/Act.ts"
import { text } from "../../operation/answer.ts"
import { caller, DAILY_REWARD, ownOrder } from "../../operation/examples.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { play } from "../../operation/Operation.ts"
import { Orders } from "../Orders.ts"
import { OrderRequest, PlayerOrder } from "../schema.ts"

/** Who may submit orders. A player alone may submit source CLIENT only. */
export const submitting = {
  permissions: ["inv:create_order:player:any", "operator:spend:item"],
  ownPermissions: ["inv:create_order:player:self", "inv:create_order:player:any"],
} as const

/** Submits an order for a player. */
export const submitOrder = play(
  { name: "order.submit", ...submitting },
  {
    title: "Submit an order",
    sentence:
      "Fulfils the entries and answers with their results. The same client_order_ref_id with the same body answers with " +
      "the first order for ever; with another body it is refused. A player may submit source CLIENT only.",
    input: { player_uuid: OfPlayer, ...OrderRequest.fields },
    answer: text(PlayerOrder),
    refusals: ["resource_not_found", "order_ref_conflict"],
    example: {
      input: {
        player_uuid: caller,
        client_order_ref_id: "6f1f8e9e-5f6b-4a55-9f0f-2b0c1c1f5b6a",
        entries: [{ type: "fill_loot", loot_id: DAILY_REWARD, quantity: 1 }],
      },
      answer: ownOrder,
    },
    run: ({ player_uuid: player, ...request }, act) =>
      Orders.use((orders) =>
        Effect.map(orders.submit(player, request, callerOf(act), act.actor.address), ({ wire }) => wire),
      ),
  },
)
