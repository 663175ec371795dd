/** What a verb takes from the layer of its service, and what it has of its caller. */
import { assert, describe, it } from "@effect/vitest"
import { withServicesOf } from "@garrison/core/kernel/work/withServicesOf"
import { settingsLayer } from "@garrison/core/settings"
import { TokenSettings } from "@garrison/core/token/settings"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentLogAnnotations } from "effect/References"

class Store extends Context.Service<Store, string>()("test/core/kernel/withServicesOf/Store") {}
const Settings = Context.Reference<string>("test/core/kernel/withServicesOf/Settings", {
  defaultValue: () => "default",
})

/** Says where everything that it meets comes from. */
const verb = Effect.gen(function* () {
  return {
    store: yield* Store,
    settings: yield* Settings,
    annotations: yield* CurrentLogAnnotations,
    span: yield* Effect.map(Effect.orDie(Effect.currentSpan), ({ name }) => name),
  }
})

/** Runs an effect in the surroundings of `name`. */
const within =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provideService(Store, name),
      Effect.provideService(Settings, name),
      Effect.annotateLogs("within", name),
      Effect.withSpan(name),
    )

describe("withServicesOf", () => {
  it.effect("gives a verb the settings of the layer, though it was not told which ones the verb reads", () =>
    Effect.gen(function* () {
      const withServices = yield* withServicesOf().pipe(Effect.provide(settingsLayer({ issuer: "layer" })))
      const verb = Effect.map(TokenSettings, ({ issuer }) => issuer)
      assert.strictEqual(yield* withServices(verb), "layer")
      const called = withServices(verb).pipe(Effect.provide(settingsLayer({ issuer: "caller" })))
      assert.strictEqual(yield* called, "layer")
    }),
  )

  it.effect("(control) a verb that is given services alone reads the default", () =>
    Effect.gen(function* () {
      const atLayer = Effect.provide(Effect.context<Store>(), settingsLayer({ issuer: "layer" }))
      const services = Context.pick(Store)(yield* within("layer")(atLayer))
      const issuer = Effect.map(TokenSettings, (settings) => settings.issuer)
      assert.strictEqual(yield* Effect.provideContext(issuer, services), "garrison")
    }),
  )

  it.effect("gives a verb the services of the layer, and leaves it the span and annotations of its caller", () =>
    Effect.gen(function* () {
      const withServices = yield* within("layer")(withServicesOf(Store, Settings))
      assert.deepStrictEqual(yield* within("caller")(withServices(verb)), {
        store: "layer",
        settings: "layer",
        annotations: { within: "caller" },
        span: "caller",
      })
    }),
  )

  it.effect("(control) all that is in force at the layer would hide what its caller has", () =>
    Effect.gen(function* () {
      const everything = yield* within("layer")(Effect.context<Store>())
      const met = yield* within("caller")(Effect.provideContext(verb, everything))
      assert.deepStrictEqual([met.annotations, met.span], [{ within: "layer" }, "layer"])
    }),
  )
})
