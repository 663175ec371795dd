/** `update_existing_transient_inventory`: another count, expiry or data of a transient record. */
import type { Entry } from "./Entry.ts"
import { needs, updateRecord } from "./updateRecord.ts"

/** Changes a transient record. */
export const update_existing_transient_inventory: Entry = {
  forServersOnly: true,
  needs,
  fulfil: (run, entry) => updateRecord(run, entry, "transient"),
}
