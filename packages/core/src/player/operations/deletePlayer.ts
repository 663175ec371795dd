/** Deleting the person of a player (decisions, section 1). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { toWire } from "../../restriction/rules.ts"
import { KeptRestrictionsField, WithoutRestrictions } from "../../restriction/view.ts"
import { playerActs } from "../acts.ts"
import { Players } from "../Players.ts"

/** Deletes the person that owns a player. */
export const deletePlayer = act(playerActs.deletePerson, {
  title: "Delete the person of a player",
  sentence:
    "Delete the person that owns the player, with all its players: no login reaches it again, and its sessions end. " +
    "Restrictions in force go with its portal users, as digests, and hold for whoever logs in by them next.",
  input: { player_uuid: OfPlayer, without_restrictions: WithoutRestrictions },
  answer: value(
    Schema.Struct({ player_uuid: OfPlayer, kept_restrictions: KeptRestrictionsField }).annotate({
      identifier: "DeletedPlayer",
    }),
  ),
  refusals: ["resource_not_found"],
  run: ({ player_uuid: player, without_restrictions: isFreed }, by) =>
    Effect.map(
      Players.use((players) => players.deletePerson(player, by, isFreed)),
      (kept) => ({ player_uuid: player, kept_restrictions: kept.map(toWire) }),
    ),
})
