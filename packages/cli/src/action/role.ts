/** What `garrison role …` does. */
import { setClientRole } from "@garrison/core/client/operations/setClientRole"
import { setPlayerRole } from "@garrison/core/player/operations/setPlayerRole"
import { listRoles } from "@garrison/core/role/operations/listRoles"
import { putRole } from "@garrison/core/role/operations/putRole"
import type { RoleView } from "@garrison/core/role/view"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ListForm, operate, operateAct, showList } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { facts, table } from "../output/table.ts"
import { noSuchClient } from "./client.ts"
import { playerUuid } from "./identifiers.ts"
import type { ActInput } from "./operator.ts"

/** Lists roles. */
export const showRoles = Effect.fn("Role.list")(function* (form: ListForm) {
  const answered = yield* operate(listRoles, {})
  yield* showList(listRoles, form, answered, "roles", () =>
    table<RoleView>(
      [
        { heading: "ROLE_ID", text: (role) => String(role.role_id) },
        { heading: "NAME", text: ({ name }) => name },
        { heading: "STATE", text: ({ stored }) => (stored ? "stored" : "ready-made") },
        { heading: "PERMISSIONS", text: ({ permissions }) => permissions.join(" ") || "-", cuttable: true },
      ],
      answered.roles,
    ),
  )
})

interface PutInput extends ActInput {
  readonly roleId: number
  readonly name: string
  readonly permission: ReadonlyArray<string>
  readonly bypassesLock: boolean
  readonly json: boolean
}

/** Makes or changes a role. */
export const storeRole = Effect.fn("Role.put")((input: PutInput) => {
  const { bypassesLock, name, permission: permissions, roleId } = input
  const wanted = { role_id: roleId, name, permissions, bypasses_lock: bypassesLock }
  return operateAct(putRole, wanted, input, (role) =>
    facts([
      ["role", `${role.role_id} ${role.name}`],
      ["permissions", role.permissions.join(" ")],
    ]),
  )
})

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
