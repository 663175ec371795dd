/**
 * The pool of a randomly sampled vendor. The caller retires candidates that were drawn. Candidates that depend on the
 * player's inventory enter and leave as it changes. A Fenwick tree of weights makes each of these steps O(log n).
 */
import type { LinkedLoot, LinkedVendor } from "../../catalog/rules/linked.ts"
import type { DrawCandidate } from "./ask.ts"
import type { Halt } from "./failureReason.ts"

const OUT = 0
const IN = 1
const GONE = 2

/** The loot that can still be drawn. */
export class Pool {
  /** Sum of the weights of the candidates that are in. */
  total = 0
  private readonly loot: ReadonlyArray<LinkedLoot>
  private readonly state: Uint8Array
  /** Indexes of the candidates that depend on the player's inventory. */
  private readonly dependent: ReadonlyArray<number>
  /** Fenwick tree of the weights that are in; its indexes start at 1. */
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

  /** How many candidates {@link refresh} judges before each draw. */
  get dependentCount(): number {
    return this.dependent.length
  }

  /** Judges the candidates that depend on the inventory and moves them in or out; answers the bound that was passed. */
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

  /** Removes a candidate for good. */
  retire(index: number): void {
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
