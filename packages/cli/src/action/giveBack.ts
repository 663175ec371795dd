/** Gives memory back to the system that only starting up needed. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

type Collect = (options: { readonly type: "major"; readonly execution: "sync"; readonly flavor: "last-resort" }) => void

/**
 * One thorough garbage collection, some tens of milliseconds. V8 grows its heap while the catalog is loaded and keeps
 * the room for minutes; a server that idles has no use for it.
 */
export const giveBack = (): void => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as Collect
  setFlagsFromString("--no-expose-gc")
  collect({ type: "major", execution: "sync", flavor: "last-resort" })
}
