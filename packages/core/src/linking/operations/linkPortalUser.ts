/** Adding another way to log in (decisions, section 14). */
import * as Effect from "effect/Effect"
import { type LoginBusyCode, loginBusyCodes, type LoginCode } from "../../login/errors.ts"
import { LoginRequest } from "../../login/schema.ts"
import { value } from "../../operation/answer.ts"
import { caller, linkedPortalUsers } from "../../operation/examples.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { play } from "../../operation/Operation.ts"
import { type LinkCode, proofRefusals } from "../errors.ts"
import { linkingPlayer } from "../linkingPlayer.ts"
import { Links } from "../Links.ts"
import { LinkedPortalUsers } from "../schema.ts"

const refusals: ReadonlyArray<LoginCode | LoginBusyCode | LinkCode | "resource_not_found"> = [
  ...proofRefusals,
  "login_not_recent",
  "portal_user_taken",
  "too_many_portal_users",
  ...(Object.keys(loginBusyCodes) as ReadonlyArray<LoginBusyCode>),
  "resource_not_found",
]

/** Links a portal user to a player. */
export const linkPortalUser = play(
  { name: "portalUser.link", permissions: ["*"], ownPermissions: [] },
  {
    title: "Link a portal user",
    sentence:
      "Verifies the credential of a login body and makes its portal user another way to log in as the player, who keeps " +
      "player_uuid and inventory. A portal user of another player is refused, with counts of what a merge would join. " +
      "refresh and client_credentials prove no portal user and are refused with invalid_grant_type. A player must have " +
      "logged in a short time ago; a refresh does not count. The player gets a notification.",
    input: { player_uuid: OfPlayer, ...LoginRequest.fields },
    answer: value(LinkedPortalUsers),
    refusals,
    example: {
      input: { player_uuid: caller, grant_type: "golf", portal_access_token: "a ticket of golf" },
      answer: { portal_users: linkedPortalUsers },
    },
    run: Effect.fnUntraced(function* ({ player_uuid: player, ...request }, act) {
      return yield* (yield* Links).link(yield* linkingPlayer(player, act), request)
    }),
  },
)
