/**
 * Which candidates of a randomly sampled vendor are in, and the sums of their weights. A Fenwick tree of weights makes
 * each move of a candidate O(log n). What a filling begins with is copied when the first candidate moves.
 */
import type { LinkedLoot, LinkedVendor } from "../../catalog/rules/linked.ts"
import type { Halt } from "./failureReason.ts"

const OUT = 0
const IN = 1
const GONE = 2

/** Says whether loot can be drawn, or which bound was passed. */
export type Judge = (loot: LinkedLoot) => boolean | Halt

/** The states of the candidates, and sums of weights. Plain arrays, because making a typed array takes long. */
export interface Sums {
  readonly state: ReadonlyArray<number>
  /** Fenwick tree of the weights that are in; its indexes start at 1. */
  readonly sums: ReadonlyArray<number>
  readonly total: number
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

/** The sums when the candidates are in that `isIn` names. */
export const sumsOf = ({ candidates }: LinkedVendor, isIn: (loot: LinkedLoot) => boolean): Sums => {
  const state = candidates.map((one) => (isIn(one) ? IN : OUT))
  return { state, ...sumUp(candidates, state) }
}

/** The candidates that are in. */
export class Filling {
  /** Sum of the weights of the candidates that are in. */
  total: number
  /** The log of changed items that the filling follows, and how many of its items it has seen. */
  log: ReadonlyArray<number> | undefined = undefined
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

  /** A filling that begins as this one, and goes its own way. */
  copy(vendor: LinkedVendor): Filling {
    const copied = new Filling(vendor, { state: this.state, sums: this.sums, total: this.total })
    copied.log = this.log
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
