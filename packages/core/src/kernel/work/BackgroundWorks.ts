/**
 * The work in the background of one Garrison, for hosts that are started per request: nothing goes on between their
 * requests, so a request that comes when work is due waits for it first. Without these works every kind of work is a
 * loop of its own (`Background.ts`).
 */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** A clock that goes on while the process sleeps. */
type WallClock = Pick<Clock.Clock, "currentTimeMillisUnsafe">

/** Work that is due again and again. Who comes while it runs waits for the same run. */
class DueWork {
  readonly #everyMillis: number
  readonly #work: Effect.Effect<unknown>
  readonly #clock: WallClock
  #ranAt: number
  #running: Deferred.Deferred<void> | undefined

  constructor(interval: Duration.Input, work: Effect.Effect<unknown>, clock: WallClock) {
    this.#everyMillis = Duration.toMillis(Duration.fromInputUnsafe(interval))
    this.#work = work
    this.#clock = clock
    this.#ranAt = clock.currentTimeMillisUnsafe()
  }

  /** Whether a request has to wait for it. After the clock was set, it is due. */
  get isDue(): boolean {
    const age = this.#clock.currentTimeMillisUnsafe() - this.#ranAt
    return this.#running !== undefined || Math.abs(age) >= this.#everyMillis
  }

  /** Runs it to its end, also for a request whose client goes meanwhile. */
  readonly run: Effect.Effect<void> = Effect.suspend(() => {
    if (this.#running !== undefined) return Deferred.await(this.#running)
    const running = Deferred.makeUnsafe<void>()
    this.#running = running
    this.#ranAt = this.#clock.currentTimeMillisUnsafe()
    const end = Effect.sync(() => {
      this.#running = undefined
      Deferred.doneUnsafe(running, Exit.void)
    })
    return Effect.asVoid(Effect.ensuring(this.#work, end)).pipe(Effect.uninterruptible)
  })
}

/** Runs the works one after the other, each also after one that failed. Fails as the first one did. */
const runEach = (works: ReadonlyArray<Effect.Effect<unknown>>): Effect.Effect<void> =>
  Effect.flatMap(Effect.forEach(works, Effect.exit), (exits) => {
    const failed = exits.find(Exit.isFailure)
    return failed === undefined ? Effect.void : Effect.failCause(failed.cause)
  })

/** The works of one Garrison. */
export class Works {
  /** Whether work goes on between requests, in loops. */
  readonly isOn: boolean
  readonly #clock: WallClock
  readonly #refreshing: Array<DueWork> = []
  readonly #pruning: Array<Effect.Effect<unknown>> = []

  constructor(isOn: boolean, clock: WallClock) {
    this.isOn = isOn
    this.#clock = clock
  }

  /** Adds work that keeps what is in memory up to date. It must not fail. */
  addRefreshing(interval: Duration.Input, work: Effect.Effect<unknown>): void {
    this.#refreshing.push(new DueWork(interval, work, this.#clock))
  }

  /** Adds work that deletes what has expired. No request waits for it: what has expired is out of sight. */
  addPruning(work: Effect.Effect<unknown>): void {
    this.#pruning.push(work)
  }

  /** What a request waits for: the refreshing work that is due. Nothing where loops do it. */
  readonly beforeRequest: Effect.Effect<void> = Effect.suspend(() => {
    const due = this.isOn ? [] : this.#refreshing.filter(({ isDue }) => isDue)
    if (due.length === 0) return Effect.void
    return Effect.forEach(due, ({ run }) => run, { concurrency: "unbounded", discard: true })
  })

  /** Does everything once, whether it is due or not. */
  readonly upkeep: Effect.Effect<void> = Effect.suspend(() =>
    runEach([...this.#refreshing.map(({ run }) => run), ...this.#pruning]),
  )
}

/** The works that background work belongs to. Undefined: the work runs in loops of its own. */
export const BackgroundWorks = Context.Reference<Works | undefined>("@garrison/core/kernel/work/BackgroundWorks", {
  defaultValue: () => undefined,
})
