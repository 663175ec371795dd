/** Waiting until a player changes (decisions, section 17). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, IntegerOf, ListOf } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { PlayerChanges } from "../PlayerChanges.ts"
import { READING_PLAYERS, sectionsOf } from "../rules.ts"
import { ActOnPlayer, actView, markField, SectionName } from "./parts.ts"

const DEADLINE_SECONDS_MAX = 60

/** Answers when a player has changed since it was seen. */
export const awaitChange = read(
  { name: "player.awaitChange", permissions: READING_PLAYERS },
  {
    title: "Wait until a player changes",
    sentence:
      "Answer at once if the player differs from the mark that was seen, else as soon as it changes, or at the " +
      "deadline. Changes by every process are seen. What becomes old by time alone, as an item that expires or the time " +
      "of the last heartbeat, is no change, but a restriction or a session that ends is one.",
    input: {
      player_uuid: OfPlayer,
      mark: Schema.optionalKey(described(markField, "The mark that was seen last. Absent: answers at once.")),
      deadline_seconds: Schema.optionalKey(
        described(
          IntegerOf({ minimum: 0, maximum: DEADLINE_SECONDS_MAX }),
          "How long to wait at the most, 0 to 60 seconds (default: 0).",
        ),
      ),
    },
    answer: value(
      Schema.Struct({
        player_uuid: OfPlayer,
        mark: markField,
        changed: described(ListOf(SectionName), "The sections that differ; empty: nothing changed until the deadline."),
        acts: described(
          ListOf(ActOnPlayer),
          "What operators did since, or were refused, the oldest first and at most 20; for who may read the audit.",
        ),
      }).annotate({ identifier: "PlayerChange" }),
    ),
    refusals: ["resource_not_found", "connection_limit_reached"],
    run: ({ deadline_seconds: deadlineSeconds = 0, mark: seen, player_uuid: player }, { actor }) =>
      Effect.map(
        PlayerChanges.use((changes) => changes.next(player, { seen, deadlineSeconds, readable: sectionsOf(actor) })),
        ({ acts, changed, mark }) => ({ player_uuid: player, mark, changed, acts: acts.map(actView) }),
      ),
  },
)
