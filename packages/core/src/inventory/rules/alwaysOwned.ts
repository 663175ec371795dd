/**
 * Ids of always owned records. These records come from the catalog and are never stored (decisions, section 11). So the
 * id contains the item: it is a version 8 UUID with the item id in its last bits. It is the same for every player.
 */

const LOW = 2 ** 48
const pattern = /^00000000-0000-8000-80([0-9a-f]{2})-([0-9a-f]{12})$/

/** The `inventory_id` of the always owned record of an item. */
export const alwaysOwnedId = (itemId: number): string => {
  const high = Math.floor(itemId / LOW)
  const low = itemId % LOW
  return `00000000-0000-8000-80${high.toString(16).padStart(2, "0")}-${low.toString(16).padStart(12, "0")}`
}

/** The item of an always owned record's id; undefined: the id of another record. */
export const alwaysOwnedItemId = (inventoryId: string): number | undefined => {
  const found = pattern.exec(inventoryId)
  if (found === null) return undefined
  return Number.parseInt(found[1] ?? "", 16) * LOW + Number.parseInt(found[2] ?? "", 16)
}
