/** What `garrison role …` does. */
import { setClientRole } from "@garrison/core/client/operations/setClientRole"
import { setPlayerRole } from "@garrison/core/player/operations/setPlayerRole"
import { listRoles } from "@garrison/core/role/operations/listRoles"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { operate, operateAct } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { facts } from "../output/table.ts"
import { noSuchClient } from "./client.ts"
import { playerUuid } from "./identifiers.ts"
import type { ActInput } from "./operator.ts"

/** The failure for a role that there is none of. */
export const noSuchRole = (role: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no role ${role}.`,
    next: "garrison role list shows the roles; garrison role put makes one.",
  })

interface GiveInput extends ActInput {
  readonly role: string
  readonly player: Option.Option<string>
  readonly client: Option.Option<string>
  readonly json: boolean
}

/** Gives a role to a player or a client. */
export const giveRole = Effect.fn("Role.give")(function* (input: GiveInput) {
  if (Option.isSome(input.player) === Option.isSome(input.client)) {
    return yield* new CommandFailure({ kind: "usage", sentence: "Say who gets the role: --player or --client." })
  }
  const { roles } = yield* operate(listRoles, {})
  const role = roles.find(({ name, role_id: id }) => name === input.role || String(id) === input.role)
  if (role === undefined) return yield* noSuchRole(input.role)
  const named: readonly [string, string] = ["role", `${role.role_id} ${role.name}`]
  if (Option.isSome(input.client)) {
    const clientId = input.client.value
    return yield* operateAct(setClientRole, { client_id: clientId, role_id: role.role_id }, input, (client) =>
      facts([["client_id", client.client_id], named, ["permissions", client.permissions.join(" ")]]),
    ).pipe(Effect.catchTag("ClientNotFound", () => Effect.fail(noSuchClient(clientId))))
  }
  const player = yield* playerUuid(Option.getOrElse(input.player, () => ""))
  return yield* operateAct(setPlayerRole, { player_uuid: player, role_id: role.role_id }, input, (given) =>
    facts([["player_uuid", player], named, ["permissions", given.permissions.join(" ")]]),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
})
