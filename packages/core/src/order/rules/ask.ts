/**
 * What the interpreter asks. It never draws and never loads by itself (decisions, section 12), so that one definition
 * serves a submission (../answerAsks.ts) and every program that answers in another way: tests and benchmarks choose
 * the draws themselves, and stored choices lead to the same outcome again (guarantees R8).
 */
import type { InventorySelection } from "../../inventory/InventoryStore.ts"
import type { HeldRecord } from "../../inventory/schema.ts"

/** Loot that a draw can pick, with its share of the total. */
export interface DrawCandidate {
  readonly lootId: number
  readonly weight: number
}

/**
 * Asks for a random integer from 0 to below `total`, each equally likely: the candidates own consecutive runs of these
 * numbers, as long as their weights, in the order given.
 */
export interface DrawAsk {
  readonly _tag: "Draw"
  readonly vendorId: number
  /** Sum of the candidates' weights, above 0. */
  readonly total: number
  /** What can be drawn. Listed only where the interpretation is traced, because listing looks at every candidate. */
  readonly candidates: ReadonlyArray<DrawCandidate> | undefined
}

/** Asks for records that were not loaded yet. */
export interface RecordsAsk extends InventorySelection {
  readonly _tag: "Records"
}

/** What each kind of ask is answered with. */
interface Answers {
  readonly Draw: number
  readonly Records: ReadonlyArray<HeldRecord>
}

/** Everything that the interpreter asks. */
export type Ask = DrawAsk | RecordsAsk

/** What an ask of this kind is answered with. */
export type AnswerTo<A extends Ask> = Answers[A["_tag"]]

/** An answer to some ask. */
type Answer = AnswerTo<Ask>

/** A part of the interpretation: it asks, is answered, and ends in `A`. */
export type Fulfilment<A> = Generator<Ask, A, Answer>

/** The answer to this ask, of the type that this kind of ask is answered with. */
export function answerTo(ask: DrawAsk, answer: Answer): AnswerTo<DrawAsk>
export function answerTo(ask: RecordsAsk, answer: Answer): AnswerTo<RecordsAsk>
export function answerTo({ _tag }: Ask, answer: Answer): Answer {
  if ((_tag === "Draw") !== (typeof answer === "number")) throw new Error(`not what a ${_tag} is answered with`)
  return answer
}

/** How asks are answered at once, by a function for each kind. */
export type Answering = { readonly [Tag in Ask["_tag"]]: (ask: Extract<Ask, { _tag: Tag }>) => Answers[Tag] }

/** Runs an interpretation to its end. */
export const answering = <A>(interpretation: Fulfilment<A>, answers: Answering): A => {
  let step = interpretation.next(0)
  while (step.done !== true) {
    const ask = step.value
    step = interpretation.next(ask._tag === "Draw" ? answers.Draw(ask) : answers.Records(ask))
  }
  return step.value
}
