/**
 * The pool of a randomly sampled vendor. The caller retires candidates that were drawn. Candidates that depend on the
 * player's inventory enter and leave as it changes. A Fenwick tree of weights makes each of these steps O(log n).
 * Before a draw, only candidates that name an item which the player holds are judged.
 */
import type { LinkedItem, LinkedLoot, LinkedVendor } from "../../catalog/rules/linked.ts"
import type { DrawCandidate } from "./ask.ts"
import type { Halt } from "./failureReason.ts"
import type { Holdings } from "./holdings.ts"

const OUT = 0
const IN = 1
const GONE = 2

/** Which candidates are in, and the sums of their weights. Plain arrays, because making a typed array takes long. */
interface Filling {
  readonly state: ReadonlyArray<number>
  /** Fenwick tree of the weights that are in; its indexes start at 1. */
  readonly sums: ReadonlyArray<number>
  readonly total: number
}

/** What is known of a vendor before its first draw. */
interface Prepared {
  /**
   * Whether the sum of the weights of all candidates is an exact number. Then the sum of some candidates is exact too.
   */
  readonly isExact: boolean
  /** Only the candidates that depend on nothing are in. */
  readonly fixed: Filling
  /** In are also those that depend on held items alone, as for a player who holds no item. */
  readonly unheld: Filling
  /** Indexes of the candidates that depend on the player's inventory or on the time. */
  readonly dependent: ReadonlyArray<number>
  /** Those of them that depend on more than counts of held items. */
  readonly judged: ReadonlyArray<number>
  /** The others, by the items whose counts decide about them. */
  readonly byItem: ReadonlyMap<number, ReadonlyArray<number>>
}

/** The sums of the weights that are in. They are exact if their total is. */
const sumUp = (loot: ReadonlyArray<LinkedLoot>, state: ReadonlyArray<number>) => {
  const sums = [0, ...loot.map((one, index) => (state[index] === IN ? one.drop_weight : 0))]
  const total = sums.reduce((sum, weight) => sum + weight, 0)
  for (let node = 1; node < sums.length; node++) {
    const parent = node + (node & -node)
    if (parent < sums.length) sums[parent] = (sums[parent] as number) + (sums[node] as number)
  }
  return { sums, total }
}

const fill = (loot: ReadonlyArray<LinkedLoot>, isIn: (loot: LinkedLoot) => boolean): Filling => {
  const state = loot.map((one) => (isIn(one) ? IN : OUT))
  return { state, ...sumUp(loot, state) }
}

/** Whether counts of held items alone decide about the candidate. */
const dependsOnCounts = ({
  allow_partial_bundles,
  broken,
  candidacy,
  effective_from,
  subVendor,
}: LinkedLoot): boolean =>
  candidacy === "depends" &&
  !broken &&
  effective_from === undefined &&
  (subVendor === undefined || allow_partial_bundles)

/** The count of an item that the player does not hold. */
const countUnheld = (item: LinkedItem): number => (item.always_owned ? 1 : 0)

/** Whether a player who holds no item may draw the candidate, about which counts decide. */
const isInUnheld = ({ item, required, required_item_count, stack_limit }: LinkedLoot): boolean =>
  (required === undefined || countUnheld(required) >= required_item_count) &&
  (stack_limit === undefined || item === undefined || countUnheld(item) < stack_limit)

const isFixed = ({ candidacy }: LinkedLoot): boolean => candidacy === "always"

const prepare = ({ candidates }: LinkedVendor): Prepared => {
  const dependent: Array<number> = []
  const judged: Array<number> = []
  const byItem = new Map<number, Array<number>>()
  for (const [index, loot] of candidates.entries()) {
    if (loot.candidacy === "always") continue
    dependent.push(index)
    if (!dependsOnCounts(loot)) {
      judged.push(index)
      continue
    }
    for (const { item_id } of [loot.item, loot.required].filter((item) => item !== undefined)) {
      const known = byItem.get(item_id)
      if (known === undefined) byItem.set(item_id, [index])
      else known.push(index)
    }
  }
  return {
    isExact: Number.isSafeInteger(fill(candidates, () => true).total),
    fixed: fill(candidates, isFixed),
    unheld: fill(candidates, (loot) => isFixed(loot) || (dependsOnCounts(loot) && isInUnheld(loot))),
    dependent,
    judged,
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

/** The loot that can still be drawn. */
export class Pool {
  /** Sum of the weights of the candidates that are in. */
  total: number
  private readonly loot: ReadonlyArray<LinkedLoot>
  private readonly prepared: Prepared
  /** Those of the vendor until a candidate moves, and then copies of them. */
  private state: ReadonlyArray<number>
  private sums: ReadonlyArray<number>
  private copies: { readonly state: Array<number>; readonly sums: Array<number> } | undefined = undefined
  private readonly top: number
  /** Whether the candidates that depend on held items alone are as {@link refreshHeld} left them. */
  private isCounted = false
  private isAnyGone = false

  constructor(vendor: LinkedVendor) {
    this.loot = vendor.candidates
    this.prepared = preparedOf(vendor)
    const { state, sums, total } = this.prepared.fixed
    this.state = state
    this.sums = sums
    this.total = total
    const size = this.loot.length
    this.top = size === 0 ? 0 : 2 ** (31 - Math.clz32(size))
  }

  /** How many candidates {@link refresh} judges before each draw. */
  get dependentCount(): number {
    return this.prepared.dependent.length
  }

  /** Judges the candidates that depend on the inventory and moves them in or out; answers the bound that was passed. */
  refresh(isCandidate: (loot: LinkedLoot) => boolean | Halt): Halt | undefined {
    const halt = this.judge(this.prepared.dependent, isCandidate)
    // A sum that was too large for a while has lost digits, and must not be gone on with.
    if (!this.prepared.isExact) this.sumUpAgain()
    return halt
  }

  /**
   * As {@link refresh}, but of the candidates about which held items alone decide, judges only those that name one. So
   * the cost of a draw grows with the held items, and no further than with the candidates. From call to call the held
   * items may only become more.
   */
  refreshHeld(
    held: Pick<Holdings, "size" | "ids">,
    isCandidate: (loot: LinkedLoot) => boolean | Halt,
  ): Halt | undefined {
    const { byItem, dependent, isExact, judged, unheld } = this.prepared
    if (!isExact || held.size >= dependent.length || (this.isAnyGone && !this.isCounted))
      return this.refresh(isCandidate)
    if (!this.isCounted) {
      this.isCounted = true
      this.state = unheld.state
      this.sums = unheld.sums
      this.total = unheld.total
      this.copies = undefined
    }
    for (const id of held.ids()) {
      const halt = this.judge(byItem.get(id) ?? noIndexes, isCandidate)
      if (halt !== undefined) return halt
    }
    return this.judge(judged, isCandidate)
  }

  /** Removes a candidate for good. */
  retire(index: number): void {
    this.isAnyGone = true
    if (this.state[index] !== GONE) this.move(index, GONE)
  }

  /** Index of the candidate that the drawn number selects. */
  indexOf(drawn: number): number {
    let index = 0
    let rest = drawn
    for (let step = this.top; step > 0; step >>>= 1) {
      const next = index + step
      if (next < this.sums.length && (this.sums[next] as number) <= rest) {
        index = next
        rest -= this.sums[next] as number
      }
    }
    return index
  }

  /** The loot that can be drawn now. */
  candidates(): ReadonlyArray<DrawCandidate> {
    return this.loot.flatMap(({ drop_weight, loot_id }, index) =>
      this.state[index] === IN ? [{ lootId: loot_id, weight: drop_weight }] : [],
    )
  }

  /** The loot that cannot be drawn now; `isGone`: it was drawn before. */
  excluded(): ReadonlyArray<{ readonly loot: LinkedLoot; readonly isGone: boolean }> {
    return this.loot.flatMap((loot, index) => {
      const state = this.state[index]
      return state === IN ? [] : [{ loot, isGone: state === GONE }]
    })
  }

  private judge(indexes: ReadonlyArray<number>, isCandidate: (loot: LinkedLoot) => boolean | Halt): Halt | undefined {
    for (const index of indexes) {
      const state = this.state[index]
      if (state === GONE) continue
      const judgement = isCandidate(this.loot[index] as LinkedLoot)
      if (typeof judgement !== "boolean") return judgement
      const next = judgement ? IN : OUT
      if (next !== state) this.move(index, next)
    }
    return undefined
  }

  private sumUpAgain(): void {
    const { sums, total } = sumUp(this.loot, this.state)
    this.copies = { state: this.state.slice(), sums }
    this.state = this.copies.state
    this.sums = sums
    this.total = total
  }

  private copy(): { readonly state: Array<number>; readonly sums: Array<number> } {
    const copies = { state: this.state.slice(), sums: this.sums.slice() }
    this.state = copies.state
    this.sums = copies.sums
    this.copies = copies
    return copies
  }

  private move(index: number, next: number): void {
    const { state, sums } = this.copies ?? this.copy()
    const wasIn = state[index] === IN
    state[index] = next
    if (wasIn === (next === IN)) return
    const weight = (this.loot[index] as LinkedLoot).drop_weight
    const delta = wasIn ? -weight : weight
    this.total += delta
    for (let node = index + 1; node < sums.length; node += node & -node) {
      sums[node] = (sums[node] as number) + delta
    }
  }
}
