/**
 * Entry types that wait for a later release: each is part of the contract, decodes and is stored, and is answered with
 * `invalid_entry_type` until then, from clients and servers alike.
 */
import { type Entry, needsNothing } from "./Entry.ts"

/** Refuses the entry for its type. */
export const unavailable: Entry = {
  forServersOnly: false,
  needs: () => needsNothing,
  fulfil: (_run, { request: { type } }) => ({ _tag: "TypeUnavailable", type }),
}
