/**
 * Reading broadcasts: from memory, where the log and what is known of a player are remembered, and from storage where
 * they are not (decisions, section 9).
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import { type Broadcast, BroadcastCache, type BroadcastHead, type HeadSpan } from "./BroadcastCache.ts"
import { BroadcastStore, type StoredBroadcast } from "./BroadcastStore.ts"
import { type Moment, ofBroadcast } from "./moment.ts"
import { makeMomentCursors } from "./momentCursors.ts"
import type { ReadingOrder } from "./rules.ts"
import { type Audience, isKnown, isReader } from "./segment.ts"
import { NotificationSettings } from "./settings.ts"

/** How many broadcasts are read from storage at once. */
const READ_AT_ONCE = 100
/** Of how many players is remembered what they read: about 20 MB. */
const AUDIENCES_MAX = 100_000

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

const NOTHING: Effect.Effect<ReadonlyArray<PlacedBroadcast>> = Effect.succeed([])

const placed = ({ position, wire }: Broadcast): PlacedBroadcast => ({ moment: ofBroadcast(position), wire })

/** Makes the log in memory: what reads storage where memory does not have it. */
export const makeLog = Effect.gen(function* () {
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

  /** As {@link textsOf}, where memory does not have all of them. */
  const readTexts = Effect.fnUntraced(function* (heads: ReadonlyArray<BroadcastHead>) {
    const missing = heads.flatMap(({ position }) => (cache.at(position) === undefined ? [position] : []))
    const read = yield* Effect.forEach(yield* store.readAt(missing), withId)
    for (const broadcast of read) cache.keep(broadcast)
    const byPosition = new Map(read.map((broadcast) => [broadcast.position, broadcast]))
    return heads.flatMap(({ position }) => cache.at(position) ?? byPosition.get(position) ?? [])
  })

  /** The broadcasts of these heads, in their order. Those that storage has deleted meanwhile are missing. */
  const textsOf = (heads: ReadonlyArray<BroadcastHead>): Effect.Effect<ReadonlyArray<Broadcast>> => {
    const found: Array<Broadcast> = []
    for (const { position } of heads) {
      const broadcast = cache.at(position)
      if (broadcast === undefined) return readTexts(heads)
      found.push(broadcast)
    }
    return Effect.succeed(found)
  }

  /** The heads of the span, of a log that has had `head` broadcasts, if they are wanted. Memory may have later ones. */
  const select = (
    { head, ...span }: HeadSpan & Pick<BroadcastSpan, "head">,
    order: ReadingOrder,
    isWanted: (head: BroadcastHead) => boolean = () => true,
  ): ReadonlyArray<BroadcastHead> => cache.select({ ...span, upTo: Math.min(span.upTo, head) }, order, isWanted)

  const has = (head: number): boolean => cache.through >= head
  return { upTo, textsOf, select, has, lastOfSome: () => cache.lastOfSome }
})

/** Makes what says who reads a broadcast, of players that ask again and again. */
const makeAudienceOf = Effect.map(BroadcastStore, (store) => {
  const remembered = new Map<PlayerUuid, Audience>()

  const remember = (player: PlayerUuid, audience: Audience): void => {
    remembered.delete(player)
    remembered.set(player, audience)
    if (remembered.size > AUDIENCES_MAX) remembered.delete(remembered.keys().next().value as PlayerUuid)
  }

  /** What is known of the player, late enough to say who reads each broadcast up to `lastOfSome`. */
  return (player: PlayerUuid, lastOfSome: number): Effect.Effect<Audience | undefined> => {
    const known = remembered.get(player)
    if (known !== undefined && isKnown(known, lastOfSome)) return Effect.succeed(known)
    return Effect.tap(store.audience(player), (read) => Effect.sync(() => read !== undefined && remember(player, read)))
  }
})

/** Makes what says what a player reads of the log. */
export const makeOfPlayer = Effect.fnUntraced(function* (log: Effect.Success<typeof makeLog>) {
  const audienceOf = yield* makeAudienceOf

  const find = (player: PlayerUuid, given: BroadcastSpan, order: ReadingOrder) => {
    const span = { ...given, after: given.after.broadcast, upTo: given.upTo.broadcast }
    if (log.select({ ...span, limit: 1 }, "newest").length === 0) return undefined
    return Effect.flatMap(audienceOf(player, log.lastOfSome()), (audience) =>
      audience === undefined
        ? NOTHING
        : Effect.map(
            log.textsOf(log.select(span, order, (one) => isReader(audience, one))),
            (read): ReadonlyArray<PlacedBroadcast> => read.map(placed),
          ),
    )
  }

  const ofPlayer = (player: PlayerUuid, span: BroadcastSpan, order: ReadingOrder) =>
    log.has(span.head)
      ? find(player, span, order)
      : Effect.flatMap(log.upTo(span.head), () => find(player, span, order) ?? NOTHING)

  return ofPlayer
})
