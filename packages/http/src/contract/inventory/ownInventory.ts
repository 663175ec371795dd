/** Reading what the caller owns (decisions, section 11). */
import { INVENTORY_LIMIT_DEFAULT, InventoryLimit, InventoryPage } from "@garrison/core/inventory/schema"
import { Text } from "@garrison/core/kernel/Field"
import * as Schema from "effect/Schema"
import { inventory } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { revalidated } from "../success.ts"

/** By item, by cursor. */
export const ownInventory = operation({
  id: "ownInventory",
  method: "GET",
  path: "/inventory/v1/player/me/inventory",
  mounts: ["public"],
  access: bearer.remembered("player", "inv:read_inv:player:self", "inv:read_inv:player:any"),
  lane: "storage",
  summary: "What the caller owns",
  description:
    "Records that have not expired, by item, and one `always_owned` record for each item that the catalog gives to " +
    "every player. `page.cursor` is absent on the last page; a page may hold fewer records than asked for and still " +
    "have one. Changes of the inventory make no gap and no duplicate among records that are there throughout.",
  query: {
    cursor: Schema.optionalKey(Text.annotate({ description: "Opaque: `page.cursor` of the page before." })),
    limit: Schema.optionalKey(
      InventoryLimit.annotate({
        default: INVENTORY_LIMIT_DEFAULT,
        description: "How many records the page holds at most.",
      }),
    ),
  },
  success: revalidated(InventoryPage),
  refusals: { 404: ["resource_not_found"] },
  example: { answer: inventory },
})
