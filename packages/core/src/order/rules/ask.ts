/**
 * What the interpreter asks. The interpreter itself never draws and never loads (decisions, section 12). A submission
 * answers with random draws, stored records and stored claims (../answerAsks.ts). Tests and benchmarks choose the draws
 * themselves.
 * Stored choices lead to the same outcome again (guarantees R8).
 */
import type { InventorySelection, LoadedInventory, RecordPart } from "../../inventory/InventoryStore.ts"
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

/** Asks for items that were not loaded yet: for their records, or for the counts of an item with many records. */
export interface RecordsAsk extends InventorySelection {
  readonly _tag: "Records"
}

/** Asks for the claims of a promotion code that were stored before. */
export interface PromotionAsk {
  readonly _tag: "Promotion"
  readonly code: string
}

/** The stored claims of a promotion code. */
export interface PromotionState {
  /** Whether the player has claimed the code. */
  readonly isClaimed: boolean
  /** Claims by all players while the number of claims was limited. 0: the code was never claimed under a limit. */
  readonly uses: number
}

/** Asks whether loot was applied before in the current inventory session, by `fill_loot_single_transient`. */
export interface AppliedAsk {
  readonly _tag: "Applied"
  readonly lootId: number
}

/** Asks for the records that a change of an item with many records needs. */
export interface PartAsk {
  readonly _tag: "Part"
  readonly itemId: number
  readonly part: RecordPart
}

/** The type of the answer to each kind of ask. */
interface Answers {
  readonly Draw: number
  readonly Records: LoadedInventory
  readonly Part: ReadonlyArray<HeldRecord>
  readonly Promotion: PromotionState
  readonly Applied: boolean
}

/** A question of the interpreter. */
export type Ask = DrawAsk | RecordsAsk | PartAsk | PromotionAsk | AppliedAsk

/** The type of the answer to this kind of ask. */
export type AnswerTo<A extends Ask> = Answers[A["_tag"]]

/** An answer to an ask of any kind. */
type Answer = AnswerTo<Ask>

/** A part of the interpretation: it asks, is answered, and ends in `A`. */
export interface Fulfilment<A> extends Iterable<Ask, A, Answer> {
  next(answer: Answer): IteratorResult<Ask, A>
}

const tagOf = (answer: Answer): Ask["_tag"] => {
  if (typeof answer === "number") return "Draw"
  if (typeof answer === "boolean") return "Applied"
  if ("isClaimed" in answer) return "Promotion"
  return "records" in answer ? "Records" : "Part"
}

/** The answer, in the type that belongs to this kind of ask. */
export function answerTo(ask: DrawAsk, answer: Answer): AnswerTo<DrawAsk>
export function answerTo(ask: RecordsAsk, answer: Answer): AnswerTo<RecordsAsk>
export function answerTo(ask: PartAsk, answer: Answer): AnswerTo<PartAsk>
export function answerTo(ask: PromotionAsk, answer: Answer): AnswerTo<PromotionAsk>
export function answerTo(ask: AppliedAsk, answer: Answer): AnswerTo<AppliedAsk>
export function answerTo({ _tag }: Ask, answer: Answer): Answer {
  if (tagOf(answer) !== _tag) throw new Error(`not what a ${_tag} is answered with`)
  return answer
}

/** A function for each kind of ask, which answers without an effect. */
export type Answering = { readonly [Tag in Ask["_tag"]]: (ask: Extract<Ask, { _tag: Tag }>) => Answers[Tag] }

const answered = (answers: Answering, ask: Ask): Answer => {
  switch (ask._tag) {
    case "Draw":
      return answers.Draw(ask)
    case "Records":
      return answers.Records(ask)
    case "Part":
      return answers.Part(ask)
    case "Promotion":
      return answers.Promotion(ask)
    case "Applied":
      return answers.Applied(ask)
    default:
      return ask satisfies never
  }
}

/** Runs an interpretation to its end; `answers` answers each ask. */
export const answering = <A>(interpretation: Fulfilment<A>, answers: Answering): A => {
  let step = interpretation.next(0)
  while (step.done !== true) step = interpretation.next(answered(answers, step.value))
  return step.value
}
