/** Who changes the ways to log in of a player: the player in a session, or an actor who vouches for the player. */
import * as Effect from "effect/Effect"
import { Clients } from "../client/Clients.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { type Act, callerOf, ownSession } from "../operation/Act.ts"
import type { LinkingPlayer } from "./record.ts"

/**
 * The player with the session and the client of the act. Another actor than the player has none: the client is then
 * the one through which players log in without naming one.
 */
export const linkingPlayer = (playerUuid: PlayerUuid, act: Act): Effect.Effect<LinkingPlayer, never, Clients> =>
  Clients.use((clients) => {
    const { address, userAgent = "" } = act.actor
    const session = ownSession(act, playerUuid)
    const clientId = session?.clientId ?? clients.publicIdOf(undefined) ?? callerOf(act).clientId
    return Effect.succeed({ playerUuid, session, clientId, address, userAgent })
  })
