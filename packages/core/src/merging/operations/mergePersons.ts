/** Joining two persons, by an operator (decisions, section 14). */
import * as Schema from "effect/Schema"
import { described } from "../../kernel/input/Field.ts"
import { PlayerUuid } from "../../kernel/Identifier.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { mergeActs } from "../acts.ts"
import type { MergeCode } from "../errors.ts"
import { Merges } from "../Merges.ts"
import { MergedPersons } from "../schema.ts"

const refusals: ReadonlyArray<MergeCode | "resource_not_found"> = [
  "resource_not_found",
  "same_person",
  "too_many_portal_users",
  "too_many_players",
  "roles_not_comparable",
]

/** Joins the persons of two players. */
export const mergePersons = act(
  mergeActs.merge,
  {
    title: "Merge two persons",
    sentence:
      "Give the person of a player all players and portal users of another person, who has nothing afterwards. Each player " +
      "keeps its inventory, orders and notifications. The restrictions of both hold, all players get the lesser of their " +
      "roles, and all sessions of both end. It can be undone for mergeUndoDays. Nobody merges a person with a " +
      "permission that the actor lacks.",
    input: {
      player_uuid: OfPlayer,
      other_player_uuid: described(PlayerUuid, "A player of the other person, whose players and portal users move."),
      active_player_uuid: described(
        Schema.optionalKey(PlayerUuid),
        "The player that is to be the active one (default: that of the person who logged in last).",
      ),
    },
    answer: value(MergedPersons),
    refusals,
    run: ({ active_player_uuid: active, other_player_uuid: other, player_uuid: player }, by) =>
      Merges.use((merges) => merges.merge({ player, other, active }, by)),
  },
  "required",
)
