/** What fulfilling an order comes to. Ids of new orders, entries and records are given when it is stored. */
import type { HeldRecord } from "../../inventory/schema.ts"
import type { EntryResult } from "../enumerations.ts"
import type { SubmittedEntry } from "../schema.ts"
import { type Refusal, resultOf } from "./refusal.ts"

/** A record among the player's holdings: as it is now, and as storage has it (undefined: it is new). */
export interface Slot {
  readonly current: HeldRecord
  readonly original: HeldRecord | undefined
}

/** One change of one record: a detail of its entry, and a row of the ledger. `before` absent: the record is new. */
export interface Change {
  readonly _tag: "inventory_change"
  readonly slot: Slot
  readonly before: HeldRecord | undefined
  readonly after: HeldRecord
  readonly lootId: number | undefined
}

/** Loot that was filled by an order of its own. */
export interface NewOrder {
  readonly _tag: "new_order"
  readonly lootId: number
  readonly order: OrderOutcome
}

/** One thing that an entry does. */
export type EntryEffect = Change | NewOrder

/** An entry that has ended. */
export interface EntryOutcome {
  /** What was asked for, or as much of it as is kept ({@link ended}). */
  readonly request: SubmittedEntry
  readonly result: EntryResult
  /** Why the result is not success; undefined: it is. */
  readonly refusal: Refusal | undefined
  /** What the entry did, in order; nothing where it was refused. */
  readonly details: ReadonlyArray<EntryEffect>
}

/** An order, submitted or made while another was fulfilled (`parent`). */
export interface OrderOutcome {
  readonly parent: OrderOutcome | undefined
  readonly entries: ReadonlyArray<EntryOutcome>
}

/** Everything that is to be stored for one submitted order. */
export interface Outcome {
  readonly order: OrderOutcome
  /** Orders made while it was fulfilled, each after the one that made it. */
  readonly newOrders: ReadonlyArray<OrderOutcome>
  /** Every change of all of them, in the order in which they happened. */
  readonly changes: ReadonlyArray<Change>
  /** The records that decided about it, in the order in which they were loaded. */
  readonly loaded: ReadonlyArray<HeldRecord>
}

/** The fields that are kept in any case: numbers, ids, times and words of closed lists. */
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

/**
 * The part of a client's entry that its answer says, and that is stored. Anyone who can log in can be refused as often
 * as the rate allows, and an order is kept for ever. So a refused entry keeps what has a fixed size, and not what its
 * sender can make grow (guarantees R43). The `vendor_etag` is kept where that is what the entry was refused for,
 * because without it the entry could not be interpreted again (guarantees R8).
 */
const keptOf = (request: SubmittedEntry, result: EntryResult): SubmittedEntry => {
  if (result === "success") return request
  const { quantity, type, vendor_etag } = request
  const fixed = Object.fromEntries(FIXED.flatMap((name) => (name in request ? [[name, request[name]]] : [])))
  const isAboutVendor = result === "vendor_version_does_not_match" && vendor_etag !== undefined
  return { type, quantity, ...fixed, ...(isAboutVendor ? { vendor_etag } : undefined) }
}

/** An entry that was refused for this reason (undefined: it succeeded, and did `details`), as it is stored. */
export const ended = (
  isServer: boolean,
  request: SubmittedEntry,
  refusal: Refusal | undefined,
  details: EntryOutcome["details"] = [],
): EntryOutcome => {
  const result = refusal === undefined ? "success" : resultOf(refusal)
  return { request: isServer ? request : keptOf(request, result), result, refusal, details }
}
