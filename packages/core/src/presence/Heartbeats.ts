/**
 * Heartbeats that wait to be stored. They are acknowledged when they are taken, and stored together, many in one unit
 * of work, at most `presenceFlushSeconds` later (decisions, section 13). A process that is killed loses those that
 * wait: the times last seen of that many seconds, and nothing else.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Semaphore from "effect/Semaphore"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { warningOf } from "../kernel/work/Background.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import {
  hasReported,
  type Heartbeat,
  type PresenceChange,
  PresenceStore,
  type ReportedPresence,
  type StoredPresence,
  type Touched,
} from "./PresenceStore.ts"
import { RecentReports, type ReportBounds } from "./RecentReports.ts"
import { isCurrentTime } from "./rules.ts"
import { PresenceTimes } from "./settings.ts"
import { WaitingHeartbeats } from "./WaitingHeartbeats.ts"

/** Bounds of what a process keeps in memory. */
export interface HeartbeatBounds extends ReportBounds {
  /** Heartbeats that may wait. A further one is stored before its answer. */
  readonly waitingMax: number
}

/** About 80 MB for twice the players that are expected of one process, and 64 MB of what they say. */
const BOUNDS: HeartbeatBounds = { waitingMax: 200_000, playersMax: 200_000, charactersMax: 32 * 1024 * 1024 }

/** Heartbeats of one unit of work: on SQLite it takes a few milliseconds, in which the process does nothing else. */
const STORED_AT_ONCE = 500

/** Heartbeats that are stored one by one at the same time. */
const ALONE_AT_ONCE = 4

/** Of a heartbeat that the row has outrun: it changes the time, and the platform where others see it. */
const onlyTime = (platform: Platform | undefined): PresenceChange => ({
  status: undefined,
  message: undefined,
  customData: undefined,
  doNotDisturb: undefined,
  platform,
})

/** The heartbeats of a process. */
export interface Heartbeats {
  /** The last report of the player as this process knows it, if it does. */
  readonly known: (player: PlayerUuid) => ReportedPresence | undefined
  /** When the player was last seen, by a heartbeat that is not stored yet. */
  readonly waitingSince: (player: PlayerUuid) => Timestamp | undefined
  /** Takes a heartbeat on what is known of the player. False: too many wait. */
  readonly take: (known: ReportedPresence, platform: Platform | undefined, at: Timestamp) => boolean
  /** Notes that a whole report was stored: heartbeats from before it need not be stored any more. */
  readonly noteReport: (presence: StoredPresence) => void
  /** Stores all that wait. */
  readonly flush: Effect.Effect<void>
}

/** Makes the function that stores heartbeats, all in one unit of work but those that storage knows otherwise. */
const makeStorePart = Effect.fnUntraced(function* (reports: RecentReports, noteReport: Heartbeats["noteReport"]) {
  const store = yield* PresenceStore
  const transaction = yield* Transaction
  const { presenceOfflineSeconds } = yield* PresenceTimes

  /** Notes the time in what is known, so that the next heartbeat is compared with what is stored. */
  const noteTouched = ({ displayName, lastSeen, playerUuid }: Touched): void => {
    const known = reports.get(playerUuid)
    if (known !== undefined) reports.remember({ ...known, displayName, report: { ...known.report, lastSeen } })
  }

  /**
   * Stores a heartbeat whose row is not the one that was known: another process has stored a change, or the player
   * logged in from another platform. As a report it changes whatever is older than itself.
   */
  const storeAlone = Effect.fnUntraced(function* ({ at, platform, playerUuid, revision }: Heartbeat) {
    const known = reports.get(playerUuid)
    const now = yield* Clock.currentTimeMillis
    const isOutrun = known !== undefined && known.report.revision > revision && known.report.lastSeen >= at
    if (isOutrun || !isCurrentTime(at, now, presenceOfflineSeconds)) return
    const unit = transaction.run(store.reportLate(playerUuid, onlyTime(platform), at))
    const stored = yield* transaction.ofOwner(playerUuid, unit)
    reports.forget(playerUuid)
    if (stored !== "not_found") noteReport(stored)
  })

  return Effect.fnUntraced(function* (part: ReadonlyArray<Heartbeat>) {
    const touched = yield* transaction.run(store.touch(part))
    touched.forEach(noteTouched)
    const stored = new Set(touched.map(({ playerUuid }) => playerUuid))
    const missed = part.filter(({ playerUuid }) => !stored.has(playerUuid))
    yield* Effect.forEach(missed, storeAlone, { concurrency: ALONE_AT_ONCE, discard: true })
  })
})

/**
 * Once something waits, lets more come and flushes, again and again. Half of the time is for waiting, and half for
 * storing. An idle process does nothing.
 */
const flushing = (isWaiting: Latch.Latch, flushSeconds: number, flush: Effect.Effect<void>) =>
  isWaiting.await.pipe(
    Effect.andThen(isWaiting.close),
    Effect.andThen(Effect.sleep(flushSeconds * 500)),
    Effect.andThen(flush),
    Effect.forever,
  )

/**
 * Makes the heartbeats of this process. They are flushed for as long as the scope is open, and once more when it
 * closes.
 */
export const makeHeartbeats = Effect.fnUntraced(function* (bounds: HeartbeatBounds = BOUNDS) {
  const { presenceFlushSeconds, presenceOfflineSeconds } = yield* PresenceTimes
  const reports = new RecentReports(bounds)
  const waiting = new WaitingHeartbeats(bounds.waitingMax)
  const isWaiting = Latch.makeUnsafe(false)

  const take: Heartbeats["take"] = ({ personId, playerUuid, report: { revision } }, platform, at) => {
    const isTaken = waiting.add({ personId, playerUuid, platform, revision, at })
    isWaiting.openUnsafe()
    return isTaken
  }

  const noteReport = (presence: StoredPresence): void => {
    if (!hasReported(presence)) return
    reports.remember(presence)
    waiting.outrunBy(presence, presenceOfflineSeconds)
  }

  const storePart = yield* makeStorePart(reports, noteReport)

  const flush = Effect.gen(function* () {
    // Those that come meanwhile wait for the next flush: else a busy process would store them a few at a time.
    for (let left = waiting.size; left > 0 && waiting.size > 0; left -= STORED_AT_ONCE) {
      const part = waiting.take(Math.min(left, STORED_AT_ONCE))
      yield* Effect.onExit(storePart(part), (exit) => Effect.sync(() => waiting.settle(part, Exit.isSuccess(exit))))
      yield* Effect.yieldNow
    }
    reports.forgetBefore((yield* Clock.currentTimeMillis) - presenceOfflineSeconds * 1000)
  }).pipe(
    // A heartbeat must not overtake an earlier one of its player.
    Semaphore.makeUnsafe(1).withPermits(1),
    Effect.ensuring(Effect.sync(() => void (waiting.size > 0 && isWaiting.openUnsafe()))),
  )

  const safely = warningOf("heartbeats were not stored; they are tried again")(flush)
  yield* Effect.addFinalizer(() => safely)
  yield* Effect.forkScoped(flushing(isWaiting, presenceFlushSeconds, safely))

  const heartbeats: Heartbeats = {
    known: (player) => reports.get(player),
    waitingSince: (player) => waiting.timeOf(player),
    take,
    noteReport,
    flush,
  }
  return heartbeats
})
