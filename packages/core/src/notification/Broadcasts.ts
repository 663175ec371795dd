/**
 * Broadcasts: a notification to all players, to those with a role, or to a list of them (decisions, section 9). However
 * many read it, it is one row of one log, which every process keeps in memory; the players of a list have a small row
 * each.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { forwardClock } from "../kernel/time/ForwardClock.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import { type Broadcast, BroadcastCache, type BroadcastHead } from "./BroadcastCache.ts"
import { BroadcastStore, type StoredBroadcast } from "./BroadcastStore.ts"
import { type Moment, ofBroadcast } from "./moment.ts"
import { makeMomentCursors } from "./momentCursors.ts"
import { NotificationSignals } from "./NotificationSignals.ts"
import { broadcastRetentionAt, encodeNotification, type ReadingOrder, retentionAt } from "./rules.ts"
import type { Notification, NotificationInput } from "./schema.ts"
import { type Audience, isKnown, isReader, type Segment } from "./segment.ts"
import { NotificationSettings } from "./settings.ts"

/** How many broadcasts are read from storage at once. */
const READ_AT_ONCE = 100
/** How many rows a step of pruning deletes, at the most. */
const PRUNED_AT_ONCE = 1000
/** Of how many players is remembered what they read. */
const AUDIENCES_MAX = 10_000

/** To whom a broadcast is sent. */
export type Recipients =
  | Exclude<Segment, { readonly is: "players" }>
  | { readonly is: "players"; readonly players: ReadonlyArray<PlayerUuid> }

/** What a reader asks for: places in `(after, upTo]`, of a log that has had `head` broadcasts. */
export interface BroadcastSpan {
  readonly after: Moment
  readonly upTo: Moment
  readonly head: number
  readonly createdAfter: Timestamp
  readonly limit: number
}

/** A broadcast at its place, as a reader gets it. */
export interface PlacedBroadcast {
  readonly moment: Moment
  readonly wire: WireJson
}

const placed = ({ position, wire }: Broadcast): PlacedBroadcast => ({ moment: ofBroadcast(position), wire })

/** Makes the log in memory: what reads storage where memory does not have it. */
const makeLog = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const cursors = yield* makeMomentCursors
  const { broadcastsMax } = yield* NotificationSettings
  const cache = new BroadcastCache()
  const alone = Semaphore.makeUnsafe(1).withPermits(1)

  const withId = (stored: StoredBroadcast): Effect.Effect<Broadcast> =>
    Effect.map(cursors.sealShared(ofBroadcast(stored.position)), (id) => ({ ...stored, id }))

  const load = Effect.fnUntraced(function* (head: number) {
    while (cache.through < head) {
      const after = Math.max(cache.through, head - broadcastsMax)
      const found = yield* Effect.forEach(yield* store.read(after, READ_AT_ONCE), withId)
      // Storage has deleted the others.
      const through = found.length < READ_AT_ONCE ? head : 0
      const newest = found.at(-1)?.position ?? 0
      cache.extend(found, Math.max(through, newest), Math.max(through, newest) - broadcastsMax)
    }
  })

  /** Reads the log up to its present end, unless memory has that. One reader at a time; the others find it read. */
  const upTo = (head: number): Effect.Effect<void> =>
    cache.through >= head ? Effect.void : alone(Effect.suspend(() => load(head)))

  /** The broadcasts of these heads, in their order. Those that storage has deleted meanwhile are missing. */
  const textsOf = Effect.fnUntraced(function* (heads: ReadonlyArray<BroadcastHead>) {
    const missing = heads.flatMap(({ position }) => (cache.at(position) === undefined ? [position] : []))
    const read = missing.length === 0 ? [] : yield* Effect.forEach(yield* store.readAt(missing), withId)
    for (const broadcast of read) cache.keep(broadcast)
    const byPosition = new Map(read.map((broadcast) => [broadcast.position, broadcast]))
    return heads.flatMap(({ position }) => cache.at(position) ?? byPosition.get(position) ?? [])
  })

  /** The heads that retention keeps of a log that has had `head` broadcasts, at positions in `(after, last]`. */
  const keptBetween = (after: number, last: number, head: number, createdAfter: Timestamp) => {
    const kept = broadcastRetentionAt(head, broadcastsMax, createdAfter)
    const found = cache.between(Math.max(after, kept.positionAbove), Math.min(last, head))
    // Times never fall along the log.
    const first = found.findIndex(({ created }) => created > kept.createdAfter)
    return first < 0 ? [] : first === 0 ? found : found.slice(first)
  }

  return { upTo, textsOf, keptBetween, has: (head: number) => cache.through >= head }
})

/** Makes what says who reads a broadcast, of players that ask again and again. */
const makeAudienceOf = Effect.map(BroadcastStore, (store) => {
  const remembered = new Map<PlayerUuid, Audience>()

  const remember = (player: PlayerUuid, audience: Audience): void => {
    remembered.delete(player)
    remembered.set(player, audience)
    if (remembered.size > AUDIENCES_MAX) remembered.delete(remembered.keys().next().value as PlayerUuid)
  }

  /** What is known of the player, late enough to say who reads each of the heads. */
  return (player: PlayerUuid, heads: ReadonlyArray<BroadcastHead>): Effect.Effect<Audience | undefined> => {
    const known = remembered.get(player)
    if (known !== undefined && heads.every((head) => isKnown(known, head))) return Effect.succeed(known)
    return Effect.tap(store.audience(player), (read) => Effect.sync(() => read !== undefined && remember(player, read)))
  }
})

/** Sends broadcasts, and reads them. */
export class Broadcasts extends Context.Service<
  Broadcasts,
  {
    /**
     * Sends a notification to everybody whom the segment names, in a unit of work. It is on the next page of each of
     * them, whichever process serves it. Nobody who is created later reads it. The players of a list exist.
     */
    readonly publish: (to: Recipients, input: NotificationInput) => Effect.Effect<Notification>
    /** How many broadcasts there have been. */
    readonly head: Effect.Effect<number>
    /**
     * The oldest `limit` broadcasts after the position that are still kept, the oldest first. One broadcast is the same
     * object each time, for as long as its text is in memory.
     */
    readonly after: (position: number, limit: number) => Effect.Effect<ReadonlyArray<Broadcast>>
    /** Those of the players who read the broadcast. */
    readonly readersAmong: (
      broadcast: Pick<Broadcast, "position" | "segment">,
      players: ReadonlyArray<PlayerUuid>,
    ) => Effect.Effect<ReadonlySet<PlayerUuid>>
    /** What the player reads of the log, in that order, at most `limit` of it. `undefined`: nothing. */
    readonly ofPlayer: (
      player: PlayerUuid,
      span: BroadcastSpan,
      order: ReadingOrder,
    ) => Effect.Effect<ReadonlyArray<PlacedBroadcast>> | undefined
    /** Deletes some of what retention no longer keeps. Answers with the number of rows. */
    readonly prune: Effect.Effect<number>
  }
>()("@garrison/core/notification/Broadcasts") {
  static readonly layer = Layer.effect(
    Broadcasts,
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const transaction = yield* Transaction
      const signals = yield* NotificationSignals
      const cursors = yield* makeMomentCursors
      const log = yield* makeLog
      const audienceOf = yield* makeAudienceOf
      const { broadcastsMax, notificationRetentionSeconds } = yield* NotificationSettings
      const timeOf = forwardClock()
      const currentTime = Effect.clockWith((clock) => Effect.succeed(timeOf(clock)))
      const createdAfter = Effect.map(
        currentTime,
        (now) => retentionAt(now, notificationRetentionSeconds, 0).createdAfter,
      )

      const write = Effect.fnUntraced(function* (to: Recipients, input: NotificationInput) {
        const { created, position } = yield* store.claim(yield* currentTime)
        const id = yield* cursors.sealShared(ofBroadcast(position))
        const notification: Notification = { ...input, notification_id: id, created }
        const segment: Segment = to.is === "players" ? { is: "players" } : to
        const players = to.is === "players" ? to.players : []
        yield* store.add({ position, created, segment, wire: encodeNotification(notification) }, players)
        yield* signals.announceBroadcast
        return notification
      })

      const after = Effect.fnUntraced(function* (position: number, limit: number) {
        const head = yield* store.head
        yield* log.upTo(head)
        return yield* log.textsOf(log.keptBetween(position, head, head, yield* createdAfter).slice(0, limit))
      })

      const readersAmong = (broadcast: Pick<Broadcast, "position" | "segment">, players: ReadonlyArray<PlayerUuid>) =>
        Effect.map(
          store.audiences(players, broadcast),
          (audiences) =>
            new Set(Array.from(audiences, ([player, one]) => (isReader(one, broadcast) ? [player] : [])).flat()),
        )

      const found = Effect.fnUntraced(function* (player: PlayerUuid, span: BroadcastSpan, order: ReadingOrder) {
        const { after, createdAfter, head, limit, upTo } = span
        const heads = log.keptBetween(after.broadcast, upTo.broadcast, head, createdAfter)
        if (heads.length === 0) return []
        const audience = yield* audienceOf(player, heads)
        if (audience === undefined) return []
        const read = heads.filter((one) => isReader(audience, one))
        const wanted = order === "oldest" ? read.slice(0, limit) : read.slice(-limit).toReversed()
        return (yield* log.textsOf(wanted)).map(placed)
      })

      const ofPlayer = (player: PlayerUuid, span: BroadcastSpan, order: ReadingOrder) => {
        if (!log.has(span.head)) return Effect.andThen(log.upTo(span.head), found(player, span, order))
        const { after, createdAfter, head, upTo } = span
        return log.keptBetween(after.broadcast, upTo.broadcast, head, createdAfter).length === 0
          ? undefined
          : found(player, span, order)
      }

      const prune = Effect.gen(function* () {
        const retention = broadcastRetentionAt(yield* store.head, broadcastsMax, yield* createdAfter)
        return yield* store.prune(retention, PRUNED_AT_ONCE)
      }).pipe(Effect.withSpan("Broadcasts.prune"))

      return Broadcasts.of({
        publish: (to, input) => transaction.run(write(to, input)).pipe(Effect.withSpan("Broadcasts.publish")),
        head: store.head,
        after,
        readersAmong,
        ofPlayer,
        prune,
      })
    }),
  )
}
