/** Presence: players report it, permitted callers look it up (interface, section 4.7; decisions, section 13). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import { spanned } from "../kernel/spanned.ts"
import { BackgroundWorks } from "../kernel/work/BackgroundWorks.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { makeHeartbeats } from "./Heartbeats.ts"
import { isEmpty, isHeartbeat, withHeartbeat } from "./heartbeatRules.ts"
import { type PresenceChange, PresenceStore, type StoredPresence } from "./PresenceStore.ts"
import { changeOf, currentTimes, onlineCounts, type PlayersViewer, type PresenceViewer, visible } from "./rules.ts"
import type { OnlineCounts, PresencePatch, PresenceRecord, PresenceRecords, PresenceSettings } from "./schema.ts"
import { PresenceTimes } from "./settings.ts"

/** Reports that are counted at most, as for the other figures. */
const COUNTED_MAX = 100_000

const SELF: PresenceViewer = { isSelf: true, seesAll: false }

const unknownPlayer = Effect.fail(new PlayerNotFound({ code: "resource_not_found" }))

type Heartbeats = Effect.Success<ReturnType<typeof makeHeartbeats>>

/** Makes `Presences.report`. */
const makeReport = Effect.fnUntraced(function* (heartbeats: Heartbeats) {
  const store = yield* PresenceStore
  const transaction = yield* Transaction
  const { presenceFlushSeconds, presenceOfflineSeconds } = yield* PresenceTimes
  const works = yield* BackgroundWorks
  // Between the requests of a host that is started per request nothing is stored, so no heartbeat may wait.
  const flushSeconds = works?.isOn === false ? 0 : presenceFlushSeconds
  const times = { flushSeconds, offlineSeconds: presenceOfflineSeconds }

  /**
   * What is stored of the player, if the report is a pure heartbeat. An empty report is compared with what this process
   * knows. One that names fields is compared with storage: another process may have changed them since, and then the
   * report changes them back.
   */
  const comparedWith = Effect.fnUntraced(function* (player: PlayerUuid, change: PresenceChange, now: number) {
    const known = heartbeats.known(player)
    if (known === undefined || !isHeartbeat(change, known, now, times)) return undefined
    return isEmpty(change) || (yield* store.isUnchanged(known)) ? known : undefined
  })

  return spanned(
    "Presences.report",
    Effect.fnUntraced(function* (player: PlayerUuid, patch: PresencePatch, platform?: Platform) {
      const now = yield* Clock.currentTimeMillis
      const change = changeOf(patch, platform)
      const compared = yield* comparedWith(player, change, now)
      if (compared !== undefined && heartbeats.take(compared, platform, now)) {
        return visible(withHeartbeat(compared, now), SELF, now, presenceOfflineSeconds)
      }
      const stored = yield* transaction.ofOwner(player, transaction.run(store.report(player, change, now)))
      if (stored === "not_found") return yield* unknownPlayer
      heartbeats.noteReport(stored)
      return visible(stored, SELF, now, presenceOfflineSeconds)
    }),
  )
})

/** Makes the views. A heartbeat that waits in this process counts. */
const makeViews = Effect.fnUntraced(function* (heartbeats: Heartbeats) {
  const store = yield* PresenceStore
  const { presenceOfflineSeconds } = yield* PresenceTimes

  const shown = (stored: StoredPresence, viewer: PresenceViewer, now: number) => {
    const seen = withHeartbeat(stored, heartbeats.waitingSince(stored.playerUuid))
    return visible(seen, viewer, now, presenceOfflineSeconds)
  }

  const view = (player: PlayerUuid, viewer: PresenceViewer) =>
    Effect.flatMap(viewer.isSelf ? store.findOwn(player) : store.find(player), (stored) =>
      stored === "not_found"
        ? unknownPlayer
        : Effect.clockWith((clock) => Effect.succeed(shown(stored, viewer, clock.currentTimeMillisUnsafe()))),
    )

  const viewMany = Effect.fnUntraced(function* (given: ReadonlyArray<PlayerUuid>, caller: PlayersViewer) {
    const players = Array.from(new Set(given))
    const others = yield* store.findMany(players.filter((player) => player !== caller.player))
    const found = new Map(others.map((stored) => [stored.playerUuid, stored]))
    const own = players.find((player) => player === caller.player)
    const self = own === undefined ? "not_found" : yield* store.findOwn(own)
    if (self !== "not_found") found.set(self.playerUuid, self)
    const now = yield* Clock.currentTimeMillis
    const asSelf = { isSelf: true, seesAll: caller.seesAll }
    const asOther = { isSelf: false, seesAll: caller.seesAll }
    const presences: Array<PresenceRecord> = []
    const unknown: Array<PlayerUuid> = []
    for (const player of players) {
      const stored = found.get(player)
      if (stored === undefined) unknown.push(player)
      else presences.push(shown(stored, player === own ? asSelf : asOther, now))
    }
    return { presences, not_found: unknown }
  })

  return { view, viewMany }
})

/** Takes reports and shows records. */
export class Presences extends Context.Service<
  Presences,
  {
    /**
     * Takes a heartbeat with the changes of `patch`, and answers with the player's own view. `platform` is where the
     * player reports from; without it, the platform of the last login counts. A change is stored before the answer, a
     * pure heartbeat within `presenceFlushSeconds`. Fails when the player does not exist.
     */
    readonly report: (
      player: PlayerUuid,
      patch: PresencePatch,
      platform?: Platform,
    ) => Effect.Effect<PresenceRecord, PlayerNotFound>
    /** The player's presence as `viewer` may see it. Fails when the player does not exist. */
    readonly view: (player: PlayerUuid, viewer: PresenceViewer) => Effect.Effect<PresenceRecord, PlayerNotFound>
    /**
     * The presence of the players as the viewer may see each of them, in their sequence, and those that do not exist.
     * A player that is named twice is answered once.
     */
    readonly viewMany: (players: ReadonlyArray<PlayerUuid>, viewer: PlayersViewer) => Effect.Effect<PresenceRecords>
    /** How many players are online by platform, invisible ones too: for operators. */
    readonly countOnline: Effect.Effect<OnlineCounts>
    /** How often to report, and when a player counts as offline. */
    readonly settings: PresenceSettings
  }
>()("@garrison/core/presence/Presences") {
  static readonly layer = Layer.effect(
    Presences,
    Effect.gen(function* () {
      const store = yield* PresenceStore
      const heartbeats = yield* makeHeartbeats()
      const { presenceHeartbeatSeconds, presenceOfflineSeconds } = yield* PresenceTimes

      const countOnline = Effect.gen(function* () {
        const time = yield* Clock.currentTimeMillis
        const { from, to } = currentTimes(time, presenceOfflineSeconds)
        return { time, ...onlineCounts(yield* store.countOnline(from, to, COUNTED_MAX), COUNTED_MAX) }
      })

      return Presences.of({
        report: yield* makeReport(heartbeats),
        ...(yield* makeViews(heartbeats)),
        countOnline,
        settings: { heartbeat_seconds: presenceHeartbeatSeconds, offline_seconds: presenceOfflineSeconds },
      })
    }),
  )
}
