/**
 * The pool of a randomly sampled vendor. The caller retires candidates that were drawn. Candidates that depend on the
 * player's inventory enter and leave as it changes. Those about which counts alone decide are judged once for the
 * player's holdings, and then only where they name an item that changed.
 */
import { isAlwaysAvailable } from "../../catalog/rules/availability.ts"
import type { InventoryBucket } from "../../catalog/schema.ts"
import type { LinkedItem, LinkedLoot, LinkedVendor } from "../../catalog/rules/linked.ts"
import type { Timestamp } from "../../kernel/Timestamp.ts"
import type { DrawCandidate } from "./ask.ts"
import type { Halt } from "./failureReason.ts"
import { Filling, type Judge, type Sums, sumsOf } from "./filling.ts"
import type { Holdings } from "./holdings.ts"

/** What is known of a vendor before its first draw. */
interface Prepared {
  /**
   * Whether the sum of the weights of all candidates is an exact number. Then the sum of some candidates is exact too.
   */
  readonly isExact: boolean
  /** Only the candidates that depend on nothing are in. */
  readonly fixed: Sums
  /** In are also those that depend on held items alone, as for a player who holds no item. */
  readonly unheld: Sums
  /** Indexes of the candidates that depend on the player's inventory or on the time. */
  readonly dependent: ReadonlyArray<number>
  /** Those of them that depend on more than counts of held items. */
  readonly judged: ReadonlyArray<number>
  /** The others, also by the items whose counts decide about them. */
  readonly counted: ReadonlyArray<number>
  readonly byItem: ReadonlyMap<number, ReadonlyArray<number>>
}

/** Whether counts of held items alone decide about the candidate. */
const dependsOnCounts = (loot: LinkedLoot): boolean =>
  loot.candidacy === "depends" &&
  !loot.broken &&
  isAlwaysAvailable(loot) &&
  (loot.subVendor === undefined || loot.allow_partial_bundles)

/** The count of an item that the player does not hold. */
const countUnheld = (item: LinkedItem): number => (item.always_owned ? 1 : 0)

/** Whether a player who holds no item may draw the candidate, about which counts decide. */
const isInUnheld = ({ item, required, required_item_count, stack_limit }: LinkedLoot): boolean =>
  (required === undefined || countUnheld(required) >= required_item_count) &&
  (stack_limit === undefined || item === undefined || countUnheld(item) < stack_limit)

const isFixed = ({ candidacy }: LinkedLoot): boolean => candidacy === "always"

const prepare = (vendor: LinkedVendor): Prepared => {
  const { candidates } = vendor
  const dependent: Array<number> = []
  const judged: Array<number> = []
  const counted: Array<number> = []
  const byItem = new Map<number, Array<number>>()
  for (const [index, loot] of candidates.entries()) {
    if (loot.candidacy === "always") continue
    dependent.push(index)
    if (!dependsOnCounts(loot)) {
      judged.push(index)
      continue
    }
    counted.push(index)
    for (const { item_id } of [loot.item, loot.required].filter((item) => item !== undefined)) {
      const known = byItem.get(item_id)
      if (known === undefined) byItem.set(item_id, [index])
      else known.push(index)
    }
  }
  return {
    isExact: Number.isSafeInteger(sumsOf(vendor, () => true).total),
    fixed: sumsOf(vendor, isFixed),
    unheld: sumsOf(vendor, (loot) => isFixed(loot) || (dependsOnCounts(loot) && isInUnheld(loot))),
    dependent,
    judged,
    counted,
    byItem,
  }
}

const prepared = new WeakMap<LinkedVendor, Prepared>()

const preparedOf = (vendor: LinkedVendor): Prepared => {
  const known = prepared.get(vendor)
  if (known !== undefined) return known
  const made = prepare(vendor)
  prepared.set(vendor, made)
  return made
}

const noIndexes: ReadonlyArray<number> = []

/** The holdings, as far as a pool knows them. */
type Held = Pick<Holdings, "size" | "ids" | "judged">

/** The loot that can still be drawn. */
export class Pool {
  private readonly vendor: LinkedVendor
  private readonly prepared: Prepared
  private filling: Filling
  /** Whether the filling is of this pool alone. Otherwise pools of the same holdings share it. */
  private isOwn = true

  constructor(vendor: LinkedVendor) {
    this.vendor = vendor
    this.prepared = preparedOf(vendor)
    this.filling = new Filling(vendor, this.prepared.fixed)
  }

  /** Sum of the weights of the candidates that are in. */
  get total(): number {
    return this.filling.total
  }

  /** How many candidates {@link refresh} judges before each draw. */
  get dependentCount(): number {
    return this.prepared.dependent.length
  }

  /** Judges the candidates that depend on the inventory and moves them in or out; answers the bound that was passed. */
  refresh(judge: Judge): Halt | undefined {
    const filling = this.owned()
    const halt = filling.judge(this.prepared.dependent, judge)
    if (!this.prepared.isExact) filling.sumUpAgain()
    return halt
  }

  /**
   * As {@link refresh}, for an order at `now` in this session. Candidates about which counts alone decide are judged
   * only if an item that they name has changed since they were judged for these holdings. So a draw costs no more for a
   * player who holds many items, but for the first draw of the vendor.
   */
  refreshHeld(held: Held, now: Timestamp, session: InventoryBucket, judge: Judge): Halt | undefined {
    if (!this.prepared.isExact) return this.refresh(judge)
    const { fillings, log } = held.judged(now, session)
    if (!this.isOwn || !this.filling.isAnyGone) {
      let shared = fillings.get(this.vendor)
      if (shared === undefined) {
        shared = new Filling(this.vendor, this.prepared.unheld)
        fillings.set(this.vendor, shared)
      }
      this.filling = shared
      this.isOwn = false
    }
    return this.judgeChanged(held, log, judge) ?? this.filling.judge(this.prepared.judged, judge)
  }

  /** Removes a candidate for good. */
  retire(index: number): void {
    this.owned().retire(index)
  }

  /** Index of the candidate that the drawn number selects. */
  indexOf(drawn: number): number {
    return this.filling.indexOf(drawn)
  }

  /** The loot that can be drawn now. */
  candidates(): ReadonlyArray<DrawCandidate> {
    return this.vendor.candidates.flatMap(({ drop_weight, loot_id }, index) =>
      this.filling.stateOf(index) === "in" ? [{ lootId: loot_id, weight: drop_weight }] : [],
    )
  }

  /** The loot that cannot be drawn now; `isGone`: it was drawn before. */
  excluded(): ReadonlyArray<{ readonly loot: LinkedLoot; readonly isGone: boolean }> {
    return this.vendor.candidates.flatMap((loot, index) => {
      const state = this.filling.stateOf(index)
      return state === "in" ? [] : [{ loot, isGone: state === "gone" }]
    })
  }

  /** Judges the counted candidates that name an item of the log that the filling has not seen. */
  private judgeChanged(held: Held, log: ReadonlyArray<number>, judge: Judge): Halt | undefined {
    const { filling, prepared } = this
    const { byItem, counted } = prepared
    let halt: Halt | undefined
    if (filling.log === log) {
      for (let at = filling.seen; at < log.length && halt === undefined; at++) {
        halt = filling.judge(byItem.get(log[at] as number) ?? noIndexes, judge)
      }
    } else if (this.isOwn || held.size >= counted.length) halt = filling.judge(counted, judge)
    else for (const id of held.ids()) halt ??= filling.judge(byItem.get(id) ?? noIndexes, judge)
    filling.log = log
    filling.seen = log.length
    return halt
  }

  /** The filling, which nothing else changes from now on. */
  private owned(): Filling {
    if (!this.isOwn) this.filling = this.filling.copy(this.vendor)
    this.isOwn = true
    return this.filling
  }
}
