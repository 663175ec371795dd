/** Presence: players report it, permitted callers look it up (interface, section 4.7; decisions, section 13). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import { spanned } from "../kernel/spanned.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { PresenceStore, type StoredPresence } from "./PresenceStore.ts"
import { changeOf, currentTimes, onlineCounts, type PresenceViewer, visible } from "./rules.ts"
import type { OnlineCounts, PresencePatch, PresenceRecord, PresenceRecords, PresenceSettings } from "./schema.ts"
import { PresenceTimes } from "./settings.ts"

/** Reports that are counted at most, as for the other figures. */
const COUNTED_MAX = 100_000

const unknownPlayer = Effect.fail(new PlayerNotFound({ code: "resource_not_found" }))

/** Takes reports and shows records. */
export class Presences extends Context.Service<
  Presences,
  {
    /**
     * Takes a heartbeat with the changes of `patch`, and answers with the player's own view. `platform` is where the
     * player reports from; without it, the platform of the last login counts. Fails when the player does not exist.
     */
    readonly report: (
      player: PlayerUuid,
      patch: PresencePatch,
      platform?: Platform,
    ) => Effect.Effect<PresenceRecord, PlayerNotFound>
    /** The player's presence as `viewer` may see it. Fails when the player does not exist. */
    readonly view: (player: PlayerUuid, viewer: PresenceViewer) => Effect.Effect<PresenceRecord, PlayerNotFound>
    /**
     * The presence of the players as the viewer of each may see it, in their sequence, and those that do not exist. A
     * player that is named twice is answered once.
     */
    readonly viewMany: (
      players: ReadonlyArray<PlayerUuid>,
      viewerOf: (player: PlayerUuid) => PresenceViewer,
    ) => Effect.Effect<PresenceRecords>
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
      const transaction = yield* Transaction
      const { presenceHeartbeatSeconds, presenceOfflineSeconds } = yield* PresenceTimes

      const shown = (stored: StoredPresence | "not_found", viewer: PresenceViewer, now: number) =>
        stored === "not_found" ? unknownPlayer : Effect.succeed(visible(stored, viewer, now, presenceOfflineSeconds))

      const report = spanned(
        "Presences.report",
        Effect.fnUntraced(function* (player: PlayerUuid, patch: PresencePatch, platform?: Platform) {
          const now = yield* Clock.currentTimeMillis
          const stored = yield* transaction.ofOwner(
            player,
            transaction.run(store.report(player, changeOf(patch, platform), now)),
          )
          return yield* shown(stored, { isSelf: true, seesAll: false }, now)
        }),
      )

      const view = (player: PlayerUuid, viewer: PresenceViewer) =>
        Effect.flatMap(store.find(player), (stored) =>
          Effect.clockWith((clock) => shown(stored, viewer, clock.currentTimeMillisUnsafe())),
        )

      const viewMany = Effect.fnUntraced(function* (
        given: ReadonlyArray<PlayerUuid>,
        viewerOf: (player: PlayerUuid) => PresenceViewer,
      ) {
        const players = Array.from(new Set(given))
        const found = yield* store.findMany(players)
        const now = yield* Clock.currentTimeMillis
        const byPlayer = new Map(found.map((stored) => [stored.playerUuid, stored]))
        return {
          presences: players.flatMap((player) => {
            const stored = byPlayer.get(player)
            return stored === undefined ? [] : visible(stored, viewerOf(player), now, presenceOfflineSeconds)
          }),
          not_found: players.filter((player) => !byPlayer.has(player)),
        }
      })

      const countOnline = Effect.gen(function* () {
        const time = yield* Clock.currentTimeMillis
        const { from, to } = currentTimes(time, presenceOfflineSeconds)
        return { time, ...onlineCounts(yield* store.countOnline(from, to, COUNTED_MAX), COUNTED_MAX) }
      })

      return Presences.of({
        report,
        view,
        viewMany,
        countOnline,
        settings: { heartbeat_seconds: presenceHeartbeatSeconds, offline_seconds: presenceOfflineSeconds },
      })
    }),
  )
}
