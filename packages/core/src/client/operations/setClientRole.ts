/** The permissions of a role for a machine client (decisions, section 3). */
import * as Effect from "effect/Effect"
import { described } from "../../kernel/input/Field.ts"
import { act } from "../../operation/Operation.ts"
import { RoleId } from "../../role/view.ts"
import { clientActs } from "../acts.ts"
import { Clients } from "../Clients.ts"
import { ChangedClient, editedView } from "./wayBack.ts"
import { OfClient } from "../../operation/fields.ts"

/** Gives a machine client the permissions of a role. */
export const setClientRole = act(clientActs.setRole, {
  title: "Give a machine client the permissions of a role",
  sentence:
    "Give a machine client the permissions that a role has now, in the place of those that it had. What it loses is " +
    "withdrawn from its tokens at once, and on other servers within a minute.",
  input: {
    client_id: OfClient,
    role_id: described(RoleId, "The role_id of the role."),
  },
  answer: ChangedClient,
  refusals: ["resource_not_found", "role_name_taken"],
  run: ({ client_id: clientId, role_id: roleId }, by) =>
    Effect.map(
      Clients.use((clients) => clients.setRole(clientId, roleId, by)),
      editedView,
    ),
})
