/** The line for the one connection that writes: one at a time, first come, first served, and of a bounded length. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { ConnectionError, SqlError } from "effect/sql/SqlError"

/** Most units that may wait for the connection; a further one is refused. */
const waitersMax = 10_000

/** The word for that limit, in logs. */
const LIMIT = "writesInLine"

/** A unit was refused because too many wait. */
class Crowded extends Error {
  override readonly message = "too many units of work wait for the one connection that writes"
}

const crowded = (): SqlError => {
  const cause = new Crowded()
  return new SqlError({ reason: new ConnectionError({ cause, message: cause.message, operation: "transaction" }) })
}

/** The limit of the line, if that is why a unit failed. */
export const limitIn = ({ cause }: SqlError["reason"]): string | undefined =>
  cause instanceof Crowded ? LIMIT : undefined

interface Waiter {
  readonly resume: () => void
  isOwner: boolean
}

/** Makes an effect interruptible again inside an uninterruptible region. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Passes the turn from one unit to the next. */
export class SqliteLine {
  private readonly waiters = new Set<Waiter>()
  private readonly giveBack: () => void
  private busy = false

  /** `giveBack` ends a turn that its owner was interrupted before taking; it ends in {@link leave}. */
  constructor(giveBack: () => void) {
    this.giveBack = giveBack
  }

  /** Whether a unit has the turn. */
  get isBusy(): boolean {
    return this.busy
  }

  /** Waits for the turn and takes it. Fails when too many units wait already. */
  enter(restore: Restore): Effect.Effect<void, SqlError> {
    return Effect.suspend(() => {
      if (!this.busy) {
        this.busy = true
        return Effect.void
      }
      if (this.waiters.size >= waitersMax) return Effect.fail(crowded())
      let waiter: Waiter | undefined
      const turn = Effect.callback<void>((resume) => {
        waiter = { resume: () => resume(Effect.void), isOwner: false }
        this.waiters.add(waiter)
      })
      return Effect.onExitPrimitive(restore(turn), (exit) => {
        if (Exit.isSuccess(exit) || waiter === undefined) return undefined
        if (waiter.isOwner) this.giveBack()
        else this.waiters.delete(waiter)
        return undefined
      })
    })
  }

  /** Passes the turn on. */
  leave(): void {
    const [next] = this.waiters
    this.busy = next !== undefined
    if (next === undefined) return
    this.waiters.delete(next)
    next.isOwner = true
    queueMicrotask(next.resume)
  }
}
