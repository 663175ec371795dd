/**
 * What a player reads: the rows of the player's own list and broadcasts, in one order (decisions, section 9). The rows
 * and the number of broadcasts are of one moment; so a broadcast that comes later is read later, by pages and streams.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import { Broadcasts } from "./Broadcasts.ts"
import { LATEST, type Moment } from "./moment.ts"
import { makeMomentCursors } from "./momentCursors.ts"
import { NotificationStore, type StoredNotification } from "./NotificationStore.ts"
import { cutPage, merged, readUpTo, retentionAt, spanOf } from "./rules.ts"
import type { NotificationPageRequest } from "./schema.ts"
import { NotificationSettings } from "./settings.ts"

/** A notification at its place. */
export interface Placed {
  readonly moment: Moment
  /** The `notification_id`, which is the cursor of the place. */
  readonly id: string
  /** The notification as it is sent. */
  readonly wire: WireJson
}

/** What a player has not read yet. */
export interface Newer {
  /** Oldest first. */
  readonly placed: ReadonlyArray<Placed>
  /** Everything up to here was read: what is newer, and what comes, has a later place. */
  readonly upTo: Moment
}

/** Makes the reads of `Notifications`, with the time that they go by. */
export const makeReading = Effect.fnUntraced(function* (timeOf: (clock: Clock.Clock) => Timestamp) {
  const store = yield* NotificationStore
  const broadcasts = yield* Broadcasts
  const cursors = yield* makeMomentCursors
  const { notificationRetentionSeconds } = yield* NotificationSettings
  const createdAfterOn = (clock: Clock.Clock) =>
    retentionAt(timeOf(clock), notificationRetentionSeconds, 0).createdAfter

  const pageOf = (player: PlayerUuid, found: ReadonlyArray<StoredNotification>, pageSize: number) => {
    const { wires, next } = cutPage(found, pageSize)
    return Effect.map(cursors.seal(player, next), (cursor) => ({ wires, cursor }))
  }

  const readSpan = (player: PlayerUuid, startAt: Moment | undefined, older: Moment | undefined, pageSize: number) =>
    Effect.clockWith((clock) => {
      const span = spanOf(startAt, older, pageSize, createdAfterOn(clock))
      return Effect.flatMap(store.read(player, span), ({ broadcasts: head, found }) => {
        const sent = broadcasts.ofPlayer(player, { ...span, head }, "newest")
        if (sent === undefined) return pageOf(player, found, pageSize)
        return Effect.flatMap(sent, (more) => pageOf(player, merged(found, more, "newest", span.limit), pageSize))
      })
    })

  const readFrom = Effect.fnUntraced(function* (player: PlayerUuid, request: NotificationPageRequest) {
    const { page_size: pageSize, start_at: startAt, exclude_before: excludeBefore } = request
    const newest = startAt === undefined ? undefined : yield* cursors.open(player, startAt)
    const older = excludeBefore === undefined ? undefined : yield* cursors.open(player, excludeBefore)
    return yield* readSpan(player, newest, older, pageSize)
  })

  // Most reads are of the first page, without a cursor to open.
  const page = (player: PlayerUuid, request: NotificationPageRequest) =>
    request.start_at === undefined && request.exclude_before === undefined
      ? readSpan(player, undefined, undefined, request.page_size)
      : readFrom(player, request)

  const newer = Effect.fnUntraced(function* (player: PlayerUuid, after: Moment, limit: number) {
    const createdAfter = yield* Effect.clockWith((clock) => Effect.succeed(createdAfterOn(clock)))
    const span = { after, upTo: LATEST, createdAfter, limit }
    const { found: own, head } = yield* store.readOldest(player, span)
    const sent = broadcasts.ofPlayer(player, { ...span, head: head.broadcast }, "oldest")
    const found = sent === undefined ? own : merged(own, yield* sent, "oldest", limit)
    const placed = yield* Effect.forEach(found, ({ moment, wire }) =>
      Effect.map(cursors.seal(player, moment), (id): Placed => ({ moment, id, wire })),
    )
    return { placed, upTo: readUpTo(found, { after, head, limit }) }
  })

  const now = (player: PlayerUuid) =>
    Effect.map(
      store.readOldest(player, { after: LATEST, upTo: LATEST, createdAfter: Number.MAX_SAFE_INTEGER, limit: 1 }),
      ({ head }) => head,
    )

  return { page, newer, now }
})
