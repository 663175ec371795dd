/** Reading the ways to log in (decisions, section 14). */
import { value } from "../../operation/answer.ts"
import { caller, linkedPortalUsers } from "../../operation/examples.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Links } from "../Links.ts"
import { LinkedPortalUsers } from "../schema.ts"

/** Lists the portal users of a player's person. */
export const listPortalUsers = read(
  { name: "portalUser.list", permissions: ["user:read:any", "operator:read:player"], ownPermissions: [] },
  {
    title: "A player's portal users",
    sentence:
      "Every portal user that logs in as a player of the person, the oldest first, with the time at which it was linked " +
      "or logged in first. Of one that the player does not know, the account is in danger: unlink it.",
    input: { player_uuid: OfPlayer },
    answer: value(LinkedPortalUsers),
    refusals: ["resource_not_found"],
    example: { input: { player_uuid: caller }, answer: { portal_users: linkedPortalUsers } },
    run: ({ player_uuid: player }) => Links.use((links) => links.ofPlayer(player)),
  },
)
