/**
 * Tells players that their ways to log in have changed, so that a player whose token was copied learns of it
 * (decisions, section 14; guarantees R61).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { warningOf } from "../kernel/work/Background.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import { formatTimestamp, type Timestamp } from "../kernel/time/Timestamp.ts"
import { Notifications } from "../notification/Notifications.ts"
import type { NotificationInput } from "../notification/schema.ts"

/** What a player is told: of one portal user, or that an operator joined accounts or parted them. */
export type LinkNotice = {
  /** Whose ways to log in have changed. */
  readonly playerUuid: PlayerUuid
  readonly at: Timestamp
} & ({ readonly is: "link" | "unlink"; readonly platform: Platform } | { readonly is: "merge" | "unmerge" })

/** Pauses of 1, 4, 16 and 64 seconds between the tries that follow the answer. */
const retries = Schedule.exponential("1 second", 4).pipe(Schedule.upTo({ times: 4 }))

/** Most notices that wait for another try. Beyond that a notice has one try. */
const WAITING_MAX = 1000

const inputOf = (notice: LinkNotice): NotificationInput => {
  const at = formatTimestamp(notice.at)
  switch (notice.is) {
    case "merge":
      return {
        message: "Your account was joined with another one of yours.",
        custom_data: { event: "persons_merged", at },
      }
    case "unmerge":
      return { message: "Your account was parted from another one.", custom_data: { event: "persons_unmerged", at } }
    default: {
      const { is, platform } = notice
      return {
        message:
          is === "link"
            ? `A user of ${platform} was linked, and may log in as you.`
            : `A user of ${platform} was unlinked, and may no longer log in as you.`,
        custom_data: { event: `portal_user_${is}ed`, platform, at },
      }
    }
  }
}

/** Notifications about changed ways to log in. */
export class LinkNotices extends Context.Service<
  LinkNotices,
  {
    /**
     * Adds the notification to the player's list, in a unit of work of its own. Never fails, because the change is
     * stored already. If the first try fails, five others follow while the service runs; then a warning is logged.
     */
    readonly notify: (notice: LinkNotice) => Effect.Effect<void>
  }
>()("@garrison/core/linking/LinkNotices") {
  static readonly layer = Layer.effect(
    LinkNotices,
    Effect.gen(function* () {
      const notifications = yield* Notifications
      const scope = yield* Effect.scope
      const warning = warningOf("a player was not notified of a changed way to log in")
      let waiting = 0

      const append = (notice: LinkNotice) =>
        notifications.append(notice.playerUuid, inputOf(notice)).pipe(
          // A player that was removed meanwhile is told nothing.
          Effect.catchTag("PlayerNotFound", () => Effect.void),
          // Storage that cannot answer is a defect, and defects are not retried.
          Effect.catchCause((cause) => Effect.fail(cause)),
        )

      const later = (notice: LinkNotice) =>
        Effect.suspend(() => {
          waiting++
          return append(notice).pipe(
            Effect.retry(retries),
            Effect.catch(Effect.failCause),
            warning,
            Effect.ensuring(Effect.sync(() => waiting--)),
            Effect.forkIn(scope),
            Effect.asVoid,
          )
        })

      const notify = (notice: LinkNotice): Effect.Effect<void> =>
        append(notice).pipe(
          Effect.catch((cause) => (waiting < WAITING_MAX ? later(notice) : warning(Effect.failCause(cause)))),
        )

      return { notify }
    }),
  )
}
