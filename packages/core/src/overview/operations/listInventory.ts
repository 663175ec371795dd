/** The inventory of a player with the names of items, for operators (decisions, section 17). */
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { READING_PLAYERS } from "../rules.ts"
import { inventoryPage, listInput, pageOf } from "./lists.ts"
import { NamedRecord } from "./parts.ts"

/** Lists what a player owns, with names. */
export const listNamedInventory = read(
  { name: "player.listInventory", permissions: READING_PLAYERS },
  {
    title: "List what a player owns, with names",
    sentence:
      "Records that have not expired, by item, each with the name of its item in the catalog. A page may hold fewer " +
      "records than asked for and still have a next one.",
    input: listInput,
    answer: value(pageOf(NamedRecord, "NamedInventory", "The records, by item.")),
    refusals: ["resource_not_found"],
    run: ({ player_uuid: player, ...wanted }) => inventoryPage(player, wanted),
  },
)
