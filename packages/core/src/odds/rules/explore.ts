/**
 * Every outcome of an order with its exact probability: the interpreter runs once for each sequence of draws. So the
 * rules of orders are written once, and what they say is what the odds say.
 */
import type { LinkedCatalog } from "../../catalog/rules/linked.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import type { EntryResult } from "../../order/enumerations.ts"
import type { Chooser, EarlierClaims } from "../../order/rules/interpret/ask.ts"
import type { Holdings } from "../../order/rules/interpret/holdings.ts"
import { fulfil, interpret, type InterpretedOrder, unclaimed } from "../../order/rules/interpret/interpret.ts"
import type { Outcome } from "../../order/rules/interpret/outcome.ts"
import type { Circumstances } from "../../order/rules/interpret/run.ts"
import { TakenBack } from "../../order/rules/interpret/takenBack.ts"
import type { SubmittedEntry } from "../../order/schema.ts"
import { Fraction, ZERO } from "./fraction.ts"
import { type Need, type Steps, stepsOf, stepsOfBits, type Supply } from "./steps.ts"

/** An entry, and everything that decides about it but the draws. */
export interface Question {
  readonly entry: SubmittedEntry
  readonly circumstances: Circumstances
  /** What was loaded of the player's records. It is as stored whenever no interpretation is under way. */
  readonly holdings: Holdings
  /** What the player got before of what is given once; absent: nothing. */
  readonly claims?: EarlierClaims | undefined
  /** Items whose records an ending names; absent: none. */
  readonly remembered?: ReadonlyArray<number>
  /** A vendor whose draws are counted; absent: none. */
  readonly watched?: number | undefined
}

/** How an entry can end. */
export interface Ending {
  readonly result: EntryResult
  /** By item: by how much its count changes. */
  readonly changes: ReadonlyMap<number, number>
  /** What was given on the way and taken back. It counts for the bounds of the interpreter, and for nothing else. */
  readonly takenBack: Pick<TakenBack, "newOrders"> & { readonly gains: ReadonlyMap<number, number> }
  /** How many new orders were made. */
  readonly orders: number
  /** The records of the remembered items at the end, without those of count 0, which nothing tells from none. */
  readonly records: ReadonlyArray<HeldRecord>
  /** Steps of the interpreter, and changes that it made. */
  readonly work: number
  readonly written: number
  /** How often the watched vendor was drawn from. */
  readonly drawn: number
}

/** An ending with its probability. */
export interface Branch extends Ending {
  readonly probability: Fraction
}

const noRecords: ReadonlyArray<HeldRecord> = []

/** The records of the remembered items as they are now. */
const recordsNow = ({ holdings, remembered }: Question): ReadonlyArray<HeldRecord> =>
  remembered?.flatMap((id) => holdings.of(id).flatMap(({ current }) => (current.count > 0 ? [current] : []))) ??
  noRecords

const endingOf = (
  { changes, newOrders, order }: Outcome,
  takenBack: Ending["takenBack"],
  records: Ending["records"],
  work: number,
): Ending => {
  const sums = new Map<number, number>()
  for (const { after, before } of changes) {
    const change = after.count - (before?.count ?? 0)
    sums.set(after.itemId, (sums.get(after.itemId) ?? 0) + change)
  }
  const result = order.entries[0]?.result ?? "internal_error"
  return {
    result,
    changes: sums,
    takenBack,
    orders: newOrders.length,
    records,
    work,
    written: changes.length,
    drawn: 0,
  }
}

/** Steps of loading records. */
const STEPS_OF_LOAD = 1000

/** What was asked for. Nobody has an item that stands for odds (reduce.ts). */
function* loaded(ask: Need): Steps<NonNullable<Supply>> {
  const wanted = ask._tag === "Records" ? { ...ask, itemIds: ask.itemIds.filter((id) => id >= 0) } : ask
  const supply = yield wanted
  if (supply === undefined) throw new Error("records that were asked for are not there")
  return supply
}

/** Interprets the order, and asks for the records that are not loaded yet. */
function* loading(
  catalog: LinkedCatalog,
  order: InterpretedOrder,
  { circumstances, claims = unclaimed, holdings }: Question,
  choose: Chooser,
): Steps<Outcome> {
  const interpretation = interpret(catalog, order, circumstances, holdings, choose)
  let step = interpretation.next(undefined)
  while (step.done !== true) {
    const ask = step.value
    switch (ask._tag) {
      case "Claims":
        step = interpretation.next(claims)
        break
      case "Turn":
        step = interpretation.next(undefined)
        break
      default:
        yield STEPS_OF_LOAD
        step = interpretation.next(yield* loaded(ask))
    }
  }
  return step.value.outcome
}

/** Steps of an interpretation besides those that it counts itself, and of each change. */
const STEPS_OF_PATH = 20
const STEPS_OF_CHANGE = 5

/** Interprets the entry once. `choose` answers each draw. */
export function* endOnce(catalog: LinkedCatalog, question: Question, choose: Chooser): Steps<Ending> {
  const { circumstances, claims, entry, holdings } = question
  const order = { source: "SYSTEM", isTransaction: false, entries: [entry] } as const
  const before = holdings.work
  const takenBack = new TakenBack()
  holdings.takenBack = takenBack
  try {
    const outcome = holdings.isComplete
      ? fulfil(catalog, order, circumstances, holdings, choose, undefined, claims)
      : yield* loading(catalog, order, question, choose)
    const work = holdings.work - before
    yield STEPS_OF_PATH + work + STEPS_OF_CHANGE * (outcome.changes.length + takenBack.gains.size)
    return endingOf(outcome, takenBack, recordsNow(question), work)
  } finally {
    // What is taken back from here on is the outcome itself.
    holdings.takenBack = undefined
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

/** What tells records apart, as far as orders do. */
export const keyOfRecords = (records: ReadonlyArray<HeldRecord>): string =>
  records.map(({ bucket, count, expires, itemId, type }) => [itemId, type, bucket, count, expires].join()).join(" ")

const signatureOf = ({ changes, orders, records, result }: Ending): string =>
  [result, orders, ...Array.from(changes).sort(([left], [right]) => left - right), keyOfRecords(records)].join()

/** The larger amount of each item, and the larger number of new orders. */
const mostOfEach = (left: Ending["takenBack"], right: Ending["takenBack"]): Ending["takenBack"] => {
  const gains = new Map(left.gains)
  for (const [id, amount] of right.gains) gains.set(id, Math.max(amount, gains.get(id) ?? 0))
  return { gains, newOrders: Math.max(left.newOrders, right.newOrders) }
}

/** The endings so far, equal ones together, with the most that was taken back on a way to them. */
class Branches {
  readonly #found = new Map<string, Branch>()

  get all(): ReadonlyArray<Branch> {
    return Array.from(this.#found.values())
  }

  *add(ending: Ending, path: Step | undefined): Steps<void> {
    let bits = 0
    for (let step = path; step !== undefined; step = step.before) bits += Math.log2(step.total)
    // Said before the products are made, because they may be more than the budget.
    yield stepsOfBits(bits)
    let numerator = 1n
    let denominator = 1n
    for (let step = path; step !== undefined; step = step.before) {
      numerator *= BigInt(step.weight)
      denominator *= BigInt(step.total)
    }
    const signature = signatureOf(ending)
    const known = this.#found.get(signature)
    const probability = (known?.probability ?? ZERO).plus(Fraction.of(numerator, denominator))
    const takenBack = known === undefined ? ending.takenBack : mostOfEach(known.takenBack, ending.takenBack)
    const work = Math.max(ending.work, known?.work ?? 0)
    const written = Math.max(ending.written, known?.written ?? 0)
    const drawn = Math.max(ending.drawn, known?.drawn ?? 0)
    this.#found.set(signature, { ...ending, takenBack, probability, work, written, drawn })
    yield stepsOf(probability)
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
  *follow(
    catalog: LinkedCatalog,
    question: Question,
  ): Steps<{ readonly ending: Ending; readonly path: Step | undefined }> {
    const known: Array<Step> = []
    let path = this.#open.pop()
    for (let step = path; step !== undefined; step = step.before) known.push(step)
    this.#followed++
    let drawn = 0
    const choose: Chooser = ({ candidates, total, vendorId }) => {
      const next = known.pop()
      if (vendorId === question.watched) drawn++
      // Each draw lists all of them.
      question.holdings.work += candidates.length
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
    const ending = yield* endOnce(catalog, question, choose)
    return { ending: { ...ending, drawn }, path }
  }
}

/** Every way in which the entry can end. undefined: there are more paths of draws than `maximum`. */
export function* explored(
  catalog: LinkedCatalog,
  question: Question,
  maximum: number,
): Steps<ReadonlyArray<Branch> | undefined> {
  const branches = new Branches()
  const paths = new Paths(maximum)
  while (paths.isOpen) {
    try {
      const { ending, path } = yield* paths.follow(catalog, question)
      yield* branches.add(ending, path)
    } catch (failure) {
      if (failure instanceof TooMany) return undefined
      throw failure
    }
  }
  return branches.all
}
