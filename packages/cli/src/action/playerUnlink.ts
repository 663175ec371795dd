/** What `garrison player unlink` does: takes a way to log in from a person, as an act of an operator. */
import { PLATFORMS } from "@garrison/core/kernel/Platform"
import { Links } from "@garrison/core/linking/Links"
import { formatTimestamp } from "@garrison/core/kernel/Timestamp"
import * as Effect from "effect/Effect"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { present } from "../output/print.ts"
import { facts } from "../output/table.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"

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
  const act = yield* actOf(input)
  const platform = yield* platformOf(input.platform)
  const { portalUserId } = input
  const { portal_users } = yield* withDatabase(
    "upgrade",
    Links.use((links) => links.unlinkFor(player, { platform, portalUserId }, act)),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
  const left = portal_users.map((user) => ({ ...user, created: formatTimestamp(user.created) }))
  const data = { player_uuid: player, unlinked: { platform, portal_user_id: portalUserId }, portal_users: left }
  yield* present(input.json, data, () =>
    facts([
      ["player_uuid", player],
      ["unlinked", `${platform} ${portalUserId}`],
      ...left.map((user): [string, string] => ["left", `${user.platform} ${user.portal_user_id}`]),
    ]),
  )
  yield* sayDryRun(input)
})
