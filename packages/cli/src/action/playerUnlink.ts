/** What `garrison player link` and `unlink` do: ways to log in that an operator gives and takes. */
import { linkForPlayer } from "@garrison/core/linking/operations/linkForPlayer"
import { unlinkForPlayer } from "@garrison/core/linking/operations/unlinkForPlayer"
import { releaseRestrictions } from "@garrison/core/restriction/operations/releaseRestrictions"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { operateAct } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { facts } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, confirmAct } from "./operator.ts"
import { platformOf } from "./platform.ts"

/** A portal user that an operator names. */
interface PortalUserInput extends ActInput {
  readonly platform: string
  readonly portalUserId: string
  readonly json: boolean
}

interface UnlinkInput extends PortalUserInput {
  readonly player: string
  readonly withoutRestrictions: boolean
}

/** Unlinks a portal user of the player's person. */
export const unlinkPortalUser = Effect.fn("Player.unlink")(function* (input: UnlinkInput) {
  const player = yield* playerUuid(input.player)
  const platform = yield* platformOf(input.platform)
  const wanted = {
    player_uuid: player,
    platform,
    portal_user_id: input.portalUserId,
    ...(input.withoutRestrictions && { without_restrictions: true }),
  }
  yield* operateAct(unlinkForPlayer, wanted, input, ({ kept_restrictions: kept, portal_users: left }) =>
    facts([
      ["player_uuid", player],
      ["unlinked", `${platform} ${input.portalUserId}`],
      ...kept.map(({ type }): [string, string] => ["went with it", type]),
      ...left.map((user): [string, string] => ["left", `${user.platform} ${user.portal_user_id}`]),
    ]),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
})

const nothingKept = new CommandFailure({
  kind: "notFound",
  sentence: "No restriction is kept with this portal user.",
  next: "A portal user that belongs to a player has none of its own: garrison player unban lifts those of the player.",
})

/** Lifts what a portal user took along when it left its person. */
export const releasePortalUser = Effect.fn("Player.release")(function* (
  input: PortalUserInput & { readonly environment: Option.Option<string> },
) {
  const platform = yield* platformOf(input.platform)
  const environment = givenOnly({ environment: input.environment })
  const wanted = { platform, portal_user_id: input.portalUserId, ...environment }
  yield* operateAct(releaseRestrictions, wanted, input, ({ released }) =>
    facts([
      ["portal user", `${platform} ${input.portalUserId}`],
      ...released.map(({ type }): [string, string] => ["released", type]),
    ]),
  ).pipe(Effect.catchTag("RestrictionNotFound", () => Effect.fail(nothingKept)))
})

interface LinkInput extends PortalUserInput {
  readonly player: string
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
