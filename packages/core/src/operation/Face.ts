/**
 * The face that an operation runs for, such as one HTTP server of several in a process. What waits ends with its face:
 * a server that stops ends its own streams, and no others.
 */
import * as Context from "effect/Context"

const HOST = {}

/** An object that stands for the face. By default the program that calls the core. */
export const Face = Context.Reference<object>("@garrison/core/operation/Face", { defaultValue: () => HOST })
