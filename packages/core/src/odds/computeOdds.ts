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
import { expectedOf, type OddsState } from "./expectedOf.ts"
import { answerOf } from "./rules/encode.ts"
import { isGivable } from "./rules/plain.ts"
import type { Odds } from "./rules/odds.ts"
import type { LootOddsAnswer, VendorOddsAnswer } from "./schema.ts"

/** The odds of `quantity` of a loot. `loot` must be of the catalog. */
export const lootOdds = (
  catalog: LinkedCatalog,
  loot: LinkedLoot,
  quantity: number,
  state: OddsState,
): Effect.Effect<LootOddsAnswer> =>
  Effect.map(expectedOf(catalog, { type: "fill_loot", loot_id: loot.loot_id, quantity }, state), (odds) =>
    answerOf({ etag: catalog.etag, loot_id: loot.loot_id, quantity }, odds, labelsOf(catalog)),
  )

/** The price of a unit in a currency. */
export interface UnitPrice {
  readonly price_item_id: number
  readonly price: number
}

/**
 * The odds of buying `quantity` of a loot at this price. What is paid is an item whose average falls. `chosen`: the
 * parts of a dynamic bundle that are bought, by id; undefined: the loot is bought whole.
 */
export const purchaseOdds = (
  catalog: LinkedCatalog,
  loot: LinkedLoot,
  quantity: number,
  price: UnitPrice,
  chosen: ReadonlyArray<number> | undefined,
  state: OddsState,
): Effect.Effect<LootOddsAnswer> => {
  const { loot_id } = loot
  const bought = { loot_id, quantity, purchase_price: { currencies: [price] } }
  const entry: SubmittedEntry =
    chosen === undefined
      ? { type: "purchase_loot", ...bought }
      : { type: "purchase_dynamic_bundle", ...bought, dynamic_bundle_loot_ids: chosen }
  return Effect.map(expectedOf(catalog, entry, state), (odds) =>
    answerOf({ etag: catalog.etag, loot_id, quantity }, odds, labelsOf(catalog)),
  )
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
  const loot = new Map(catalog.loot).set(VENDOR_LOOT_ID, inFront(any, vendor))
  const entry = { type: "fill_loot", loot_id: VENDOR_LOOT_ID, quantity } as const
  return Effect.map(expectedOf({ ...catalog, loot }, entry, state), (odds) =>
    answerOf(answered, odds, labelsOf(catalog)),
  )
}

/** A loot that gives what the vendor gives, and has the defaults of loot otherwise. `any`: some loot of the vendor. */
const inFront = (any: LinkedLoot, vendor: LinkedVendor): LinkedLoot => ({
  ...any,
  loot_id: VENDOR_LOOT_ID,
  item_id: undefined,
  item: undefined,
  sub_vendor_id: vendor.vendor_id,
  subVendor: vendor,
  quantity: 1,
  quantity_type: "relative",
  multiplier: undefined,
  hard_quantity_maximum: 0,
  availability: "always",
  required: undefined,
  stack_limit: undefined,
  xp_quantity_transform_type: "none",
  broken: false,
  itemIds: [],
})

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
