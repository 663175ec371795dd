/**
 * The price points that players see (decisions, section 10): those that loot names. One that only loot which is turned
 * off names has no tiers, so that a price is not known before it can be paid.
 */
import type { Platform } from "../../kernel/Platform.ts"
import { formatTimestamp, type Timestamp } from "../../kernel/time/Timestamp.ts"
import type { Work } from "../../kernel/work/Work.ts"
import type { PricePointContent } from "../pricePointSchema.ts"
import { beginningOf, isAlwaysAvailable, isEverAvailable } from "./availability.ts"
import { frameOfLife, isCondition, type LinkedCatalog, type LinkedLoot, type LinkedVendor, lookup } from "./linked.ts"
import { isWithoutGap, type LinkedBreakpoint, type LinkedPricePoint, type LinkedTimeFrame } from "./linkedTables.ts"
import { givesItem } from "./sales.ts"

/** Where and when an order of loot can be given. */
interface Limits {
  /** undefined: on every platform. */
  readonly platforms: ReadonlySet<Platform> | undefined
  /** -Infinity: without a beginning. */
  readonly from: Timestamp
  /** Infinity: without end. */
  readonly until: Timestamp
  /** Windows that repeat with gaps. All of them must be open. */
  readonly within: ReadonlyArray<LinkedTimeFrame>
  /** False: never, because it is turned off. */
  readonly isEver: boolean
}

const unlimited: Limits = {
  platforms: undefined,
  from: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
  within: [],
  isEver: true,
}

/** The platforms of both. */
const common = (left: Limits["platforms"], right: Limits["platforms"]): Limits["platforms"] =>
  left === undefined || right === undefined
    ? (left ?? right)
    : new Set(Array.from(left).filter((one) => right.has(one)))

const bothOf = (left: Limits, right: Limits): Limits => ({
  platforms: common(left.platforms, right.platforms),
  from: Math.max(left.from, right.from),
  until: Math.min(left.until, right.until),
  within: Array.from(new Set([...left.within, ...right.within])),
  isEver: left.isEver && right.isEver,
})

/** From the first beginning of any of them to the last end. They may be for other platforms, and at other hours. */
const anyOf = (all: ReadonlyArray<Limits>): Limits => {
  const some = all.filter(({ isEver }) => isEver)
  const [only] = some
  return {
    ...unlimited,
    from: Math.min(...some.map(({ from }) => from)),
    until: Math.max(...some.map(({ until }) => until)),
    within: some.length === 1 && only !== undefined ? only.within : [],
    isEver: some.length > 0,
  }
}

/** The window in which loot of this frame can be given. One that repeats is never over. */
const limitsOfWindow = (frame: LinkedTimeFrame): Limits => ({
  ...unlimited,
  from: frame.start,
  until: frame.hour_interval === undefined ? frame.end : Number.POSITIVE_INFINITY,
  within: frame.hour_interval === undefined || isWithoutGap(frame) ? [] : [frame],
  isEver: frame.active,
})

const limitsOfFrame = (loot: LinkedLoot): Limits => {
  const { inventory_selector_type: selector, timeFrame } = loot
  const frame = frameOfLife(loot)
  if (frame !== undefined) return limitsOfWindow(frame)
  // A rent takes the length of the frame, whenever that is.
  return { ...unlimited, isEver: selector !== "rent" || !givesItem(loot) || timeFrame?.active !== false }
}

/** The parts without which an order of the recipe fails: of a bundle whose parts are chosen, only its conditions. */
const certainParts = ({ item }: LinkedLoot, { loot }: LinkedVendor): ReadonlyArray<LinkedLoot> =>
  loot.filter((part) => isAlwaysAvailable(part) && (item?.type !== "dynamic_bundle" || isCondition(part)))

/** The limits of loot with those of its own beginning. */
const limitsWithBeginning = (loot: LinkedLoot, known: Map<LinkedLoot, Limits>): Limits => {
  const limits = limitsOf(loot, known)
  const from = Math.max(limits.from, beginningOf(loot) ?? limits.from)
  return { ...limits, from, isEver: limits.isEver && isEverAvailable(loot) }
}

/** The limits of what an order of the vendor gives: those of all certain parts, and of any part that is a gift. */
const limitsOfVendor = (loot: LinkedLoot, vendor: LinkedVendor, known: Map<LinkedLoot, Limits>): Limits => {
  if (vendor.type !== "recipe") return anyOf(vendor.candidates.map((part) => limitsWithBeginning(part, known)))
  const gifts = vendor.loot.filter((part) => !isCondition(part))
  const given = gifts.length > 0 ? gifts : vendor.loot
  let limits = anyOf(given.map((part) => limitsWithBeginning(part, known)))
  for (const part of certainParts(loot, vendor)) limits = bothOf(limits, limitsOf(part, known))
  return limits
}

/** The limits of what an order of the loot gives for certain. */
const limitsOf = (loot: LinkedLoot, known: Map<LinkedLoot, Limits>): Limits => {
  const found = known.get(loot)
  if (found !== undefined) return found
  const { item, subVendor } = loot
  const limits =
    subVendor === undefined
      ? bothOf({ ...unlimited, platforms: item?.platforms }, limitsOfFrame(loot))
      : limitsOfVendor(loot, subVendor, known)
  known.set(loot, limits)
  return limits
}

const listed = (platforms: ReadonlySet<Platform> | undefined) =>
  platforms === undefined ? undefined : { platforms: Array.from(platforms) }

type ServedLoot = PricePointContent["loot"][number]

const windowOf = ({ end, hour_interval: hours = 0, start }: LinkedTimeFrame) => ({
  start: formatTimestamp(start),
  end: formatTimestamp(end),
  hour_interval: hours,
})

const lootOf = (loot: LinkedLoot, use: ServedLoot["use"], known: Map<LinkedLoot, Limits>): ServedLoot => {
  const { from, isEver, platforms, until, within } = limitsWithBeginning(loot, known)
  return {
    loot_id: loot.loot_id,
    vendor_id: loot.vendor.vendor_id,
    use,
    active: isEver,
    ...(Number.isFinite(from) ? { for_sale_from: formatTimestamp(from) } : undefined),
    ...(Number.isFinite(until) ? { for_sale_until: formatTimestamp(until) } : undefined),
    ...(within.length === 0 ? undefined : { for_sale_within: within.map(windowOf) }),
    ...listed(platforms),
  }
}

const tiersOf = (
  tiers: ReadonlyArray<LinkedBreakpoint>,
  { items }: LinkedCatalog,
): PricePointContent["current_breakpoints"] =>
  tiers.map(({ currencies, quantity }) => ({
    quantity,
    currencies: currencies.map((currency) => ({
      price_item_id: currency.price_item_id,
      price: currency.price,
      min_reduced_price: currency.min_reduced_price,
      ...listed(lookup(items, currency.price_item_id)?.platforms),
    })),
  }))

/** The loot that names each price point, by rising id. */
const lootByPoint = (catalog: LinkedCatalog): ReadonlyMap<LinkedPricePoint, ReadonlyArray<ServedLoot>> => {
  const found = new Map<LinkedPricePoint, Array<ServedLoot>>()
  const known = new Map<LinkedLoot, Limits>()
  const add = (point: LinkedPricePoint | undefined, loot: LinkedLoot, use: ServedLoot["use"]): void => {
    if (point === undefined) return
    const others = found.get(point)
    const served = lootOf(loot, use, known)
    if (others === undefined) found.set(point, [served])
    else others.push(served)
  }
  for (const loot of catalog.loot.values()) {
    add(loot.pricePoint, loot, "current")
    add(loot.preSalePricePoint, loot, "pre_sale")
  }
  for (const loot of found.values()) loot.sort((left, right) => left.loot_id - right.loot_id)
  return found
}

/** Price points that are written between two pauses: a few milliseconds. */
const POINTS_PER_PART = 500

/** The price points that loot names, in the order of their guids as texts. Pauses between parts. */
export function* pricePointsOf(catalog: LinkedCatalog): Work<ReadonlyArray<PricePointContent>> {
  const byPoint = lootByPoint(catalog)
  const content: Array<PricePointContent> = []
  for (const [guid, point] of Array.from(catalog.pricePoints).toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const loot = byPoint.get(point)
    if (loot === undefined) continue
    const isTold = loot.some(({ active }) => active)
    content.push({
      price_point_guid: guid,
      strict_flag: point.strict_flag,
      cap_flag: point.cap_flag,
      current_breakpoints: isTold ? tiersOf(point.current_breakpoints, catalog) : [],
      pre_sale_breakpoints: isTold ? tiersOf(point.pre_sale_breakpoints, catalog) : [],
      loot,
    })
    if (content.length % POINTS_PER_PART === 0) yield
  }
  return content
}
