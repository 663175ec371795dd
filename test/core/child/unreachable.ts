/**
 * A process that opens Garrison on each of the databases it is given as `sqlite:FILE` or `postgres://…`, none of which
 * can be opened, and says what each was refused with. It ends by itself only when opening left nothing open.
 */
import { GarrisonError, open } from "@garrison/core"
import { storage } from "@garrison/sql"

for (const url of process.argv.slice(2)) {
  try {
    await open(storage(url))
    console.log("opened")
  } catch (error) {
    console.log(error instanceof GarrisonError ? error.message : `no GarrisonError: ${String(error)}`)
  }
}
