/** One player, for operators (decisions, section 1). */
import * as Effect from "effect/Effect"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { RoleStore } from "../../permission/RoleStore.ts"
import { Players } from "../Players.ts"
import { PlayerView, playerView } from "../view.ts"

/** Shows one player. */
export const showPlayer = read(
  { name: "player.show", permissions: ["operator:read:player", "user:read:any"] },
  {
    title: "Show one player",
    sentence: "Show one player: identity, role, permissions, restrictions and accepted agreements.",
    input: { player_uuid: OfPlayer },
    answer: value(PlayerView),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ player_uuid: player }) {
      const profile = yield* (yield* Players).find(player)
      return playerView(profile, yield* (yield* RoleStore).permissionsOf([profile.player.roleId]))
    }),
  },
)
