/** A player's records as storage gives them: of an item with many of them sums, and the parts that are asked for. */
import type { LoadedInventory } from "@garrison/core/inventory/InventoryStore"
import { byAge, spendingOrder } from "@garrison/core/inventory/rules/counts"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { PartAsk, RecordsAsk } from "@garrison/core/order/rules/interpret/ask"

/** The items and named records of an ask; the counts alone of an item with more than `most` records. */
export const loaded = (ask: RecordsAsk, records: ReadonlyArray<HeldRecord>, most: number): LoadedInventory => {
  const { itemIds, inventoryIds, legacyInventoryIds } = ask
  const isNamed = (one: HeldRecord) =>
    inventoryIds.includes(one.inventoryId) || legacyInventoryIds.includes(one.legacyInventoryId)
  const wanted = new Set([...itemIds, ...records.filter(isNamed).map(({ itemId }) => itemId)])
  const byItem = Map.groupBy(records, ({ itemId }) => itemId)
  const isMany = (itemId: number) => (byItem.get(itemId)?.length ?? 0) > most
  return {
    records: records.filter((one) => wanted.has(one.itemId) && (isNamed(one) || !isMany(one.itemId))),
    counts: records.filter((one) => wanted.has(one.itemId) && isMany(one.itemId)),
  }
}

/** The part of an item's records, by the words of its declaration. */
export const partOf = ({ itemId, part }: PartAsk, records: ReadonlyArray<HeldRecord>): ReadonlyArray<HeldRecord> => {
  const all = records.filter((one) => one.itemId === itemId)
  if (part._tag === "All") return all
  if (part._tag === "Oldest") {
    const isEnd = ({ expires }: HeldRecord) =>
      part.expires === "any" ? expires !== undefined : expires === part.expires
    return all.filter((one) => one.type === part.type && one.bucket === part.bucket && isEnd(one)).slice(0, 1)
  }
  const first = spendingOrder(part.session)
  const inOrder = (left: HeldRecord, right: HeldRecord) => first(left, right) || byAge(left, right)
  const { after, most } = part
  return all
    .filter(({ bucket, count }) => count > 0 && part.buckets.includes(bucket))
    .filter((record) => after === undefined || inOrder(after, record) < 0)
    .sort(inOrder)
    .slice(0, most)
}
