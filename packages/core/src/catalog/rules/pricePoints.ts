/**
 * The price points that players see (decisions, section 10): those that loot names. One that only loot which is turned
 * off names has no tiers, so that a price is not known before it can be paid.
 */
import type { Platform } from "../../kernel/Platform.ts"
import { formatTimestamp, type Timestamp } from "../../kernel/time/Timestamp.ts"
import type { Work } from "../../kernel/work/Work.ts"
import type { PricePointContent } from "../pricePointSchema.ts"
import { beginningOf, isAlwaysAvailable, isEverAvailable } from "./availability.ts"
import { isCondition, type LinkedCatalog, type LinkedLoot, type LinkedVendor, lookup } from "./linked.ts"
import type { LinkedBreakpoint, LinkedPricePoint } from "./linkedTables.ts"

/** Where and until when an order of loot can be given. */
interface Limits {
  /** undefined: on every platform. */
  readonly platforms: ReadonlySet<Platform> | undefined
  /** undefined: without end. */
  readonly until: Timestamp | undefined
  /** False: never, because a time frame is turned off. */
  readonly isEver: boolean
}

const unlimited: Limits = { platforms: undefined, until: undefined, isEver: true }

/** The platforms of both. */
const common = (left: Limits["platforms"], right: Limits["platforms"]): Limits["platforms"] =>
  left === undefined || right === undefined
    ? (left ?? right)
    : new Set(Array.from(left).filter((one) => right.has(one)))

const bothOf = (left: Limits, right: Limits): Limits => {
  const until = Math.min(left.until ?? Number.POSITIVE_INFINITY, right.until ?? Number.POSITIVE_INFINITY)
  return {
    platforms: common(left.platforms, right.platforms),
    until: Number.isFinite(until) ? until : undefined,
    isEver: left.isEver && right.isEver,
  }
}

/** Whether the loot adds to a record whose end is that of the time frame, which must then not be over. */
const endsWithFrame = ({ inventory_operation: operation, inventory_selector_type: selector }: LinkedLoot): boolean =>
  (operation === "add" || operation === "set") &&
  (selector === "own_transient" || selector === "rent" || selector === "rent_timeframe_locked")

const limitsOfFrame = (loot: LinkedLoot): Limits => {
  const { inventory_selector_type: selector, timeFrame } = loot
  if (timeFrame === undefined || !endsWithFrame(loot)) return unlimited
  // A rent takes the length of the frame, whenever that is. A repeated frame is never over.
  const until = selector === "rent" || timeFrame.hour_interval !== undefined ? undefined : timeFrame.end
  return { platforms: undefined, until, isEver: timeFrame.active }
}

/** The parts without which an order of the recipe fails: of a bundle whose parts are chosen, only its conditions. */
const certainParts = ({ item }: LinkedLoot, { loot }: LinkedVendor): ReadonlyArray<LinkedLoot> =>
  loot.filter((part) => isAlwaysAvailable(part) && (item?.type !== "dynamic_bundle" || isCondition(part)))

/** The limits of what an order of the loot gives for certain. A draw has none: it may give something else. */
const limitsOf = (loot: LinkedLoot, known: Map<LinkedLoot, Limits>): Limits => {
  const found = known.get(loot)
  if (found !== undefined) return found
  const { item, subVendor } = loot
  let limits = unlimited
  if (subVendor === undefined) limits = bothOf({ ...unlimited, platforms: item?.platforms }, limitsOfFrame(loot))
  else if (subVendor.type === "recipe") {
    for (const part of certainParts(loot, subVendor)) limits = bothOf(limits, limitsOf(part, known))
  }
  known.set(loot, limits)
  return limits
}

const listed = (platforms: ReadonlySet<Platform> | undefined) =>
  platforms === undefined ? undefined : { platforms: Array.from(platforms) }

type ServedLoot = PricePointContent["loot"][number]

const lootOf = (loot: LinkedLoot, use: ServedLoot["use"], known: Map<LinkedLoot, Limits>): ServedLoot => {
  const { isEver, platforms, until } = limitsOf(loot, known)
  const from = beginningOf(loot)
  return {
    loot_id: loot.loot_id,
    vendor_id: loot.vendor.vendor_id,
    use,
    active: isEver && isEverAvailable(loot),
    ...(from === undefined ? undefined : { for_sale_from: formatTimestamp(from) }),
    ...(until === undefined ? undefined : { for_sale_until: formatTimestamp(until) }),
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
