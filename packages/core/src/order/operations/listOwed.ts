/** What a player owes (decisions, section 12). */
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { OwedByPlayer } from "../refundSchema.ts"
import { Refunds } from "../Refunds.ts"

/** Lists what a player owes. */
export const listOwed = read(
  { name: "inventory.owed", permissions: ["operator:read:player"] },
  {
    title: "What a player owes",
    sentence:
      "What refunds and claw-backs should have taken and could not, the newest first, without those that were refunded " +
      "themselves. Nothing of it is taken from later gains by itself.",
    input: { player_uuid: OfPlayer },
    answer: value(OwedByPlayer),
    refusals: [],
    run: ({ player_uuid: player }) => Refunds.use((refunds) => refunds.owed(player)),
  },
)
