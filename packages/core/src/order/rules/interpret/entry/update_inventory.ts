/** `update_inventory`: another count, expiry or data of a record of either type, named by its `inventory_id`. */
import type { Entry } from "./Entry.ts"
import { needs, updateRecord } from "./updateRecord.ts"

/** Changes a record. */
export const update_inventory: Entry = {
  forServersOnly: true,
  needs,
  fulfil: (run, entry) => updateRecord(run, entry, undefined),
}
