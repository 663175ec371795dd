/** The state of an interpretation: its inputs, its effects so far, and its bounds. */
import { CHANGES_MAX, NESTING_MAX, NEW_ORDERS_MAX, STEPS_MAX } from "../../../catalog/rules/bounds.ts"
import type { LinkedCatalog, LinkedItem, LinkedLoot } from "../../../catalog/rules/linked.ts"
import type { InventoryBucket } from "../../../catalog/schema.ts"
import { type AllowedBuckets, cappedCount } from "../../../inventory/rules/counts.ts"
import { COUNT_MAX } from "../../../inventory/schema.ts"
import type { Platform } from "../../../kernel/Platform.ts"
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { OrderFeature, OrderSource } from "../../enumerations.ts"
import type { SubmittedEntry } from "../../schema.ts"
import type { Chooser, EarlierClaims } from "./ask.ts"
import type { Holdings } from "./holdings.ts"
import type { Claim, EntryEffect, OrderOutcome } from "./outcome.ts"
import type { FailureReason, Halt } from "../reasons/failureReason.ts"
import type { TraceSink } from "../explain/trace.ts"

/** An order of at most this many entries leaves each of them its whole bounds. */
const ENTRIES_WITH_WHOLE_BOUNDS = 10

/** How many new orders all entries of an order may make together. */
export const NEW_ORDERS_OF_ORDER_MAX = NEW_ORDERS_MAX * ENTRIES_WITH_WHOLE_BOUNDS

/** What an entry may do. It depends on how many entries the order has, and never on what the others do. */
export interface Bounds {
  readonly steps: number
  readonly changes: number
  readonly newOrders: number
}

const wholeBounds: Bounds = { steps: STEPS_MAX, changes: CHANGES_MAX, newOrders: NEW_ORDERS_MAX }

/**
 * The bounds of each entry of an order. The entries of a longer order share ten times the bounds of one entry equally,
 * so that there is a limit on the order too.
 */
export const boundsOf = (entryCount: number): Bounds => {
  if (entryCount <= ENTRIES_WITH_WHOLE_BOUNDS) return wholeBounds
  const share = ENTRIES_WITH_WHOLE_BOUNDS / entryCount
  return {
    steps: Math.floor(STEPS_MAX * share),
    changes: Math.floor(CHANGES_MAX * share),
    newOrders: Math.floor(NEW_ORDERS_MAX * share),
  }
}

/** The submitter's rights and platform, the time, and the settings that decide. */
export interface Circumstances {
  /** The platform of the session; undefined: a server submits, which has no platform. */
  readonly platform: Platform | undefined
  /** Whether the submitter has the rights of a server. */
  readonly isServer: boolean
  readonly now: Timestamp
  /** What is turned off; absent: nothing. */
  readonly disabled?: ReadonlyArray<OrderFeature> | undefined
}

/** An interpretation under way. */
export interface Run extends Circumstances {
  readonly catalog: LinkedCatalog
  readonly holdings: Holdings
  readonly source: OrderSource
  /** The session's bucket. */
  readonly bucket: InventoryBucket
  /** Whether the prices that purchases may state are found: somebody is told how the order comes about. */
  readonly tellsPrices: boolean
  /** undefined: no step is reported. */
  trace: TraceSink | undefined
  readonly choose: Chooser
  readonly earlier: EarlierClaims
  /** Orders made so far. An order comes after the order that made it. */
  readonly newOrders: Array<OrderOutcome>
  /** Claims of the entries that succeeded. */
  claims: ReadonlyArray<Claim>
  /** Ids of the loot that entries applied once per inventory session. */
  applied: ReadonlyArray<number>
  /** The bounds of each entry. */
  readonly bounds: Bounds
  /** The loot that the entry in progress is about; undefined: it has not come to its loot. */
  loot: LinkedLoot | undefined
  /** How often entries of the order stopped, because records were not loaded. */
  stops: number
  /** Steps of the entry in progress. */
  steps: number
  /** How long the journal was before the entry in progress, and how many changes and new orders there were. */
  journalBefore: number
  changesBefore: number
  newOrdersBefore: number
  /** The claims and the applied loot before the entry in progress. */
  claimsBefore: ReadonlyArray<Claim>
  appliedBefore: ReadonlyArray<number>
}

/** Type and expiry of a record. */
export interface Lifetime {
  readonly type: "persistent" | "transient"
  readonly expires: Timestamp | undefined
}

/** The entry in progress, and its effects so far. */
export interface EntryInProgress {
  readonly order: OrderOutcome
  readonly request: SubmittedEntry
  readonly details: Array<EntryEffect>
  /** How many orders the entry's order lies within. */
  readonly depth: number
  /** Type and expiry that loot of an entitlement inherits; undefined: the entry is not for an entitlement. */
  readonly entitlement: Lifetime | undefined
}

/** Whether entries say what is to be, because the order takes another one back (rules/refund). */
export const writesBack = ({ disabled }: Pick<Run, "disabled">): boolean => disabled?.includes("hand_rules") === true

/**
 * Undoes all effects of the entry after its first `details`, and the changes and new orders of the run that came with
 * them. Numbers and no object, because each draw notes them.
 */
export const undo = (run: Run, entry: EntryInProgress, changes: number, details: number, newOrders: number): void => {
  run.holdings.undo(changes)
  entry.details.length = details
  const { takenBack } = run.holdings
  if (takenBack !== undefined) takenBack.newOrders += run.newOrders.length - newOrders
  run.newOrders.length = newOrders
}

/** Reports the changes of the entry after the first `from` of its details. */
export const traceChanges = (run: Run, entry: EntryInProgress, from: number): void => {
  if (run.trace === undefined) return
  for (const change of entry.details.slice(from)) {
    if (change._tag === "inventory_change") run.trace({ _tag: "Changed", change })
  }
}

/** A rise of an item with levels, whose rewards are due. */
export interface Rise {
  readonly _tag: "Rise"
  readonly item: LinkedItem
  readonly before: number
  readonly after: number
}

/** The vendor, or the reward of a level, lies within too many vendors. */
export const nestedTooDeep: Halt = { _tag: "NestedTooDeep", maximum: NESTING_MAX }

/** Begins to count for the next entry. */
export const beginCounting = (run: Run): void => {
  run.loot = undefined
  run.steps = 0
  run.holdings.takenBack?.clear()
  run.journalBefore = run.holdings.journal.length
  run.changesBefore = run.holdings.changeCount
  run.newOrdersBefore = run.newOrders.length
  run.claimsBefore = run.claims
  run.appliedBefore = run.applied
}

/** Undoes all effects of the entry. One that claimed or applied can still fail, for the number of its changes. */
export const undoEntry = (run: Run, entry: EntryInProgress): void => {
  undo(run, entry, run.journalBefore, 0, run.newOrdersBefore)
  run.claims = run.claimsBefore
  run.applied = run.appliedBefore
}

/** Whether the entry made more changes than it may; undefined: within the bound. */
export const haltOfChanges = ({ bounds, changesBefore, holdings }: Run): Halt | undefined =>
  holdings.changeCount - changesBefore > bounds.changes
    ? { _tag: "TooManyChanges", maximum: bounds.changes }
    : undefined

/** Counts `steps` of work of the entry; undefined: within the bounds. */
export const spendSteps = (run: Run, steps: number): Halt | undefined => {
  run.steps += steps
  run.holdings.work += steps
  return run.steps > run.bounds.steps ? { _tag: "TooManySteps", maximum: run.bounds.steps } : haltOfChanges(run)
}

/** Whether the entry may make no further new order; undefined: it may. */
export const haltOfNewOrders = ({ bounds, newOrders, newOrdersBefore }: Run): Halt | undefined =>
  newOrders.length - newOrdersBefore >= bounds.newOrders
    ? { _tag: "TooManyOrders", maximum: bounds.newOrders }
    : undefined

const noBuckets: ReadonlySet<InventoryBucket> = new Set()

/** Buckets whose records of the item count and may be spent in this session. */
export const allowedBuckets = (run: Pick<Run, "bucket">, item: LinkedItem): AllowedBuckets =>
  item.buckets === undefined ? undefined : (item.buckets.get(run.bucket) ?? noBuckets)

/** The player's count of the item: own plus rent, plus 1 for an item that every player always owns. */
export const countOf = (run: Pick<Run, "bucket" | "holdings" | "now">, item: LinkedItem): number =>
  cappedCount(run.holdings.count(item.item_id, run.now, allowedBuckets(run, item)) + (item.always_owned ? 1 : 0))

/**
 * Why the player cannot hold `gained` more of the item, whose records must be loaded; undefined: what all buckets hold
 * together stays a number that JSON carries exactly. A sum beyond that is not exact, and never seems to be within.
 */
export const reasonAgainstGain = (
  { holdings, now }: Pick<Run, "holdings" | "now">,
  itemId: number,
  gained: number,
): Extract<FailureReason, { readonly _tag: "CountTooLarge" }> | undefined => {
  if (gained <= 0) return undefined
  const count = holdings.count(itemId, now, undefined) + gained
  return count > COUNT_MAX ? { _tag: "CountTooLarge", itemId, count, maximum: COUNT_MAX } : undefined
}
