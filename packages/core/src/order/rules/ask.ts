/**
 * What the interpreter asks. The interpreter itself never draws and never loads (decisions, section 12). A submission
 * answers with random draws and stored records (../answerAsks.ts). Tests and benchmarks choose the draws themselves.
 * Stored choices lead to the same outcome again (guarantees R8).
 */
import type { InventorySelection } from "../../inventory/InventoryStore.ts"
import type { HeldRecord } from "../../inventory/schema.ts"

/** Loot that a draw can pick, with its share of the total. */
export interface DrawCandidate {
  readonly lootId: number
  readonly weight: number
}

/**
 * Asks for a random integer from 0 to below `total`, each equally likely. The candidates own consecutive runs of these
 * numbers, in the order given. A run is as long as its candidate's weight.
 */
export interface DrawAsk {
  readonly _tag: "Draw"
  readonly vendorId: number
  /** Sum of the candidates' weights, above 0. */
  readonly total: number
  /**
   * Loot that can be drawn; undefined: the interpretation is not traced. Each read lists it anew, in a pass over all
   * candidates, and must come before the answer.
   */
  readonly candidates: ReadonlyArray<DrawCandidate> | undefined
}

/** Asks for inventory records that were not loaded yet. */
export interface RecordsAsk extends InventorySelection {
  readonly _tag: "Records"
}

/** The type of the answer to each kind of ask. */
interface Answers {
  readonly Draw: number
  readonly Records: ReadonlyArray<HeldRecord>
}

/** A question of the interpreter. */
export type Ask = DrawAsk | RecordsAsk

/** The type of the answer to this kind of ask. */
export type AnswerTo<A extends Ask> = Answers[A["_tag"]]

/** An answer to an ask of any kind. */
type Answer = AnswerTo<Ask>

/** A part of the interpretation: it asks, is answered, and ends in `A`. */
export type Fulfilment<A> = Generator<Ask, A, Answer>

/** The answer, in the type that belongs to this kind of ask. */
export function answerTo(ask: DrawAsk, answer: Answer): AnswerTo<DrawAsk>
export function answerTo(ask: RecordsAsk, answer: Answer): AnswerTo<RecordsAsk>
export function answerTo({ _tag }: Ask, answer: Answer): Answer {
  if ((_tag === "Draw") !== (typeof answer === "number")) throw new Error(`not what a ${_tag} is answered with`)
  return answer
}

/** A function for each kind of ask, which answers without an effect. */
export type Answering = { readonly [Tag in Ask["_tag"]]: (ask: Extract<Ask, { _tag: Tag }>) => Answers[Tag] }

/** Runs an interpretation to its end; `answers` answers each ask. */
export const answering = <A>(interpretation: Fulfilment<A>, answers: Answering): A => {
  let step = interpretation.next(0)
  while (step.done !== true) {
    const ask = step.value
    step = interpretation.next(ask._tag === "Draw" ? answers.Draw(ask) : answers.Records(ask))
  }
  return step.value
}
