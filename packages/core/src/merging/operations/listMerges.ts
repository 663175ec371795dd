/** Reading the merges of a person (decisions, section 14). */
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Merges } from "../Merges.ts"
import { MergesOfPlayer } from "../schema.ts"

/** Lists the merges of the person that owns a player. */
export const listMerges = read(
  { name: "person.listMerges", permissions: ["operator:read:player"] },
  {
    title: "List the merges of a player",
    sentence:
      "List the merges of the person of a player, the newest first: with whom, by whom, and until when each can be undone.",
    input: { player_uuid: OfPlayer },
    answer: value(MergesOfPlayer),
    refusals: ["resource_not_found"],
    run: ({ player_uuid: player }) => Merges.use((merges) => merges.ofPlayer(player)),
  },
)
