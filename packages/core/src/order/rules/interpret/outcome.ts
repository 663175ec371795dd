/** The outcome of fulfilling an order. New orders, entries and records get their ids when the outcome is stored. */
import type { HeldRecord } from "../../../inventory/schema.ts"
import type { EntryResult } from "../../enumerations.ts"
import type { SubmittedEntry } from "../../schema.ts"
import { type FailureReason, resultOf } from "../reasons/failureReason.ts"

/** A record among the player's holdings: as it is now, and as storage has it (undefined: the record is new). */
export interface Slot {
  readonly current: HeldRecord
  readonly original: HeldRecord | undefined
}

/** A change of a record: a detail of its entry, and a row of the ledger. `before` absent: the record is new. */
export interface Change {
  readonly _tag: "inventory_change"
  readonly slot: Slot
  readonly before: HeldRecord | undefined
  readonly after: HeldRecord
  readonly lootId: number | undefined
}

/** Loot that was filled by a new order. */
export interface NewOrder {
  readonly _tag: "new_order"
  readonly lootId: number
  readonly order: OrderOutcome
}

/** A promotion code that the player claimed. */
export interface Claim {
  readonly _tag: "claim_promo_code"
  readonly code: string
  readonly lootId: number
  /** Most claims of the code by all players; undefined: claims are not limited, and not counted. */
  readonly usesMaximum: number | undefined
}

/** A claim that was given back, because another entry of the transaction failed. */
export interface ReturnedClaim {
  readonly _tag: "return_promo_code"
  readonly lootId: number
}

/** Loot that the player chose for a dynamic bundle. It changes nothing by itself. */
interface Choice {
  readonly _tag: "dynamic_bundle_lti"
  readonly lootId: number
}

/** An effect of an entry. */
export type EntryEffect = Change | NewOrder | Choice | Claim | ReturnedClaim

/** An entry that has ended. */
export interface EntryOutcome {
  /** The entry as submitted, or the part of it that is kept ({@link ended}). */
  readonly request: SubmittedEntry
  readonly result: EntryResult
  /** Why the entry failed; undefined: the entry succeeded. */
  readonly reason: FailureReason | undefined
  /** The effects of the entry, in sequence. A failed entry has none, but a claim that was rolled back and returned. */
  readonly details: ReadonlyArray<EntryEffect>
}

/** An order that was submitted, or that was made while another order (`parent`) was fulfilled. */
export interface OrderOutcome {
  readonly parent: OrderOutcome | undefined
  readonly entries: ReadonlyArray<EntryOutcome>
}

/** Everything to store for a submitted order. */
export interface Outcome {
  readonly order: OrderOutcome
  /** Orders made while it was fulfilled. An order comes after the order that made it. */
  readonly newOrders: ReadonlyArray<OrderOutcome>
  /** Every change of all these orders, in the sequence in which they happened. */
  readonly changes: ReadonlyArray<Change>
  /** Every claim, in the sequence in which they happened. No code is claimed twice. */
  readonly claims: ReadonlyArray<Claim>
  /** Ids of the loot that was applied for the first time in its inventory session. */
  readonly applied: ReadonlyArray<number>
}

/** Fields that a failed entry keeps. Their size is limited: numbers, ids, times and words of closed lists. */
const FIXED = [
  "type",
  "loot_id",
  "quantity",
  "vendor_version",
  "use_inventory_bucket",
  "player_portal_event_id",
  "inventory_id",
  "legacy_inventory_id",
  "item_id",
  "expires",
] as const satisfies ReadonlyArray<keyof SubmittedEntry>

/** Results of a `promotion_code` entry whose code was not looked up, or is not a code of the catalog. */
const CODE_UNKNOWN: ReadonlySet<EntryResult> = new Set([
  "promotion_not_found",
  "quantity_not_allowed",
  "not_started",
  "too_many_requests",
])

/**
 * The fields that decide about a purchase: the price, and the at most 100 ids that a dynamic bundle is made of. A price
 * in several currencies is left out: without a price, too, the entry is `price_does_not_match`. The first of them are
 * kept beside the text (../wire/statedTogether.ts).
 */
const purchaseOf = ({ dynamic_bundle_loot_ids, purchase_price, type }: SubmittedEntry): Partial<SubmittedEntry> => {
  const isBundle = type === "purchase_dynamic_bundle"
  if (type !== "purchase_loot" && !isBundle) return {}
  const isOnePrice = purchase_price !== undefined && (purchase_price.currencies?.length ?? 0) <= 1
  return {
    ...(isOnePrice ? { purchase_price } : undefined),
    ...(isBundle && dynamic_bundle_loot_ids !== undefined ? { dynamic_bundle_loot_ids } : undefined),
  }
}

/**
 * The part of a client's entry that is answered and stored. Any player can send entries that fail as fast as the rate
 * allows, and orders are kept for ever. So a failed entry keeps its fields of fixed size, and not the fields that its
 * sender can make grow (guarantees R110). Three kinds of fields are kept too, because without them the entry could not
 * be interpreted again (guarantees R8): its `vendor_etag` when the entry failed for that, what decides about a
 * purchase, and a promotion code of the catalog, whose length the catalog limits.
 */
const keptOf = (request: SubmittedEntry, result: EntryResult): SubmittedEntry => {
  if (result === "success") return request
  const { external_tran_id, quantity, type, vendor_etag } = request
  const fixed = Object.fromEntries(FIXED.flatMap((name) => (name in request ? [[name, request[name]]] : [])))
  const isAboutVendor = result === "vendor_version_does_not_match" && vendor_etag !== undefined
  const isAboutCode = type === "promotion_code" && external_tran_id !== undefined && !CODE_UNKNOWN.has(result)
  return {
    type,
    quantity,
    ...fixed,
    ...(isAboutVendor ? { vendor_etag } : undefined),
    ...(isAboutCode ? { external_tran_id } : undefined),
    ...purchaseOf(request),
  }
}

/** An ended entry, as it is stored: failed for `reason`, or (undefined) successful with `details` as its effects. */
export const ended = (
  isServer: boolean,
  request: SubmittedEntry,
  reason: FailureReason | undefined,
  details: EntryOutcome["details"] = [],
): EntryOutcome => {
  const result = reason === undefined ? "success" : resultOf(reason)
  return { request: isServer ? request : keptOf(request, result), result, reason, details }
}
