/** Deleting a client (decisions, section 8). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { clientActs } from "../acts.ts"
import { Clients } from "../Clients.ts"

const clientId = described(Text, "The client's client_id.")

/** Deletes a client. */
export const removeClient = act(clientActs.remove, {
  title: "Delete a client",
  sentence: "Delete a client with its secrets, and end its sessions.",
  input: { client_id: clientId },
  answer: value(Schema.Struct({ client_id: clientId }).annotate({ identifier: "RemovedClient" })),
  refusals: ["resource_not_found"],
  run: (named, by) =>
    Effect.as(
      Clients.use((clients) => clients.remove(named.client_id, by)),
      named,
    ),
})
