/**
 * Draws by weight from candidates of fixed weight. A drawn candidate leaves, unless it is filled by an order of its
 * own. Candidates of equal weight are counted together, so the work grows with the number of different weights.
 */
import { Fraction, ONE, ZERO } from "./fraction.ts"
import { type Steps, stepsOf } from "./steps.ts"

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
/** Steps between two pauses, about. */
const STEPS_PER_PAUSE = 1000
/** Most states of pools that are kept for later computations, in numbers of 64 bits. */
const KEPT_MAX = 500_000

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

/** What a draw took: arithmetic, and the states of the pool after it where a further draw follows. */
interface Taken {
  readonly arithmetic: number
  readonly states: number
}

/** A pool from which draw after draw is made. What is known after each of them is kept. */
class Draws {
  readonly #kinds: ReadonlyArray<Kind>
  readonly #known: Array<Drawn> = []
  readonly #taken: Array<Taken> = []
  /** The states before the next draw, and how many draws were made before. */
  #states: ReadonlyArray<State>
  #reached = 0

  constructor(kinds: ReadonlyArray<Kind>) {
    this.#kinds = kinds
    this.#states = [{ left: kinds.map(({ size }) => size), mass: ONE }]
  }

  /** About how many numbers of 64 bits the states are. */
  get size(): number {
    const [first] = this.#states
    return this.#states.length * (this.#kinds.length + (first === undefined ? 0 : first.mass.bits / 64))
  }

  /** What is known after so many draws. Draws that were made before take the same steps again, and no time. */
  *after(draws: number): Steps<Drawn> {
    for (let at = 0; at < draws; at++) {
      const isFollowed = at < draws - 1
      const taken = isFollowed && at >= this.#reached ? undefined : this.#taken[at]
      if (taken === undefined) yield* this.#draw(at, isFollowed)
      else yield taken.arithmetic + (isFollowed ? taken.states : 0)
    }
    return this.#known[draws - 1] ?? { product: ONE, counts: this.#kinds.map(() => ZERO) }
  }

  /**
   * Makes the draw after `at` others; `isFollowed`: by a further draw. What ends it midway leaves the pool as it was.
   */
  *#draw(at: number, isFollowed: boolean): Steps<void> {
    const counts = this.#kinds.map((_, index) => this.#known[at - 1]?.counts[index] ?? ZERO)
    const following = new Following()
    let product = ZERO
    let [arithmetic, states, said] = [0, 0, 0]
    for (const { left, mass } of this.#states) {
      const total = totalOf(this.#kinds, left)
      for (const [index, { factor, stays, weight }] of this.#kinds.entries()) {
        const size = left[index] ?? 0
        if (size === 0) continue
        const share = mass.times(Fraction.of(BigInt(weight) * BigInt(size), total))
        counts[index] = (counts[index] ?? ZERO).plus(share)
        const reached = share.times(factor)
        product = product.plus(reached)
        if (isFollowed) following.add(stays ? left : left.with(index, size - 1), reached)
        arithmetic += 4 * stepsOf(product)
        states += left.length
        const taken = arithmetic + (isFollowed ? states : 0)
        if (taken - said < STEPS_PER_PAUSE) continue
        yield taken - said
        said = taken
      }
    }
    yield arithmetic + (isFollowed ? states : 0) - said
    this.#known[at] = { product, counts }
    this.#taken[at] = { arithmetic, states }
    if (!isFollowed) return
    this.#states = following.states
    this.#reached = at + 1
  }
}

/** Pools that were drawn from, for computations that draw from equal ones: of the same loot in another quantity. */
export class DrawsMade {
  readonly #pools = new Map<string, Draws>()

  /** The pool of these kinds. Those that were used longest ago are forgotten when all are large together. */
  of(kinds: ReadonlyArray<Kind>): Draws {
    const key = kinds.map(({ factor, size, stays, weight }) => [weight, size, factor, stays].join()).join(" ")
    const pool = this.#pools.get(key) ?? new Draws(kinds)
    this.#pools.delete(key)
    let size = Array.from(this.#pools.values()).reduce((sum, kept) => sum + kept.size, 0)
    for (const [oldest, kept] of this.#pools) {
      if (size <= KEPT_MAX) break
      this.#pools.delete(oldest)
      size -= kept.size
    }
    this.#pools.set(key, pool)
    return pool
  }
}

/** Draws `draws` times, or until the pool is empty. undefined: that is more work than the bound allows. */
export function* drawnFrom(kinds: ReadonlyArray<Kind>, draws: number, made: DrawsMade): Steps<Drawn | undefined> {
  const candidates = kinds.reduce((sum, { size }) => sum + size, 0)
  yield kinds.length
  if (draws >= candidates && kinds.every(({ stays }) => !stays)) return everything(kinds)
  if (transitionsOf(kinds, draws) > TRANSITIONS_MAX) return undefined
  return yield* made.of(kinds).after(draws)
}
