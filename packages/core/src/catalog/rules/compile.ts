/**
 * Compiles a catalog, which was checked when it was published, into what the interpreter reads
 * (compiled.ts): defaults filled in, loot sorted in fulfilment order (decisions, section 12).
 */
import type { BucketUseRuleSet, ItemPortalUseRuleset, PricePoint, TimeFrame } from "../document.ts"
import { type InventoryBucket, type InventoryOperation, itemDefaults, lootDefaults, vendorDefaults } from "../schema.ts"
import type {
  CompiledBreakpoint,
  CompiledCatalog,
  CompiledItem,
  CompiledLoot,
  CompiledPricePoint,
  CompiledPromotion,
  CompiledTimeFrame,
  CompiledVendor,
  CompiledXpTable,
} from "./compiled.ts"
import type { NormalCatalog, NormalPromotion, NormalXpTable, NormalItem, NormalLoot, NormalVendor } from "./prepared.ts"

/** Fulfilment order of operations when `sort_order` is equal: checks, then subtracting, then adding and setting. */
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

const inFulfilmentOrder = (left: CompiledLoot, right: CompiledLoot): number =>
  left.sort_order - right.sort_order ||
  OPERATION_RANKS[left.inventory_operation] - OPERATION_RANKS[right.inventory_operation] ||
  left.loot_id - right.loot_id

/** Whether `availability_flags` leave an item active: bit 0 is unset (decisions, section 11). */
export const isActive = (flags: number | undefined): boolean => (flags ?? 0) % 2 === 0

/** Whether `availability_flags` say that every player owns one, always: bit 1 is set (decisions, section 11). */
const isAlwaysOwned = (flags: number | undefined): boolean => Math.floor((flags ?? 0) / 2) % 2 === 1

const compileItem = (item_id: number, authored: NormalItem): CompiledItem => {
  const item = { ...itemDefaults, ...authored }
  return {
    item_id,
    item_uuid: item.item_uuid,
    custom_data: item.custom_data ?? {},
    type: item.type,
    active: isActive(item.availability_flags),
    always_owned: isAlwaysOwned(item.availability_flags),
    entitled_loot_id: item.entitled_loot_id,
    level_xp_table_id: item.level_xp_table_id,
    level_vendor_id: item.level_vendor_id,
    coupon_discount_currency_item_id: item.coupon_discount_currency_item_id,
    coupon_discount_percentage: item.coupon_discount_percentage,
    coupon_consume_on_use: item.coupon_consume_on_use,
    coupon_discount_loot: item.coupon_discount_loot,
    item_portal_use_ruleset_id: item.item_portal_use_ruleset_id,
    inventory_bucket_use_rule_set_id: item.inventory_bucket_use_rule_set_id,
  }
}

const compileLoot = (authored: NormalLoot): CompiledLoot => {
  const loot = { ...lootDefaults, ...authored }
  return {
    loot_id: loot.loot_id,
    loot_uuid: loot.loot_uuid,
    vendor_id: loot.vendor_id,
    item_id: loot.item_id,
    sub_vendor_id: loot.sub_vendor_id,
    quantity: loot.quantity,
    quantity_type: loot.quantity_type,
    quantity_mult_inventory_item_id: loot.quantity_mult_inventory_item_id,
    hard_quantity_maximum: loot.hard_quantity_maximum,
    inventory_selector_type: loot.inventory_selector_type,
    inventory_operation: loot.inventory_operation,
    active: loot.active,
    sort_order: loot.sort_order,
    drop_weight: loot.drop_weight,
    fill_in_new_order: loot.fill_in_new_order,
    allow_partial_bundles: loot.allow_partial_bundles,
    required_item_id: loot.required_item_id,
    required_item_count: loot.required_item_count,
    stack_limit: loot.stack_limit,
    effective_from: loot.effective_from,
    is_claimable_by_client: loot.is_claimable_by_client,
    time_frame_id: loot.time_frame_id,
    use_inventory_bucket: loot.use_inventory_bucket,
    xp_quantity_transform_type: loot.xp_quantity_transform_type,
    current_price_point_guid: loot.current_price_point_guid,
    pre_sale_price_point_guid: loot.pre_sale_price_point_guid,
  }
}

const bySortOrder = (loot: ReadonlyArray<CompiledLoot>): ReadonlyMap<number, ReadonlyArray<CompiledLoot>> => {
  const groups = new Map<number, Array<CompiledLoot>>()
  for (const one of loot) {
    const group = groups.get(one.sort_order)
    if (group === undefined) groups.set(one.sort_order, [one])
    else group.push(one)
  }
  return groups
}

const compileVendor = (vendor_id: number, vendor: NormalVendor): CompiledVendor => {
  const loot = Object.values(vendor.loot).map(compileLoot).sort(inFulfilmentOrder)
  return {
    vendor_id,
    vendor_uuid: vendor.vendor_uuid,
    type: vendor.type ?? vendorDefaults.type,
    loot,
    lootBySortOrder: bySortOrder(loot),
    etag: vendor.cache_info?.etag ?? "",
    legacy_config_version: vendor.legacy_config_version,
  }
}

const compileXpTable = (xp_table_id: number, table: NormalXpTable): CompiledXpTable => ({
  xp_table_id,
  levels: Object.entries(table.levels)
    .map(([level, xp]) => ({ level: Number(level), xp }))
    .sort((left, right) => left.level - right.level),
})

const compileTimeFrame = (time_frame_id: number, frame: TimeFrame): CompiledTimeFrame => ({
  time_frame_id,
  active: frame.active ?? true,
  start: frame.start,
  end: frame.end,
  hour_interval: frame.hour_interval,
})

const compileBreakpoints = (breakpoints: PricePoint["current_breakpoints"]): ReadonlyArray<CompiledBreakpoint> =>
  (breakpoints ?? [])
    .map(({ quantity, currencies }) => ({
      quantity,
      currencies: currencies.map((currency) => ({
        price_item_id: currency.price_item_id,
        price: currency.price,
        min_reduced_price: currency.min_reduced_price ?? 0,
      })),
    }))
    .sort((left, right) => left.quantity - right.quantity)

const compilePricePoint = (point: PricePoint): CompiledPricePoint => ({
  strict_flag: point.strict_flag ?? false,
  cap_flag: point.cap_flag ?? false,
  current_breakpoints: compileBreakpoints(point.current_breakpoints),
  pre_sale_breakpoints: compileBreakpoints(point.pre_sale_breakpoints),
})

const compilePromotion = (code: string, promotion: NormalPromotion): CompiledPromotion => ({
  code,
  loot_id: promotion.loot_id,
  quantity: promotion.quantity ?? 1,
  start: promotion.start,
  end: promotion.end,
  uses_maximum: promotion.uses_maximum,
  platforms: promotion.platforms === undefined ? undefined : new Set(promotion.platforms),
})

const compileRuleSet = (ruleSet: BucketUseRuleSet) =>
  new Map(Object.entries(ruleSet.buckets) as Array<[InventoryBucket, ReadonlyArray<InventoryBucket>]>)

const byId = <Entry, Compiled>(
  entries: Readonly<Record<string, Entry>>,
  compileEntry: (id: number, entry: Entry) => Compiled,
): ReadonlyMap<number, Compiled> =>
  new Map(Object.entries(entries).map(([key, entry]) => [Number(key), compileEntry(Number(key), entry)]))

const rising = (left: number, right: number): number => left - right

const byName = <Entry, Compiled>(
  entries: Readonly<Record<string, Entry>>,
  compileEntry: (entry: Entry, name: string) => Compiled,
): ReadonlyMap<string, Compiled> =>
  new Map(Object.entries(entries).map(([name, entry]) => [name, compileEntry(entry, name)]))

/**
 * Compiles one version, of which nothing was refused: a prepared catalog, or one without etags (they come out empty) to
 * look for warnings in.
 */
export const compile = (version: number, catalog: NormalCatalog): CompiledCatalog => {
  const vendors = byId(catalog.vendors, compileVendor)
  const loot = new Map<number, CompiledLoot>()
  for (const vendor of vendors.values()) for (const one of vendor.loot) loot.set(one.loot_id, one)
  const items = byId(catalog.items, compileItem)
  return {
    version,
    etag: catalog.cache_info?.etag ?? "",
    items,
    alwaysOwnedItems: [...items.values()]
      .flatMap(({ always_owned, item_id }) => (always_owned ? [item_id] : []))
      .sort(rising),
    loot,
    vendors,
    xpTables: byId(catalog.xp_tables, compileXpTable),
    timeFrames: byId(catalog.time_frames, compileTimeFrame),
    bucketUseRuleSets: byName(catalog.inventory_bucket_use_rule_sets, compileRuleSet),
    itemPortalUseRulesets: byId(
      catalog.item_portal_use_rulesets,
      (_, ruleset: ItemPortalUseRuleset) => new Set(ruleset.platforms),
    ),
    pricePoints: byName(catalog.price_points, compilePricePoint),
    promotions: byName(catalog.promotions, (promotion, code) => compilePromotion(code, promotion)),
  }
}
