/**
 * The tables of a linked catalog: XP, time frames, prices, promotions and rule sets. Every default is filled in. The
 * tables refer to items and loot by id.
 */
import type { Platform } from "../../kernel/Platform.ts"
import { HOUR_MILLIS, type Timestamp } from "../../kernel/time/Timestamp.ts"
import type { BucketUseRuleSet, ItemPortalUseRuleset, PricePoint, TimeFrame } from "../document.ts"
import type { InventoryBucket } from "../schema.ts"
import type { PublishedCatalog, PublishedPromotion, PublishedXpTable } from "./published.ts"

/** The levels of an XP table, strictly rising in level and in XP. */
export type Levels = ReadonlyArray<{ readonly level: number; readonly xp: number }>

/** A time frame. With `hour_interval`, its window repeats every `hour_interval` hours. */
export interface LinkedTimeFrame {
  readonly time_frame_id: number
  readonly active: boolean
  readonly start: Timestamp
  readonly end: Timestamp
  readonly hour_interval: number | undefined
}

/** Whether the window repeats without a gap. */
export const isWithoutGap = ({ end, hour_interval: hours, start }: LinkedTimeFrame): boolean =>
  hours !== undefined && hours * HOUR_MILLIS <= end - start

/** Whether the window is open at `since` and at every later time. */
export const isOpenSince = (frame: LinkedTimeFrame, since: Timestamp): boolean =>
  frame.active && frame.start <= since && isWithoutGap(frame)

/** The price of a unit in a currency. */
export interface LinkedCurrency {
  readonly price_item_id: number
  readonly price: number
  readonly min_reduced_price: number
}

/** A tier of a price point: the currencies are alternatives. */
export interface LinkedBreakpoint {
  readonly quantity: number
  readonly currencies: ReadonlyArray<LinkedCurrency>
}

/** A price point. Its breakpoints rise in quantity. `pre_sale_breakpoints` are shown; no purchase pays them. */
export interface LinkedPricePoint {
  readonly strict_flag: boolean
  readonly cap_flag: boolean
  readonly current_breakpoints: ReadonlyArray<LinkedBreakpoint>
  readonly pre_sale_breakpoints: ReadonlyArray<LinkedBreakpoint>
}

/** The gift of a promotion code, its time, its platforms and its number of uses. */
export interface LinkedPromotion {
  readonly code: string
  readonly loot_id: number
  readonly quantity: number
  readonly start: Timestamp | undefined
  readonly end: Timestamp | undefined
  readonly uses_maximum: number | undefined
  /** undefined: on every platform. */
  readonly platforms: ReadonlySet<Platform> | undefined
}

/** By session bucket: the buckets that count. A session bucket without an entry may use no bucket. */
export type BucketRules = ReadonlyMap<InventoryBucket, ReadonlySet<InventoryBucket>>

/** The tables by the ids that authors gave them. */
export interface LinkedTables {
  readonly xpTables: ReadonlyMap<number, Levels>
  readonly timeFrames: ReadonlyMap<number, LinkedTimeFrame>
  readonly bucketUseRuleSets: ReadonlyMap<string, BucketRules>
  /** The platforms on which an item may be granted and used. */
  readonly itemPortalUseRulesets: ReadonlyMap<number, ReadonlySet<Platform>>
  readonly pricePoints: ReadonlyMap<string, LinkedPricePoint>
  readonly promotions: ReadonlyMap<string, LinkedPromotion>
}

const levelsOf = (table: PublishedXpTable): Levels =>
  Object.entries(table.levels)
    .map(([level, xp]) => ({ level: Number(level), xp }))
    .sort((left, right) => left.level - right.level)

const linkTimeFrame = (frame: TimeFrame, time_frame_id: number): LinkedTimeFrame => ({
  time_frame_id,
  active: frame.active ?? true,
  start: frame.start,
  end: frame.end,
  hour_interval: frame.hour_interval,
})

const linkBreakpoints = (breakpoints: PricePoint["current_breakpoints"]): ReadonlyArray<LinkedBreakpoint> =>
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

const linkPricePoint = (point: PricePoint): LinkedPricePoint => ({
  strict_flag: point.strict_flag ?? false,
  cap_flag: point.cap_flag ?? false,
  current_breakpoints: linkBreakpoints(point.current_breakpoints),
  pre_sale_breakpoints: linkBreakpoints(point.pre_sale_breakpoints),
})

const linkPromotion = (promotion: PublishedPromotion, code: string): LinkedPromotion => ({
  code,
  loot_id: promotion.loot_id,
  quantity: promotion.quantity ?? 1,
  start: promotion.start,
  end: promotion.end,
  uses_maximum: promotion.uses_maximum,
  platforms: promotion.platforms === undefined ? undefined : new Set(promotion.platforms),
})

const bucketRulesOf = (ruleSet: BucketUseRuleSet): BucketRules =>
  new Map(
    (Object.entries(ruleSet.buckets) as Array<[InventoryBucket, ReadonlyArray<InventoryBucket>]>).map(
      ([session, buckets]) => [session, new Set(buckets)],
    ),
  )

const platformsOf = (ruleset: ItemPortalUseRuleset): ReadonlySet<Platform> => new Set(ruleset.platforms)

const byName = <Entry, Linked>(
  entries: Readonly<Record<string, Entry>>,
  linkEntry: (entry: Entry, name: string) => Linked,
): ReadonlyMap<string, Linked> =>
  new Map(Object.entries(entries).map(([name, entry]) => [name, linkEntry(entry, name)]))

/** A map by numeric id; `linkEntry` makes each value. */
export const byId = <Entry, Linked>(
  entries: Readonly<Record<string, Entry>>,
  linkEntry: (entry: Entry, id: number) => Linked,
): ReadonlyMap<number, Linked> =>
  new Map(Object.entries(entries).map(([key, entry]) => [Number(key), linkEntry(entry, Number(key))]))

/** The tables of a catalog. */
export const linkTables = (catalog: PublishedCatalog): LinkedTables => ({
  xpTables: byId(catalog.xp_tables, levelsOf),
  timeFrames: byId(catalog.time_frames, linkTimeFrame),
  bucketUseRuleSets: byName(catalog.inventory_bucket_use_rule_sets, bucketRulesOf),
  itemPortalUseRulesets: byId(catalog.item_portal_use_rulesets, platformsOf),
  pricePoints: byName(catalog.price_points, linkPricePoint),
  promotions: byName(catalog.promotions, linkPromotion),
})
