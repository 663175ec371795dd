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
import { changeOf, type PresenceViewer, visible } from "./rules.ts"
import type { PresencePatch, PresenceRecord, PresenceSettings } from "./schema.ts"
import { PresenceTimes } from "./settings.ts"

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

      return Presences.of({
        report,
        view,
        settings: { heartbeat_seconds: presenceHeartbeatSeconds, offline_seconds: presenceOfflineSeconds },
      })
    }),
  )
}
