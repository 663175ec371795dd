/**
 * What is kept of an entry. Anyone who can log in can be refused as often as the rate allows, and an order is kept for
 * ever. So a refused entry of a client keeps what has a fixed size, and not what its sender can make grow (guarantees
 * R43).
 */
import type { EntryResult } from "../enumerations.ts"
import type { SubmittedEntry } from "../schema.ts"

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
 * The part of a client's entry that its answer says, and that is stored. All of it when it succeeded; otherwise the
 * fields of a fixed size, with the `vendor_etag` where that is what it was refused for, because without it the entry
 * could not be interpreted again (guarantees R8).
 */
export const keptOf = (request: SubmittedEntry, result: EntryResult): SubmittedEntry => {
  if (result === "success") return request
  const { quantity, type, vendor_etag } = request
  const fixed = Object.fromEntries(FIXED.flatMap((name) => (name in request ? [[name, request[name]]] : [])))
  const isAboutVendor = result === "vendor_version_does_not_match" && vendor_etag !== undefined
  return { type, quantity, ...fixed, ...(isAboutVendor ? { vendor_etag } : undefined) }
}
