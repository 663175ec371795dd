/**
 * Notifications: servers append them, the player reads them (interface, section 4.4; decisions, section 9). A page has
 * the newest first, a stream the oldest first, and one cursor holds in both.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { forwardClock } from "../kernel/time/ForwardClock.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { spanned } from "../kernel/spanned.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { PlayerNotFound } from "../player/errors.ts"
import type { NotificationBusy, NotificationRefused } from "./errors.ts"
import { Listeners } from "./Listeners.ts"
import { Signals } from "../kernel/work/Signals.ts"
import type { Moment } from "./moment.ts"
import { makeMomentCursors } from "./momentCursors.ts"
import { NotificationStore } from "./NotificationStore.ts"
import { makeReading, type Newer } from "./reading.ts"
import { encodeNotification, retentionAt } from "./rules.ts"
import {
  type Notification,
  type NotificationCreated,
  type NotificationInput,
  type NotificationPageParts,
  type NotificationPageRequest,
} from "./schema.ts"
import { NotificationSettings } from "./settings.ts"

/** How many notifications a step of pruning deletes, at the most. */
const PRUNED_AT_ONCE = 1000

/** Appends notifications, and reads them. */
export class Notifications extends Context.Service<
  Notifications,
  {
    /**
     * Adds a notification to the player's list. It is on the player's next page, whichever process serves that page.
     * Fails when the player does not exist.
     */
    readonly append: (
      player: PlayerUuid,
      input: NotificationInput,
    ) => Effect.Effect<NotificationCreated, PlayerNotFound>
    /**
     * A page of the player's notifications, newest first. Fails with `bad_id` when `start_at` or `exclude_before` was
     * not issued to this player. Also fails when too many requests are served at once.
     */
    readonly page: (
      player: PlayerUuid,
      request: NotificationPageRequest,
    ) => Effect.Effect<NotificationPageParts, NotificationRefused | NotificationBusy>
    /** As {@link page}, for an operator, who takes no place of the player's own requests. */
    readonly look: (
      player: PlayerUuid,
      request: NotificationPageRequest,
    ) => Effect.Effect<NotificationPageParts, NotificationRefused>
    /** The oldest `limit` notifications after the place, oldest first. Counts no listener: its caller is one. */
    readonly newer: (player: PlayerUuid, after: Moment, limit: number) => Effect.Effect<Newer>
    /** A place at or after everything that the player can read now. Whatever comes has a later one. */
    readonly now: (player: PlayerUuid) => Effect.Effect<Moment>
    /** The place in a cursor: that of a page, or an id. Fails with `bad_id` when it was not issued to this player. */
    readonly momentOf: (player: PlayerUuid, cursor: string) => Effect.Effect<Moment, NotificationRefused>
    /** The cursor of a place, which {@link page} and {@link momentOf} take. */
    readonly cursorAt: (player: PlayerUuid, moment: Moment) => Effect.Effect<string>
    /** Deletes some expired notifications of all players. Answers with their number. */
    readonly prune: Effect.Effect<number>
  }
>()("@garrison/core/notification/Notifications") {
  static readonly layer = Layer.effect(
    Notifications,
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const transaction = yield* Transaction
      const cursors = yield* makeMomentCursors
      const listeners = yield* Listeners
      const signals = yield* Signals
      const { notificationRetentionSeconds, notificationsPerPlayerMax } = yield* NotificationSettings
      // An expired notification stays out of sight when the clock is set back.
      const timeOf = forwardClock()
      const { newer, now, page } = yield* makeReading(timeOf)
      const currentTime = Effect.clockWith((clock) => Effect.succeed(timeOf(clock)))
      const retention = (now: number) => retentionAt(now, notificationRetentionSeconds, notificationsPerPlayerMax)

      const write = Effect.fnUntraced(function* (player: PlayerUuid, input: NotificationInput) {
        const now = yield* currentTime
        const place = yield* store.claim(player, now)
        if (place === "not_found") return yield* new PlayerNotFound({ code: "resource_not_found" })
        const notification: Notification = {
          ...input,
          notification_id: yield* cursors.seal(player, place),
          created: place.created,
        }
        const wire = encodeNotification(notification)
        yield* store.add(player, place, wire, retention(now))
        yield* signals.announce(player)
        return { notification, wire }
      })

      const append = spanned("Notifications.append", (player: PlayerUuid, input: NotificationInput) =>
        transaction.ofOwner(player, transaction.inTurn(["broadcast_log"], transaction.run(write(player, input)))),
      )

      const prune = currentTime.pipe(
        Effect.flatMap((now) => store.prune(retention(now).createdAfter, PRUNED_AT_ONCE)),
        Effect.withSpan("Notifications.prune"),
      )

      return Notifications.of({
        append,
        page: (player, request) => listeners.hold(player, page(player, request)),
        look: page,
        newer,
        now,
        momentOf: cursors.open,
        cursorAt: cursors.seal,
        prune,
      })
    }),
  )
}
