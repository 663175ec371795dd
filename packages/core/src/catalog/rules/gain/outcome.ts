/**
 * What fulfilling loot certainly changes (decisions, section 10), by item. Where chance or the player's inventory
 * decides, only the certain part counts, and what must hold before is written down.
 */
import { isAlwaysAvailable, isEverAvailable } from "../availability.ts"
import { STEPS_MAX } from "../bounds.ts"
import { transformXp } from "../levels.ts"
import { isCondition, type LinkedItem, type LinkedLoot, type LinkedVendor } from "../linked.ts"
import type { Levels } from "../linkedTables.ts"
import { type Drawable, gainsOfDraws } from "./draws.ts"
import type { Forks } from "./forks.ts"

/** A number by item id. */
export type ByItem = ReadonlyMap<number, number>

/**
 * The item of which a draw gives 1 when it may give more of this item than is certain. Ids of items are not below 0.
 */
const luckWith = (item: number): number => -1 - item

/** The item of which a draw may give more; undefined: it is a real item. */
export const itemOfLuck = (item: number): number | undefined => (item < 0 ? -1 - item : undefined)

/** What a quantity of loot certainly changes, when the player owns what it needs. */
export interface Outcome {
  /** How much the count of each item rises; below 0: it falls. */
  readonly changes: ByItem
  /** The count of each item must be below this before. */
  readonly below: ByItem
  /** The count of each item must be at least this before. */
  readonly atLeast: ByItem
  /** What the count of each item becomes, whatever it was; `changes` has none of these. */
  readonly sets: ByItem
  /** Items of which something is given that ends with a session or a time frame. */
  readonly passing: ReadonlySet<number>
  /** How much of each item is given until the session ends. */
  readonly transient: ByItem
  /** How much of each item is taken, also when as much is given again. */
  readonly taken: ByItem
  /** Items that are given after they were taken. */
  readonly dips: ReadonlyMap<number, Dip>
  /** Items of `sets` whose count falls and rises again each time, and between which counts it rises. */
  readonly rises: ReadonlyMap<number, readonly [from: number, to: number]>
  /** Whether it takes anything, also when it gives the same back. */
  readonly spends: boolean
  /** How much of each item is given, or set, until a window of time ends. */
  readonly windowed: ByItem
}

/** How a count falls and rises again. */
interface Dip {
  /** The change of the count when the rise begins: below 0. */
  readonly low: number
  readonly rise: number
}

/** What draws are worth on average. */
export interface Average {
  /** With so many orders, each amount is a whole number. */
  readonly orders: number
  /** Whether some draws make orders of their own. */
  readonly makesOrders: boolean
}

/** How an outcome follows from the ordered quantity. */
export interface Shape {
  /** Whether each change is the ordered quantity times a number, and nothing else is asked for. */
  readonly isProportional: boolean
  /** Ordered quantities at which a change stops growing, or begins to be certain. */
  readonly turns: ReadonlySet<number>
  /** Items whose count multiplies what is given, and items whose count multiplies what is taken or checked. */
  readonly multipliers: { readonly gain: ReadonlySet<number>; readonly cost: ReadonlySet<number> }
}

/** Loot that is looked at for all questions about a catalog. Beyond it the search ends, and says so. */
const LOOKS_MAX = 2_000_000
/** Amounts beyond this are not judged: a few rounds of them would pass the largest count. */
const AMOUNT_MAX = 2 ** 48

/** Levels of an XP table from which a transform is judged. */
const LEVELS_JUDGED = 12

/** Draws of loot that is filled in orders of its own are judged up to this number. */
const NEW_ORDERS_JUDGED = 100

/** What the questions about a catalog share. */
export class Looking {
  /** How much loot may still be looked at. */
  left = LOOKS_MAX
  /** The candidates of a vendor; undefined: what one of them gives is not certain. */
  readonly drawables = new Map<LinkedVendor, ReadonlyArray<Drawable> | undefined>()
}

/** How the player stands before, and who asks. */
export interface Circumstances {
  readonly looking: Looking
  /** How many the player owns of an item that multiplies quantities; absent: none. */
  readonly owned?: (item: number) => number
  /** What loot of an entitlement inherits; absent: the loot is given by no entitlement. */
  readonly inherited?: "persistent" | "transient"
  /** Whether draws count with their average; absent: with the least that they give. */
  readonly isAverage?: boolean
  /** Which states of the player are tried; absent: what depends on the state is not certain. */
  readonly forks?: Forks
}

const gcd = (left: number, right: number): number => (right === 0 ? left : gcd(right, left % right))

const isFilledApart = ({ candidate }: Drawable): boolean => candidate.fill_in_new_order

const raise = (map: Map<number, number>, item: number, by: number): void => {
  map.set(item, (map.get(item) ?? 0) + by)
}

/** An outcome in the making, with its shape. A method answers false where nothing more is certain. */
export class Tally implements Outcome, Shape {
  readonly changes = new Map<number, number>()
  readonly below = new Map<number, number>()
  readonly atLeast = new Map<number, number>()
  readonly sets = new Map<number, number>()
  readonly passing = new Set<number>()
  readonly transient = new Map<number, number>()
  readonly taken = new Map<number, number>()
  readonly dips = new Map<number, Dip>()
  readonly rises = new Map<number, readonly [from: number, to: number]>()
  readonly windowed = new Map<number, number>()
  spends = false
  /** Absent: nothing was counted with its average. */
  average: Average | undefined
  isProportional = true
  readonly turns = new Set<number>()
  readonly multipliers = { gain: new Set<number>(), cost: new Set<number>() }
  private left = STEPS_MAX
  private readonly circumstances: Circumstances

  constructor(circumstances: Circumstances) {
    this.circumstances = circumstances
    circumstances.forks?.begin()
  }

  /** Whether the player owns so many of the item at this moment, in the state that is tried; undefined: open. */
  private has({ always_owned, item_id: item }: LinkedItem, owned: number): boolean | undefined {
    const least = owned - (always_owned ? 1 : 0)
    const set = this.sets.get(item)
    if (set !== undefined) return set >= least
    const before = least - (this.changes.get(item) ?? 0)
    if (before <= (this.atLeast.get(item) ?? 0)) return true
    if (before >= (this.below.get(item) ?? Number.POSITIVE_INFINITY)) return false
    const answer = this.circumstances.forks?.choose(2)
    if (answer === undefined) return undefined
    if (answer === 0) this.require(item, least)
    else this.require(item, 0, least)
    return answer === 0
  }

  /** The count at this moment must be at least `least`, and below `below`. */
  private require(item: number, least: number, below = Number.POSITIVE_INFINITY): void {
    const change = this.changes.get(item) ?? 0
    if (least > change) this.atLeast.set(item, Math.max(this.atLeast.get(item) ?? 0, least - change))
    if (below < Number.POSITIVE_INFINITY) {
      this.below.set(item, Math.min(this.below.get(item) ?? Number.POSITIVE_INFINITY, below - change))
    }
  }

  /** Takes `quantity` of the item, which the player must have. */
  take(item: number, quantity: number): boolean {
    const set = this.sets.get(item)
    if (set !== undefined) return this.setAgain(item, set, set - quantity)
    this.require(item, quantity)
    raise(this.changes, item, -quantity)
    raise(this.taken, item, quantity)
    this.spends ||= quantity > 0
    return true
  }

  /** Needs `quantity` of the item, and leaves it to the player. */
  need(item: number, quantity: number): void {
    this.require(item, quantity)
  }

  private give(item: number, quantity: number, lifetime: "persistent" | "passing" | "transient"): boolean {
    const set = this.sets.get(item)
    if (set !== undefined) return this.setAgain(item, set, set + quantity)
    const before = this.changes.get(item) ?? 0
    const { low, rise } = this.dips.get(item) ?? { low: before, rise: 0 }
    if (low < 0) this.dips.set(item, { low, rise: rise + quantity })
    raise(this.changes, item, quantity)
    if (lifetime !== "persistent") this.passing.add(item)
    if (lifetime === "transient") raise(this.transient, item, quantity)
    return true
  }

  /** The count, which was set before, becomes another one. Each time it rises from the lower to the higher one. */
  private setAgain(item: number, before: number, count: number): boolean {
    if (count < 0) return false
    if (count !== before) this.rises.set(item, [Math.min(before, count), Math.max(before, count)])
    this.sets.set(item, count)
    return true
  }

  /** The count becomes `quantity`, whatever was given or taken before. */
  private set(item: number, quantity: number, isLasting: boolean): boolean {
    if (!isLasting) this.passing.add(item)
    const set = this.sets.get(item)
    if (set !== undefined) return this.setAgain(item, set, quantity)
    const change = this.changes.get(item) ?? 0
    this.changes.delete(item)
    this.dips.delete(item)
    this.sets.set(item, quantity)
    if (change !== 0) this.rises.set(item, [quantity + Math.min(0, change), quantity + Math.max(0, change)])
    return true
  }

  /** Ends the outcome: what is set to less than is needed first is a loss, and not there again the next time. */
  settle(): void {
    for (const [item, count] of this.sets) {
      const least = this.atLeast.get(item) ?? 0
      if (least <= count) continue
      this.below.set(item, Math.min(this.below.get(item) ?? Number.POSITIVE_INFINITY, least + 1))
      this.changes.set(item, count - least)
      this.sets.delete(item)
      this.rises.delete(item)
    }
  }

  /** Fulfils `ordered` of the loot. `isRelative`: it grows with the quantity of the entry. */
  fulfil(loot: LinkedLoot, ordered: number, isRelative: boolean): boolean {
    if (this.left-- <= 0 || this.circumstances.looking.left-- <= 0) return false
    if (!isEverAvailable(loot)) return true
    const grows = isRelative && loot.quantity_type === "relative"
    const quantity = this.quantityOf(
      loot,
      loot.quantity_type === "relative" ? loot.quantity * ordered : loot.quantity,
      grows,
    )
    if (quantity === undefined || quantity > AMOUNT_MAX) return false
    if (!grows && quantity > 0) this.isProportional = false
    const vendor = loot.subVendor
    if (vendor === undefined) return loot.item === undefined || this.operate(loot, loot.item, quantity)
    if (vendor.type === "randomly_sampled") return this.draw(vendor, quantity, grows)
    return vendor.loot.every((part) => this.fulfil(part, quantity, grows))
  }

  /** Fulfils `ordered` of a dynamic bundle: its conditions, and of its parts those that were `chosen`. */
  fulfilChosen(loot: LinkedLoot, ordered: number, chosen: ReadonlyArray<number>): boolean {
    const grows = loot.quantity_type === "relative"
    const quantity = this.quantityOf(loot, grows ? loot.quantity * ordered : loot.quantity, grows)
    if (quantity === undefined || quantity > AMOUNT_MAX) return false
    if (!grows) this.isProportional = false
    const isGiven = (part: LinkedLoot): boolean => isCondition(part) || chosen.includes(part.loot_id)
    return (loot.subVendor?.loot ?? []).every((part) => !isGiven(part) || this.fulfil(part, quantity, grows))
  }

  /** `base` after multiplier, XP transform and cap; undefined: it is not certain. */
  private quantityOf(loot: LinkedLoot, base: number, grows: boolean): number | undefined {
    const { hard_quantity_maximum: maximum, item, multiplier, xp_quantity_transform_type: type } = loot
    let quantity = multiplier === undefined ? base : this.multiplied(loot, multiplier, base)
    if (type !== "none") {
      this.isProportional = false
      if (item?.levels === undefined || this.changes.has(item.item_id)) return undefined
      const [levels, wanted] = [item.levels, quantity]
      const worthAt = (xp: number): number | undefined => transformXp(type, levels, xp, wanted)
      const worth = worthAt(this.levelled(item.item_id, levels, worthAt))
      if (worth === undefined) return undefined
      quantity = worth
    }
    if (maximum === 0) return quantity
    this.isProportional = false
    if (grows && base > 0) this.turns.add(Math.floor(maximum / base)).add(Math.ceil(maximum / base))
    return Math.min(quantity, maximum)
  }

  /** The XP of a player who has none, or just what one of the levels needs that are worth most. */
  private levelled(item: number, levels: Levels, worthAt: (xp: number) => number | undefined): number {
    const worths = new Map(levels.map(({ xp }) => [xp, worthAt(xp) ?? 0] as const))
    const rising = [...worths].sort(([, one], [, other]) => other - one).map(([xp]) => xp)
    const counts = [...new Set([0, ...rising.slice(0, LEVELS_JUDGED)])]
    const xp = counts[this.circumstances.forks?.choose(counts.length) ?? 0] ?? 0
    this.require(item, xp, xp + 1)
    return xp
  }

  /** `base` times the count of the multiplier item. What multiplies a cost, or is not owned, must stay as it is. */
  private multiplied(loot: LinkedLoot, { item_id: item }: LinkedItem, base: number): number {
    const isGain = loot.subVendor !== undefined || loot.inventory_operation === "add"
    const isCost = loot.subVendor !== undefined || loot.inventory_operation !== "add" || isMark(loot)
    if (isGain) this.multipliers.gain.add(item)
    if (isCost) this.multipliers.cost.add(item)
    const set = this.sets.get(item)
    if (set !== undefined) return base * set
    const owned = (this.circumstances.owned?.(item) ?? 0) + (this.changes.get(item) ?? 0)
    this.require(item, owned, isCost || owned <= 0 ? owned + 1 : undefined)
    return base * Math.max(0, owned)
  }

  private operate(loot: LinkedLoot, item: LinkedItem, quantity: number): boolean {
    const { inventory_operation: operation } = loot
    const id = item.item_id
    switch (operation) {
      case "add":
      case "set":
        if (WINDOWED.has(loot.inventory_selector_type) && quantity > 0) this.windowed.set(id, quantity)
        return this.grant(loot, id, quantity, operation === "set")
      case "subtract":
      case "check_greater_than_or_equal_and_subtract":
        return this.take(id, quantity)
      case "check_greater_than_or_equal":
      case "check_greater_than":
      case "check_less_than":
        this.isProportional = false
        if (this.sets.has(id)) return false
        // What is always owned counts as one more.
        this.check(operation, id, quantity - (item.always_owned ? 1 : 0))
        return true
      default:
        return false
    }
  }

  private check(operation: LinkedLoot["inventory_operation"], item: number, quantity: number): void {
    if (operation === "check_less_than") this.require(item, 0, quantity)
    else this.require(item, operation === "check_greater_than" ? quantity + 1 : quantity)
  }

  private grant(loot: LinkedLoot, item: number, quantity: number, isSet: boolean): boolean {
    const selector = loot.inventory_selector_type
    const lifetime = selector === "inherit_entitlement_inventory" ? this.circumstances.inherited : LIFETIMES[selector]
    if (lifetime === undefined) return false
    if (selector === "rent") {
      this.isProportional = false
      // One is rented if none is left; a longer rent is no higher count.
      return quantity === 0 && !isSet ? true : this.set(item, Math.min(quantity, 1), false)
    }
    if (!isSet) return quantity === 0 || this.give(item, quantity, lifetime)
    this.isProportional = false
    return this.set(item, quantity, lifetime === "persistent")
  }

  /** Draws `quantity` times from the vendor. */
  private draw(vendor: LinkedVendor, quantity: number, grows: boolean): boolean {
    if (quantity === 0) return true
    this.isProportional = false
    const [only] = vendor.candidates
    if (
      only !== undefined &&
      vendor.candidates.length === 1 &&
      only.candidacy === "always" &&
      !only.fill_in_new_order
    ) {
      return this.fulfil(only, 1, false)
    }
    const inTurn = this.drawInTurn(vendor, quantity)
    if (typeof inTurn === "boolean") return inTurn
    const pool = quantity === 1 ? inTurn : undefined
    if (this.circumstances.isAverage === true) return this.drawOnAverage(pool ?? vendor.candidates, quantity)
    const candidates = pool === undefined ? this.drawables(vendor) : this.drawablesAmong(pool)
    // Draws that make orders are limited, so many of them may fail.
    if (candidates === undefined || (quantity > NEW_ORDERS_JUDGED && candidates.some(isFilledApart))) return false
    this.circumstances.looking.left -= candidates.length
    if (grows) this.turns.add(Math.ceil(candidates.length / quantity))
    const gains = gainsOfDraws(candidates, quantity, pool !== undefined)
    if (gains === undefined) return false
    for (const [item, gain] of gains.certain) if (!this.give(item, gain, "persistent")) return false
    for (const item of gains.passing) this.passing.add(item)
    for (const item of gains.lucky) this.changes.set(item < 0 ? item : luckWith(item), 1)
    return true
  }

  /** Draws while one candidate is in, in the state that is tried. Otherwise: the first pool, if it is known. */
  private drawInTurn(vendor: LinkedVendor, quantity: number): boolean | ReadonlyArray<LinkedLoot> | undefined {
    // What is certain of several draws among candidates that are always in depends on no state.
    if (quantity > 1 && vendor.candidates.some(({ candidacy }) => candidacy === "always")) return undefined
    const drawn = new Set<LinkedLoot>()
    while (drawn.size < quantity) {
      const pool = this.poolOf(vendor)?.filter((candidate) => !drawn.has(candidate))
      const [only] = pool ?? []
      if (only === undefined && pool !== undefined) return drawn.size > 0
      if (only === undefined || pool?.length !== 1 || only.fill_in_new_order) return drawn.size === 0 ? pool : false
      if (!this.fulfil(only, 1, false)) return false
      drawn.add(only)
    }
    return true
  }

  /** Draws from the pool, with the average of what it gives; what ends a count takes all that it may have been. */
  private drawOnAverage(pool: ReadonlyArray<LinkedLoot>, quantity: number): boolean {
    const stays = pool.every((loot) => loot.fill_in_new_order)
    const areIn = pool.every((loot) => loot.candidacy === "always" || this.isCandidate(loot) === true)
    if (!areIn || (quantity > 1 && !stays)) return false
    const { looking, owned } = this.circumstances
    const now = (item: number): number => Math.max(0, (owned?.(item) ?? 0) + (this.changes.get(item) ?? 0))
    const total = pool.reduce((sum, { drop_weight }) => sum + drop_weight, 0)
    const averaged = new Map<number, number>()
    let orders = total / pool.reduce((common, { drop_weight }) => gcd(common, drop_weight), total)
    for (const loot of pool) {
      const tally = new Tally({ looking, owned: now, isAverage: true })
      if (!tally.fulfil(loot, 1, false) || tally.rises.size > 0) return false
      for (const [item, least] of tally.atLeast) this.require(item, least)
      for (const [item, bound] of tally.below) this.require(item, 0, bound)
      const share = (loot.drop_weight * quantity) / total
      for (const [item, change] of tally.changes) raise(averaged, item, share * change)
      for (const [item, count] of tally.sets) {
        const most = (this.below.get(item) ?? Number.POSITIVE_INFINITY) - 1 + (this.changes.get(item) ?? 0)
        if (this.sets.has(item)) return false
        // A count without a bound is judged for a player who has no more than it is set to, and loses none.
        if (most > AMOUNT_MAX) this.require(item, 0, count + 1)
        else raise(averaged, item, share * (count - most))
      }
      for (const item of tally.passing) this.passing.add(item)
      this.spends ||= tally.spends
      orders *= tally.average?.orders ?? 1
    }
    if ([...averaged.keys()].some((item) => this.sets.has(item))) return false
    for (const [item, change] of averaged) raise(this.changes, item, change)
    const makesOrders = this.average?.makesOrders === true || pool.some((loot) => loot.fill_in_new_order)
    this.average = { orders: orders * (this.average?.orders ?? 1), makesOrders }
    return true
  }

  /** The candidates of a draw in the state that is tried; undefined: it does not depend on it, or not on it alone. */
  private poolOf(vendor: LinkedVendor): ReadonlyArray<LinkedLoot> | undefined {
    if (this.circumstances.forks === undefined) return undefined
    if (vendor.candidates.every(({ candidacy }) => candidacy === "always")) return undefined
    const pool: Array<LinkedLoot> = []
    for (const candidate of vendor.candidates) {
      const isIn = this.isCandidate(candidate)
      if (isIn === undefined) return undefined
      if (isIn) pool.push(candidate)
    }
    return pool
  }

  private isCandidate(loot: LinkedLoot): boolean | undefined {
    const { allow_partial_bundles, item, required, required_item_count, stack_limit, subVendor } = loot
    if (loot.candidacy === "always") return true
    if (!isAlwaysAvailable(loot)) return undefined
    const isOwned = required === undefined || this.has(required, required_item_count)
    if (isOwned !== true) return isOwned
    const isFull = stack_limit !== undefined && item !== undefined && this.has(item, stack_limit)
    if (isFull !== false) return isFull === undefined ? undefined : false
    return subVendor === undefined || allow_partial_bundles ? true : this.isWhole(subVendor, loot.quantity)
  }

  /** Whether all that the vendor has can be given. */
  private isWhole(vendor: LinkedVendor, ordered: number): boolean | undefined {
    this.circumstances.looking.left -= vendor.loot.length
    const isRecipe = vendor.type === "recipe"
    let isOpen = false
    for (const loot of isRecipe ? vendor.loot : vendor.candidates) {
      const isGiven = isRecipe ? this.isGiven(loot, ordered) : this.isCandidate(loot)
      if (isGiven === !isRecipe) return isGiven
      isOpen ||= isGiven === undefined
    }
    return isOpen ? undefined : isRecipe
  }

  /** Whether the part of a bundle can be given. */
  private isGiven(loot: LinkedLoot, ordered: number): boolean | undefined {
    const { inventory_operation: operation, item, subVendor } = loot
    if (!isAlwaysAvailable(loot) || loot.multiplier !== undefined || loot.hard_quantity_maximum !== 0) return undefined
    if (loot.xp_quantity_transform_type !== "none") return undefined
    const quantity = loot.quantity_type === "relative" ? loot.quantity * ordered : loot.quantity
    if (subVendor !== undefined) return this.isWhole(subVendor, quantity)
    if (item === undefined || operation === "add" || operation === "set") return true
    const isEnough = this.has(item, operation === "check_greater_than" ? quantity + 1 : quantity)
    return operation === "check_less_than" && isEnough !== undefined ? !isEnough : isEnough
  }

  /** The candidates, which are known once for all questions unless the player's items multiply what they give. */
  private drawables(vendor: LinkedVendor): ReadonlyArray<Drawable> | undefined {
    const { looking } = this.circumstances
    if (looking.drawables.has(vendor)) return looking.drawables.get(vendor)
    const multipliers = new Set<number>()
    const known = this.drawablesAmong(vendor.candidates, multipliers)
    if (looking.left > 0 && multipliers.size === 0) looking.drawables.set(vendor, known)
    return known
  }

  private drawablesAmong(
    candidates: ReadonlyArray<LinkedLoot>,
    multipliers = new Set<number>(),
  ): ReadonlyArray<Drawable> | undefined {
    const { looking, owned } = this.circumstances
    const drawables: Array<Drawable> = []
    const now = (item: number): number => Math.max(0, (owned?.(item) ?? 0) + (this.changes.get(item) ?? 0))
    for (const candidate of candidates) {
      const tally = new Tally({ looking, owned: now })
      if (!tally.fulfil(candidate, 1, false) || !tally.onlyGives) break
      drawables.push({ gains: tally.changes, passing: tally.passing, candidate })
      for (const item of tally.multipliers.gain) multipliers.add(item)
    }
    for (const item of multipliers) {
      this.multipliers.gain.add(item)
      this.require(item, now(item), now(item) === 0 ? 1 : undefined)
    }
    return drawables.length === candidates.length ? drawables : undefined
  }

  /** Whether it takes, checks and sets nothing. */
  private get onlyGives(): boolean {
    const { atLeast, below, multipliers, sets, spends } = this
    return (
      !spends && sets.size === 0 && [...atLeast.keys(), ...below.keys()].every((item) => multipliers.gain.has(item))
    )
  }
}

/** Whether a check of its own vendor needs the item to stay below a number. */
export const isMark = ({ item_id, vendor }: LinkedLoot): boolean =>
  vendor.loot.some((one) => one.item_id === item_id && one.inventory_operation === "check_less_than")

/** How long what a selector gives is kept; undefined: it gives nothing, or what it gives is not known here. */
const LIFETIMES: Readonly<
  Record<LinkedLoot["inventory_selector_type"], "persistent" | "passing" | "transient" | undefined>
> = {
  own: "persistent",
  own_transient: "transient",
  rent: "passing",
  rent_timeframe_locked: "passing",
  inherit_entitlement_inventory: undefined,
  invalid: undefined,
}

/** Selectors whose counts end with a window of time. */
const WINDOWED: ReadonlySet<LinkedLoot["inventory_selector_type"]> = new Set(["rent", "rent_timeframe_locked"])

/** The outcome and shape of fulfilling `quantity` of the loot; undefined: it may fail, or a change is not certain. */
export const outcomeOf = (loot: LinkedLoot, quantity: number, circumstances: Circumstances): Tally | undefined => {
  const tally = new Tally(circumstances)
  return tally.fulfil(loot, quantity, true) ? tally : undefined
}

/**
 * As {@link outcomeOf}, for a dynamic bundle with those of its parts that certainly give something and take nothing.
 * `chosen` are the ids of these parts.
 */
export const outcomeOfBundle = (
  loot: LinkedLoot,
  quantity: number,
  circumstances: Circumstances,
): { readonly tally: Tally; readonly chosen: ReadonlyArray<number> } | undefined => {
  const isWorth = (part: LinkedLoot): boolean => {
    const own = new Tally(circumstances)
    return own.fulfil(part, 1, true) && !own.spends && own.changes.size > 0
  }
  const parts = loot.subVendor?.type === "recipe" ? loot.subVendor.loot : []
  const chosen = parts
    .filter((part) => isEverAvailable(part) && !isCondition(part) && isWorth(part))
    .map(({ loot_id }) => loot_id)
  const tally = new Tally(circumstances)
  return chosen.length > 0 && tally.fulfilChosen(loot, quantity, chosen) ? { tally, chosen } : undefined
}
