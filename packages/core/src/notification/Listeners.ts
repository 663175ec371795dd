/**
 * Counts listeners, and limits them (decisions, section 9; interface, section 8): a page while it is answered, a long
 * poll while it waits, a stream while it is open. The limit of a player keeps a client from taking all places. The
 * other limit is that of the process.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { inPlace } from "../kernel/work/Gate.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { NotificationBusy, NotificationRefused } from "./errors.ts"
import { NotificationSettings } from "./settings.ts"

/** Bounds of `retryAfterSeconds`, which is random so that refused clients do not return in one wave. */
const RETRY_SECONDS_MIN = 1
const RETRY_SECONDS_MAX = 5

const clientLimit = Effect.fail(new NotificationRefused({ code: "too_many_listening_to_single_client" }))

const processLimit = Effect.flatMap(Random.nextIntBetween(RETRY_SECONDS_MIN, RETRY_SECONDS_MAX), (retryAfterSeconds) =>
  Effect.fail(
    new NotificationBusy({ code: "connection_limit_reached", retryAfterSeconds, limit: "listenersPerProcessMax" }),
  ),
)

/** Why there is no room for a listener. */
type Refused = Effect.Effect<never, NotificationRefused | NotificationBusy>

/** Counts the listeners, and refuses a listener over a limit. */
export class Listeners extends Context.Service<
  Listeners,
  {
    /**
     * Runs `serving` and counts it as one listener of this player until it ends in any way. When the player or the
     * process has as many listeners as allowed, refuses without running `serving`.
     */
    readonly hold: <A, E, R>(
      player: PlayerUuid,
      serving: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | NotificationRefused | NotificationBusy, R>
    /**
     * Counts a listener of this player until {@link leave} is called: call it once for each listener. Answers with the
     * refusal when there are as many as allowed.
     */
    readonly enter: (player: PlayerUuid) => Refused | undefined
    /** One listener of this player has gone. */
    readonly leave: (player: PlayerUuid) => void
    /** How many listeners this process serves now. */
    readonly count: Effect.Effect<number>
  }
>()("@garrison/core/notification/Listeners") {
  static readonly layer = Layer.effect(
    Listeners,
    Effect.gen(function* () {
      const { listenersPerPlayerMax, listenersPerProcessMax } = yield* NotificationSettings
      const byPlayer = new Map<PlayerUuid, number>()
      let total = 0

      const enter = (player: PlayerUuid): Refused | undefined => {
        const held = byPlayer.get(player) ?? 0
        if (held >= listenersPerPlayerMax) return clientLimit
        if (total >= listenersPerProcessMax) return processLimit
        byPlayer.set(player, held + 1)
        total++
        return undefined
      }

      const leave = (player: PlayerUuid): void => {
        const held = byPlayer.get(player) ?? 0
        // The last listener of a player removes the entry, so that the map is never larger than the number of
        // listeners.
        if (held <= 1) byPlayer.delete(player)
        else byPlayer.set(player, held - 1)
        total--
      }

      return Listeners.of({
        hold: (player, serving) => inPlace({ take: () => enter(player), giveBack: () => leave(player) }, serving),
        enter,
        leave,
        count: Effect.sync(() => total),
      })
    }),
  )
}
