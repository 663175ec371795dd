/** Deleting the person of a player (decisions, section 1). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { playerActs } from "../acts.ts"
import { Players } from "../Players.ts"

/** Deletes the person that owns a player. */
export const deletePlayer = act(playerActs.deletePerson, {
  title: "Delete the person of a player",
  sentence:
    "Delete the person that owns the player, with all its players: no login reaches it again, and its sessions end.",
  input: { player_uuid: OfPlayer },
  answer: value(Schema.Struct({ player_uuid: OfPlayer }).annotate({ identifier: "DeletedPlayer" })),
  refusals: ["resource_not_found"],
  run: (named, by) =>
    Effect.as(
      Players.use((players) => players.deletePerson(named.player_uuid, by)),
      named,
    ),
})
