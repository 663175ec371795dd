/** What `garrison player link` and `unlink` do: ways to log in that an operator gives and takes. */
import { linkForPlayer } from "@garrison/core/linking/operations/linkForPlayer"
import { unlinkForPlayer } from "@garrison/core/linking/operations/unlinkForPlayer"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { operateAct } from "../operate.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { facts } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, confirmAct } from "./operator.ts"
import { platformOf } from "./platform.ts"

interface UnlinkInput extends ActInput {
  readonly player: string
  readonly platform: string
  readonly portalUserId: string
  readonly json: boolean
}

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

interface LinkInput extends UnlinkInput {
  readonly environment: Option.Option<string>
  readonly displayName: Option.Option<string>
  readonly yes: boolean
}

/** Links a portal user to the player. Nobody has proved that it is the player's, so consent is asked for. */
export const linkPortalUser = Effect.fn("Player.link")(function* (input: LinkInput) {
  const player = yield* playerUuid(input.player)
  const platform = yield* platformOf(input.platform)
  yield* confirmAct(input, `Whoever has ${platform} ${input.portalUserId} may then log in as ${player}.`)
  const wanted = {
    player_uuid: player,
    platform,
    portal_user_id: input.portalUserId,
    ...givenOnly({ environment: input.environment, display_name: input.displayName }),
  }
  yield* operateAct(linkForPlayer, wanted, input, ({ portal_users: users }) =>
    facts([
      ["player_uuid", player],
      ["linked", `${platform} ${input.portalUserId}`],
      ...users.map((user): [string, string] => ["portal user", `${user.platform} ${user.portal_user_id}`]),
    ]),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
})
