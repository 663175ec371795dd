/** What Garrison is opened for: it decides what a start does by itself. */
import * as Context from "effect/Context"

/**
 * `serve`: for players. It loads the catalog before it is ready, and prunes at once. `operate`: for an operator, who
 * waits for the first answer. It loads the catalog when something asks for it, and prunes after the first pause.
 * `read`: for who only reads, such as a command that shows something. What a start does to what is stored is left to
 * the next one that writes.
 */
export type Purpose = "serve" | "operate" | "read"

/** The purpose of this process; by default it serves. */
export const Purpose = Context.Reference<Purpose>("@garrison/core/kernel/work/Purpose", {
  defaultValue: () => "serve",
})
