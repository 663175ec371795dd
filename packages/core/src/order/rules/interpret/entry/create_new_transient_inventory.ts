/** `create_new_transient_inventory`: a new transient record of an item. */
import { createRecord, needs } from "./createRecord.ts"
import type { Entry } from "./Entry.ts"

/** Creates a transient record. */
export const create_new_transient_inventory: Entry = {
  forServersOnly: true,
  needs,
  fulfil: (run, entry) => createRecord(run, entry, "transient"),
}
