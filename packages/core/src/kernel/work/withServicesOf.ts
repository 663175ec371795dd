/** The services in force where a layer is built, for the verbs that the layer's service runs later. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { SettingsInForce } from "../Setting.ts"

/**
 * Takes these services and all settings, and answers with the function that gives them to a verb, so that the verb
 * needs none of its caller. Everything else stays as the caller has it: the span, the log annotations, and whatever
 * else a host puts in force around a call. The compiler finds a service that is missing here. Settings need not be
 * named: they have defaults, so the compiler would not miss one, and the verb would run with its default.
 */
export const withServicesOf = <const Keys extends ReadonlyArray<Context.Key<unknown, unknown>>>(...keys: Keys) =>
  Effect.gen(function* () {
    const services = Context.pick(...keys)(yield* Effect.context<Keys[number]["Identifier"]>())
    return Effect.provideContext(Context.merge(yield* SettingsInForce, services))
  })
