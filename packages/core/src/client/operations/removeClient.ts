/** Deleting a client (decisions, section 8). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { value } from "../../operation/answer.ts"
import { OfClient } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { clientActs } from "../acts.ts"
import { Clients } from "../Clients.ts"

/** Deletes a client. */
export const removeClient = act(clientActs.remove, {
  title: "Delete a client",
  sentence: "Delete a client with its secrets, and end its sessions.",
  input: { client_id: OfClient },
  answer: value(Schema.Struct({ client_id: OfClient }).annotate({ identifier: "RemovedClient" })),
  refusals: ["resource_not_found"],
  run: (named, by) =>
    Effect.as(
      Clients.use((clients) => clients.remove(named.client_id, by)),
      named,
    ),
})
