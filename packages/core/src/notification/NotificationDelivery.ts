/**
 * Delivery: long polls and streams wait here for what is new for their player (decisions, section 9). They share one
 * loop, which runs only while there are any, and a few reads at a time.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RequestPlace } from "../kernel/input/RequestPlace.ts"
import type { Caller } from "../kernel/Caller.ts"
import { warningOf } from "../kernel/work/Background.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { Face } from "../operation/Face.ts"
import type { Feed, FeedItem } from "../operation/Feed.ts"
import { Attendance, type DeliveryFigures, type Endings } from "./delivery/Attendance.ts"
import { CatchUp } from "./delivery/CatchUp.ts"
import type { Listening } from "./delivery/Listening.ts"
import { Look } from "./delivery/Look.ts"
import { Poll } from "./delivery/Poll.ts"
import type { Intervals } from "./delivery/rules.ts"
import { SessionLook } from "./delivery/SessionLook.ts"
import { makeSessionWatch } from "./delivery/SessionWatch.ts"
import { makeSweep, monotonicMillis, SWEEP_MILLIS } from "./delivery/sweep.ts"
import { Broadcasts } from "./Broadcasts.ts"
import type { NotificationBusy, NotificationRefused } from "./errors.ts"
import { Listeners } from "./Listeners.ts"
import { type Moment, START } from "./moment.ts"
import { Notifications } from "./Notifications.ts"
import { ANYBODY, Signals, type Standing } from "../kernel/work/Signals.ts"
import { NotificationStore } from "./NotificationStore.ts"
import type { NotificationPageParts, NotificationPollRequest, NotificationStreamRequest } from "./schema.ts"
import { NotificationSettings } from "./settings.ts"

/** How long a stream may wait for its reader to begin; its place is free again then. */
const OPENING_MILLIS = 30_000
/**
 * How often the session of a listener is looked up without a hint: the end of a session has to end its streams within a
 * minute.
 */
const CONFIRM_MILLIS = 30_000

const momentOf = ({ broadcast, position }: Listening): Moment => ({ broadcast, position })

type Refused = NotificationRefused | NotificationBusy

/** Streams and long polls. */
export class NotificationDelivery extends Context.Service<
  NotificationDelivery,
  {
    /**
     * The player's notifications as they come, oldest first, from where the request says. The feed ends when the
     * caller's token does, and when its session does: at once in this process, and within a minute at the latest. Fails
     * with `bad_id`, and when there are too many listeners.
     */
    readonly stream: (
      player: PlayerUuid,
      request: NotificationStreamRequest,
      caller: Caller | undefined,
    ) => Effect.Effect<Feed, Refused>
    /**
     * What is new for the player, oldest first: at once if there is something, else as soon as something comes; an
     * empty page at the deadline. Waits without the place of its request. The cursor is where the next poll goes on.
     */
    readonly poll: (
      player: PlayerUuid,
      request: NotificationPollRequest,
      caller: Caller | undefined,
    ) => Effect.Effect<NotificationPageParts, Refused>
    /** Ends all streams and long polls of a face, those that come later too. */
    readonly endFace: (face: object) => void
    /** Ends all streams and long polls of this process. */
    readonly endAll: Effect.Effect<void>
    /** The listeners of a face. */
    readonly figures: (face: object) => DeliveryFigures
    /** How often listeners were ended by this process, by reason. */
    readonly endings: Readonly<Endings>
  }
>()("@garrison/core/notification/NotificationDelivery") {
  static readonly layer = Layer.effect(
    NotificationDelivery,
    Effect.suspend(() => make),
  )
}

/** Makes the function that runs work in the background, until the scope of the layer closes. */
const makeFork = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const context = yield* Effect.context()
  return (work: Effect.Effect<void>): void => {
    if (scope.state._tag === "Closed") return
    Effect.runForkWith(context)(Effect.forkIn(work, scope, { startImmediately: true }))
  }
})

/** Makes the listeners of this process and what serves them: the hints, the reads and the loop. */
const makeAttendance = Effect.gen(function* () {
  const [listeners, notifications] = [yield* Listeners, yield* Notifications]
  const [signals, store] = [yield* Signals, yield* NotificationStore]
  const broadcasts = yield* Broadcasts
  const { streamHeartbeatSeconds, streamRecheckSeconds } = yield* NotificationSettings
  const fork = yield* makeFork
  const intervals: Intervals = {
    beatMillis: streamHeartbeatSeconds * 1000,
    confirmMillis: CONFIRM_MILLIS,
    recheckMillis: streamRecheckSeconds * 1000,
  }
  const warn = warningOf("notifications could not be given to one who waits for them, who is cut off")
  let unsubscribe: (() => void) | undefined
  const attendance: Attendance = new Attendance({
    listeners,
    onFirst: () => {
      unsubscribe = signals.subscribe({ grown, broadcast: lookAtAll, standing, missed })
      fork(loop)
    },
    onLast: () => unsubscribe?.(),
    onReady: (listening) => {
      if (listening.isBehind) catchUp.wake(listening.player)
    },
    onThrown: (error) => fork(warn(Effect.die(error))),
  })
  const { audience } = attendance
  const catchUp = new CatchUp({ audience, notifications, fork })
  const look = new Look({ store, broadcasts, wake: (player) => catchUp.wake(player), fork })
  const lookAtAll = () => look.at(audience.everyone)
  const grown = (player: PlayerUuid) => {
    const listening = audience.of(player)
    for (const one of listening) one.isBehind = true
    if (listening.length > 0) catchUp.wake(player)
  }
  const sessionLook = new SessionLook({ attendance, watch: yield* makeSessionWatch, fork })
  const standing = (whose: Standing) => sessionLook.about(whose)
  const missed = () => {
    lookAtAll()
    standing(ANYBODY)
  }
  const confirm = (due: ReadonlyArray<Listening>) => sessionLook.at(due)
  const sweep = warningOf("the round over those who wait for notifications failed")(
    makeSweep({ attendance, intervals, confirm, look: (due) => look.at(due) }),
  )
  // Another loop may have begun when the last listener of this one has gone and others have come.
  let round = 0
  const loop = Effect.suspend(() => {
    const mine = ++round
    const turn: Effect.Effect<void> = Effect.suspend(() =>
      mine === round && audience.size > 0
        ? Effect.flatMap(Effect.andThen(Effect.sleep(SWEEP_MILLIS), sweep), () => turn)
        : Effect.void,
    )
    return turn
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => attendance.endAll(() => true)))
  return { attendance, intervals }
})

/** Makes what a listener begins with, and what it is answered with. */
const makeBeginning = (notifications: Notifications["Service"], intervals: Intervals, nowMillis: () => number) => {
  /** Where a listener begins, which no hint that came meanwhile is lost for. */
  const begin = Effect.fnUntraced(function* (listening: Listening, request: NotificationStreamRequest) {
    const { exclude_before: cursor, offset_reset_strategy: reset = "latest" } = request
    const { player } = listening
    if (cursor !== undefined) listening.advance(yield* notifications.momentOf(player, cursor))
    else listening.advance(reset === "latest" ? yield* notifications.now(player) : START)
    if (cursor !== undefined || reset === "earliest") listening.isBehind = true
  })

  /** When what is due for a listener that opens now. Its session is looked up in the first round of the loop. */
  const schedule = (listening: Listening): void => {
    const now = nowMillis()
    listening.beatAt = now + intervals.beatMillis
    listening.recheckAt = now + intervals.recheckMillis
    listening.confirmAt = listening.kind === "stream" ? now : now + intervals.confirmMillis
  }

  const opened = (listening: Listening) =>
    Effect.gen(function* () {
      listening.beginsAt = yield* notifications.cursorAt(listening.player, momentOf(listening))
      schedule(listening)
      return listening satisfies Feed
    })

  const pageOf = Effect.fnUntraced(function* (listening: Listening, items: ReadonlyArray<FeedItem>) {
    const cursor = yield* notifications.cursorAt(listening.player, momentOf(listening))
    return { wires: items.map(({ wire }) => wire), cursor }
  })

  return { begin, schedule, opened, pageOf }
}

const make = Effect.gen(function* () {
  const notifications = yield* Notifications
  const clock = yield* Clock.Clock
  const { attendance, intervals } = yield* makeAttendance
  const nowMillis = () => monotonicMillis(clock)
  const { begin, opened, pageOf, schedule } = makeBeginning(notifications, intervals, nowMillis)

  /** Waits for what comes to a poll. */
  const wait = (listening: Listening, { deadline, max_page_size: limit }: NotificationPollRequest) =>
    Effect.callback<ReadonlyArray<FeedItem>>((resume) => {
      const done = (items: ReadonlyArray<FeedItem>) => {
        attendance.leave(listening)
        resume(Effect.succeed(items))
      }
      schedule(listening)
      listening.open(new Poll(limit, done))
      listening.endsAt = nowMillis() + deadline * 1000
    })

  const polled = (request: NotificationPollRequest) =>
    Effect.fnUntraced(function* (listening: Listening) {
      yield* begin(listening, request)
      listening.isBehind = false
      const newer = yield* notifications.newer(listening.player, momentOf(listening), request.max_page_size)
      // A page that is cut at a broadcast names no position of the list.
      for (const { moment } of newer.placed) listening.advance(moment)
      listening.advance(newer.upTo)
      if (newer.placed.length > 0 || request.deadline === 0 || listening.state === "over")
        return yield* pageOf(listening, newer.placed)
      const place = yield* RequestPlace
      place?.giveBack()
      return yield* pageOf(listening, yield* wait(listening, request))
    })

  const attend = <A, E>(
    kind: "stream" | "poll",
    player: PlayerUuid,
    caller: Caller | undefined,
    work: (listening: Listening) => Effect.Effect<A, E>,
  ) =>
    Effect.flatMap(Face, (face) => {
      const opensBy = nowMillis() + OPENING_MILLIS
      return attendance.attend({ kind, player, caller, face }, { opensBy, stays: kind === "stream" }, work)
    })

  return NotificationDelivery.of({
    stream: (player, request, caller) =>
      attend("stream", player, caller, (listening) => Effect.andThen(begin(listening, request), opened(listening))),
    poll: (player, request, caller) => attend("poll", player, caller, polled(request)),
    endFace: (face) => attendance.endFace(face),
    endAll: Effect.sync(() => attendance.endAll(() => true)),
    figures: (face) => attendance.figures(face),
    endings: attendance.endings,
  })
})
