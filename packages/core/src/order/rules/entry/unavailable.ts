/**
 * Entry types that this release does not fulfil. They are part of the contract: their entries decode and are stored.
 * Clients and servers are answered `invalid_entry_type`.
 */
import { type Entry, needsNothing } from "./Entry.ts"

/** An entry that fails for its type. */
export const unavailable: Entry = {
  forServersOnly: false,
  needs: () => needsNothing,
  fulfil: (_run, { request: { type } }) => ({ _tag: "TypeUnavailable", type }),
}
