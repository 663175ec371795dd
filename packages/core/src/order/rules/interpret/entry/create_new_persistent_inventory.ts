/** `create_new_persistent_inventory`: a new persistent record of an item. */
import { createRecord, needs } from "./createRecord.ts"
import type { Entry } from "./Entry.ts"

/** Creates a persistent record. */
export const create_new_persistent_inventory: Entry = {
  forServersOnly: true,
  needs,
  fulfil: (run, entry) => createRecord(run, entry, "persistent"),
}
