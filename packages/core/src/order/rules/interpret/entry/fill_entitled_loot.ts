/**
 * `fill_entitled_loot`: fulfils the entitled loot of an entitlement item that the player owns, named by `item_id` or by
 * the `inventory_id` of its record. Loot with the selector `inherit_entitlement_inventory` gets type and expiry of that
 * record. The start of an inventory session makes such entries (decisions, section 11).
 */
import { isEntitlement, type LinkedItem, type LinkedLoot, lookup } from "../../../../catalog/rules/linked.ts"
import { alwaysOwnedItemId } from "../../../../inventory/rules/alwaysOwned.ts"
import { counts } from "../../../../inventory/rules/counts.ts"
import type { HeldRecord } from "../../../../inventory/schema.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import { fulfilLoot } from "../fulfil.ts"
import { reasonAgainstUse, traceBuckets } from "../give.ts"
import { needAll, needItems } from "../records.ts"
import { allowedBuckets, type EntryInProgress, type Lifetime, type Run } from "../run.ts"
import { reasonAgainstLoot } from "./askedLoot.ts"
import { type Entry, needsNothing, reasonAgainstQuantity } from "./Entry.ts"
import { itemsAhead } from "../itemsRead.ts"

/** An entitlement item with its loot. */
interface Entitlement {
  readonly item: LinkedItem
  readonly loot: LinkedLoot
}

/** The entitlement of the item, or why its loot may not be filled. */
const entitlementOf = (run: Run, request: SubmittedEntry, itemId: number | undefined): Entitlement | FailureReason => {
  const item = lookup(run.catalog.items, itemId)
  if (item === undefined) return { _tag: "ItemMissing", itemId }
  const { entitled_loot_id: lootId, item_id } = item
  if (!isEntitlement(item) || lootId === undefined) return { _tag: "NotEntitlement", itemId: item_id }
  const reason = reasonAgainstUse(run, item)
  if (reason !== undefined) return reason
  const loot = run.catalog.loot.get(lootId)
  if (loot === undefined) return { _tag: "LootMissing", lootId }
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "EntitlementFound", itemId: item_id, lootId } })
  return reasonAgainstLoot(run, request, loot, "claim") ?? { item, loot }
}

/** The item of the record that the entry names; `_tag`: no such record. Without a record, the item that it names. */
const itemIdOf = (
  run: Run,
  { inventory_id: inventoryId, item_id }: SubmittedEntry,
): number | undefined | FailureReason => {
  if (inventoryId === undefined) return item_id
  const missing: FailureReason = { _tag: "RecordMissing", inventoryId, legacyInventoryId: undefined }
  let itemId = alwaysOwnedItemId(inventoryId)
  for (const { current } of run.holdings.all()) if (current.inventoryId === inventoryId) itemId = current.itemId
  return itemId === undefined || (item_id !== undefined && item_id !== itemId) ? missing : itemId
}

/** The record that lasts longer comes first: persistent before transient, then the later expiry; none is the latest. */
const byLifetime = (left: HeldRecord, right: HeldRecord): number => {
  if (left.type !== right.type) return left.type === "persistent" ? -1 : 1
  return (right.expires ?? Number.POSITIVE_INFINITY) > (left.expires ?? Number.POSITIVE_INFINITY) ? 1 : -1
}

/**
 * Type and expiry of the entitlement's record: the named record, or the one that lasts longest; undefined: not owned.
 * An item that every player always owns has no record, and lasts as long as the session.
 */
const lifetimeOf = (run: Run, { inventory_id: id }: SubmittedEntry, item: LinkedItem): Lifetime | undefined => {
  const itemId = item.item_id
  if (item.always_owned) {
    run.trace?.({ _tag: "RuleApplied", rule: { _tag: "EntitlementAlwaysOwned", itemId } })
    return { type: "transient", expires: undefined }
  }
  traceBuckets(run, item)
  const allowed = allowedBuckets(run, item)
  const owned = run.holdings
    .of(itemId)
    .map(({ current }) => current)
    .filter((record) => record.count > 0 && counts(record, run.now, allowed))
    .filter((record) => id === undefined || record.inventoryId === id)
  const [record] = owned.sort(byLifetime)
  if (record === undefined) return undefined
  const { expires, inventoryId, type } = record
  const rule = { _tag: "EntitlementOwned", itemId, records: owned.length, inventoryId, type, expires } as const
  run.trace?.({ _tag: "RuleApplied", rule })
  return { type, expires }
}

const fillEntitled = (run: Run, entry: EntryInProgress): FailureReason | undefined => {
  const { request } = entry
  const quantity = reasonAgainstQuantity(run, request)
  if (quantity !== undefined) return quantity
  const itemId = itemIdOf(run, request)
  if (typeof itemId === "object") return itemId
  const entitled = entitlementOf(run, request, itemId)
  if ("_tag" in entitled) return entitled
  const { item, loot } = entitled
  needItems(run, [item.item_id])
  needAll(run, item.item_id)
  const entitlement = lifetimeOf(run, request, item)
  if (entitlement === undefined) return { _tag: "EntitlementNotOwned", itemId: item.item_id }
  return fulfilLoot(run, { ...entry, entitlement }, loot, request.quantity)
}

/** Fills the loot of an entitlement. */
export const fill_entitled_loot: Entry = {
  forServersOnly: false,
  needs: (run, request) => {
    if (reasonAgainstQuantity(run, request) !== undefined) return needsNothing
    const { inventory_id: inventoryId, item_id: itemId } = request
    if (inventoryId !== undefined) return { ...needsNothing, inventoryIds: [inventoryId] }
    const entitled = entitlementOf(run, request, itemId)
    if ("_tag" in entitled) return needsNothing
    return { ...needsNothing, itemIds: [entitled.item.item_id, ...itemsAhead(entitled.loot)] }
  },
  fulfil: fillEntitled,
}
