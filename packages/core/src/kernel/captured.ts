/** The services in force where a layer is built, for the verbs that the layer's service runs later. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ParentSpan } from "effect/Tracer"

/**
 * The services that verbs yield, so that a verb needs none of its caller. Without the span in which the layer was
 * built, because a verb belongs to the span of its caller.
 */
export const captured = <R>(): Effect.Effect<Context.Context<Exclude<R, ParentSpan>>, never, R> =>
  Effect.map(Effect.context<R>(), Context.omit(ParentSpan))
