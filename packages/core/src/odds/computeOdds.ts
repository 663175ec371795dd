/** The odds of a loot or a vendor of a catalog. */
import * as Effect from "effect/Effect"
import { isAvailable } from "../catalog/rules/availability.ts"
import { labelsOf } from "../catalog/rules/labels.ts"
import { type LinkedCatalog, type LinkedLoot, type LinkedVendor, lookup } from "../catalog/rules/linked.ts"
import { sessionBucket } from "../catalog/rules/sessionBucket.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { SubmittedEntry } from "../order/schema.ts"
import { averageOf, expectedOf, type OddsState } from "./expectedOf.ts"
import { answerOf } from "./rules/encode.ts"
import type { NoAverage } from "./rules/longRun.ts"
import { isGivable } from "./rules/plain.ts"
import { inFront } from "./rules/reduce.ts"
import type { Odds } from "./rules/odds.ts"
import type { LootOddsAnswer, VendorOddsAnswer } from "./schema.ts"

/** An entry that orders loot: for nothing, or for a price. */
export interface LootEntry extends SubmittedEntry {
  readonly loot_id: number
}

/** The entry by which a server gives `quantity` of a loot. */
export const givingLoot = ({ loot_id }: LinkedLoot, quantity: number): LootEntry => ({
  type: "fill_loot",
  loot_id,
  quantity,
})

/** The odds of the entry. Its loot must be of the catalog. */
export const entryOdds = (catalog: LinkedCatalog, entry: LootEntry, state: OddsState): Effect.Effect<LootOddsAnswer> =>
  Effect.map(expectedOf(catalog, entry, state), (odds) => answerFor(catalog, entry, odds))

const answerFor = (catalog: LinkedCatalog, { loot_id, quantity }: LootEntry, odds: Odds): LootOddsAnswer =>
  answerOf({ etag: catalog.etag, loot_id, quantity }, odds, labelsOf(catalog))

/** The odds of `quantity` of a loot. `loot` must be of the catalog. */
export const lootOdds = (catalog: LinkedCatalog, loot: LinkedLoot, quantity: number, state: OddsState) =>
  entryOdds(catalog, givingLoot(loot, quantity), state)

/** Why an order has no average in the long run, in a sentence. */
const noAverageText = (catalog: LinkedCatalog, none: NoAverage): string => {
  switch (none._tag) {
    case "Several":
      return (
        `There is no average in the long run: luck decides which of ${none.sets} sets of counts the player ` +
        "stays in, and each has an average of its own."
      )
    case "Growing":
      return (
        `There is no average in the long run: what is given depends on counts that go on changing, as that of ` +
        `${labelsOf(catalog).item(none.itemId)}, which came to ${none.count}.`
      )
    case "NotComputed":
      return "No average in the long run was found: the order fails, or its states take more steps than are allowed."
    default:
      return none satisfies never
  }
}

/**
 * What the entry gives on average when it is made again and again, beginning in this state, or in a sentence why there
 * is no such average. What it pays is there anew before each.
 */
export const longRun = (
  catalog: LinkedCatalog,
  entry: LootEntry,
  state: OddsState,
): Effect.Effect<LootOddsAnswer | { readonly none: string }> =>
  Effect.map(averageOf(catalog, entry, state), (average) =>
    "_tag" in average ? { none: noAverageText(catalog, average) } : answerFor(catalog, entry, average),
  )

/** The price of a unit in a currency. */
export interface UnitPrice {
  readonly price_item_id: number
  readonly price: number
}

/**
 * The entry that buys `quantity` of a loot at this price. What is paid is an item whose average falls. `chosen`: the
 * parts of a dynamic bundle that are bought, by id; undefined: the loot is bought whole.
 */
export const buyingLoot = (
  { loot_id }: LinkedLoot,
  quantity: number,
  price: UnitPrice,
  chosen: ReadonlyArray<number> | undefined,
): LootEntry => {
  const bought = { loot_id, quantity, purchase_price: { currencies: [price] } }
  return chosen === undefined
    ? { type: "purchase_loot", ...bought }
    : { type: "purchase_dynamic_bundle", ...bought, dynamic_bundle_loot_ids: chosen }
}

/** The record of a player who owns `count` of an item for ever, in the bucket of a session on `platform`. */
export const ownedRecord = (itemId: number, count: number, platform: Platform | undefined): HeldRecord => ({
  inventoryId: "",
  legacyInventoryId: 0n,
  itemId,
  type: "persistent",
  bucket: sessionBucket(platform),
  count,
  acquired: 0,
  expires: undefined,
  customData: undefined,
  revision: 0,
})

/** Of a vendor without loot. */
const NO_ODDS: Odds = {
  samples: undefined,
  isCut: false,
  items: [],
  failures: [],
  conditional: [],
  isConditionalCut: false,
}

/** An id that no authored loot has, for the loot that stands before a vendor. */
const VENDOR_LOOT_ID = -1

/** The odds of `quantity` of all that a vendor gives, as a loot without conditions of its own would give it. */
export const vendorOdds = (
  catalog: LinkedCatalog,
  vendor: LinkedVendor,
  quantity: number,
  state: OddsState,
): Effect.Effect<VendorOddsAnswer> => {
  const [any] = vendor.loot
  const answered = { etag: catalog.etag, vendor_id: vendor.vendor_id, quantity }
  if (any === undefined) return Effect.succeed(answerOf(answered, NO_ODDS, labelsOf(catalog)))
  const loot = new Map(catalog.loot).set(VENDOR_LOOT_ID, inFront(any, vendor, VENDOR_LOOT_ID))
  const entry = { type: "fill_loot", loot_id: VENDOR_LOOT_ID, quantity } as const
  return Effect.map(expectedOf({ ...catalog, loot }, entry, state), (odds) =>
    answerOf(answered, odds, labelsOf(catalog)),
  )
}

/** The loot with this id; undefined: there is none, or it is not available now. */
export const activeLoot = (catalog: LinkedCatalog, lootId: number, now: Timestamp): LinkedLoot | undefined => {
  const loot = lookup(catalog.loot, lootId)
  return loot !== undefined && isAvailable(loot, now) ? loot : undefined
}

/**
 * The loot that can be ordered now and stands for itself, by id: that of vendors which neither other loot nor levels
 * lead to. Loot within a bundle, a draw or level rewards is part of the odds of these.
 */
export const outermostLoot = (catalog: LinkedCatalog, now: Timestamp): ReadonlyArray<LinkedLoot> => {
  const within = new Set<LinkedVendor | undefined>()
  for (const { subVendor } of catalog.loot.values()) within.add(subVendor)
  for (const { levelVendor } of catalog.items.values()) within.add(levelVendor)
  return Array.from(catalog.vendors.values())
    .flatMap((vendor) => (within.has(vendor) ? [] : vendor.loot))
    .filter((loot) => isGivable(loot, { now }))
    .toSorted((left, right) => left.loot_id - right.loot_id)
}
