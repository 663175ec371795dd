/**
 * The pool of a randomly sampled vendor: candidates leave it when they were drawn or could not be given, and come and
 * go with what the player holds. A tree of partial sums (Fenwick) makes each of these O(log n).
 */
import type { LinkedLoot, LinkedVendor } from "../../catalog/rules/linked.ts"
import type { DrawCandidate } from "./ask.ts"
import type { Halt } from "./refusal.ts"

const OUT = 0
const IN = 1
const GONE = 2

/** What can still be drawn. */
export class Pool {
  /** Sum of the weights that are in. */
  total = 0
  private readonly loot: ReadonlyArray<LinkedLoot>
  private readonly state: Uint8Array
  /** Indexes of the candidates that depend on the player. */
  private readonly dependent: ReadonlyArray<number>
  /** Fenwick tree of the weights that are in, from 1. */
  private readonly sums: Float64Array
  private readonly top: number

  constructor(vendor: LinkedVendor) {
    this.loot = vendor.candidates
    const size = this.loot.length
    this.state = new Uint8Array(size)
    this.sums = new Float64Array(size + 1)
    const dependent: Array<number> = []
    for (let index = 0; index < size; index++) {
      const { candidacy, drop_weight } = this.loot[index] as LinkedLoot
      if (candidacy === "always") {
        this.state[index] = IN
        this.sums[index + 1] = drop_weight
        this.total += drop_weight
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

  /** Lets the candidates that depend on the player in or out, unless judging one of them passes a bound. */
  refresh(isCandidate: (loot: LinkedLoot) => boolean | Halt): Halt | undefined {
    for (const index of this.dependent) {
      const state = this.state[index]
      if (state === GONE) continue
      const judgement = isCandidate(this.loot[index] as LinkedLoot)
      if (typeof judgement !== "boolean") return judgement
      const next = judgement ? IN : OUT
      if (next !== state) this.move(index, next)
    }
    return undefined
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

  /** What can be drawn now. */
  candidates(): ReadonlyArray<DrawCandidate> {
    return this.loot.flatMap(({ drop_weight, loot_id }, index) =>
      this.state[index] === IN ? [{ lootId: loot_id, weight: drop_weight }] : [],
    )
  }

  private move(index: number, next: number): void {
    const wasIn = this.state[index] === IN
    this.state[index] = next
    if (wasIn === (next === IN)) return
    const weight = (this.loot[index] as LinkedLoot).drop_weight
    const delta = wasIn ? -weight : weight
    this.total += delta
    for (let node = index + 1; node < this.sums.length; node += node & -node) {
      this.sums[node] = (this.sums[node] as number) + delta
    }
  }
}
