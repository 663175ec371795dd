/** Taking a way to log in from a player, by an operator (decisions, section 14). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described } from "../../kernel/input/Field.ts"
import { PortalUserNamed } from "../../kernel/PortalUserNamed.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { reverseBy, reverseField } from "../../operation/reverse.ts"
import { toWire } from "../../restriction/rules.ts"
import { KeptRestrictionsField, WithoutRestrictions } from "../../restriction/view.ts"
import { linkActs } from "../acts.ts"
import type { LinkCode } from "../errors.ts"
import { Links } from "../Links.ts"
import { LinkedPortalUsers } from "../schema.ts"

/** The type has every code of the area; the list has those of this operation. */
const refusals: ReadonlyArray<LinkCode | "resource_not_found"> = ["resource_not_found", "last_portal_user"]

/** Unlinks a portal user of the person that owns a player. */
export const unlinkForPlayer = act(linkActs.unlink, {
  title: "Take a way to log in from a player",
  sentence:
    "Take a way to log in from the person of a player, and end the sessions that were opened by it. It may then be " +
    "linked elsewhere, or log in as a new player. Restrictions in force go with it, and hold for whoever logs in by it " +
    "next. The last one of a player stays. Nobody takes one from a person with a permission that the actor lacks.",
  input: { player_uuid: OfPlayer, ...PortalUserNamed.fields, without_restrictions: WithoutRestrictions },
  answer: value(
    Schema.Struct({
      player_uuid: OfPlayer,
      unlinked: described(PortalUserNamed, "The portal user that was taken."),
      portal_users: described(LinkedPortalUsers.fields.portal_users, "Those that are left, the oldest first."),
      kept_restrictions: KeptRestrictionsField,
      reverse: reverseField,
    }).annotate({ identifier: "UnlinkedPortalUser" }),
  ),
  refusals,
  run: ({ platform, player_uuid: player, portal_user_id: portalUserId, without_restrictions: isFreed }, by) =>
    Effect.map(
      Links.use((links) => links.unlinkFor(player, { platform, portalUserId }, by, isFreed)),
      ({ kept, portal_users, unlinked }) => ({
        player_uuid: player,
        unlinked: { platform, portal_user_id: portalUserId },
        portal_users,
        kept_restrictions: kept.map(toWire),
        ...(unlinked?.playerUuid !== undefined &&
          reverseBy(linkActs.link, {
            player_uuid: unlinked.playerUuid,
            platform,
            portal_user_id: portalUserId,
            display_name: unlinked.displayName,
            ...(unlinked.environment !== undefined && { environment: unlinked.environment }),
          })),
      }),
    ),
})
