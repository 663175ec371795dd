/** Whether Garrison is opened by who only reads, such as a command that shows something. */
import * as Context from "effect/Context"

/** What a start does by itself to what is stored is then left to the next one that writes. */
export const OnlyReads = Context.Reference<boolean>("@garrison/core/kernel/work/OnlyReads", {
  defaultValue: () => false,
})
