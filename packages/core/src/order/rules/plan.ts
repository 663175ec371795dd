/**
 * The plan of a catalog: everything that the interpreter follows, linked once per version, so that fulfilling looks
 * nothing up by id and builds no candidate list that could have been built before.
 */
import type {
  CompiledCatalog,
  CompiledItem,
  CompiledLoot,
  CompiledTimeFrame,
  CompiledVendor,
} from "../../catalog/rules/compiled.ts"
import type { InventoryBucket } from "../../catalog/schema.ts"
import type { Platform } from "../../kernel/Platform.ts"
import type { DrawCandidate, DrawRequest } from "./requests.ts"
import type { Levels } from "./xp.ts"

/** An item, with what governs it. */
export interface ItemPlan {
  readonly id: number
  readonly item: CompiledItem
  /** By session bucket: the buckets that count; undefined: all. */
  readonly buckets: ReadonlyMap<InventoryBucket, ReadonlySet<InventoryBucket>> | undefined
  /** Where it may be granted and used; undefined: everywhere. */
  readonly platforms: ReadonlySet<Platform> | undefined
  readonly levels: Levels | undefined
  readonly levelVendor: VendorPlan | undefined
}

/** Whether more of the item may reach a level that rewards are given for, so that its count has to be known. */
export const hasLevels = ({ levels, levelVendor }: ItemPlan): boolean =>
  levels !== undefined && levelVendor !== undefined

/**
 * Whether loot of a randomly sampled vendor is a candidate: always, never, or by what the player holds and the time.
 */
export type Candidacy = "always" | "never" | "depends"

/** Loot, linked to what it names. `broken`: it names something that is not in the catalog. */
export interface LootPlan {
  readonly id: number
  readonly loot: CompiledLoot
  readonly vendor: VendorPlan
  readonly item: ItemPlan | undefined
  readonly subVendor: VendorPlan | undefined
  readonly multiplier: ItemPlan | undefined
  readonly required: ItemPlan | undefined
  readonly timeFrame: CompiledTimeFrame | undefined
  readonly broken: boolean
  readonly candidacy: Candidacy
  /** The items that fulfilling it looks at, sub vendors aside. */
  readonly itemIds: ReadonlyArray<number>
}

/** A vendor, linked to its loot. */
export interface VendorPlan {
  readonly id: number
  readonly vendor: CompiledVendor
  readonly isSampled: boolean
  readonly loot: ReadonlyArray<LootPlan>
  /** Loot that is a candidate always or sometimes; for a sampled vendor only. */
  readonly candidates: ReadonlyArray<LootPlan>
  /** The first draw, where nothing about the candidates depends on the player; undefined: something does. */
  readonly firstDraw: FixedDraw | undefined
}

/** A draw among candidates that never change: the cumulated weights are computed once. */
export class FixedDraw implements DrawRequest {
  readonly _tag = "Draw"
  readonly vendorId: number
  readonly total: number
  private readonly loot: ReadonlyArray<LootPlan>
  /** Exclusive upper bound of each candidate's numbers. */
  private readonly bounds: ReadonlyArray<number>

  constructor(vendorId: number, loot: ReadonlyArray<LootPlan>) {
    let total = 0
    this.bounds = loot.map((candidate) => (total += candidate.loot.drop_weight))
    this.vendorId = vendorId
    this.loot = loot
    this.total = total
  }

  candidates(): ReadonlyArray<DrawCandidate> {
    return this.loot.map(({ id, loot }) => ({ lootId: id, weight: loot.drop_weight }))
  }

  /** Index of the candidate that the drawn number stands for. */
  indexOf(drawn: number): number {
    let low = 0
    let high = this.bounds.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (drawn < (this.bounds[middle] as number)) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** A catalog, linked. */
export interface Plan {
  readonly catalog: CompiledCatalog
  readonly items: ReadonlyMap<number, ItemPlan>
  readonly loot: ReadonlyMap<number, LootPlan>
}

type Open<A> = { -readonly [Key in keyof A]: A[Key] }

/** What a map holds under an id that may not be given. */
export const lookup = <Id, Value>(map: ReadonlyMap<Id, Value>, id: Id | undefined): Value | undefined =>
  id === undefined ? undefined : map.get(id)

const planItem = (catalog: CompiledCatalog, item: CompiledItem): Open<ItemPlan> => {
  const ruleSet = lookup(catalog.bucketUseRuleSets, item.inventory_bucket_use_rule_set_id)
  return {
    id: item.item_id,
    item,
    buckets: ruleSet && new Map(Array.from(ruleSet, ([session, buckets]) => [session, new Set(buckets)])),
    platforms: lookup(catalog.itemPortalUseRulesets, item.item_portal_use_ruleset_id),
    levels: lookup(catalog.xpTables, item.level_xp_table_id)?.levels,
    levelVendor: undefined,
  }
}

const candidacyOf = (loot: CompiledLoot): Candidacy => {
  if (!loot.active || loot.drop_weight <= 0) return "never"
  const depends =
    loot.effective_from !== undefined ||
    loot.required_item_id !== undefined ||
    loot.stack_limit !== undefined ||
    (loot.sub_vendor_id !== undefined && !loot.allow_partial_bundles)
  return depends ? "depends" : "always"
}

const planLoot = (
  catalog: CompiledCatalog,
  items: ReadonlyMap<number, ItemPlan>,
  vendors: ReadonlyMap<number, VendorPlan>,
  vendor: VendorPlan,
  loot: CompiledLoot,
): LootPlan => {
  const item = lookup(items, loot.item_id)
  const subVendor = lookup(vendors, loot.sub_vendor_id)
  const multiplier = lookup(items, loot.quantity_mult_inventory_item_id)
  const required = lookup(items, loot.required_item_id)
  const timeFrame = lookup(catalog.timeFrames, loot.time_frame_id)
  return {
    id: loot.loot_id,
    loot,
    vendor,
    item,
    subVendor,
    multiplier,
    required,
    timeFrame,
    broken:
      (loot.sub_vendor_id !== undefined && subVendor === undefined) ||
      (loot.quantity_mult_inventory_item_id !== undefined && multiplier === undefined) ||
      (loot.required_item_id !== undefined && required === undefined) ||
      (loot.time_frame_id !== undefined && timeFrame === undefined),
    candidacy: candidacyOf(loot),
    itemIds: [item, multiplier, required].flatMap((named) => (named === undefined ? [] : [named.id])),
  }
}

const link = (catalog: CompiledCatalog): Plan => {
  const items = new Map(Array.from(catalog.items, ([id, item]) => [id, planItem(catalog, item)]))
  const vendors = new Map<number, Open<VendorPlan>>()
  for (const [id, vendor] of catalog.vendors) {
    const isSampled = vendor.type === "randomly_sampled"
    vendors.set(id, { id, vendor, isSampled, loot: [], candidates: [], firstDraw: undefined })
  }
  const loot = new Map<number, LootPlan>()
  for (const [id, vendor] of vendors) {
    vendor.loot = vendor.vendor.loot.map((one) => planLoot(catalog, items, vendors, vendor, one))
    for (const one of vendor.loot) loot.set(one.id, one)
    if (!vendor.isSampled) continue
    vendor.candidates = vendor.loot.filter((one) => one.candidacy !== "never")
    if (vendor.candidates.every((one) => one.candidacy === "always")) {
      vendor.firstDraw = new FixedDraw(id, vendor.candidates)
    }
  }
  for (const item of items.values()) item.levelVendor = lookup(vendors, item.item.level_vendor_id)
  return { catalog, items, loot }
}

const plans = new WeakMap<CompiledCatalog, Plan>()

/** The plan of a catalog, linked at the first call for it. */
export const planOf = (catalog: CompiledCatalog): Plan => {
  const known = plans.get(catalog)
  if (known !== undefined) return known
  const made = link(catalog)
  plans.set(catalog, made)
  return made
}
