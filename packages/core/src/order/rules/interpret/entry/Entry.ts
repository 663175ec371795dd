/** An entry type: its submitters, the records that decide about it, and its effects (decisions, section 12). */
import { ORDER_QUANTITY_MAX } from "../../../../catalog/rules/bounds.ts"
import { COUNT_MAX } from "../../../../inventory/schema.ts"
import type { InventorySelection } from "../../../../inventory/InventoryStore.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import type { EntryInProgress, Run } from "../run.ts"

/** What decides about an entry, as far as it is known before the entry begins. */
export interface Needs extends InventorySelection {
  /** The promotion code whose earlier claims decide. */
  readonly code?: string
  /** The loot whose earlier application in the inventory session decides. */
  readonly appliedLootId?: number
}

/** An entry type. */
export interface Entry {
  /** Whether only servers may submit it. */
  readonly forServersOnly: boolean
  /**
   * The records and claims that decide about the entry. Those of all entries are loaded at once. Empty when the entry
   * fails for the request alone.
   */
  readonly needs: (run: Run, request: SubmittedEntry) => Needs
  /** Fulfils `entry.request`, or says why it fails. When it fails, the caller undoes its changes. */
  readonly fulfil: (run: Run, entry: EntryInProgress) => FailureReason | undefined
}

/** The needs of an entry that depends on no record. */
export const needsNothing: Needs = { itemIds: [], inventoryIds: [], legacyInventoryIds: [] }

/** Bounds of an entry's quantity (decisions, section 12). */
const QUANTITY_MIN = 1
/** See {@link QUANTITY_MIN}. */
export const QUANTITY_MAX = ORDER_QUANTITY_MAX

/** Why the quantity is not within these bounds; undefined: it is. */
export const reasonAgainstBounds = (
  { trace }: Run,
  { quantity }: SubmittedEntry,
  minimum: number,
  maximum: number,
): FailureReason | undefined => {
  if (quantity < minimum || quantity > maximum) return { _tag: "QuantityOutOfBounds", quantity, minimum, maximum }
  trace?.({ _tag: "RuleApplied", rule: { _tag: "QuantityInBounds", quantity, minimum, maximum } })
  return undefined
}

/** Why the quantity is not allowed; undefined: it is allowed. */
export const reasonAgainstQuantity = (run: Run, request: SubmittedEntry): FailureReason | undefined =>
  reasonAgainstBounds(run, request, QUANTITY_MIN, QUANTITY_MAX)

/** Why the quantity cannot be the count of a record; undefined: it can. 0 keeps the record, empty. */
export const reasonAgainstCount = (run: Run, request: SubmittedEntry): FailureReason | undefined =>
  reasonAgainstBounds(run, request, 0, COUNT_MAX)

/** Why the quantity is not allowed in an entry that acts once; undefined: it is 1. */
export const reasonAgainstOtherThanOne = (run: Run, request: SubmittedEntry): FailureReason | undefined =>
  reasonAgainstBounds(run, request, 1, 1)
