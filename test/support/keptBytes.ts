/** What a process keeps in memory, after everything that can go is gone. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

/** Bytes of objects and buffers that are still in use. */
export const keptBytes = (): number => {
  // Twice: what is finalized in the first run is freed in the second.
  collect()
  collect()
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
}
