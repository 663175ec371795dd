/**
 * Draws by weight from candidates of fixed weight. A drawn candidate leaves, unless it is filled by an order of its
 * own. Candidates of equal weight are counted together, so the work grows with the number of different weights.
 */
import { Fraction, ONE, ZERO } from "./fraction.ts"
import type { Work } from "../../kernel/Work.ts"

/** Candidates that are alike. */
export interface Kind {
  readonly weight: number
  readonly size: number
  /** The factor of each drawn candidate of this kind in {@link Drawn.product}. */
  readonly factor: Fraction
  /** Whether a drawn candidate stays in the pool. */
  readonly stays: boolean
}

/** What is known of a number of draws. */
export interface Drawn {
  /** The expected product of the factors of all that was drawn. */
  readonly product: Fraction
  /** The expected number of drawn candidates of each kind, where every factor is 1. */
  readonly counts: ReadonlyArray<Fraction>
}

/** Most transitions from one state of a pool to the next in one computation. */
const TRANSITIONS_MAX = 100_000
/** Transitions between two pauses. */
const TRANSITIONS_PER_PAUSE = 100

/** An upper bound of the number of transitions. */
const transitionsOf = (kinds: ReadonlyArray<Kind>, draws: number): number => {
  const leaving = kinds.filter(({ stays }) => !stays)
  const byKind = leaving.reduce((product, { size }) => product * (Math.min(size, draws - 1) + 1), 1)
  // In how many ways at most `draws - 1` candidates, which is what precedes the last draw, come from the kinds.
  let byDraw = 1
  for (let drawn = 1; drawn < draws && byDraw < byKind; drawn++) byDraw *= (leaving.length + drawn) / drawn
  return Math.min(byKind, byDraw) * kinds.length * (leaving.length < kinds.length ? draws : 1)
}

interface State {
  readonly left: ReadonlyArray<number>
  readonly mass: Fraction
}

/** All candidates are drawn: nothing is left to chance. */
const everything = (kinds: ReadonlyArray<Kind>): Drawn => ({
  product: kinds.reduce((product, { factor, size }) => product.times(factor.power(size)), ONE),
  counts: kinds.map(({ size }) => Fraction.of(size)),
})

const totalOf = (kinds: ReadonlyArray<Kind>, left: ReadonlyArray<number>): bigint =>
  kinds.reduce((sum, { weight }, index) => sum + BigInt(weight) * BigInt(left[index] ?? 0), 0n)

/** The states that follow a draw, by how many candidates of each kind are left. */
class Following {
  readonly #states = new Map<string, State>()

  add(left: ReadonlyArray<number>, mass: Fraction): void {
    const key = left.join()
    const reached = this.#states.get(key)
    this.#states.set(key, { left, mass: reached === undefined ? mass : reached.mass.plus(mass) })
  }

  get states(): ReadonlyArray<State> {
    return Array.from(this.#states.values())
  }
}

/** Draws `draws` times, or until the pool is empty. undefined: that is more work than the bound allows. */
export function* drawnFrom(kinds: ReadonlyArray<Kind>, draws: number): Work<Drawn | undefined> {
  const candidates = kinds.reduce((sum, { size }) => sum + size, 0)
  if (draws >= candidates && kinds.every(({ stays }) => !stays)) return everything(kinds)
  if (transitionsOf(kinds, draws) > TRANSITIONS_MAX) return undefined
  let states: ReadonlyArray<State> = [{ left: kinds.map(({ size }) => size), mass: ONE }]
  let product = draws === 0 ? ONE : ZERO
  const counts = kinds.map(() => ZERO)
  let transitions = 0
  for (let draw = 1; draw <= draws; draw++) {
    const following = new Following()
    for (const { left, mass } of states) {
      const total = totalOf(kinds, left)
      for (const [index, { factor, stays, weight }] of kinds.entries()) {
        const size = left[index] ?? 0
        if (size === 0) continue
        const share = mass.times(Fraction.of(BigInt(weight) * BigInt(size), total))
        counts[index] = (counts[index] ?? ZERO).plus(share)
        const reached = share.times(factor)
        if (draw === draws) product = product.plus(reached)
        else following.add(stays ? left : left.with(index, size - 1), reached)
        if (++transitions % TRANSITIONS_PER_PAUSE === 0) yield undefined
      }
    }
    states = following.states
  }
  return { product, counts }
}
