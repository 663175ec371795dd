/**
 * Fulfils loot: vendors, draws, new orders, level rewards (decisions, section 12). Loot that needs no ask is fulfilled
 * by plain calls. Everything else is a frame (./frame.ts), so that it can ask for draws and for missing records. Where
 * nothing can be asked, no frame is needed (./atOnce.ts).
 */
import { NESTING_MAX } from "../../catalog/rules/bounds.ts"
import type { LinkedItem, LinkedLoot, LinkedVendor } from "../../catalog/rules/linked.ts"
import type { Weights } from "../../catalog/rules/weights.ts"
import { answerTo, type Ask, type DrawAsk, type Fulfilment } from "./ask.ts"
import { fulfilAtOnce, isAtOnce, rewardAtOnce } from "./atOnce.ts"
import { isSkipped, itemsJudged, leftOutFor, traceRequirements } from "./candidacy.ts"
import { askFor, nextOdds, poolBefore, reasonWithoutOdds } from "./draw.ts"
import { type Exclusion, isHalt, type FailureReason } from "./failureReason.ts"
import { Frame, Frames, Loading } from "./frame.ts"
import { loadForLoot, takesInTurns } from "./give.ts"
import { beginVendor, giveLoot, isCondition, reasonWithoutParts, takeLoot, traceEnd } from "./loot.ts"
import { beginNewOrder, endNewOrder, type NewOrderBegun } from "./newOrder.ts"
import { Pool } from "./pool.ts"
import { levelAt, levelsReached, quantityOf } from "./quantity.ts"
import { load, type Mark, markOf, nestedTooDeep, type Place, type Rise, type Run, spendSteps, undo } from "./run.ts"

/** A fulfilment that may ask, or the result of one that needs no ask. */
export type Fulfilling = Fulfilment<FailureReason | undefined> | FailureReason | undefined

/** Whether the fulfilment has not run yet and may ask. */
export const asks = (fulfilling: Fulfilling): fulfilling is Fulfilment<FailureReason | undefined> =>
  fulfilling !== undefined && !("_tag" in fulfilling)

/** The end of the fulfilment, for callers that may ask. */
export function* endOf(fulfilling: Fulfilling): Fulfilment<FailureReason | undefined> {
  return asks(fulfilling) ? yield* fulfilling : fulfilling
}

/** Whether the item has so many records that it was loaded in part. Then changing it may ask for records. */
const isPartial = (run: Run, { item }: LinkedLoot): boolean =>
  item !== undefined && run.holdings.isPartial(item.item_id)

/** Loads the records that the loot reads and adds to. */
function* loadWhole(run: Run, place: Place, loot: LinkedLoot): Fulfilment<void> {
  if (run.holdings.lacks(loot.itemIds)) yield* load(run, loot.itemIds)
  if (loot.subVendor === undefined && isPartial(run, loot)) yield* loadForLoot(run, place, loot)
}

/** Loot that takes from many records, which are loaded part by part. */
class Taking extends Frame {
  declare private readonly taking: Fulfilment<FailureReason | undefined>

  constructor(taking: Fulfilment<FailureReason | undefined>) {
    super()
    this.taking = taking
  }

  step(frames: Frames): Ask | undefined {
    const step = this.taking.next(frames.answer)
    return step.done === true ? frames.end(step.value) : step.value
  }
}

/**
 * Begins `multiplier` of the loot, whose records are all loaded. Answers why the loot failed, unless a frame was begun.
 * The other parameters are those of {@link fulfilLoot}.
 */
const beginLoaded = (
  frames: Frames,
  place: Place,
  loot: LinkedLoot,
  multiplier: number,
  nesting: number,
  isDrawn: boolean,
): FailureReason | undefined => {
  const { run } = frames
  const vendor = loot.subVendor
  if (vendor === undefined) {
    if (takesInTurns(run, loot)) return frames.begin(new Taking(takeLoot(run, place, loot, multiplier)))
    const given = giveLoot(run, place, loot, multiplier)
    return given?._tag === "Rise" ? beginRewards(frames, place, given, nesting) : given
  }
  const quantity = beginVendor(run, loot, multiplier, nesting)
  if (typeof quantity !== "number") return quantity
  if (vendor.type === "randomly_sampled") return frames.begin(new Sampled(place, loot, vendor, quantity, nesting + 1))
  return isDrawn && loot.allow_partial_bundles
    ? frames.begin(new Bundle(place, loot, vendor, quantity, nesting + 1))
    : frames.begin(new Recipe(place, loot, vendor, quantity, nesting + 1, isDrawn))
}

/** Loot whose records are not all loaded. */
class Unloaded extends Frame {
  declare private readonly loading: Fulfilment<void>
  private readonly begin: (frames: Frames) => FailureReason | undefined
  private phase: "loading" | "loaded" | "begun" = "loading"

  constructor(loading: Fulfilment<void>, begin: (frames: Frames) => FailureReason | undefined) {
    super()
    this.loading = loading
    this.begin = begin
  }

  step(frames: Frames): undefined {
    switch (this.phase) {
      case "loading":
        this.phase = "loaded"
        return frames.begin(new Loading(this.loading))
      case "loaded": {
        this.phase = "begun"
        const reason = this.begin(frames)
        return frames.top === this ? frames.end(reason) : undefined
      }
      case "begun":
        return frames.end(frames.reason)
    }
  }
}

/** Whether records must be loaded before the loot can be given. */
const isUnloaded = (run: Run, loot: LinkedLoot): boolean =>
  run.holdings.lacks(loot.itemIds) || (loot.subVendor === undefined && isPartial(run, loot))

/** Begins the loot, as {@link beginLoaded}. */
const begin = (
  frames: Frames,
  place: Place,
  loot: LinkedLoot,
  multiplier: number,
  nesting: number,
  isDrawn: boolean,
): FailureReason | undefined =>
  isUnloaded(frames.run, loot)
    ? frames.begin(
        new Unloaded(loadWhole(frames.run, place, loot), () =>
          beginLoaded(frames, place, loot, multiplier, nesting, isDrawn),
        ),
      )
    : beginLoaded(frames, place, loot, multiplier, nesting, isDrawn)

const fulfilling = (frames: Frames, reason: FailureReason | undefined): Fulfilling =>
  frames.top === undefined ? reason : frames

/**
 * Fulfils `multiplier` of the loot, which lies within `nesting` vendors. `isDrawn`: the loot was drawn, or lies within
 * drawn loot, where partial bundles may be allowed. When the loot fails, the caller undoes its changes.
 */
export const fulfilLoot = (
  run: Run,
  place: Place,
  loot: LinkedLoot,
  multiplier: number,
  nesting: number,
  isDrawn: boolean,
): Fulfilling => {
  if (isAtOnce(run)) return fulfilAtOnce(run, place, loot, multiplier, nesting, isDrawn)
  if (loot.subVendor === undefined && !isUnloaded(run, loot)) {
    const given = giveLoot(run, place, loot, multiplier)
    return given?._tag === "Rise" ? rewardLevels(run, place, given, nesting) : given
  }
  const frames = new Frames(run)
  return fulfilling(frames, begin(frames, place, loot, multiplier, nesting, isDrawn))
}

/**
 * Loot whose sub vendor acts: `quantity` of it, within `nesting` vendors. A field that the constructor assigns is
 * declared only, because many frames are made and a definition would write the field twice.
 */
abstract class OfVendor extends Frame {
  declare protected readonly place: Place
  declare protected readonly loot: LinkedLoot
  declare protected readonly vendor: LinkedVendor
  declare protected readonly quantity: number
  declare protected readonly nesting: number

  constructor(place: Place, loot: LinkedLoot, vendor: LinkedVendor, quantity: number, nesting: number) {
    super()
    this.place = place
    this.loot = loot
    this.vendor = vendor
    this.quantity = quantity
    this.nesting = nesting
  }

  protected endLoot(frames: Frames, reason: FailureReason | undefined): undefined {
    traceEnd(frames.run, this.loot, reason)
    return frames.end(reason)
  }
}

/** Fulfils all loot in order. When a part fails, the recipe fails. */
class Recipe extends OfVendor {
  declare private readonly isDrawn: boolean
  /** Index of the next part; -1: the recipe has not begun. */
  private next = -1

  constructor(
    place: Place,
    loot: LinkedLoot,
    vendor: LinkedVendor,
    quantity: number,
    nesting: number,
    isDrawn: boolean,
  ) {
    super(place, loot, vendor, quantity, nesting)
    this.isDrawn = isDrawn
  }

  step(frames: Frames): undefined {
    const { isDrawn, nesting, place, quantity, vendor } = this
    const { run } = frames
    const parts = vendor.loot
    let { reason } = frames
    if (this.next < 0) {
      this.next = 0
      reason = spendSteps(run, parts.length)
    }
    while (reason === undefined && this.next < parts.length) {
      const part = parts[this.next++] as LinkedLoot
      if (isSkipped(run, part)) continue
      reason = begin(frames, place, part, quantity, nesting, isDrawn)
      if (frames.top !== this) return undefined
    }
    return this.endLoot(frames, reason)
  }
}

/** Reports whether the entry chose the part of the bundle. */
const traceChoice = (run: Run, loot: LinkedLoot, part: LinkedLoot, isChosen: boolean): void => {
  if (run.trace === undefined) return
  const { loot_id: lootId } = part
  const { loot_id: bundleLootId, subVendor } = loot
  const condition = isCondition(part) ? "ConditionOfBundle" : "PartNotChosen"
  const parts = (subVendor?.loot ?? []).filter((one) => !isCondition(one)).length
  run.trace({
    _tag: "RuleApplied",
    rule: isChosen ? { _tag: "PartChosen", lootId, bundleLootId, parts } : { _tag: condition, lootId, bundleLootId },
  })
}

/**
 * Fulfils `multiplier` of loot whose sub vendor is the recipe `vendor`: its conditions, and of its parts only those
 * that were `chosen`. Each chosen part is a detail of the entry.
 */
export function* fulfilChosen(
  run: Run,
  place: Place,
  loot: LinkedLoot,
  vendor: LinkedVendor,
  multiplier: number,
  chosen: ReadonlySet<number>,
): Fulfilment<FailureReason | undefined> {
  if (run.holdings.lacks(loot.itemIds)) yield* load(run, loot.itemIds)
  const halt = spendSteps(run, 1 + vendor.loot.length)
  if (halt !== undefined) return halt
  if (loot.broken) return { _tag: "LootBroken", lootId: loot.loot_id }
  const quantity = quantityOf(run, loot, multiplier)
  if (typeof quantity !== "number") return quantity
  run.trace?.({ _tag: "LootBegan", lootId: loot.loot_id, quantity })
  let reason: FailureReason | undefined
  for (const part of vendor.loot) {
    const isChosen = chosen.has(part.loot_id)
    traceChoice(run, loot, part, isChosen)
    if ((!isChosen && !isCondition(part)) || isSkipped(run, part)) continue
    if (isChosen) place.details.push({ _tag: "dynamic_bundle_lti", lootId: part.loot_id })
    reason = yield* endOf(fulfilLoot(run, place, part, quantity, 1, false))
    if (reason !== undefined) break
  }
  traceEnd(run, loot, reason)
  return reason
}

/** Fulfils all loot of a drawn bundle in order. Parts that cannot be given are left out, unless that leaves no part. */
class Bundle extends OfVendor {
  /** Index of the part in progress, or of the next; -1: the bundle has not begun. */
  private at = -1
  /** The state before the part in progress; undefined: none is in progress. */
  private mark: Mark | undefined
  private isAnyGiven = false
  private because: FailureReason | Exclusion | undefined

  step(frames: Frames): undefined {
    const { nesting, place, quantity, vendor } = this
    const { run } = frames
    let failure: FailureReason | undefined
    if (this.at < 0) {
      this.at = 0
      failure = spendSteps(run, vendor.loot.length)
    } else if (this.mark !== undefined) failure = this.endPart(run, this.mark, frames.reason)
    while (failure === undefined && this.at < vendor.loot.length) {
      const part = vendor.loot[this.at] as LinkedLoot
      if (isSkipped(run, part)) {
        this.at++
        continue
      }
      if (run.holdings.lacks(part.itemIds)) return frames.begin(new Loading(load(run, part.itemIds)))
      const exclusion = leftOutFor(run, part)
      if (exclusion !== undefined) {
        this.because = exclusion
        this.at++
        continue
      }
      const mark = markOf(run, place)
      this.mark = mark
      const reason = begin(frames, place, part, quantity, nesting, true)
      if (frames.top !== this) return undefined
      failure = this.endPart(run, mark, reason)
    }
    return this.endLoot(frames, failure ?? reasonWithoutParts(vendor, this.isAnyGiven, this.because))
  }

  /** Ends the part in progress; answers why the bundle fails with it. */
  private endPart(run: Run, mark: Mark, reason: FailureReason | undefined): FailureReason | undefined {
    const part = this.vendor.loot[this.at++] as LinkedLoot
    this.mark = undefined
    if (reason === undefined) {
      if (!isCondition(part)) this.isAnyGiven = true
      return undefined
    }
    if (isHalt(reason) || isCondition(part)) return reason
    undo(run, this.place, mark)
    this.because = reason
    return undefined
  }
}

/** Draws once per unit of `quantity`, without replacement. When drawn loot cannot be given, another is drawn. */
class Sampled extends OfVendor {
  private filled = 0
  private because: FailureReason | undefined = undefined
  /** undefined: the odds are those of the first draw, which are fixed. */
  private pool: Pool | undefined
  private phase: "drawing" | "asked" | "giving" = "drawing"
  /** Whether the items are loaded that decide about the candidates. They are many for a large vendor. */
  private isLoaded = false
  /** The question of the draw in progress. */
  private ask: DrawAsk | undefined = undefined
  /** Index of the loot drawn, and the state before it was begun. */
  private index = -1
  private mark: Mark | undefined = undefined

  constructor(place: Place, loot: LinkedLoot, vendor: LinkedVendor, quantity: number, nesting: number) {
    super(place, loot, vendor, quantity, nesting)
    this.pool = poolBefore(vendor)
  }

  step(frames: Frames): Ask | undefined {
    if (this.quantity === 0) return this.endLoot(frames, undefined)
    if (this.phase === "asked") this.begin(frames, answerTo(this.ask as DrawAsk, frames.answer))
    if (frames.top !== this || (this.phase === "giving" && this.endDrawn(frames))) return undefined
    const ask = this.draw(frames)
    if (ask === undefined) return undefined
    this.ask = ask
    this.phase = "asked"
    return ask
  }

  /** The question of the next draw; undefined: no loot is left, or records are loaded first. */
  private draw(frames: Frames): DrawAsk | undefined {
    const { run } = frames
    const { nesting, pool, vendor } = this
    if (pool !== undefined && pool.dependentCount > 0 && !this.isLoaded) {
      this.isLoaded = true
      const itemIds = itemsJudged(vendor)
      if (run.holdings.lacks(itemIds)) return frames.begin(new Loading(load(run, itemIds)))
    }
    const odds = nextOdds(run, vendor, pool, nesting)
    if (odds === undefined) return this.endLoot(frames, reasonWithoutOdds(vendor, this.filled, this.because))
    return "_tag" in odds ? this.endLoot(frames, odds) : askFor(run, vendor, odds)
  }

  /** Begins the loot that the number draws. */
  private begin(frames: Frames, drawn: number): void {
    const { run } = frames
    const { nesting, place, pool, vendor } = this
    this.phase = "giving"
    this.index = pool === undefined ? (vendor.firstDraw as Weights).indexOf(drawn) : pool.indexOf(drawn)
    const loot = vendor.candidates[this.index] as LinkedLoot
    if (run.trace !== undefined) {
      const { total } = pool ?? (vendor.firstDraw as Weights)
      const { drop_weight: weight, loot_id: lootId } = loot
      run.trace({ _tag: "Drawn", vendorId: vendor.vendor_id, total, drawn, lootId, weight })
      traceRequirements(run, loot)
    }
    this.mark = markOf(run, place)
    const reason = loot.fill_in_new_order
      ? beginInNewOrder(frames, place, loot, nesting)
      : begin(frames, place, loot, 1, nesting, true)
    if (frames.top === this) frames.reason = reason
  }

  /** Ends the draw in progress; answers whether the vendor has ended with it. */
  private endDrawn(frames: Frames): boolean {
    const { reason, run } = frames
    const { vendor } = this
    run.trace?.({ _tag: "DrawEnded", vendorId: vendor.vendor_id, reason })
    this.phase = "drawing"
    if (reason === undefined) this.filled++
    else if (isHalt(reason)) {
      this.endLoot(frames, reason)
      return true
    } else {
      undo(run, this.place, this.mark as Mark)
      this.because = reason
    }
    if (this.filled === this.quantity) {
      this.endLoot(frames, undefined)
      return true
    }
    if (reason === undefined && (vendor.candidates[this.index] as LinkedLoot).fill_in_new_order) return false
    // The drawn candidate leaves, which needs a pool. A first draw among fixed candidates worked without a pool.
    if (this.pool === undefined) {
      const halt = spendSteps(run, vendor.candidates.length)
      if (halt !== undefined) {
        this.endLoot(frames, halt)
        return true
      }
      this.pool = new Pool(vendor)
    }
    this.pool.retire(this.index)
    return false
  }
}

/** Fulfils loot in a new order. */
class InNewOrder extends Frame {
  declare private readonly begun: NewOrderBegun
  declare private readonly nesting: number
  private hasBegun = false

  constructor(begun: NewOrderBegun, nesting: number) {
    super()
    this.begun = begun
    this.nesting = nesting
  }

  step(frames: Frames): undefined {
    const { inner, loot } = this.begun
    if (this.hasBegun) return this.endOrder(frames, frames.reason)
    this.hasBegun = true
    const reason = begin(frames, inner, loot, 1, this.nesting, true)
    return frames.top === this ? this.endOrder(frames, reason) : undefined
  }

  private endOrder(frames: Frames, reason: FailureReason | undefined): undefined {
    endNewOrder(frames.run, this.begun, reason)
    return frames.end(reason)
  }
}

/** Begins drawn loot in a new order. */
const beginInNewOrder = (
  frames: Frames,
  place: Place,
  loot: LinkedLoot,
  nesting: number,
): FailureReason | undefined => {
  const begun = beginNewOrder(frames.run, place, loot)
  return "_tag" in begun ? begun : frames.begin(new InNewOrder(begun, nesting))
}

const beginRewards = (
  frames: Frames,
  place: Place,
  { after, before, item }: Rise,
  nesting: number,
): FailureReason | undefined => {
  const { run } = frames
  const { levels, levelVendor } = item
  if (levels === undefined || levelVendor === undefined) return undefined
  if (run.trace !== undefined) {
    const risen = { xpBefore: before, xpAfter: after, levelBefore: levelAt(levels, before) }
    const rule = { _tag: "LevelsRisen", itemId: item.item_id, ...risen, levelAfter: levelAt(levels, after) } as const
    run.trace({ _tag: "RuleApplied", rule })
  }
  if (nesting >= NESTING_MAX) return nestedTooDeep
  const reached = levelsReached(levels, before, after)
  return frames.begin(new Rewards(place, item, levelVendor, reached, nesting + 1))
}

const noRewards: ReadonlyArray<LinkedLoot> = []

/** Fulfils the rewards of the levels that an item reached. When a reward fails, the rise fails. */
class Rewards extends Frame {
  declare private readonly place: Place
  declare private readonly item: LinkedItem
  declare private readonly vendor: LinkedVendor
  declare private readonly levels: ReadonlyArray<number>
  declare private readonly nesting: number
  /** Index of the next level, and the rewards of the level in progress with the index of the next. */
  private nextLevel = 0
  private rewards = noRewards
  private next = 0
  private hasBegun = false

  constructor(place: Place, item: LinkedItem, vendor: LinkedVendor, levels: ReadonlyArray<number>, nesting: number) {
    super()
    this.place = place
    this.item = item
    this.vendor = vendor
    this.levels = levels
    this.nesting = nesting
  }

  step(frames: Frames): undefined {
    const { run } = frames
    let reason = this.hasBegun ? frames.reason : undefined
    this.hasBegun = true
    while (reason === undefined && (this.next < this.rewards.length || this.beginLevel(run))) {
      const loot = this.rewards[this.next++]
      if (loot === undefined || isSkipped(run, loot)) continue
      reason = begin(frames, this.place, loot, 1, this.nesting, false)
      if (frames.top !== this) return undefined
    }
    return frames.end(reason)
  }

  private traceLevel(run: Run, level: number): void {
    const { item, rewards, vendor } = this
    const { item_id: itemId, levels } = item
    run.trace?.({ _tag: "LevelReached", itemId, level })
    const xp = levels?.find((one) => one.level === level)?.xp ?? 0
    const compared = { itemId, level, xp, vendorId: vendor.vendor_id, rewards: rewards.length }
    run.trace?.({ _tag: "RuleApplied", rule: { _tag: "LevelRewarded", ...compared } })
  }

  /** Begins the next level; false: there is none. */
  private beginLevel(run: Run): boolean {
    const level = this.levels[this.nextLevel++]
    if (level === undefined) return false
    this.rewards = this.vendor.lootBySortOrder.get(level) ?? noRewards
    if (run.trace !== undefined) this.traceLevel(run, level)
    this.next = 0
    return true
  }
}

/** Fulfils the rewards of every level that the rise reached. When a reward fails, the rise fails. */
export const rewardLevels = (run: Run, place: Place, rise: Rise, nesting: number): Fulfilling => {
  if (isAtOnce(run)) return rewardAtOnce(run, place, rise, nesting)
  const frames = new Frames(run)
  return fulfilling(frames, beginRewards(frames, place, rise, nesting))
}
