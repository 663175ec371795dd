/**
 * Broadcasts: a notification to all players, to those with a role, or to a list of them (decisions, section 9). However
 * many read it, it is one row of one log, which every process keeps in memory; the players of a list have a small row
 * each.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { forwardClock } from "../kernel/time/ForwardClock.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import { roleOfId } from "../role/given.ts"
import type { Broadcast } from "./BroadcastCache.ts"
import { type BroadcastSpan, makeLog, makeOfPlayer, type PlacedBroadcast } from "./broadcastReading.ts"
import { BroadcastStore } from "./BroadcastStore.ts"
import { ofBroadcast } from "./moment.ts"
import { makeMomentCursors } from "./momentCursors.ts"
import { Signals } from "../kernel/work/Signals.ts"
import { broadcastRetentionAt, encodeNotification, type ReadingOrder, retentionAt } from "./rules.ts"
import type { Notification, NotificationInput } from "./schema.ts"
import { isReader, type Segment } from "./segment.ts"
import { NotificationSettings } from "./settings.ts"

/** How many rows a step of pruning deletes, at the most. */
const PRUNED_AT_ONCE = 1000

/** To whom a broadcast is sent. */
export type Recipients =
  | Exclude<Segment, { readonly is: "players" }>
  | { readonly is: "players"; readonly players: ReadonlyArray<PlayerUuid> }

/** Sends broadcasts, and reads them. */
export class Broadcasts extends Context.Service<
  Broadcasts,
  {
    /**
     * Sends a notification to everybody whom the segment names, in a unit of work. It is on the next page of each of
     * them, whichever process serves it. Players created later do not read it. The players of a list exist.
     */
    readonly publish: (to: Recipients, input: NotificationInput) => Effect.Effect<Notification>
    /** Whom of these there is not: the role, or players of the list in their order. */
    readonly unknownOf: (to: Recipients) => Effect.Effect<"role" | ReadonlyArray<PlayerUuid>>
    /** How many broadcasts there have been. */
    readonly head: Effect.Effect<number>
    /**
     * The oldest `limit` broadcasts after the position that are still kept, of a log that has had `head` of them; the
     * oldest first. One broadcast is the same object each time, for as long as its text is in memory.
     */
    readonly after: (position: number, head: number, limit: number) => Effect.Effect<ReadonlyArray<Broadcast>>
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
      const signals = yield* Signals
      const cursors = yield* makeMomentCursors
      const log = yield* makeLog
      const ofPlayer = yield* makeOfPlayer(log)
      const { broadcastsMax, notificationRetentionSeconds } = yield* NotificationSettings
      const withServices = yield* withServicesOf(RoleStore)
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

      const unknownOf = (to: Recipients): Effect.Effect<"role" | ReadonlyArray<PlayerUuid>> => {
        if (to.is === "players") return store.unknownAmong(to.players)
        if (to.is === "all") return Effect.succeed([])
        return Effect.map(withServices(roleOfId(to.roleId)), (role) => (role === undefined ? "role" : []))
      }

      const after = Effect.fnUntraced(function* (position: number, head: number, limit: number) {
        yield* log.upTo(head)
        const span = { after: position, upTo: head, head, createdAfter: yield* createdAfter, limit }
        return yield* log.textsOf(log.select(span, "oldest"))
      })

      const readersAmong = (broadcast: Pick<Broadcast, "position" | "segment">, players: ReadonlyArray<PlayerUuid>) =>
        Effect.map(
          store.audiences(players, broadcast),
          (audiences) =>
            new Set(Array.from(audiences, ([player, one]) => (isReader(one, broadcast) ? [player] : [])).flat()),
        )

      const prune = Effect.gen(function* () {
        const retention = broadcastRetentionAt(yield* store.head, broadcastsMax, yield* createdAfter)
        return yield* store.prune(retention, PRUNED_AT_ONCE)
      }).pipe(Effect.withSpan("Broadcasts.prune"))

      return Broadcasts.of({
        publish: (to, input) => transaction.run(write(to, input)).pipe(Effect.withSpan("Broadcasts.publish")),
        unknownOf,
        head: store.head,
        after,
        readersAmong,
        ofPlayer,
        prune,
      })
    }),
  )
}
