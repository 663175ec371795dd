/** Gives the records of a player the order in which an inventory is listed (decisions, section 11). */
import type { Migration } from "../Migration.ts"

/** The index by item goes on to find the records of an item, and now has them in the order of their ids. */
export const migration: Migration = {
  id: 11,
  name: "inventory_order",
  statements: [
    `DROP INDEX inventory_record_of_item`,
    `CREATE INDEX inventory_record_of_item ON inventory_record (player_uuid, item_id, inventory_id)`,
  ],
}
