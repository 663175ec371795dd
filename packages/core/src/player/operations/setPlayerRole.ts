/** Another role for a player (decisions, section 3). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Integer, IntegerOf, ListOf, refersTo, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { reverseBy, reverseField } from "../../operation/reverse.ts"
import { playerActs } from "../acts.ts"
import { Players } from "../Players.ts"

const RoleId = IntegerOf({ minimum: 1 })

/** Gives a player another role. */
export const setPlayerRole = act(playerActs.setRole, {
  title: "Give a player another role",
  sentence:
    "Give a player another role. What only the role before held is withdrawn from the player's tokens at once, and on " +
    "other servers within a minute; what only the new one holds comes with the next token. No session ends.",
  input: { player_uuid: OfPlayer, role_id: described(refersTo("role", Integer), "The role_id of the role.") },
  answer: value(
    Schema.Struct({
      player_uuid: OfPlayer,
      role_id: described(RoleId, "The role that the player has now."),
      previous_role_id: described(RoleId, "The role that the player had."),
      permissions: described(ListOf(Text), "The permissions of the role."),
      reverse: reverseField,
    }).annotate({ identifier: "RoleOfPlayer" }),
  ),
  refusals: ["resource_not_found", "role_name_taken"],
  run: ({ player_uuid: player, role_id: roleId }, by) =>
    Effect.map(
      Players.use((players) => players.giveRole(player, roleId, by)),
      ({ previousRoleId, role }) => ({
        player_uuid: player,
        role_id: role.roleId,
        previous_role_id: previousRoleId,
        permissions: role.permissions,
        ...(previousRoleId !== role.roleId &&
          reverseBy(playerActs.setRole, { player_uuid: player, role_id: previousRoleId })),
      }),
    ),
})
