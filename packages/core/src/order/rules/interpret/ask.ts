/**
 * What the interpreter asks. The interpreter itself never draws and never loads (decisions, section 12). A function
 * answers each draw at once; records and claims are asked for ({@link Ask}), because storage has to be waited for. A
 * submission answers with random draws, stored records and stored claims (../../interpretStored.ts). Stored choices
 * lead to the same outcome again (guarantees R8).
 */
import type { InventorySelection, LoadedInventory, RecordPart } from "../../../inventory/InventoryStore.ts"
import type { HeldRecord } from "../../../inventory/schema.ts"

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
  readonly vendorId: number
  /** Sum of the candidates' weights, above 0. */
  readonly total: number
  /**
   * Loot that can be drawn. Each read lists it anew, in a pass over all candidates, and must come before the answer.
   */
  readonly candidates: ReadonlyArray<DrawCandidate>
}

/** Answers a draw with an integer from 0 to below `total`. */
export type Chooser = (draw: DrawAsk) => number

/** The stored claims of a promotion code. */
export interface PromotionState {
  /** Whether the player has claimed the code. */
  readonly isClaimed: boolean
  /** Claims by all players while the number of claims was limited. 0: the code was never claimed under a limit. */
  readonly uses: number
}

/** What the player got before of what is given once. */
export interface EarlierClaims {
  /** The claims of a code. */
  readonly promotion: (code: string) => PromotionState
  /** Whether the loot was applied before in the current inventory session, by `fill_loot_single_transient`. */
  readonly isApplied: (lootId: number) => boolean
}

/** Asks for items that were not loaded yet: for their records, or for the counts of an item with many records. */
export interface RecordsAsk extends InventorySelection {
  readonly _tag: "Records"
}

/** Asks for the records that a change of an item with many records needs. */
export interface PartAsk {
  readonly _tag: "Part"
  readonly itemId: number
  readonly part: RecordPart
}

/** Asks for the earlier claims of codes, and of loot that is applied once. At least one of them is named. */
export interface ClaimsAsk {
  readonly _tag: "Claims"
  readonly codes: ReadonlyArray<string>
  readonly lootIds: ReadonlyArray<number>
}

/** Asks for nothing: other work may have its turn, because the entries before took long. */
export interface TurnAsk {
  readonly _tag: "Turn"
}

/** The type of the answer to each kind of ask. */
interface Answers {
  readonly Records: LoadedInventory
  readonly Part: ReadonlyArray<HeldRecord>
  readonly Claims: EarlierClaims
  readonly Turn: undefined
}

/** A question of the interpreter. */
export type Ask = RecordsAsk | PartAsk | ClaimsAsk | TurnAsk

/** The type of the answer to this kind of ask. */
export type AnswerTo<A extends Ask> = Answers[A["_tag"]]

/** An answer to an ask of any kind. */
type Answer = AnswerTo<Ask>

/** An interpretation that asks, is answered, and ends in `A`. */
export interface Fulfilment<A> extends Iterable<Ask, A, Answer> {
  next(answer: Answer): IteratorResult<Ask, A>
}

const tagOf = (answer: Answer): Ask["_tag"] => {
  if (answer === undefined) return "Turn"
  if ("promotion" in answer) return "Claims"
  return "records" in answer ? "Records" : "Part"
}

/** The answer, in the type that belongs to this kind of ask. */
export function answerTo(ask: RecordsAsk, answer: Answer): AnswerTo<RecordsAsk>
export function answerTo(ask: PartAsk, answer: Answer): AnswerTo<PartAsk>
export function answerTo(ask: ClaimsAsk, answer: Answer): AnswerTo<ClaimsAsk>
export function answerTo({ _tag }: Ask, answer: Answer): Answer {
  if (tagOf(answer) !== _tag) throw new Error(`not what a ${_tag} is answered with`)
  return answer
}
