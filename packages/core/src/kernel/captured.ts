/** The services in force where a layer is built, for the verbs that the layer's service runs later. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Takes these services, and answers with the function that gives them to a verb, so that the verb needs none of its
 * caller. Everything else stays as the caller has it: the span, the log annotations, and whatever else a host puts in
 * force around a call. The compiler finds a service that is missing here, but not settings, because they have defaults.
 */
export const captured = <const Keys extends ReadonlyArray<Context.Key<unknown, unknown>>>(...keys: Keys) =>
  Effect.map(Effect.context<Keys[number]["Identifier"]>(), (context) =>
    Effect.provideContext(Context.pick(...keys)(context)),
  )
