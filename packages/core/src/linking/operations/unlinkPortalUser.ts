/** Taking away a way to log in (decisions, section 14). */
import * as Effect from "effect/Effect"
import { PortalUserNamed } from "../../kernel/PortalUserNamed.ts"
import { value } from "../../operation/answer.ts"
import { caller, linkedPortalUsers } from "../../operation/examples.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { play } from "../../operation/Operation.ts"
import type { LinkCode } from "../errors.ts"
import { linkingPlayer } from "../linkingPlayer.ts"
import { Links } from "../Links.ts"
import { LinkedPortalUsers } from "../schema.ts"

const refusals: ReadonlyArray<LinkCode | "user_auth_restricted" | "resource_not_found"> = [
  "user_auth_restricted",
  "portal_user_too_new",
  "last_portal_user",
  "resource_not_found",
]

/** Unlinks a portal user of a player's person. Never the last one of a player. */
export const unlinkPortalUser = play(
  { name: "portalUser.unlink", permissions: ["*"], ownPermissions: [] },
  {
    title: "Unlink a portal user",
    sentence:
      "Takes a portal user from the player's person and ends the sessions that were opened through it, the caller's own " +
      "too. The portal user may then be linked elsewhere, or log in as a new player. The last portal user of a player " +
      "stays. A portal user that was linked in the last days removes no older one. The player gets a notification. " +
      "Answers with those that are left.",
    input: { player_uuid: OfPlayer, ...PortalUserNamed.fields },
    answer: value(LinkedPortalUsers),
    refusals,
    example: {
      input: { player_uuid: caller, platform: "Golf", portal_user_id: "76561190000000001" },
      answer: { portal_users: linkedPortalUsers.slice(0, 1) },
    },
    run: Effect.fnUntraced(function* ({ platform, player_uuid: player, portal_user_id: portalUserId }, act) {
      return yield* (yield* Links).unlink(yield* linkingPlayer(player, act), { platform, portalUserId })
    }),
  },
)
