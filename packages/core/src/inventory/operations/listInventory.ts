/** Reading what a player owns (decisions, section 11). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { value } from "../../operation/answer.ts"
import { caller, inventory } from "../../operation/examples.ts"
import { OfPlayer, PageCursor } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Inventories } from "../Inventories.ts"
import { INVENTORY_LIMIT_DEFAULT, InventoryLimit, InventoryPage } from "../schema.ts"

/** Who may read inventories. */
export const readingInventories = {
  permissions: ["inv:read_inv:player:any", "operator:read:player"],
  ownPermissions: ["inv:read_inv:player:self", "inv:read_inv:player:any"],
} as const

/** A page of what a player owns, by item. */
export const listInventory = read(
  { name: "inventory.list", ...readingInventories },
  {
    title: "What a player owns",
    sentence:
      "Records that have not expired, by item, and one `always_owned` record for each item that the catalog gives to " +
      "every player. `page.cursor` is absent on the last page; a page may hold fewer records than asked for and still " +
      "have one. Changes of the inventory make no gap and no duplicate among records that are there throughout.",
    input: {
      player_uuid: OfPlayer,
      cursor: PageCursor,
      limit: Schema.optionalKey(
        InventoryLimit.annotate({
          default: INVENTORY_LIMIT_DEFAULT,
          description: "How many records the page holds at most.",
        }),
      ),
    },
    answer: value(InventoryPage),
    refusals: ["resource_not_found"],
    example: { input: { player_uuid: caller }, answer: inventory },
    inspect: ({ cursor, player_uuid: player }) =>
      cursor === undefined
        ? Effect.succeed([])
        : Inventories.use((inventories) => inventories.inspectCursor(player, cursor)),
    run: ({ player_uuid: player, ...request }) => Inventories.use((inventories) => inventories.page(player, request)),
  },
)
