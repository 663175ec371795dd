/** Linking a portal user to a player by hand, by an operator (decisions, section 14). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, TextOf } from "../../kernel/input/Field.ts"
import { PortalEnvironmentNamed, PortalUserNamed } from "../../kernel/PortalUserNamed.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { reverseBy, reverseField } from "../../operation/reverse.ts"
import { linkActs } from "../acts.ts"
import type { LinkCode } from "../errors.ts"
import { Links } from "../Links.ts"
import { LinkedPortalUsers } from "../schema.ts"

/** The type has every code of the area; the list has those of this operation. */
const refusals: ReadonlyArray<LinkCode | "user_auth_restricted" | "resource_not_found"> = [
  "user_auth_restricted",
  "resource_not_found",
  "portal_user_taken",
  "too_many_portal_users",
]

/** Links a portal user to a player. */
export const linkForPlayer = act(linkActs.link, {
  title: "Give a player a way to log in",
  sentence:
    "Make a portal user another way to log in as a player, without a proof: the operator vouches for it. A portal user of " +
    "another player is refused, with counts of what a merge would join; so is one that left another person with a " +
    "restriction that refuses login. The player gets a notification. Nobody gives one to a person with a permission that " +
    "the actor lacks.",
  input: {
    player_uuid: OfPlayer,
    ...PortalUserNamed.fields,
    environment: PortalEnvironmentNamed,
    display_name: described(
      Schema.optionalKey(TextOf({ minimum: 1, maximum: 256 })),
      "Name of the portal user until it logs in (default: Player).",
    ),
  },
  answer: value(
    Schema.Struct({
      player_uuid: OfPlayer,
      linked: described(PortalUserNamed, "The portal user."),
      portal_users: described(LinkedPortalUsers.fields.portal_users, "Those of the person, the oldest first."),
      reverse: reverseField,
    }).annotate({ identifier: "LinkedByHand" }),
  ),
  refusals,
  run: (input, by) => {
    const {
      display_name: displayName,
      environment,
      platform,
      player_uuid: player,
      portal_user_id: portalUserId,
    } = input
    return Effect.map(
      Links.use((links) => links.linkFor(player, { platform, portalUserId, environment, displayName }, by)),
      ({ left, linked }) => ({
        player_uuid: player,
        linked: { platform, portal_user_id: portalUserId },
        portal_users: left.portal_users,
        ...(linked !== undefined &&
          reverseBy(linkActs.unlink, { player_uuid: player, platform, portal_user_id: portalUserId })),
      }),
    )
  },
})
