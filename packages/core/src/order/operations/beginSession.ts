/** Beginning an inventory session (decisions, section 11). */
import * as Effect from "effect/Effect"
import { callerOf } from "../../operation/Act.ts"
import { text } from "../../operation/answer.ts"
import { caller, sessionOrder } from "../../operation/examples.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { play } from "../../operation/Operation.ts"
import { Orders } from "../Orders.ts"
import { PlayerOrder, SessionRequest } from "../schema.ts"
import { submitting } from "./submitOrder.ts"

/** Begins an inventory session of a player. Clients begin one when the player starts to play. */
export const beginSession = play(
  { name: "order.beginSession", ...submitting },
  {
    title: "Begin an inventory session",
    sentence:
      "Takes away the transient records of the session before, and fulfils the loot of every entitlement that the " +
      "player owns, in one order of source ENTITLEMENTS, which is the answer. The same client_order_ref_id begins one " +
      "session and is answered with the same order for ever.",
    input: { player_uuid: OfPlayer, ...SessionRequest.fields },
    answer: text(PlayerOrder),
    refusals: ["resource_not_found", "order_ref_conflict", "too_many_inventory_sessions"],
    example: {
      input: { player_uuid: caller, client_order_ref_id: "6f1f8e9e-5f6b-4a55-9f0f-2b0c1c1f5b6b" },
      answer: sessionOrder,
    },
    run: ({ player_uuid: player, ...request }, act) =>
      Orders.use((orders) => Effect.map(orders.startSession(player, request, callerOf(act)), ({ wire }) => wire)),
  },
)
