/** Taking over orders that were stored without a seal (decisions, section 12). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Integer, Uuid } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { orderActs } from "../acts.ts"
import { UnsealedOrders } from "../UnsealedOrders.ts"

/** Takes them over. */
export const acceptUnsealed = act(
  orderActs.accept,
  {
    title: "Take over orders without a seal",
    sentence:
      "Seal the orders of a player that must have a seal and have none, as a server of an earlier version left them beside " +
      "a newer schema. Inventory, ledger, orders and claims of the player are verified before. Where anything else differs, " +
      "nothing is sealed. The audit says what was looked at, and which orders were taken over.",
    input: { player_uuid: OfPlayer },
    answer: value(
      Schema.Struct({
        player_uuid: OfPlayer,
        orders: described(Integer, "Orders of the player that were verified."),
        records: described(Integer, "Records of the inventory that were verified."),
        ledger_rows: described(Integer, "Rows of the ledger that were verified."),
        accepted: described(Schema.Array(Uuid), "Ids of the submitted orders that have a seal now."),
        differences: described(Integer, "Other differences. Where there is one, nothing was accepted."),
      }).annotate({ identifier: "AcceptedOrders" }),
    ),
    refusals: ["resource_not_found"],
    run: ({ player_uuid: player }, by) =>
      Effect.map(
        UnsealedOrders.use((unsealed) => unsealed.accept(player, by)),
        ({ ledgerRows, ...found }) => ({ player_uuid: player, ...found, ledger_rows: ledgerRows }),
      ),
  },
  "required",
)
