/**
 * The prizes of an entry that are given only on a condition, whatever the odds are for this player: so a published list
 * has them too where their chance is 0. The walk follows the loot as orders do (`order/rules/interpret/fulfil.ts` and
 * `candidacy.ts`): which conditions keep a candidate out of a draw, which end a bundle, and which leave out a part.
 */
import { availabilityAt, beginningOf } from "../../catalog/rules/availability.ts"
import { NESTING_MAX } from "../../catalog/rules/bounds.ts"
import { isCondition, type LinkedItem, type LinkedLoot, type LinkedVendor } from "../../catalog/rules/linked.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { closureOf } from "../../order/rules/interpret/give.ts"
import { type Condition, hasRewards, keyOfCondition } from "./condition.ts"
import { type Extent, extentOfEither } from "./extent.ts"
import { quantityFor } from "./plain.ts"
import type { Steps } from "./steps.ts"

/** A prize, and what has to hold for it. */
export interface ConditionalPrize {
  readonly item: LinkedItem
  /** How much is given at a time, before counts of the inventory multiply it; undefined: the inventory decides. */
  readonly extent: Extent | undefined
  /** All of them have to hold. */
  readonly conditions: ReadonlyArray<Condition>
}

/** The conditional prizes of an entry. */
export interface ConditionalPrizes {
  readonly prizes: ReadonlyArray<ConditionalPrize>
  /** Whether there may be more. */
  readonly isCut: boolean
}

/** Most prizes that are listed, and most loot that is looked at. */
const PRIZES_MAX = 200
const VISITS_MAX = 20_000

/** What has to hold for the loot to be a candidate, or a part of a bundle that may be given in parts. */
const exclusions = ({ item, required, required_item_count: count, stack_limit: limit }: LinkedLoot) => {
  const found: Array<Condition> = []
  if (required !== undefined && count > 0) found.push({ rule: "has_at_least", item: required, count })
  if (item !== undefined && limit !== undefined) found.push({ rule: "has_fewer_than", item, count: limit })
  return found
}

/** {@link quantityFor} as if counts of the inventory multiplied by 1. */
const quantityOf = (loot: LinkedLoot, multiplier: number | undefined): number | undefined =>
  quantityFor(loot.multiplier === undefined ? loot : { ...loot, multiplier: undefined }, multiplier)

/** {@link quantityFor}; undefined also where a count of the inventory multiplies. */
const comparedWith = (loot: LinkedLoot, multiplier: number | undefined): number | undefined =>
  quantityFor(loot, multiplier)

/** What the item itself asks for; undefined: it is never given or taken. */
const ofItem = (item: LinkedItem): ReadonlyArray<Condition> | undefined => {
  if (!item.active) return undefined
  return item.platforms === undefined ? [] : [{ rule: "on_platforms", item, platforms: item.platforms }]
}

/** What a transform of levels into XP asks for: at the top level the loot fails. */
const ofTransform = ({ item, xp_quantity_transform_type: transform }: LinkedLoot): ReadonlyArray<Condition> => {
  const top = item?.levels?.at(-1)
  return item === undefined || top === undefined || transform === "none"
    ? []
    : [{ rule: "below_top_level", item, count: top.xp }]
}

/** What a loot that checks or takes asks for. */
const ofOperation = (loot: LinkedLoot, item: LinkedItem, multiplier: number | undefined): ReadonlyArray<Condition> => {
  const quantity = comparedWith(loot, multiplier)
  switch (loot.inventory_operation) {
    case "check_greater_than":
      return [{ rule: "has_at_least", item, count: quantity === undefined ? undefined : quantity + 1 }]
    case "check_greater_than_or_equal":
      return quantity === 0 ? [] : [{ rule: "has_at_least", item, count: quantity }]
    case "check_less_than":
      return [{ rule: "has_fewer_than", item, count: quantity }]
    case "subtract":
    case "check_greater_than_or_equal_and_subtract":
      return quantity === 0 ? [] : [{ rule: "takes", item, count: quantity }]
    default:
      return []
  }
}

/** The key of the condition that holds where this one does not; of others than counts a key that none has. */
const oppositeKey = (condition: Condition): string => {
  if (condition.rule === "has_at_least") return keyOfCondition({ ...condition, rule: "has_fewer_than" })
  return condition.rule === "has_fewer_than" ? keyOfCondition({ ...condition, rule: "has_at_least" }) : ""
}

const isGift = ({ inventory_operation: operation }: LinkedLoot): boolean => operation === "add" || operation === "set"

/** A place of the walk. */
interface Place {
  readonly conditions: ReadonlyArray<Condition>
  /** Whether the loot lies within drawn loot, where bundles may be given in parts. */
  readonly isDrawn: boolean
  readonly nesting: number
}

const distinct = (conditions: ReadonlyArray<Condition>): ReadonlyArray<Condition> =>
  Array.from(new Map(conditions.map((condition) => [keyOfCondition(condition), condition])).values())

const keysOf = (conditions: ReadonlyArray<Condition>): string =>
  Array.from(new Set(conditions.map(keyOfCondition)))
    .sort()
    .join()

/** Whether `weaker` holds wherever the other one does. */
const follows = (weaker: Condition, from: Condition): boolean => {
  if (weaker === from || !("count" in weaker) || !("count" in from)) return false
  const [less, more] = [weaker.count, from.count]
  if (weaker.item !== from.item || less === undefined || more === undefined) return false
  if (weaker.rule === "has_fewer_than") return from.rule === "has_fewer_than" && more < less
  if (weaker.rule !== "has_at_least") return false
  return (from.rule === "has_at_least" && more > less) || (from.rule === "takes" && more >= less)
}

/** The conditions without those that follow from another one. */
const strongest = (conditions: ReadonlyArray<Condition>): ReadonlyArray<Condition> =>
  conditions.filter((one) => !conditions.some((other) => follows(one, other)))

const isSameAmount = ({ extent: left }: ConditionalPrize, { extent: right }: ConditionalPrize): boolean =>
  left !== undefined && left.least === right?.least && left.most === right.most

/**
 * What two prizes of the same amount ask for together: what both ask for, where one has a condition more and the other
 * its opposite; or the fewer conditions, where these are among the others. undefined: neither.
 */
const askedByEither = (left: ConditionalPrize, right: ConditionalPrize): ReadonlyArray<Condition> | undefined => {
  const [first, second] = [left.conditions, right.conditions].map((all) => new Set(all.map(keyOfCondition)))
  if (first === undefined || second === undefined) return undefined
  const alone = left.conditions.filter((one) => !second.has(keyOfCondition(one)))
  const others = right.conditions.filter((one) => !first.has(keyOfCondition(one)))
  if (alone.length === 0) return left.conditions
  if (others.length === 0) return right.conditions
  const [one, other] = [alone[0], others[0]]
  const isOpposite = one !== undefined && other !== undefined && oppositeKey(one) === keyOfCondition(other)
  return alone.length === 1 && others.length === 1 && isOpposite
    ? left.conditions.filter((condition) => condition !== one)
    : undefined
}

/** The prizes, each said once: what is given on a condition and on its opposite is not given on that condition. */
const saidOnce = (prizes: ReadonlyArray<ConditionalPrize>): ReadonlyArray<ConditionalPrize> => {
  const said = prizes.map((prize) => ({ ...prize, conditions: strongest(prize.conditions) }))
  for (let at = 0; at < said.length; at++) {
    const prize = said[at] as ConditionalPrize
    const before = said.findIndex(
      (other, place) =>
        place < at &&
        other.item === prize.item &&
        isSameAmount(prize, other) &&
        askedByEither(other, prize) !== undefined,
    )
    const other = said[before]
    const conditions = other && askedByEither(other, prize)
    if (other === undefined || conditions === undefined) continue
    said.splice(at, 1)
    said[before] = { ...other, conditions }
    // The prize that asks for less may go together with one that was looked at before.
    at = conditions.length < other.conditions.length ? before - 1 : at - 1
  }
  return said.filter(({ conditions }) => conditions.length > 0)
}

class Walk {
  readonly #now: Timestamp
  readonly #prizes = new Map<string, ConditionalPrize>()
  readonly #seen = new Set<string>()
  #visits = 0
  isCut = false

  constructor(now: Timestamp) {
    this.#now = now
  }

  get prizes(): ReadonlyArray<ConditionalPrize> {
    return Array.from(this.#prizes.values())
  }

  /** The time that has to come before the loot can be given; undefined: it never can. */
  #ofTime(loot: LinkedLoot): ReadonlyArray<Condition> | undefined {
    const closure = closureOf({ now: this.#now }, loot)
    const isOver = availabilityAt(loot, this.#now) === "over" || closure?._tag === "TimeFrameOver"
    if (loot.broken || isOver) return undefined
    const from = Math.max(beginningOf(loot) ?? this.#now, closure?.opens ?? this.#now)
    return from > this.#now ? [{ rule: "from_time", from }] : []
  }

  /** Whether the loot is skipped now, which fails nothing. */
  #isSkipped(loot: LinkedLoot): boolean {
    return availabilityAt(loot, this.#now) !== "available"
  }

  /** What has to hold for all loot of a recipe to be given; undefined: it never can. `isJudged`: before a draw. */
  #whole(
    vendor: LinkedVendor,
    quantity: number | undefined,
    isJudged: boolean,
    isDrawn: boolean,
    nesting: number,
  ): ReadonlyArray<Condition> | undefined {
    if (nesting > NESTING_MAX || (this.#visits += vendor.loot.length) > VISITS_MAX) {
      this.isCut = true
      return []
    }
    if (vendor.type === "randomly_sampled") return this.#drawPossible(vendor, quantity, nesting)
    const found: Array<Condition> = []
    for (const part of vendor.loot) {
      if (this.#isSkipped(part)) continue
      const times = this.#ofTime(part)
      if (times === undefined) return undefined
      found.push(...times)
      if (isJudged) found.push(...exclusions(part))
      found.push(...ofTransform(part))
      const inner = part.subVendor
      if (inner === undefined) {
        const { item } = part
        if (item === undefined) continue
        const own = ofItem(item)
        if (own === undefined || (isGift(part) && item.always_owned)) return undefined
        found.push(...own, ...ofOperation(part, item, quantity))
        continue
      }
      if (!isJudged && isDrawn && part.allow_partial_bundles && inner.type === "recipe") continue
      const whole = this.#whole(inner, quantityFor(part, quantity), isJudged, isDrawn, nesting + 1)
      if (whole === undefined) return undefined
      found.push(...whole)
    }
    return found
  }

  /** What has to hold for a candidate to be drawn and given; undefined: it never is. */
  #ofCandidate(loot: LinkedLoot, nesting: number): ReadonlyArray<Condition> | undefined {
    if (this.#ofTime(loot)?.length !== 0) return undefined
    const { item, subVendor } = loot
    if (subVendor !== undefined) {
      const whole = this.#whole(subVendor, quantityFor(loot, 1), true, true, nesting + 1)
      return whole && [...exclusions(loot), ...ofTransform(loot), ...whole]
    }
    const own = item === undefined ? [] : ofItem(item)
    if (own === undefined || (item?.always_owned === true && isGift(loot))) return undefined
    return [
      ...exclusions(loot),
      ...ofTransform(loot),
      ...own,
      ...(item === undefined ? [] : ofOperation(loot, item, 1)),
    ]
  }

  /**
   * A draw within a bundle fails it where no candidate is left. One is always left where a candidate has no condition,
   * or where each condition of a candidate is the opposite of all that another one asks for.
   */
  #drawPossible(vendor: LinkedVendor, quantity: number | undefined, nesting: number): ReadonlyArray<Condition> {
    if (quantity === 0) return []
    const asked: Array<ReadonlyArray<Condition>> = []
    for (const loot of vendor.candidates) {
      const conditions = this.#ofCandidate(loot, nesting)
      if (conditions?.length === 0) return []
      if (conditions !== undefined) asked.push(distinct(conditions))
      if (this.#visits++ > VISITS_MAX) break
    }
    const alone = new Set(asked.flatMap((all) => (all.length === 1 ? all.map(keyOfCondition) : [])))
    const isCertain = asked.some((all) => all.every((one) => alone.has(oppositeKey(one))))
    return isCertain ? [] : [{ rule: "draw_possible", vendorId: vendor.vendor_id }]
  }

  #record(item: LinkedItem, quantity: number | undefined, conditions: ReadonlyArray<Condition>): void {
    if (conditions.length === 0 || quantity === 0) return
    const key = `${item.item_id} ${keysOf(conditions)}`
    const known = this.#prizes.get(key)
    if (known === undefined && this.#prizes.size >= PRIZES_MAX) {
      this.isCut = true
      return
    }
    const own = quantity === undefined ? undefined : { least: quantity, most: quantity }
    const extent = known === undefined ? own : own && known.extent && extentOfEither(known.extent, own)
    this.#prizes.set(key, { item, extent, conditions: distinct(conditions) })
  }

  /** The rewards of the levels that the item can rise to. */
  *#rewards(item: LinkedItem, gained: number | undefined, place: Place): Steps<void> {
    for (const { level, xp } of item.levels ?? []) {
      const reached: Condition = { rule: "reaches_level", item, level, count: xp, gained }
      const conditions = [...place.conditions, reached]
      for (const loot of item.levelVendor?.lootBySortOrder.get(level) ?? []) {
        yield* this.loot(loot, 1, { conditions, isDrawn: false, nesting: place.nesting + 1 })
      }
    }
  }

  *#gift(loot: LinkedLoot, multiplier: number | undefined, place: Place): Steps<void> {
    const { item } = loot
    const own = item && ofItem(item)
    if (item === undefined || own === undefined || !isGift(loot) || item.always_owned) return
    if (loot.inventory_selector_type === "invalid") return
    const quantity = quantityOf(loot, multiplier)
    const conditions = [...place.conditions, ...own]
    this.#record(item, loot.inventory_selector_type === "rent" && quantity !== 0 ? 1 : quantity, conditions)
    if (hasRewards(item) && quantity !== 0)
      yield* this.#rewards(item, quantityFor(loot, multiplier), { ...place, conditions })
  }

  *#draw(vendor: LinkedVendor, place: Place): Steps<void> {
    for (const loot of vendor.candidates) {
      const { subVendor } = loot
      const whole =
        subVendor === undefined || loot.allow_partial_bundles
          ? []
          : this.#whole(subVendor, quantityFor(loot, 1), true, true, place.nesting + 1)
      if (whole === undefined) continue
      const conditions = [...place.conditions, ...exclusions(loot), ...whole]
      yield* this.loot(loot, 1, { conditions, isDrawn: true, nesting: place.nesting + 1 })
    }
  }

  *#recipe(loot: LinkedLoot, vendor: LinkedVendor, quantity: number | undefined, place: Place): Steps<void> {
    const nesting = place.nesting + 1
    const inParts = place.isDrawn && loot.allow_partial_bundles
    const whole = inParts
      ? this.#checks(vendor, quantity)
      : this.#whole(vendor, quantity, false, place.isDrawn, nesting)
    if (whole === undefined) return
    for (const part of vendor.loot) {
      const own = inParts ? exclusions(part) : []
      const conditions = [...place.conditions, ...whole, ...own]
      yield* this.loot(part, quantity, { conditions, isDrawn: place.isDrawn, nesting })
    }
  }

  /** The checks of a bundle that may be given in parts: these are never left out. */
  #checks({ loot }: LinkedVendor, quantity: number | undefined): ReadonlyArray<Condition> {
    return loot.flatMap((part) =>
      part.item === undefined || !isCondition(part) || this.#isSkipped(part)
        ? []
        : [...(ofItem(part.item) ?? []), ...ofTransform(part), ...ofOperation(part, part.item, quantity)],
    )
  }

  /** Walks `multiplier` of the loot; undefined: the inventory decides about it. */
  *loot(loot: LinkedLoot, multiplier: number | undefined, place: Place): Steps<void> {
    const times = this.#ofTime(loot)
    if (this.isCut || times === undefined) return
    if (place.nesting > NESTING_MAX || ++this.#visits > VISITS_MAX) {
      this.isCut = true
      return
    }
    yield 1
    const key = `${loot.loot_id} ${multiplier} ${place.isDrawn} ${keysOf(place.conditions)}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    const conditions = [...place.conditions, ...ofTransform(loot), ...times]
    if (loot.multiplier !== undefined) conditions.push({ rule: "times_count_of", item: loot.multiplier })
    const vendor = loot.subVendor
    if (vendor === undefined) return yield* this.#gift(loot, multiplier, { ...place, conditions })
    const quantity = quantityFor(loot, multiplier)
    if (vendor.type === "randomly_sampled") {
      if (quantity !== 0) yield* this.#draw(vendor, { ...place, conditions })
      return
    }
    yield* this.#recipe(loot, vendor, quantity, { ...place, conditions })
  }
}

/** Every prize of `quantity` of the loot that has a condition, by item and then by what is asked for. */
export function* conditionalPrizes(loot: LinkedLoot, quantity: number, now: Timestamp): Steps<ConditionalPrizes> {
  const walk = new Walk(now)
  yield* walk.loot(loot, quantity, { conditions: [], isDrawn: false, nesting: 0 })
  return {
    prizes: saidOnce(walk.prizes).toSorted((left, right) => left.item.item_id - right.item.item_id),
    isCut: walk.isCut,
  }
}
