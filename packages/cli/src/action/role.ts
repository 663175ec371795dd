/** What `garrison role …` does. */
import { setClientRole } from "@garrison/core/client/operations/setClientRole"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { setPlayerRole } from "@garrison/core/player/operations/setPlayerRole"
import { listRoles } from "@garrison/core/role/operations/listRoles"
import * as Effect from "effect/Effect"
import { operate, operateAct } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { facts } from "../output/table.ts"
import type { Said } from "../row/Code.ts"

/** The failure for a role that there is none of. */
const noSuchRole = (role: number): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no role ${role}.`,
    next: "garrison role list shows the roles; garrison role put makes one.",
  })

interface GiveInput {
  readonly role_id: number
  readonly player_uuid?: PlayerUuid
  readonly client_id?: string
}

/** Gives a role to a player or a client. */
export const giveRole = Effect.fn("Role.give")(function* (input: GiveInput, said: Said) {
  const { client_id: client, player_uuid: player, role_id: wanted } = input
  if ((player === undefined) === (client === undefined)) {
    return yield* new CommandFailure({ kind: "usage", sentence: "Say who gets the role: --player or --client." })
  }
  const { roles } = yield* operate(listRoles, {})
  const role = roles.find(({ role_id: id }) => id === wanted)
  if (role === undefined) return yield* noSuchRole(wanted)
  const { name, role_id } = role
  const forPeople = ({ permissions }: { readonly permissions: ReadonlyArray<string> }): string =>
    facts([
      ["client_id", client],
      ["player_uuid", player],
      ["role", `${role_id} ${name}`],
      ["permissions", permissions.join(" ")],
    ])
  return client === undefined
    ? yield* operateAct(setPlayerRole, { player_uuid: player, role_id }, said, forPeople)
    : yield* operateAct(setClientRole, { client_id: client, role_id }, said, forPeople)
})
