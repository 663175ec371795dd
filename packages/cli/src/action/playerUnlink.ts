/** What `garrison player unlink` does: takes a way to log in from a person, as an act of an operator. */
import { PLATFORMS } from "@garrison/core/kernel/Platform"
import { unlinkForPlayer } from "@garrison/core/linking/operations/unlinkForPlayer"
import * as Effect from "effect/Effect"
import { operateAct } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { facts } from "../output/table.ts"
import { playerUuid } from "./identifiers.ts"
import type { ActInput } from "./operator.ts"

interface UnlinkInput extends ActInput {
  readonly player: string
  readonly platform: string
  readonly portalUserId: string
  readonly json: boolean
}

/** The platform of this name, however its letters are. */
const platformOf = Effect.fnUntraced(function* (given: string) {
  const found = PLATFORMS.find((platform) => platform.toLowerCase() === given.toLowerCase())
  if (found !== undefined) return found
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `There is no platform "${given}".`,
    next: `It must be one of ${PLATFORMS.join(", ")}.`,
  })
})

/** Unlinks a portal user of the player's person. */
export const unlinkPortalUser = Effect.fn("Player.unlink")(function* (input: UnlinkInput) {
  const player = yield* playerUuid(input.player)
  const platform = yield* platformOf(input.platform)
  const wanted = { player_uuid: player, platform, portal_user_id: input.portalUserId }
  yield* operateAct(unlinkForPlayer, wanted, input, ({ portal_users: left }) =>
    facts([
      ["player_uuid", player],
      ["unlinked", `${platform} ${input.portalUserId}`],
      ...left.map((user): [string, string] => ["left", `${user.platform} ${user.portal_user_id}`]),
    ]),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
})
