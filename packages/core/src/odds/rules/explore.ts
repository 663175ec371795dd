/**
 * Every outcome of an order with its exact probability: the interpreter runs once for each sequence of draws. So the
 * rules of orders are written once, and what they say is what the odds say.
 */
import type { LinkedCatalog } from "../../catalog/rules/linked.ts"
import type { EntryResult } from "../../order/enumerations.ts"
import type { Holdings } from "../../order/rules/holdings.ts"
import { type Chooser, type EarlierClaims, fulfil } from "../../order/rules/interpret.ts"
import type { Outcome } from "../../order/rules/outcome.ts"
import type { Circumstances } from "../../order/rules/run.ts"
import type { SubmittedEntry } from "../../order/schema.ts"
import { Fraction, ZERO } from "./fraction.ts"
import type { Work } from "../../kernel/Work.ts"

/** An entry, and everything that decides about it but the draws. */
export interface Question {
  readonly entry: SubmittedEntry
  readonly circumstances: Circumstances
  /** All records of the player. They are as before whenever no interpretation is under way. */
  readonly holdings: Holdings
  /** What the player got before of what is given once; absent: nothing. */
  readonly claims?: EarlierClaims | undefined
}

/** How an entry can end. */
export interface Ending {
  readonly result: EntryResult
  /** By item: by how much its count changes. */
  readonly changes: ReadonlyMap<number, number>
  /** How many new orders were made. */
  readonly orders: number
}

/** An ending with its probability. */
export interface Branch extends Ending {
  readonly probability: Fraction
}

const endingOf = ({ changes, newOrders, order }: Outcome): Ending => {
  const sums = new Map<number, number>()
  for (const { after, before } of changes) {
    const change = after.count - (before?.count ?? 0)
    sums.set(after.itemId, (sums.get(after.itemId) ?? 0) + change)
  }
  return { result: order.entries[0]?.result ?? "internal_error", changes: sums, orders: newOrders.length }
}

const ignore = () => undefined

/** Interprets the entry once. `choose` answers each draw; `isListed`: each draw lists its candidates. */
export const endOnce = (
  catalog: LinkedCatalog,
  { circumstances, claims, entry, holdings }: Question,
  choose: Chooser,
  isListed: boolean,
): Ending => {
  const order = { source: "SYSTEM", isTransaction: false, entries: [entry] } as const
  const sink = isListed ? ignore : undefined
  try {
    return endingOf(fulfil(catalog, order, circumstances, holdings, choose, sink, claims))
  } finally {
    // Not made anew for each path, because a player may hold many records.
    holdings.undo(0)
  }
}

/** A draw on a path: the first number of the candidate, and its share. A path is known by its last draw. */
interface Step {
  readonly number: number
  readonly weight: number
  readonly total: number
  readonly before: Step | undefined
}

/** Most draws of an exploration, over all its paths. */
const DRAWS_MAX = 200_000

const signatureOf = ({ changes, orders, result }: Ending): string =>
  [result, orders, ...Array.from(changes).sort(([left], [right]) => left - right)].join()

/** The endings so far, equal ones together. */
class Branches {
  readonly #found = new Map<string, Branch>()

  add(ending: Ending, path: Step | undefined): void {
    let numerator = 1n
    let denominator = 1n
    for (let step = path; step !== undefined; step = step.before) {
      numerator *= BigInt(step.weight)
      denominator *= BigInt(step.total)
    }
    const signature = signatureOf(ending)
    const known = this.#found.get(signature)?.probability ?? ZERO
    this.#found.set(signature, { ...ending, probability: known.plus(Fraction.of(numerator, denominator)) })
  }

  get all(): ReadonlyArray<Branch> {
    return Array.from(this.#found.values())
  }
}

/** Ends an interpretation that is no longer needed. */
class TooMany extends Error {}

/** The paths that are still to be followed, and the bounds of them all. */
class Paths {
  readonly #open: Array<Step | undefined> = [undefined]
  readonly #maximum: number
  #followed = 0
  #draws = 0

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  /** Whether a path is left. */
  get isOpen(): boolean {
    return this.#open.length > 0
  }

  /** Follows a path to its end, and opens those that branch off. Throws {@link TooMany} at the bounds. */
  follow(catalog: LinkedCatalog, question: Question): { readonly ending: Ending; readonly path: Step | undefined } {
    const known: Array<Step> = []
    let path = this.#open.pop()
    for (let step = path; step !== undefined; step = step.before) known.push(step)
    this.#followed++
    const choose: Chooser = ({ candidates = [], total }) => {
      const next = known.pop()
      if (++this.#draws > DRAWS_MAX || this.#followed + this.#open.length > this.#maximum) throw new TooMany()
      if (next !== undefined) return next.number
      const before = path
      let number = 0
      for (const { weight } of candidates) {
        const step: Step = { number, weight, total, before }
        // The first candidate is followed now, and the others later.
        if (number === 0) path = step
        else this.#open.push(step)
        number += weight
      }
      return 0
    }
    return { ending: endOnce(catalog, question, choose, true), path }
  }
}

/** Every way in which the entry can end. undefined: there are more paths of draws than `maximum`. */
export function* explored(
  catalog: LinkedCatalog,
  question: Question,
  maximum: number,
): Work<ReadonlyArray<Branch> | undefined> {
  const branches = new Branches()
  const paths = new Paths(maximum)
  while (paths.isOpen) {
    try {
      const { ending, path } = paths.follow(catalog, question)
      branches.add(ending, path)
    } catch (failure) {
      if (failure instanceof TooMany) return undefined
      throw failure
    }
    yield undefined
  }
  return branches.all
}
