/**
 * Whether a player has changed, and waiting until it does (decisions, section 17). Storage is asked again and again
 * while somebody waits, so changes of all processes are seen, and nothing is written for those who wait.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AuditStore } from "../audit/AuditStore.ts"
import type { AuditRow } from "../audit/schema.ts"
import { Catalogs } from "../catalog/Catalogs.ts"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import { Sha256 } from "../kernel/seal/Sha256.ts"
import { NotificationBusy } from "../notification/errors.ts"
import { personSubject } from "../person/personRevision.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { Presences } from "../presence/Presences.ts"
import { PlayerMarkStore } from "./PlayerMarkStore.ts"
import { changedBetween, formatMark, type Mark, markOf, parseMark, type Section } from "./rules.ts"

/** How often storage is asked while somebody waits. */
const INTERVAL_MILLIS = 250
/** Most who wait in one process. */
const WAITS_MAX = 100
/** After how long a refused one should ask again. */
const RETRY_SECONDS = 5
/** Most audit rows that an answer names. */
const ACTS_TOLD_MAX = 20

/** What is known of the changes of a player. */
export interface PlayerChange {
  /** The mark now. */
  readonly mark: string
  /** The sections that differ from the mark that was seen; none: nothing changed until the deadline. */
  readonly changed: ReadonlyArray<Section>
  /** The audit rows since, the oldest first; the newest ones where there are many. */
  readonly acts: ReadonlyArray<AuditRow>
}

/** What somebody waits for. */
export interface WantedChange {
  /** The mark that was seen last; undefined: none. */
  readonly seen: string | undefined
  readonly deadlineSeconds: number
  /** The sections that the caller may read; others are not looked at. */
  readonly readable: ReadonlySet<Section>
}

/** The newest audit rows about a player and its person, the newest first: at most `limit`, those after `after`. */
export const auditRowsOf = Effect.fnUntraced(function* (
  player: PlayerUuid,
  personId: PersonId,
  after: number,
  limit: number,
) {
  const store = yield* AuditStore
  const ofPerson = yield* store.newestOf(personSubject(personId), after, limit)
  const ofPlayer = yield* store.newestOf({ kind: "player", id: player }, after, limit)
  return [...ofPerson, ...ofPlayer].toSorted((one, other) => other.sequence - one.sequence).slice(0, limit)
})

/** Makes the function that reads the mark of a player, and whose player it is. */
const makeReadMark = Effect.gen(function* () {
  const store = yield* PlayerMarkStore
  const presences = yield* Presences
  const catalogs = yield* Catalogs
  const { hashOf } = yield* Sha256

  /** What others and operators see; the time of the last heartbeat is no change. */
  const presenceOf = (player: PlayerUuid) =>
    Effect.match(presences.view(player, { isSelf: false, seesAll: true }), {
      onFailure: () => "",
      onSuccess: ({ last_seen: _lastSeen, ...seen }) => JSON.stringify(seen),
    })

  const catalogVersion = Effect.match(catalogs.current, {
    onFailure: () => 0,
    onSuccess: ({ version }) => version,
  })

  return Effect.fnUntraced(function* (player: PlayerUuid, readable: ReadonlySet<Section>) {
    const found = yield* store.read(player, yield* Clock.currentTimeMillis)
    if (found === undefined) return yield* new PlayerNotFound({ code: "resource_not_found" })
    const owned = `${found.lastChanged} ${yield* catalogVersion}`
    const texts = {
      identity: `${found.personId} ${found.identity}`,
      restrictions: found.restrictions,
      agreements: found.agreements,
      sessions: found.sessions,
      inventory: owned,
      levels: owned,
      orders: found.lastChanged,
      notifications: found.notifications,
      presence: yield* presenceOf(player),
      logins: found.logins,
      security_events: found.securityEvents,
      audit: String(found.sequence),
    }
    return { personId: found.personId, mark: markOf(found.sequence, texts, readable, hashOf) }
  })
})

/** Sees changes of players. */
export class PlayerChanges extends Context.Service<
  PlayerChanges,
  {
    /** The mark of the player now: it differs after any change of a section of `readable`. */
    readonly mark: (player: PlayerUuid, readable: ReadonlySet<Section>) => Effect.Effect<string, PlayerNotFound>
    /**
     * Answers at once if the player differs from what was seen; otherwise when it changes, or at the deadline. Fails
     * with {@link NotificationBusy} when too many wait in this process.
     */
    readonly next: (
      player: PlayerUuid,
      wanted: WantedChange,
    ) => Effect.Effect<PlayerChange, PlayerNotFound | NotificationBusy>
  }
>()("@garrison/core/overview/PlayerChanges") {
  static readonly layer = Layer.effect(
    PlayerChanges,
    Effect.gen(function* () {
      const audit = yield* AuditStore
      const read = yield* makeReadMark
      let waits = 0

      const told = Effect.fnUntraced(function* (
        player: PlayerUuid,
        { personId, mark }: { readonly personId: PersonId; readonly mark: Mark },
        seen: Mark | undefined,
        readable: ReadonlySet<Section>,
      ) {
        const changed = changedBetween(seen, mark, readable)
        const isTold = seen !== undefined && changed.includes("audit")
        const rows = isTold ? auditRowsOf(player, personId, seen.sequence, ACTS_TOLD_MAX) : Effect.succeed([])
        const acts = (yield* Effect.provideService(rows, AuditStore, audit)).toReversed()
        return { mark: formatMark(mark), changed, acts } satisfies PlayerChange
      })

      const poll = Effect.fnUntraced(function* (player: PlayerUuid, wanted: WantedChange) {
        const { deadlineSeconds, readable } = wanted
        const seen = wanted.seen === undefined ? undefined : parseMark(wanted.seen)
        const end = (yield* Clock.currentTimeMillis) + deadlineSeconds * 1000
        for (;;) {
          const now = yield* read(player, readable)
          const left = end - (yield* Clock.currentTimeMillis)
          if (changedBetween(seen, now.mark, readable).length > 0) {
            // Read at several moments, it may have a part of a change. That is stored by now: read again, it is whole.
            return yield* told(player, yield* read(player, readable), seen, readable)
          }
          if (left <= 0) return yield* told(player, now, seen, readable)
          yield* Effect.sleep(Math.min(INTERVAL_MILLIS, left))
        }
      })

      const next = Effect.fn("PlayerChanges.next")((player: PlayerUuid, wanted: WantedChange) =>
        Effect.suspend((): Effect.Effect<PlayerChange, PlayerNotFound | NotificationBusy> => {
          if (waits >= WAITS_MAX) {
            return Effect.fail(
              new NotificationBusy({
                code: "connection_limit_reached",
                retryAfterSeconds: RETRY_SECONDS,
                limit: "waitsForPlayers",
              }),
            )
          }
          waits++
          return Effect.ensuring(
            poll(player, wanted),
            Effect.sync(() => {
              waits--
            }),
          )
        }),
      )

      const mark = (player: PlayerUuid, readable: ReadonlySet<Section>) =>
        Effect.map(read(player, readable), (found) => formatMark(found.mark))

      return PlayerChanges.of({ mark, next })
    }),
  )
}
