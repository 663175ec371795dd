/** Replaying an order (decisions, section 12). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Flag, ListOf, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer, OfOrder } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Replay } from "../replay.ts"

const ReplayDifference = Schema.Struct({
  order_id: described(Text, "The order that differs: the submitted one, or one that it made."),
  path: described(Text, "Place in the order: names and indexes, with full stops between them."),
  stored: described(Schema.optionalKey(Text), "What is stored, as JSON. Absent: nothing is."),
  now: described(Schema.optionalKey(Text), "What the rules of this release come to, as JSON. Absent: nothing."),
}).annotate({ identifier: "ReplayDifference" })

/** What a replay of an order comes to. */
const OrderReplay = Schema.Struct({
  order_id: described(Text, "The submitted order."),
  is_same: described(Flag, "Whether every byte is the same."),
  differences: described(ListOf(ReplayDifference), "What differs, at most 10."),
  obstacle: described(Schema.optionalKey(Text), "Why it cannot be replayed. Absent: it was replayed."),
}).annotate({ identifier: "OrderReplay", description: "What a replay of an order comes to." })

/** Interprets a stored order again, and compares. */
export const replayOrder = read(
  { name: "order.replay", permissions: ["operator:read:order"] },
  {
    title: "Replay an order",
    sentence:
      "Interpret a stored order again, with the catalog version, the draws and the records of its time, and say where " +
      "the rules of this release come to something else than what is stored. Nothing changes.",
    input: { player_uuid: OfPlayer, order_id: OfOrder },
    answer: value(OrderReplay),
    refusals: ["resource_not_found"],
    run: ({ order_id: orderId, player_uuid: player }) =>
      Effect.map(
        Replay.use((replay) => replay.order(player, orderId)),
        ({ differences, obstacle, orderId: submitted }) => ({
          order_id: submitted,
          is_same: differences.length === 0 && obstacle === undefined,
          differences: differences.map(({ now, orderId: one, path, stored }) => ({
            order_id: one,
            path: path.join("."),
            ...(stored !== undefined && { stored }),
            ...(now !== undefined && { now }),
          })),
          ...(obstacle !== undefined && { obstacle }),
        }),
      ),
  },
)
