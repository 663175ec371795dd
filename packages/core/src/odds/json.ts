/** The JSON of odds as documented types, for hosts without Effect. The fields are those of `schema.ts`. */
import type { EntryResult } from "../order/enumerations.ts"
import type { OrderEntryInput, OrderReference } from "../order/json.ts"

/** An estimate. The true number is from `low` to `high`, with 99% confidence. */
export interface OddsEstimate {
  /** The estimated number. */
  readonly value: number
  /** The lower bound. */
  readonly low: number
  /** The upper bound. */
  readonly high: number
}

/** The odds of one item. */
export interface ItemOddsAnswer {
  /** Id of the item in the catalog. */
  readonly item_id: number
  /** By how much the count changes on average, below 0 when the item is spent: a fraction in lowest terms, as `7/3`. */
  readonly expected: string | OddsEstimate
  /** The probability to have more of the item than before. */
  readonly at_least_one: string | OddsEstimate
}

/** The probability that the entry fails with this result. */
export interface FailureOddsAnswer {
  /** The result of the entry. */
  readonly result: EntryResult
  /** How likely it is. */
  readonly probability: string | OddsEstimate
}

/** The odds of anything that is ordered. */
export interface EntryOddsAnswer {
  /** Whether the numbers are fractions; otherwise they are estimates. */
  readonly exact: boolean
  /** How often the entry was fulfilled for the estimates; absent: the odds are exact. */
  readonly samples?: number
  /** Whether the budget of steps ended the computation, so that the bounds are wider. Absent: it did not. */
  readonly cut_short?: boolean
  /** By item id. */
  readonly items: ReadonlyArray<ItemOddsAnswer>
  /** How the entry can fail; absent: it never fails. */
  readonly failures?: ReadonlyArray<FailureOddsAnswer>
}

/** The odds of a loot (decisions, section 12). */
export interface OddsAnswer extends EntryOddsAnswer {
  /** Etag of the vendor collection that the odds belong to. */
  readonly etag: string
  /** Id of the loot. */
  readonly loot_id: number
  /** How many are ordered in one entry. */
  readonly quantity: number
}

/** An entry with its odds, as if it were the only one of its order. */
export interface ExpectedEntryAnswer extends OrderEntryInput {
  /** What the entry would give. */
  readonly expected: EntryOddsAnswer
}

/** A quote with expected results (decisions, section 12). */
export interface ExpectedQuoteAnswer extends Omit<OrderReference, "order_id" | "entries"> {
  /** UUID of the player whose order it would be. */
  readonly player_uuid: string
  /** The time that the quote is for, ISO 8601 in UTC. */
  readonly created_time: string
  /** That the entries have odds, and no results. */
  readonly results: "expected"
  /** Etag of the vendor collection that the odds belong to. */
  readonly etag: string
  /** The entries, in the sequence of the request. */
  readonly entries: ReadonlyArray<ExpectedEntryAnswer>
}

/** Whose odds are asked for, and of how many. */
export interface OddsQuery {
  /** How many are ordered in one entry, 1 to 1,000,000. Absent: 1. */
  readonly quantity?: number
  /** The player whose inventory counts. Absent: a player without items. */
  readonly player_uuid?: string
}
