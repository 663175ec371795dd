/**
 * The pool of a randomly sampled vendor: candidates leave it when they were drawn or could not be given, and come and
 * go with what the player holds. A tree of partial sums (Fenwick) makes each of these O(log n).
 */
import type { LootPlan, VendorPlan } from "./plan.ts"
import type { DrawCandidate, DrawRequest } from "./requests.ts"

const OUT = 0
const IN = 1
const GONE = 2

/** What can still be drawn. */
export class Pool implements DrawRequest {
  readonly _tag = "Draw"
  readonly vendorId: number
  total = 0
  private readonly loot: ReadonlyArray<LootPlan>
  private readonly state: Uint8Array
  /** Indexes of the candidates that depend on the player. */
  private readonly dependent: ReadonlyArray<number>
  /** Fenwick tree of the weights that are in, from 1. */
  private readonly sums: Float64Array
  private readonly top: number

  constructor(vendor: VendorPlan) {
    this.vendorId = vendor.id
    this.loot = vendor.candidates
    const size = this.loot.length
    this.state = new Uint8Array(size)
    this.sums = new Float64Array(size + 1)
    const dependent: Array<number> = []
    for (let index = 0; index < size; index++) {
      const { candidacy, loot } = this.loot[index] as LootPlan
      if (candidacy === "always") {
        this.state[index] = IN
        this.sums[index + 1] = loot.drop_weight
        this.total += loot.drop_weight
      } else dependent.push(index)
    }
    for (let node = 1; node <= size; node++) {
      const parent = node + (node & -node)
      if (parent <= size) this.sums[parent] = (this.sums[parent] as number) + (this.sums[node] as number)
    }
    this.dependent = dependent
    this.top = size === 0 ? 0 : 2 ** (31 - Math.clz32(size))
  }

  /** How many candidates are looked at before each draw. */
  get dependentCount(): number {
    return this.dependent.length
  }

  /** Lets the candidates that depend on the player in or out. */
  refresh(isCandidate: (loot: LootPlan) => boolean): void {
    for (const index of this.dependent) {
      const state = this.state[index]
      if (state === GONE) continue
      const next = isCandidate(this.loot[index] as LootPlan) ? IN : OUT
      if (next !== state) this.move(index, next)
    }
  }

  /** Takes a candidate out for good. */
  retire(index: number): void {
    if (this.state[index] !== GONE) this.move(index, GONE)
  }

  /** Index of the candidate that the drawn number stands for. */
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

  candidates(): ReadonlyArray<DrawCandidate> {
    return this.loot.flatMap(({ id, loot }, index) =>
      this.state[index] === IN ? [{ lootId: id, weight: loot.drop_weight }] : [],
    )
  }

  private move(index: number, next: number): void {
    const wasIn = this.state[index] === IN
    this.state[index] = next
    if (wasIn === (next === IN)) return
    const weight = (this.loot[index] as LootPlan).loot.drop_weight
    const delta = wasIn ? -weight : weight
    this.total += delta
    for (let node = index + 1; node < this.sums.length; node += node & -node) {
      this.sums[node] = (this.sums[node] as number) + delta
    }
  }
}
