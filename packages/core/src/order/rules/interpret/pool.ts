/**
 * The pool of a randomly sampled vendor. The caller retires candidates that were drawn. Candidates that depend on the
 * player's inventory enter and leave as it changes. Those about which counts alone decide are judged once for the
 * player's holdings ({@link CandidateCache}), and then only where they name an item that changed.
 */
import type { InventoryBucket } from "../../../catalog/schema.ts"
import type { LinkedLoot, LinkedVendor } from "../../../catalog/rules/linked.ts"
import type { HeldRecord } from "../../../inventory/schema.ts"
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { DrawCandidate } from "./ask.ts"
import { GONE, IN, OUT, type Prepared, preparedOf, type Sums, sumUp } from "./candidates.ts"
import type { Halt } from "../reasons/failureReason.ts"

/** Says whether loot can be drawn, or which bound was passed. */
type Judge = (loot: LinkedLoot) => boolean | Halt

/**
 * The candidates of a vendor that are in, with the sums of their weights. A Fenwick tree of weights makes each move of
 * a candidate O(log n). What the sums begin with is copied when the first candidate moves.
 */
class CandidateSums {
  /** Sum of the weights of the candidates that are in. */
  total: number
  /** The changed items that the sums follow, and how many of them they have seen. */
  changed: ReadonlyArray<number> | undefined = undefined
  seen = 0
  /** Whether a candidate was removed for good. */
  isAnyGone = false
  private readonly loot: ReadonlyArray<LinkedLoot>
  private state: ReadonlyArray<number>
  private sums: ReadonlyArray<number>
  private own: { readonly state: Array<number>; readonly sums: Array<number> } | undefined = undefined

  constructor({ candidates }: LinkedVendor, { state, sums, total }: Sums) {
    this.loot = candidates
    this.state = state
    this.sums = sums
    this.total = total
  }

  /** Sums that begin as these, and go their own way. */
  copy(vendor: LinkedVendor): CandidateSums {
    const copied = new CandidateSums(vendor, { state: this.state, sums: this.sums, total: this.total })
    copied.changed = this.changed
    copied.seen = this.seen
    if (this.own !== undefined) copied.owned()
    return copied
  }

  /** Moves the candidates at these indexes in or out, except those that are gone; answers the bound that was passed. */
  judge(indexes: ReadonlyArray<number>, judge: Judge): Halt | undefined {
    for (const index of indexes) {
      const state = this.state[index]
      if (state === GONE) continue
      const judgement = judge(this.loot[index] as LinkedLoot)
      if (typeof judgement !== "boolean") return judgement
      const next = judgement ? IN : OUT
      if (next !== state) this.move(index, next)
    }
    return undefined
  }

  /** Removes a candidate for good. */
  retire(index: number): void {
    this.isAnyGone = true
    if (this.state[index] !== GONE) this.move(index, GONE)
  }

  /** Computes the sums anew. A sum that was too large for a while has lost digits, and must not be gone on with. */
  sumUpAgain(): void {
    const { sums, total } = sumUp(this.loot, this.state)
    this.own = { state: this.state.slice(), sums }
    this.state = this.own.state
    this.sums = sums
    this.total = total
  }

  /** Index of the candidate that the drawn number selects. */
  indexOf(drawn: number): number {
    const { sums } = this
    const size = sums.length - 1
    let index = 0
    let rest = drawn
    for (let step = size === 0 ? 0 : 2 ** (31 - Math.clz32(size)); step > 0; step >>>= 1) {
      const next = index + step
      if (next <= size && (sums[next] as number) <= rest) {
        index = next
        rest -= sums[next] as number
      }
    }
    return index
  }

  /** Whether the candidate is in, out for now, or gone. */
  stateOf(index: number): "in" | "out" | "gone" {
    const state = this.state[index]
    return state === IN ? "in" : state === GONE ? "gone" : "out"
  }

  private owned(): { readonly state: Array<number>; readonly sums: Array<number> } {
    const own = { state: this.state.slice(), sums: this.sums.slice() }
    this.state = own.state
    this.sums = own.sums
    this.own = own
    return own
  }

  private move(index: number, next: number): void {
    const { state, sums } = this.own ?? this.owned()
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

/** What is kept of the candidates, by the counts of a time and a session. */
interface Kept {
  readonly now: Timestamp
  readonly session: InventoryBucket
  /** Which candidates of each vendor are in. */
  readonly sums: Map<LinkedVendor, CandidateSums>
  /** The items whose counts may have changed since, in sequence. */
  readonly changed: Array<number>
}

/** Most changed items that are kept. Beyond them all is judged again. */
const CHANGED_MAX = 10_000

/** What pools keep from draw to draw for the same holdings. */
export class CandidateCache {
  /** undefined: nothing was drawn yet by what the player holds. */
  private kept: Kept | undefined = undefined
  /** Whether a record may expire, so that counts depend on the time. */
  private mayExpire = false

  /** Whoever changes a record says so here: counts of its item may have changed. */
  note(itemId: number): void {
    if (this.kept === undefined) return
    if (this.kept.changed.length < CHANGED_MAX) this.kept.changed.push(itemId)
    else this.kept = undefined
  }

  /** As {@link note}, for a record that comes in. */
  noteRecord({ expires, itemId }: HeldRecord): void {
    this.mayExpire ||= expires !== undefined
    this.note(itemId)
  }

  /** What was judged by the counts at `now` in this session. Pools add to it. */
  at(now: Timestamp, session: InventoryBucket): Kept {
    const { kept } = this
    if (kept !== undefined && kept.session === session && (kept.now === now || !this.mayExpire)) return kept
    this.kept = { now, session, sums: new Map(), changed: [] }
    return this.kept
  }
}

const noIndexes: ReadonlyArray<number> = []

/** The holdings, as far as a pool knows them. */
interface Held {
  /** At least how many items the player holds, or held since the first order. */
  readonly size: number
  /** The items that the player holds, or held since the first order. */
  readonly ids: () => Iterable<number>
  readonly candidates: CandidateCache
}

/** The loot that can still be drawn. */
export class Pool {
  private readonly vendor: LinkedVendor
  private readonly prepared: Prepared
  private sums: CandidateSums
  /** Whether the sums are of this pool alone. Otherwise pools of the same holdings share them. */
  private isOwn = true

  constructor(vendor: LinkedVendor) {
    this.vendor = vendor
    this.prepared = preparedOf(vendor)
    this.sums = new CandidateSums(vendor, this.prepared.fixed)
  }

  /** Sum of the weights of the candidates that are in. */
  get total(): number {
    return this.sums.total
  }

  /** How many candidates {@link refresh} judges before each draw. */
  get dependentCount(): number {
    return this.prepared.dependent.length
  }

  /** Judges the candidates that depend on the inventory and moves them in or out; answers the bound that was passed. */
  refresh(judge: Judge): Halt | undefined {
    const sums = this.owned()
    const halt = sums.judge(this.prepared.dependent, judge)
    if (!this.prepared.isExact) sums.sumUpAgain()
    return halt
  }

  /**
   * As {@link refresh}, for an order at `now` in this session. Candidates about which counts alone decide are judged
   * only if an item that they name has changed since they were judged for these holdings. So a draw costs no more for a
   * player who holds many items, but for the first draw of the vendor.
   */
  refreshHeld(held: Held, now: Timestamp, session: InventoryBucket, judge: Judge): Halt | undefined {
    if (!this.prepared.isExact) return this.refresh(judge)
    const { changed, sums } = held.candidates.at(now, session)
    if (!this.isOwn || !this.sums.isAnyGone) {
      let shared = sums.get(this.vendor)
      if (shared === undefined) {
        shared = new CandidateSums(this.vendor, this.prepared.unheld)
        sums.set(this.vendor, shared)
      }
      this.sums = shared
      this.isOwn = false
    }
    return this.judgeChanged(held, changed, judge) ?? this.sums.judge(this.prepared.judged, judge)
  }

  /** Removes a candidate for good. */
  retire(index: number): void {
    this.owned().retire(index)
  }

  /** Index of the candidate that the drawn number selects. */
  indexOf(drawn: number): number {
    return this.sums.indexOf(drawn)
  }

  /** The loot that can be drawn now. */
  candidates(): ReadonlyArray<DrawCandidate> {
    return this.vendor.candidates.flatMap(({ drop_weight, loot_id }, index) =>
      this.sums.stateOf(index) === "in" ? [{ lootId: loot_id, weight: drop_weight }] : [],
    )
  }

  /** The loot that cannot be drawn now; `isGone`: it was drawn before. */
  excluded(): ReadonlyArray<{ readonly loot: LinkedLoot; readonly isGone: boolean }> {
    return this.vendor.candidates.flatMap((loot, index) => {
      const state = this.sums.stateOf(index)
      return state === "in" ? [] : [{ loot, isGone: state === "gone" }]
    })
  }

  /** Judges the counted candidates that name a changed item which the sums have not seen. */
  private judgeChanged(held: Held, changed: ReadonlyArray<number>, judge: Judge): Halt | undefined {
    const { prepared, sums } = this
    const { byItem, counted } = prepared
    let halt: Halt | undefined
    if (sums.changed === changed) {
      for (let at = sums.seen; at < changed.length && halt === undefined; at++) {
        halt = sums.judge(byItem.get(changed[at] as number) ?? noIndexes, judge)
      }
    } else if (this.isOwn || held.size >= counted.length) halt = sums.judge(counted, judge)
    else for (const id of held.ids()) halt ??= sums.judge(byItem.get(id) ?? noIndexes, judge)
    sums.changed = changed
    sums.seen = changed.length
    return halt
  }

  /** The sums, which nothing else changes from now on. */
  private owned(): CandidateSums {
    if (!this.isOwn) this.sums = this.sums.copy(this.vendor)
    this.isOwn = true
    return this.sums
  }
}
