/** Reading the levels that a player has reached (decisions, section 11). */
import * as Schema from "effect/Schema"
import { described, Flag } from "../../kernel/input/Field.ts"
import { ownSession } from "../../operation/Act.ts"
import { value } from "../../operation/answer.ts"
import { caller, levels } from "../../operation/examples.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Inventories } from "../Inventories.ts"
import { PlayerLevels } from "../schema.ts"
import { readingInventories } from "./listInventory.ts"

/** The levels of a player, by item. */
export const listLevels = read(
  { name: "inventory.listLevels", ...readingInventories },
  {
    title: "A player's levels",
    sentence:
      "Each active item that has an XP table, with the player's count of it, the level that the count has reached, and " +
      "the next level. The count is the one that orders of servers see; by a path of one's own, the one that the " +
      "caller's orders see.",
    input: {
      player_uuid: OfPlayer,
      of_session: Schema.optionalKey(
        described(Flag, "Whether to count as for orders of the session that asks. Absent: as for orders of servers."),
      ),
    },
    answer: value(PlayerLevels),
    refusals: ["resource_not_found"],
    example: { input: { player_uuid: caller }, answer: levels },
    run: ({ of_session: isOfSession, player_uuid: player }, act) =>
      Inventories.use((inventories) =>
        inventories.levels(player, isOfSession === true ? ownSession(act, player)?.platform : undefined),
      ),
  },
)
