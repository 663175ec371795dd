/** `update_existing_persistent_inventory`: another count, expiry or data of a persistent record. */
import type { Entry } from "./Entry.ts"
import { needs, updateRecord } from "./updateRecord.ts"

/** Changes a persistent record. */
export const update_existing_persistent_inventory: Entry = {
  forServersOnly: true,
  needs,
  fulfil: (run, entry) => updateRecord(run, entry, "persistent"),
}
