/** Faults of storage, for the tests of what uses it: a statement that fails, and a commit whose answer is lost. */
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"

/**
 * Lets `count` statements of the effect pass; every one after that finds storage unavailable. A loop over `count` from
 * 0 until the effect succeeds breaks a use case off at each of its statements (guarantees R1).
 */
export const failAfterStatements = (count: number) => {
  let seen = 0
  return Effect.provideService(Statement.CurrentTransformer, (statement) =>
    seen++ < count ? Effect.succeed(statement) : Effect.die(new StorageUnavailable("a fault of the test")),
  )
}

const IsInUnit = Context.Reference<boolean>("test/support/faults/IsInUnit", { defaultValue: () => false })

/**
 * The database, but where `isLost` says so a unit of work is stored and its answer never arrives: the caller cannot
 * tell it from one that was not stored, and has to be able to repeat it (guarantees R5).
 */
export const losingAnswers = <A, E, R>(
  database: Layer.Layer<A | Transaction, E, R>,
  isLost: () => boolean,
): Layer.Layer<A | Transaction, E, R> => {
  const wrapped = Layer.effect(
    Transaction,
    Effect.map(Transaction, ({ run, ...others }) => ({
      ...others,
      run: (unit) =>
        Effect.flatMap(IsInUnit, (isInUnit) =>
          isInUnit
            ? run(unit)
            : Effect.tap(Effect.provideService(run(unit), IsInUnit, true), () =>
                isLost() ? Effect.die(new StorageUnavailable("the answer was lost by the test")) : Effect.void,
              ),
        ),
    })),
  )
  return Layer.provideMerge(wrapped, database)
}

/** The database, but while `isDown` says so no unit of work can be stored. Reads go on. */
export const storingNothing = <A, E, R>(
  database: Layer.Layer<A | Transaction, E, R>,
  isDown: () => boolean,
): Layer.Layer<A | Transaction, E, R> => {
  const wrapped = Layer.effect(
    Transaction,
    Effect.map(Transaction, ({ run, ...others }) => ({
      ...others,
      run: (unit) =>
        Effect.suspend(() => (isDown() ? Effect.die(new StorageUnavailable("a fault of the test")) : run(unit))),
    })),
  )
  return Layer.provideMerge(wrapped, database)
}
