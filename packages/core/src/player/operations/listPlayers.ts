/** The players of all persons, for operators. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, IntegerOf, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Players } from "../Players.ts"
import { FoundPlayers, foundPlayerView } from "../view.ts"

const LIMIT_MAX = 1000

/** Lists players by display name. */
export const listPlayers = read(
  { name: "player.list", permissions: ["operator:read:player", "user:read:any"] },
  {
    title: "List players by display name",
    sentence:
      "List players by display name, a page at a time, those of deleted persons too. Each page but the last ends with " +
      "the marker of the next.",
    input: {
      name: described(
        Schema.optionalKey(Text),
        "How the display names begin; a to z in either case (default: all players).",
      ),
      limit: described(
        Schema.optionalKey(IntegerOf({ minimum: 1, maximum: LIMIT_MAX })),
        "Players on a page, 1 to 1000 (default: 100).",
      ),
      after: described(Schema.optionalKey(Text), "The page after the one that ended with this marker."),
    },
    answer: value(FoundPlayers),
    refusals: [],
    run: (wanted) =>
      Effect.map(
        Players.use((players) => players.list(wanted)),
        ({ next, players }) => ({ players: players.map(foundPlayerView), next: next ?? null }),
      ),
  },
)
