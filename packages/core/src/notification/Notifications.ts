/**
 * Notifications: servers append them, the player reads them newest first (interface, section 4.4; decisions, section
 * 9).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cursors } from "../kernel/wire/Cursors.ts"
import { forwardClock } from "../kernel/time/ForwardClock.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { spanned } from "../kernel/spanned.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { type NotificationBusy, NotificationRefused } from "./errors.ts"
import { Listeners } from "./Listeners.ts"
import { NotificationSignals } from "./NotificationSignals.ts"
import { NotificationStore } from "./NotificationStore.ts"
import { cutPage, encodeNotification, formatPosition, parsePosition, retentionAt, spanOf } from "./rules.ts"
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

const badId = Effect.fail(new NotificationRefused({ code: "bad_id" }))

/** Appends notifications and pages through them. */
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
    /** Deletes some expired notifications of all players. Answers with their number. */
    readonly prune: Effect.Effect<number>
  }
>()("@garrison/core/notification/Notifications") {
  static readonly layer = Layer.effect(
    Notifications,
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const transaction = yield* Transaction
      const cursors = yield* Cursors
      const listeners = yield* Listeners
      const signals = yield* NotificationSignals
      const { notificationRetentionSeconds, notificationsPerPlayerMax } = yield* NotificationSettings
      // An expired notification stays out of sight when the clock is set back.
      const timeOf = forwardClock()
      const currentTime = Effect.clockWith((clock) => Effect.succeed(timeOf(clock)))
      const retention = (now: number) => retentionAt(now, notificationRetentionSeconds, notificationsPerPlayerMax)

      const write = Effect.fnUntraced(function* (player: PlayerUuid, input: NotificationInput) {
        const now = yield* currentTime
        const place = yield* store.claim(player, now)
        if (place === "not_found") return yield* new PlayerNotFound({ code: "resource_not_found" })
        const notification: Notification = {
          ...input,
          notification_id: yield* cursors.seal("notification", player, formatPosition(place.position)),
          created: place.created,
        }
        const wire = encodeNotification(notification)
        yield* store.add(player, place, wire, retention(now))
        yield* signals.announce(player)
        return { notification, wire }
      })

      const append = spanned("Notifications.append", (player: PlayerUuid, input: NotificationInput) =>
        transaction.ofOwner(player, transaction.run(write(player, input))),
      )

      const prune = currentTime.pipe(
        Effect.flatMap((now) => store.prune(retention(now).createdAfter, PRUNED_AT_ONCE)),
        Effect.withSpan("Notifications.prune"),
      )

      const positionIn = (player: PlayerUuid, cursor: string) =>
        Effect.flatMap(cursors.open("notification", player, cursor), (position) =>
          position === undefined ? badId : Effect.succeed(parsePosition(position)),
        )

      const readSpan = (player: PlayerUuid, newest: number | undefined, older: number | undefined, pageSize: number) =>
        Effect.clockWith((clock) => {
          const { createdAfter } = retention(timeOf(clock))
          return Effect.flatMap(store.read(player, spanOf(newest, older, pageSize, createdAfter)), (found) => {
            const { wires, next } = cutPage(found, pageSize)
            return Effect.map(cursors.seal("notification", player, formatPosition(next)), (cursor) => ({
              wires,
              cursor,
            }))
          })
        })

      const readFrom = Effect.fnUntraced(function* (player: PlayerUuid, request: NotificationPageRequest) {
        const { page_size: pageSize, start_at: startAt, exclude_before: excludeBefore } = request
        const newest = startAt === undefined ? undefined : yield* positionIn(player, startAt)
        const older = excludeBefore === undefined ? undefined : yield* positionIn(player, excludeBefore)
        return yield* readSpan(player, newest, older, pageSize)
      })

      // Most reads are of the first page, without a cursor to open.
      const read = (player: PlayerUuid, request: NotificationPageRequest) =>
        request.start_at === undefined && request.exclude_before === undefined
          ? readSpan(player, undefined, undefined, request.page_size)
          : readFrom(player, request)

      return Notifications.of({
        append,
        page: (player, request) => listeners.hold(player, read(player, request)),
        look: read,
        prune,
      })
    }),
  )
}
