/** Taking a client out of use for a while (decisions, section 8). */
import * as Effect from "effect/Effect"
import { described, Flag } from "../../kernel/input/Field.ts"
import { act } from "../../operation/Operation.ts"
import { clientActs } from "../acts.ts"
import { Clients } from "../Clients.ts"
import { ChangedClient, disabledView } from "./wayBack.ts"
import { OfClient } from "../../operation/fields.ts"

/** Disables or enables a client. */
export const setClientDisabled = act(clientActs.setDisabled, {
  title: "Disable or enable a client",
  sentence:
    "Refuse every login of a client, and end its sessions, until it is enabled again. Nothing of it is deleted, and " +
    "ended sessions stay ended.",
  input: {
    client_id: OfClient,
    disabled: described(Flag, "Whether the client's logins are refused from now on."),
  },
  answer: ChangedClient,
  refusals: ["resource_not_found"],
  run: ({ client_id: clientId, disabled }, by) =>
    Effect.map(
      Clients.use((clients) => clients.setDisabled(clientId, disabled, by)),
      disabledView,
    ),
})
