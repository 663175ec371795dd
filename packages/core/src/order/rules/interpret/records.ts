/**
 * The records that an entry reads. Where one is not loaded, the entry stops: its effects are undone, what it needs is
 * loaded, and it is begun again (./interpret.ts). A stop is thrown, so that what reads records is a plain call. An
 * order without storage holds all records, and never stops.
 */
import type { LinkedItem } from "../../../catalog/rules/linked.ts"
import type { InventorySelection, RecordPart } from "../../../inventory/InventoryStore.ts"
import { answerTo, type Fulfilment } from "./ask.ts"
import type { Holdings, RecordKind } from "./holdings.ts"
import type { Slot } from "./outcome.ts"
import { allowedBuckets, type Run } from "./run.ts"
import { itemsReached } from "./itemsRead.ts"

/** What an entry reads and what is not loaded. */
type Needed =
  | { readonly _tag: "Items"; readonly itemIds: ReadonlyArray<number> }
  | { readonly _tag: "Part"; readonly itemId: number; readonly part: RecordPart }
  /** Records of an item that was loaded in part, to spend `count` more than those that are loaded. */
  | { readonly _tag: "ToSpend"; readonly item: LinkedItem; readonly count: number }

/** Ends an entry that needs what is not loaded. Not an error, because the stack of one takes longer than an entry. */
export class Stop {
  readonly needed: Needed

  constructor(needed: Needed) {
    this.needed = needed
  }
}

/** Stops unless the items are loaded. */
export const needItems = (run: Run, itemIds: ReadonlyArray<number>): void => {
  if (!run.holdings.isComplete && run.holdings.lacks(itemIds)) throw new Stop({ _tag: "Items", itemIds })
}

/** Stops unless the item, which is loaded, is loaded with all of its records. */
export const needAll = (run: Run, itemId: number): void => {
  if (run.holdings.isPartial(itemId)) throw new Stop({ _tag: "Part", itemId, part: { _tag: "All" } })
}

/** The oldest unexpired record of the kind. Stops where the item was loaded without it. */
export const oldestOf = (run: Run, itemId: number, kind: RecordKind): Slot | undefined => {
  const part = run.holdings.lackedForOldest(itemId, run.now, kind)
  if (part !== undefined) throw new Stop({ _tag: "Part", itemId, part })
  return run.holdings.oldest(itemId, run.now, kind)
}

/** Asks for the items that were not loaded yet, and for the records named in `selection` with their items. */
export function* loadSelection(holdings: Holdings, selection: InventorySelection): Fulfilment<void> {
  const { inventoryIds, legacyInventoryIds } = selection
  const itemIds = holdings.missing(selection.itemIds)
  if (itemIds.length + inventoryIds.length + legacyInventoryIds.length === 0) return
  const ask = { _tag: "Records", itemIds, inventoryIds, legacyInventoryIds } as const
  holdings.supply(itemIds, answerTo(ask, yield ask))
}

function* loadPart(holdings: Holdings, itemId: number, part: RecordPart) {
  const ask = { _tag: "Part", itemId, part } as const
  const records = answerTo(ask, yield ask)
  holdings.supplyPart(itemId, part, records)
  return records
}

/** Loads the records that are spent next, until they hold `count` and are as many as those that were loaded before. */
function* loadToSpend({ bucket, holdings }: Run, item: LinkedItem, count: number): Fulfilment<void> {
  const itemId = item.item_id
  const allowed = allowedBuckets({ bucket }, item)
  let lacked = count
  let isMore = true
  for (let before = holdings.of(itemId).length; isMore && (lacked > 0 || before > 0);) {
    const part = holdings.furtherToSpend(itemId, bucket, allowed)
    const records = yield* loadPart(holdings, itemId, part)
    isMore = records.length === part.most
    before -= records.length
    for (const record of records) lacked -= record.count
  }
}

/** How often an order stops before it gets more items than it needs, and how many times as many each time after. */
const STOPS_BY_NEED = 8
const GROWTH = 4

/** `count` items that were not loaded yet: those that the loot of the entry can reach, then others of the catalog. */
const furtherItems = ({ catalog, holdings, loot }: Run, count: number): ReadonlyArray<number> => {
  const reached = loot === undefined ? [] : holdings.missing(itemsReached(loot)).slice(0, count)
  return reached.length === count ? reached : holdings.missing([...reached, ...catalog.items.keys()]).slice(0, count)
}

/**
 * Loads what an order needed where it stopped. An order that stops often gets further items, more each
 * time. So how often it stops does not grow with its draws.
 */
export function* loadNeeded(run: Run, { needed }: Stop): Fulfilment<void> {
  const { holdings } = run
  const beyond = ++run.stops - STOPS_BY_NEED
  switch (needed._tag) {
    case "Items": {
      const further = beyond > 0 ? furtherItems(run, GROWTH ** beyond) : []
      const itemIds = [...needed.itemIds, ...further]
      return yield* loadSelection(holdings, { itemIds, inventoryIds: [], legacyInventoryIds: [] })
    }
    case "Part":
      return void (yield* loadPart(holdings, needed.itemId, needed.part))
    case "ToSpend":
      return yield* loadToSpend(run, needed.item, needed.count)
    default:
      return needed satisfies never
  }
}
