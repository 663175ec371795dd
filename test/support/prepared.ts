/**
 * A world that the tests of a suite share: made in a database by the first of them, and found by each as it was made.
 * For worlds that take longer to make than the tests that use them.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { cryptoLayer } from "./crypto.ts"
import { type DatabaseServices, sharedDatabase } from "./databases.ts"
import { type Emptying, emptyingOf } from "./emptying.ts"
import { atFileEnd } from "./fileEnd.ts"

interface Kept<W> {
  readonly database: Layer.Layer<DatabaseServices>
  readonly world: W
  readonly restoring: Emptying
  readonly close: () => Promise<void>
}

/**
 * Runs a test in the world that `prepare` makes, over services of its own, and makes the database as it was before the
 * test. `servicesOn` gives the services, which `prepare` has for itself too.
 */
export const preparedOn = <S, W, E1, E2>(
  database: Layer.Layer<DatabaseServices>,
  servicesOn: (database: Layer.Layer<DatabaseServices>) => Layer.Layer<S, E1>,
  prepare: Effect.Effect<W, E2, NoInfer<S>>,
) => {
  let kept: Kept<W> | undefined

  const close = async (): Promise<void> => {
    const last = kept
    kept = undefined
    last?.restoring.close()
    await last?.close()
  }

  const make = Effect.gen(function* () {
    const shared = yield* Effect.promise(() => sharedDatabase(database))
    // Ids of one source never go back in time, and clocks of tests do.
    const layer = Layer.fresh(Layer.merge(shared.layer, cryptoLayer))
    const world = yield* Effect.provide(prepare, Layer.fresh(servicesOn(layer)))
    const services = yield* Effect.provide(Effect.context<DatabaseServices>(), shared.layer)
    const restoring = yield* Effect.promise(() => emptyingOf(services))
    atFileEnd(close)
    return { database: layer, world, restoring, close: shared.close } satisfies Kept<W>
  })

  return <A, E>(test: (world: W) => Effect.Effect<A, E, S>) =>
    Effect.gen(function* () {
      const { database: layer, restoring, world } = (kept ??= yield* make)
      const restored = Effect.promise(async () => {
        if (!(await restoring.empty())) await close()
      })
      return yield* Effect.ensuring(Effect.provide(test(world), Layer.fresh(servicesOn(layer))), restored)
    })
}
