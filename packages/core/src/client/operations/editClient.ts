/** Changing what a client is for, and what it may do (decisions, section 8). */
import * as Effect from "effect/Effect"
import { act } from "../../operation/Operation.ts"
import { clientActs } from "../acts.ts"
import { Clients } from "../Clients.ts"
import { clientEditFields } from "../input.ts"
import { ChangedClient, editedView } from "./wayBack.ts"
import { OfClient } from "../../operation/fields.ts"

/** Edits a client. */
export const editClient = act(clientActs.edit, {
  title: "Change what a client is and may do",
  sentence:
    "Change the description, the organisation, the permissions or the grants of a client. Lists take the place of those " +
    "that it has. A permission that it loses is withdrawn from its tokens at once, and on other servers within a minute. " +
    "Nobody gives a permission that the actor lacks, or edits a client that holds one.",
  input: { client_id: OfClient, ...clientEditFields },
  nullsKept: true,
  answer: ChangedClient,
  refusals: ["resource_not_found"],
  run: ({ client_id: clientId, org_id: orgId, ...rest }, by) =>
    Effect.map(
      Clients.use((clients) => clients.edit(clientId, { ...rest, ...(orgId !== undefined && { orgId }) }, by)),
      editedView,
    ),
})
