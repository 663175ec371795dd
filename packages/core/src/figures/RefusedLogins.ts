/**
 * Counts refused logins by grant and code, of known persons and of others, of whom nothing else is stored
 * (decisions, section 4). Counts are gathered and stored now and then: a flood of refusals is no flood of writes.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { runEvery, warningOf } from "../kernel/work/Background.ts"
import { Tally } from "../kernel/work/Tally.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { FiguresStore, type RefusedCount } from "./FiguresStore.ts"

/** How often counts are stored. */
const WRITE_INTERVAL = "5 seconds"

const MINUTE_MILLIS = 60_000

/** How a login ended. `pending`: the player has to do something, and then asks again. */
type LoginEnd = { readonly is: "done" | "pending" | "broken" } | { readonly is: "refused"; readonly code: string }

const DONE: LoginEnd = { is: "done" }

const failedEnd = (cause: Cause.Cause<{ readonly code: string }>): LoginEnd => {
  const failure = cause.reasons.find(Cause.isFailReason)
  return failure === undefined ? { is: "broken" } : { is: "refused", code: failure.error.code }
}

const silent: Tally = {
  loggedIn: () => undefined,
  ordered: () => undefined,
  askedPortal: () => undefined,
  portalDown: () => undefined,
}

/** Counts of refused logins. */
export class RefusedLogins extends Context.Service<
  RefusedLogins,
  {
    /**
     * Runs a login by this grant. Tells the tally in force how it ended, and counts its refusal with the status that
     * the portal answered last. `endOf` says what an answer means; without it, each is the end of a login.
     */
    readonly counting: <A, E extends { readonly code: string }, R>(
      grant: string,
      login: Effect.Effect<A, E, R>,
      endOf?: (answer: A) => LoginEnd,
    ) => Effect.Effect<A, E, R>
  }
>()("@garrison/core/figures/RefusedLogins") {
  /** Stores the counts every five seconds, and when the layer closes. */
  static readonly layer = Layer.effect(
    RefusedLogins,
    Effect.gen(function* () {
      const store = yield* FiguresStore
      const transaction = yield* Transaction
      const clock = yield* Clock.Clock
      const counts = new Map<string, RefusedCount>()

      const add = (grant: string, code: string, portalStatus: number | undefined) => {
        const minute = Math.floor(clock.currentTimeMillisUnsafe() / MINUTE_MILLIS)
        const key = `${minute} ${grant} ${code}`
        const known = counts.get(key)
        const status = portalStatus ?? known?.portalStatus
        counts.set(key, { minute, grant, code, portalStatus: status, count: (known?.count ?? 0) + 1 })
      }

      const write = Effect.suspend(() => {
        if (counts.size === 0) return Effect.void
        const rows = [...counts.values()]
        counts.clear()
        return transaction.run(store.addRefused(rows))
        // A write that is under way when the layer closes has the only copy of its counts.
      }).pipe(warningOf("refused logins were not counted"), Effect.uninterruptible)
      yield* Effect.addFinalizer(() => write)
      yield* runEvery(WRITE_INTERVAL)(write)

      const counting = <A, E extends { readonly code: string }, R>(
        grant: string,
        login: Effect.Effect<A, E, R>,
        endOf: (answer: A) => LoginEnd = () => DONE,
      ): Effect.Effect<A, E, R> =>
        Effect.withFiber((fiber) => {
          const outer = fiber.getRef(Tally) ?? silent
          let portalStatus: number | undefined
          const tally: Tally = {
            loggedIn: outer.loggedIn,
            ordered: outer.ordered,
            portalDown: outer.portalDown,
            askedPortal: (portal, isAnswered, status) => {
              portalStatus = status ?? portalStatus
              outer.askedPortal(portal, isAnswered, status)
            },
          }
          return Effect.onExit(Effect.provideService(login, Tally, tally), (exit) => {
            const end = Exit.isSuccess(exit) ? endOf(exit.value) : failedEnd(exit.cause)
            if (end.is === "refused") add(grant, end.code, portalStatus)
            if (end.is !== "pending") outer.loggedIn(grant, end.is === "done")
            return Effect.void
          })
        })

      return RefusedLogins.of({ counting })
    }),
  )
}
