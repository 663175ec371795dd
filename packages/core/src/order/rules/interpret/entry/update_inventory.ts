/** `update_inventory`: another count, expiry or data of a record of either type, named by its `inventory_id`. */
import type { Entry } from "./Entry.ts"
import { writesBack } from "../run.ts"
import { needs, updateRecord } from "./updateRecord.ts"
import { needsOfWriting, writeRecord } from "./writeBack.ts"

/** Changes a record. */
export const update_inventory: Entry = {
  forServersOnly: true,
  needs: (run, request) => (writesBack(run) ? needsOfWriting(request) : needs(run, request)),
  fulfil: (run, entry) => (writesBack(run) ? writeRecord(run, entry) : updateRecord(run, entry, undefined)),
}
