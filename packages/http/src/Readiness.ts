/** Whether requests should be sent to this process (decisions, section 14). */
import { logWarning } from "@garrison/core/kernel/work/logWarning"
import { CLOCK_BEHIND_MILLIS, StorageProbe } from "@garrison/core/kernel/work/StorageProbe"
import { type StorageTrouble, StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RefusedWrites } from "./RefusedWrites.ts"

/** How long storage may take to answer the probe, in ms. */
const PROBE_MILLIS = 2000
/** How long an answer of storage is reused, in ms: each answer costs a write, and any client may send probes. */
const RECENT_MILLIS = 1000

/** How often the clock is compared with the rows of storage, in ms. */
const CLOCK_MILLIS = 60_000

/** Why a process is not ready, as far as its storage and its start go (`docs/production.md`). */
export type UnreadyCause =
  | "starting"
  | "unreachable"
  | "disk_full"
  | "locked"
  | "read_only"
  | "damaged"
  | "epoch"
  | "hanging"

const CAUSES: Readonly<Record<StorageTrouble, UnreadyCause>> = {
  away: "unreachable",
  busy: "hanging",
  full: "disk_full",
  locked: "locked",
  read_only: "read_only",
  damaged: "damaged",
  epoch: "epoch",
}

/** Why a probe failed. */
const causeOf = (cause: Cause.Cause<unknown>): UnreadyCause => {
  const failure = Cause.squash(cause)
  return failure instanceof StorageUnavailable ? CAUSES[failure.trouble] : "unreachable"
}

/**
 * Makes a look that compares the clock with the newest rows of storage, at most once a minute. Rows from the future say
 * that this clock is behind, or that another one was ahead: times and ends of sessions are wrong until it is set. A
 * warning tells once.
 */
const makeClockLook = (clock: Clock.Clock, newest: StorageProbe["Service"]["newest"]) => {
  let isBehind = false
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = Effect.suspend(() => {
    const now = clock.currentTimeMillisUnsafe()
    if (newest === undefined || Math.abs(now - lookedAt) < CLOCK_MILLIS) return Effect.void
    lookedAt = now
    return Effect.flatMap(newest(now + CLOCK_BEHIND_MILLIS), (at) => {
      const wasBehind = isBehind
      isBehind = at !== undefined
      if (at === undefined || wasBehind) return Effect.void
      const minutes = Math.round((at - now) / 60_000)
      return logWarning(
        `the clock is ${minutes} minutes behind the newest rows of the database: set the clock of this machine`,
      )
    })
  })
  // Storage that cannot answer is told of by what asks it to store.
  return { look: Effect.ignoreCause(look), isBehind: () => isBehind }
}

/** Lists what keeps the process from serving. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** What keeps it from serving; empty: nothing. Answers within two seconds, with a result at most a second old. */
    readonly missing: Effect.Effect<ReadonlyArray<UnreadyCause>>
    /** What {@link missing} answered last; nothing before. For a process that must answer at once. */
    readonly known: () => ReadonlyArray<UnreadyCause>
    /** Whether the newest rows of storage were an hour ahead of the clock at the last look: this clock is wrong. */
    readonly isClockBehind: () => boolean
    /** Makes {@link missing} ask again, because something happened since its last answer. */
    readonly doubt: Effect.Effect<void>
    /** Runs work before which no request should be sent here: the process is not ready until it has ended. */
    readonly whileStarting: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Where storage is, for operators; undefined: not known. */
    readonly place: string | undefined
    /** Who holds the lock that writes wait for, in words; undefined: nobody, or it is not known. */
    readonly holders: Effect.Effect<string | undefined>
    /** What the writes of requests say of storage. */
    readonly writes: RefusedWrites
  }
>()("@garrison/http/Readiness") {
  /** Ready as long as storage takes writes, by what requests and probes find. Questions at once share one probe. */
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const { ask, askForRoom = ask, holders: asked = Effect.undefined, newest, place } = yield* StorageProbe
      const clock = yield* Clock.Clock
      const writes = new RefusedWrites(() => clock.currentTimeMillisUnsafe())
      const holders = asked.pipe(
        Effect.timeoutOrElse({ duration: PROBE_MILLIS / 4, orElse: () => Effect.undefined }),
        Effect.catchCause(() => Effect.undefined),
      )
      let starting = 0
      let known: ReadonlyArray<UnreadyCause> = []
      const silent = Effect.map(holders, (held): UnreadyCause => (held === undefined ? "hanging" : "locked"))
      const probed = Effect.suspend(() => (writes.isAny ? askForRoom : ask)).pipe(
        Effect.as(undefined),
        Effect.catchCause((cause) => Effect.succeed(causeOf(cause))),
        Effect.timeoutOrElse({ duration: PROBE_MILLIS, orElse: () => silent }),
      )
      const clockLook = makeClockLook(clock, newest)
      const look = Effect.gen(function* () {
        const cause = writes.isDecisive ? "disk_full" : yield* probed
        if (cause === undefined) {
          writes.forgive()
          yield* clockLook.look
        }
        known = cause === undefined ? [] : [cause]
        return known
      })
      const [stored, doubt] = yield* Effect.cachedInvalidateWithTTL(look, RECENT_MILLIS)
      const missing = Effect.suspend(() => (starting > 0 ? Effect.succeed(["starting" as const]) : stored))
      const whileStarting = <A, E, R>(work: Effect.Effect<A, E, R>) =>
        Effect.suspend(() => {
          starting++
          return Effect.ensuring(
            work,
            Effect.sync(() => starting--),
          )
        })
      return Readiness.of({
        missing,
        known: () => known,
        isClockBehind: clockLook.isBehind,
        doubt,
        whileStarting,
        place,
        holders,
        writes,
      })
    }),
  )
}
