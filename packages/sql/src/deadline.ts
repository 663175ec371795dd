/** Limits in real time on effects that wait for another machine. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** Whether statements have no time limit, as those of a migration. */
export const Unhurried = Context.Reference<boolean>("@garrison/sql/deadline/Unhurried", { defaultValue: () => false })

/** Runs statements of a unit of work without the limits that Postgres and its client set; for what starts a server. */
export const patiently = <A, E, R>(
  sql: SqlClient.SqlClient,
  statements: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | SqlError, R> => {
  const liftLimits = sql.onDialectOrElse({
    pg: () =>
      Effect.asVoid(sql`SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`),
    orElse: () => Effect.void,
  })
  return Effect.provideService(Effect.andThen(liftLimits, statements), Unhurried, true)
}

/**
 * Runs `self`. After `millis`, asks `late` what to do: a number is that many ms more, any other value is the failure at
 * once. Then `self` is interrupted without waiting for the interruption, because a connection on which nothing moves
 * ends slowly. Uses real time, because another machine does not know a test's clock.
 */
export const within = <A, E, R, Late extends object>(
  self: Effect.Effect<A, E, R>,
  millis: number,
  late: () => number | Late,
): Effect.Effect<A, E | Late, R> =>
  Effect.withFiber((parent) =>
    Effect.callback<A, E | Late, R>((resume) => {
      const fiber = Effect.runForkWith(parent.context)(self as Effect.Effect<A, E>)
      const exit = fiber.pollUnsafe()
      if (exit !== undefined) {
        resume(exit)
        return undefined
      }
      const look = () => {
        const verdict = late()
        if (typeof verdict === "number") {
          timer = setTimeout(look, verdict)
          return
        }
        resume(Effect.fail(verdict))
        fiber.interruptUnsafe()
      }
      let timer = setTimeout(look, millis)
      fiber.addObserver((ended) => {
        clearTimeout(timer)
        resume(ended)
      })
      return Effect.sync(() => {
        clearTimeout(timer)
        fiber.interruptUnsafe()
      })
    }),
  )
