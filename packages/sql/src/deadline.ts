/** Limits in real time on effects that wait for another machine. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Whether statements may take as long as they like, as those of a migration may. */
export const Unhurried = Context.Reference<boolean>("@garrison/sql/deadline/Unhurried", { defaultValue: () => false })

/**
 * Runs `self`, asking `late` after `millis` what to do about it: a number is that many ms more, anything else is what
 * the effect fails with at once. What is given up is interrupted, and nobody waits for that: a connection on which
 * nothing moves takes its time to let go. Real time, because another machine knows nothing of a test's clock.
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
