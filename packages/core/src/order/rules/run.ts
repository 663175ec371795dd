/** The state of one interpretation: what it is given, where it stands, and its bounds. */
import type { InventoryBucket } from "../../catalog/schema.ts"
import type { AllowedBuckets } from "../../inventory/rules/counts.ts"
import type { Platform } from "../../kernel/Platform.ts"
import type { Timestamp } from "../../kernel/Timestamp.ts"
import type { EntryRefusal, OrderSource } from "../enumerations.ts"
import type { Holdings } from "./holdings.ts"
import type { EntryOutcome, OrderOutcome } from "./outcome.ts"
import type { ItemPlan, Plan } from "./plan.ts"
import type { TraceSink } from "./trace.ts"

/**
 * Bounds that let an interpretation end on any catalog: loot looked at and candidates weighed, vendors within vendors,
 * and changes of records. An order that would pass one of them ends its entry with `internal_error`.
 */
export const STEPS_MAX = 100_000
export const NESTING_MAX = 64
export const CHANGES_MAX = 10_000
/** How deep new orders may nest (decisions, section 12), and how many one order may make. */
export const ORDER_DEPTH_MAX = 8
export const NEW_ORDERS_MAX = 1_000

/** Who submitted, from where and when. */
export interface Circumstances {
  /** The platform of the session; undefined: a server acts without one. */
  readonly platform: Platform | undefined
  /** Whether the submitter may do what only servers may. */
  readonly isServer: boolean
  readonly now: Timestamp
}

/** An interpretation under way. */
export interface Run extends Circumstances {
  readonly plan: Plan
  readonly holdings: Holdings
  readonly source: OrderSource
  /** The session's bucket. */
  readonly bucket: InventoryBucket
  readonly trace: TraceSink | undefined
  readonly newOrders: Array<OrderOutcome>
  order: OrderOutcome
  entry: EntryOutcome
  /** How many orders the current one lies within. */
  orderDepth: number
  /** How many vendors the current one lies within. */
  nesting: number
  steps: number
  /** Set when a bound was passed: the submitted entry fails with this, whatever a draw could have tried instead. */
  halted: EntryRefusal | undefined
  /** A rise of an item with levels that rewards are still owed for. */
  rise: { readonly item: ItemPlan; readonly before: number; readonly after: number } | undefined
}

/** Where a run can return to. */
export interface Mark {
  readonly changes: number
  readonly details: number
  readonly newOrders: number
}

/** The place where the run is now. */
export const markOf = (run: Run): Mark => ({
  changes: run.holdings.journal.length,
  details: run.entry.details.length,
  newOrders: run.newOrders.length,
})

/** Undoes everything that the current entry did since `mark`. */
export const undo = (run: Run, mark: Mark): void => {
  run.holdings.undo(mark.changes)
  run.entry.details.length = mark.details
  run.newOrders.length = mark.newOrders
}

/** Ends the submitted entry with `refusal`. */
export const halt = (run: Run, refusal: EntryRefusal): EntryRefusal => (run.halted ??= refusal)

/** Counts `steps` of work; false: there was too much of it, and the run is halted. */
export const spendSteps = (run: Run, steps: number): boolean => {
  run.steps += steps
  if (run.steps <= STEPS_MAX && run.holdings.journal.length <= CHANGES_MAX) return true
  halt(run, "internal_error")
  return false
}

const noBuckets: ReadonlySet<InventoryBucket> = new Set()

/** Buckets in which the item counts and may be spent in this session. */
export const allowedBuckets = (run: Run, item: ItemPlan): AllowedBuckets =>
  item.buckets === undefined ? undefined : (item.buckets.get(run.bucket) ?? noBuckets)

/** How many of the item count for the player: own plus rent, and the one that everybody owns. */
export const countOf = (run: Run, item: ItemPlan): number =>
  run.holdings.count(item.id, run.now, allowedBuckets(run, item)) + (item.item.always_owned ? 1 : 0)
