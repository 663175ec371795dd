/**
 * The way to the figures of a running server. The core knows no HTTP: the edge that runs operations provides it. By
 * default there is none.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ServerFigures } from "./schema.ts"

/** What a server said of itself, or why it said nothing. */
export type ServerAnswer =
  | { readonly state: "live"; readonly figures: ServerFigures }
  | { readonly state: "absent"; readonly because: string }

/** A server that may run on the same database. */
export interface RunningServer {
  /** The version of this program; undefined: not known. */
  readonly version: string | undefined
  /** Asks the server. Answers within a limited time, whatever the server does. */
  readonly ask: Effect.Effect<ServerAnswer>
}

/** The server of the settings. */
export const RunningServer = Context.Reference<RunningServer>("@garrison/core/figures/RunningServer", {
  defaultValue: () => ({
    version: undefined,
    ask: Effect.succeed({ state: "absent", because: "this program knows of no server" }),
  }),
})
