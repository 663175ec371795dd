/** What every {@link StorageProbe} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import { StorageProbe } from "@garrison/core/kernel/work/StorageProbe"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import { failAfterStatements } from "../support/faults.ts"

/** Runs the suite against the probe that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<StorageProbe | Transaction>): void => {
  withLayer(layer)(`StorageProbe on ${name}`, (it) => {
    it.effect("is answered by storage that is there, as often as it is asked, inside a unit of work and outside", () =>
      Effect.gen(function* () {
        const { ask } = yield* StorageProbe
        const transaction = yield* Transaction
        assert.isUndefined(yield* ask)
        assert.isUndefined(yield* ask)
        assert.isUndefined(yield* transaction.run(ask))
      }),
    )

    it.effect("finds room where there is room, as often as it is asked", () =>
      Effect.gen(function* () {
        const { ask, askForRoom = ask } = yield* StorageProbe
        assert.isUndefined(yield* askForRoom)
        assert.isUndefined(yield* askForRoom)
      }),
    )

    it.effect("dies of storage that cannot answer", () =>
      Effect.gen(function* () {
        const { ask, askForRoom = ask } = yield* StorageProbe
        for (const question of [ask, askForRoom]) {
          const exit = yield* Effect.exit(failAfterStatements(0)(question))
          assert.deepStrictEqual(exit, Exit.die(new StorageUnavailable("a fault of the test")))
        }
      }),
    )
  })
}
