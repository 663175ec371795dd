/**
 * The linked catalog, the third of three shapes of a catalog. Orders are fulfilled from it (decisions, section 12).
 * Every default is filled in, every reference is an object, loot is in fulfilment order, and the odds of draws are
 * computed. So fulfilment looks up only the loot of an entry, and builds nothing that could be built before.
 */
import type { Platform } from "../../kernel/Platform.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { finished, type Work } from "../../kernel/work/Work.ts"
import {
  type InventoryBucket,
  type InventoryOperation,
  type InventorySelectorType,
  itemDefaults,
  type ItemType,
  lootDefaults,
  type QuantityType,
  vendorDefaults,
  type VendorType,
  type XpQuantityTransformType,
} from "../schema.ts"
import { type Availability, availabilityOf, availabilitySince } from "./availability.ts"
import { type LinkedCoupon, linkCoupon } from "./linkedCoupon.ts"
import {
  type BucketRules,
  byId,
  type Levels,
  isOpenSince,
  type LinkedPricePoint,
  type LinkedTables,
  type LinkedTimeFrame,
  linkTables,
} from "./linkedTables.ts"
import { nameOf } from "./names.ts"
import type { PublishedCatalog, PublishedItem, PublishedLoot, PublishedVendor } from "./published.ts"
import { Weights } from "./weights.ts"

/** An item. `active` and `always_owned` are bits 0 (unset) and 1 (set) of `availability_flags`. */
export interface LinkedItem {
  readonly item_id: number
  readonly item_uuid: string
  readonly custom_data: Readonly<Record<string, string>>
  /** The name under which it was written, where it shows another. */
  readonly authored_name: string | undefined
  readonly type: ItemType
  readonly active: boolean
  readonly always_owned: boolean
  readonly entitled_loot_id: number | undefined
  /** The discount that the item gives; undefined: it is not a coupon. */
  readonly coupon: LinkedCoupon | undefined
  /** undefined: the item counts in every bucket. */
  readonly buckets: BucketRules | undefined
  /** The platforms where it may be granted and used; undefined: every platform. */
  readonly platforms: ReadonlySet<Platform> | undefined
  readonly levels: Levels | undefined
  readonly levelVendor: LinkedVendor | undefined
}

/** Whether a higher count of the item may reach a level with rewards. Then the count must be known. */
export const hasLevels = ({ levels, levelVendor }: LinkedItem): boolean =>
  levels !== undefined && levelVendor !== undefined

/**
 * Whether loot of a randomly sampled vendor is a candidate: always, never, or depending on the inventory and the time.
 */
export type Candidacy = "always" | "never" | "depends"

/** Loot. With a `subVendor`, the sub vendor acts, and `item` does not. Without both, the loot gives nothing. */
export interface LinkedLoot {
  readonly loot_id: number
  /** Its own name, without that of its vendor. */
  readonly name: string | undefined
  readonly authored_name: string | undefined
  readonly loot_uuid: string
  readonly vendor: LinkedVendor
  readonly item_id: number | undefined
  readonly item: LinkedItem | undefined
  readonly sub_vendor_id: number | undefined
  readonly subVendor: LinkedVendor | undefined
  readonly quantity: number
  readonly quantity_type: QuantityType
  /** The item whose count multiplies the quantity. */
  readonly multiplier: LinkedItem | undefined
  /** 0: no cap. */
  readonly hard_quantity_maximum: number
  readonly inventory_selector_type: InventorySelectorType
  readonly inventory_operation: InventoryOperation
  readonly availability: Availability
  readonly sort_order: number
  readonly drop_weight: number
  readonly fill_in_new_order: boolean
  readonly allow_partial_bundles: boolean
  readonly required: LinkedItem | undefined
  readonly required_item_count: number
  readonly stack_limit: number | undefined
  readonly is_claimable_by_client: boolean
  readonly timeFrame: LinkedTimeFrame | undefined
  readonly use_inventory_bucket: InventoryBucket | undefined
  readonly xp_quantity_transform_type: XpQuantityTransformType
  /** The current prices; undefined: the loot is not for sale. */
  readonly pricePoint: LinkedPricePoint | undefined
  /** The prices before a sale, which are shown and not paid. */
  readonly preSalePricePoint: LinkedPricePoint | undefined
  /** Whether the loot names something that is not in the catalog. */
  readonly broken: boolean
  readonly candidacy: Candidacy
  /** The items that fulfilling the loot reads, without those of sub vendors. */
  readonly itemIds: ReadonlyArray<number>
}

/** A vendor with all of its loot, also inactive loot, in fulfilment order. */
export interface LinkedVendor {
  readonly vendor_id: number
  readonly name: string | undefined
  readonly authored_name: string | undefined
  readonly vendor_uuid: string
  readonly type: VendorType
  /** By `sort_order`, then operation rank, then `loot_id`. */
  readonly loot: ReadonlyArray<LinkedLoot>
  /** The same loot by `sort_order`: the rewards of a level vendor at each level. */
  readonly lootBySortOrder: ReadonlyMap<number, ReadonlyArray<LinkedLoot>>
  readonly etag: string
  readonly legacy_config_version: number | undefined
  /** The loot of a randomly sampled vendor that is a candidate always or sometimes. */
  readonly candidates: ReadonlyArray<LinkedLoot>
  /** The odds of the first draw; undefined: a candidate depends on the player. */
  readonly firstDraw: Weights | undefined
}

/** A version of the catalog, ready to fulfil orders from. */
export interface LinkedCatalog extends LinkedTables {
  readonly version: number
  /** Etag of the vendor collection. */
  readonly etag: string
  readonly items: ReadonlyMap<number, LinkedItem>
  /** The active items that have an XP table, in the order of their ids. */
  readonly levelled: ReadonlyArray<LinkedItem>
  /** The entitlement items that have loot, in the order of their ids. */
  readonly entitlements: ReadonlyArray<LinkedItem>
  /** Ids of the items that every player always owns, in rising order. */
  readonly alwaysOwnedItems: ReadonlyArray<number>
  readonly loot: ReadonlyMap<number, LinkedLoot>
  readonly vendors: ReadonlyMap<number, LinkedVendor>
}

/** The value of a map for an id that may be undefined. */
export const lookup = <Id, Value>(map: ReadonlyMap<Id, Value>, id: Id | undefined): Value | undefined =>
  id === undefined ? undefined : map.get(id)

/** Whether the item is an entitlement that has loot. */
export const isEntitlement = (item: Pick<LinkedItem, "type" | "entitled_loot_id">): boolean =>
  item.type === "entitlement" && item.entitled_loot_id !== undefined

/** Whether the loot checks or takes an item and gives nothing. When such a part fails, its bundle fails too. */
export const isCondition = ({ inventory_operation: operation, item_id, subVendor }: LinkedLoot): boolean =>
  subVendor === undefined && item_id !== undefined && operation !== "add" && operation !== "set"

/**
 * The time frame whose window is the life of what the loot gives; undefined: there is none. Such loot can be given only
 * while a window is open (decisions, section 11).
 */
export const frameOfLife = ({
  inventory_operation: operation,
  inventory_selector_type: selector,
  item,
  subVendor,
  timeFrame,
}: Pick<LinkedLoot, "inventory_operation" | "inventory_selector_type" | "item" | "subVendor" | "timeFrame">) => {
  const isGiven = item !== undefined && subVendor === undefined && (operation === "add" || operation === "set")
  return isGiven && (selector === "rent_timeframe_locked" || selector === "own_transient") ? timeFrame : undefined
}

/** The shape during linking, when references to things that are linked later are still open. */
type Open<A> = { -readonly [Key in keyof A]: A[Key] }

/** Whether `availability_flags` leave an item active: bit 0 is unset (decisions, section 11). */
export const isActive = (flags: number | undefined): boolean => (flags ?? 0) % 2 === 0

/** Whether `availability_flags` say that every player always owns the item: bit 1 is set (decisions, section 11). */
export const isAlwaysOwned = (flags: number | undefined): boolean => Math.floor((flags ?? 0) / 2) % 2 === 1

const linkItem = (published: PublishedItem, tables: LinkedTables): Open<LinkedItem> => {
  const item = { ...itemDefaults, ...published }
  return {
    item_id: item.item_id,
    item_uuid: item.item_uuid,
    custom_data: item.custom_data ?? {},
    authored_name: item.authored_name,
    type: item.type,
    active: isActive(item.availability_flags),
    always_owned: isAlwaysOwned(item.availability_flags),
    entitled_loot_id: item.entitled_loot_id,
    coupon: linkCoupon(item),
    buckets: lookup(tables.bucketUseRuleSets, item.inventory_bucket_use_rule_set_id),
    platforms: lookup(tables.itemPortalUseRulesets, item.item_portal_use_ruleset_id),
    levels: lookup(tables.xpTables, item.level_xp_table_id),
    levelVendor: undefined,
  }
}

const withDefaults = (published: PublishedLoot) => ({ ...lootDefaults, ...published })

const candidacyOf = (
  loot: ReturnType<typeof withDefaults>,
  availability: Availability,
  frame: LinkedTimeFrame | undefined,
  since: Timestamp,
): Candidacy => {
  if (availability === "never" || loot.drop_weight <= 0) return "never"
  const depends =
    availability !== "always" ||
    (frame !== undefined && !isOpenSince(frame, since)) ||
    loot.required_item_id !== undefined ||
    loot.stack_limit !== undefined ||
    (loot.sub_vendor_id !== undefined && !loot.allow_partial_bundles)
  return depends ? "depends" : "always"
}

/** The things that loot may refer to. */
interface Referents {
  readonly tables: LinkedTables
  readonly items: ReadonlyMap<number, LinkedItem>
  readonly vendors: ReadonlyMap<number, LinkedVendor>
  readonly since: Timestamp
}

const linkLoot = (
  published: PublishedLoot,
  vendor: LinkedVendor,
  { tables, items, since, vendors }: Referents,
): LinkedLoot => {
  const loot = withDefaults(published)
  const availability = availabilitySince(availabilityOf(loot), since)
  const item = lookup(items, loot.item_id)
  const subVendor = lookup(vendors, loot.sub_vendor_id)
  const multiplier = lookup(items, loot.quantity_mult_inventory_item_id)
  const required = lookup(items, loot.required_item_id)
  const timeFrame = lookup(tables.timeFrames, loot.time_frame_id)
  return {
    loot_id: loot.loot_id,
    name: nameOf(loot),
    authored_name: loot.authored_name,
    loot_uuid: loot.loot_uuid,
    vendor,
    item_id: loot.item_id,
    item,
    sub_vendor_id: loot.sub_vendor_id,
    subVendor,
    quantity: loot.quantity,
    quantity_type: loot.quantity_type,
    multiplier,
    hard_quantity_maximum: loot.hard_quantity_maximum,
    inventory_selector_type: loot.inventory_selector_type,
    inventory_operation: loot.inventory_operation,
    availability,
    sort_order: loot.sort_order,
    drop_weight: loot.drop_weight,
    fill_in_new_order: loot.fill_in_new_order,
    allow_partial_bundles: loot.allow_partial_bundles,
    required,
    required_item_count: loot.required_item_count,
    stack_limit: loot.stack_limit,
    is_claimable_by_client: loot.is_claimable_by_client,
    timeFrame,
    use_inventory_bucket: loot.use_inventory_bucket,
    xp_quantity_transform_type: loot.xp_quantity_transform_type,
    pricePoint: lookup(tables.pricePoints, loot.current_price_point_guid),
    preSalePricePoint: lookup(tables.pricePoints, loot.pre_sale_price_point_guid),
    broken:
      (loot.sub_vendor_id !== undefined && subVendor === undefined) ||
      (loot.quantity_mult_inventory_item_id !== undefined && multiplier === undefined) ||
      (loot.required_item_id !== undefined && required === undefined) ||
      (loot.time_frame_id !== undefined && timeFrame === undefined),
    candidacy: candidacyOf(loot, availability, frameOfLife({ ...loot, item, subVendor, timeFrame }), since),
    itemIds: [item, multiplier, required].flatMap((named) => (named === undefined ? [] : [named.item_id])),
  }
}

/**
 * Fulfilment order of operations when `sort_order` is equal: first checks, then subtracting, then adding and setting.
 */
const OPERATION_RANKS: Readonly<Record<InventoryOperation, number>> = {
  check_greater_than_or_equal: 0,
  check_greater_than: 0,
  check_less_than: 0,
  subtract: 1,
  check_greater_than_or_equal_and_subtract: 1,
  add: 2,
  set: 2,
  invalid: 3,
}

const inFulfilmentOrder = (left: LinkedLoot, right: LinkedLoot): number =>
  left.sort_order - right.sort_order ||
  OPERATION_RANKS[left.inventory_operation] - OPERATION_RANKS[right.inventory_operation] ||
  left.loot_id - right.loot_id

const bySortOrder = (loot: ReadonlyArray<LinkedLoot>): ReadonlyMap<number, ReadonlyArray<LinkedLoot>> => {
  const groups = new Map<number, Array<LinkedLoot>>()
  for (const one of loot) {
    const group = groups.get(one.sort_order)
    if (group === undefined) groups.set(one.sort_order, [one])
    else group.push(one)
  }
  return groups
}

const beginVendor = (vendor: PublishedVendor): Open<LinkedVendor> => ({
  vendor_id: vendor.vendor_id,
  name: nameOf(vendor),
  authored_name: vendor.authored_name,
  vendor_uuid: vendor.vendor_uuid,
  type: vendor.type ?? vendorDefaults.type,
  loot: [],
  lootBySortOrder: new Map(),
  etag: vendor.cache_info?.etag ?? "",
  legacy_config_version: vendor.legacy_config_version,
  candidates: [],
  firstDraw: undefined,
})

const fillVendor = (vendor: Open<LinkedVendor>, loot: ReadonlyArray<LinkedLoot>): void => {
  vendor.loot = loot
  vendor.lootBySortOrder = bySortOrder(loot)
  if (vendor.type !== "randomly_sampled") return
  vendor.candidates = loot.filter((one) => one.candidacy !== "never")
  if (vendor.candidates.every((one) => one.candidacy === "always")) {
    vendor.firstDraw = new Weights(vendor.candidates.map((one) => one.drop_weight))
  }
}

const byItemId = (left: LinkedItem, right: LinkedItem): number => left.item_id - right.item_id

const rising = (left: number, right: number): number => left - right

/** Loot that is linked between two pauses: a few milliseconds. */
const LOOT_PER_PART = 500

/**
 * Links a catalog in which the checker found no error, and pauses after each few hundred loot. The checker links a
 * catalog without etags, to search for warnings; the linked etags are then empty. It judges a catalog as it is from
 * `since` on; orders and replays are of any time.
 */
export function* linking(
  version: number,
  catalog: PublishedCatalog,
  since = Number.NEGATIVE_INFINITY,
): Work<LinkedCatalog> {
  const tables = linkTables(catalog)
  const items = byId(catalog.items, (item) => linkItem(item, tables))
  const vendors = byId(catalog.vendors, beginVendor)
  const loot = new Map<number, LinkedLoot>()
  const referents = { tables, items, since, vendors }
  yield
  for (const [key, published] of Object.entries(catalog.vendors)) {
    const vendor = vendors.get(Number(key))
    if (vendor === undefined) continue
    const linked: Array<LinkedLoot> = []
    for (const one of Object.values(published.loot)) {
      linked.push(linkLoot(one, vendor, referents))
      if ((loot.size + linked.length) % LOOT_PER_PART === 0) yield
    }
    fillVendor(vendor, linked.sort(inFulfilmentOrder))
    for (const one of vendor.loot) loot.set(one.loot_id, one)
  }
  yield
  for (const [key, item] of Object.entries(catalog.items)) {
    const linked = items.get(Number(key))
    if (linked !== undefined) linked.levelVendor = lookup(vendors, item.level_vendor_id)
  }
  const alwaysOwnedItems = [...items.values()].filter((item) => item.always_owned).map((item) => item.item_id)
  const entitlements = [...items.values()].filter(isEntitlement)
  return {
    ...tables,
    version,
    etag: catalog.cache_info?.etag ?? "",
    items,
    levelled: [...items.values()].filter(({ active, levels }) => active && levels !== undefined).sort(byItemId),
    entitlements: entitlements.sort(byItemId),
    alwaysOwnedItems: alwaysOwnedItems.sort(rising),
    loot,
    vendors,
  }
}

/** Links a catalog at once; see {@link linking}. */
export const link = (version: number, catalog: PublishedCatalog, since?: Timestamp): LinkedCatalog =>
  finished(linking(version, catalog, since))
