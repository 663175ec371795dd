/** Creating a client (decisions, section 8). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { reverseBy, reverseField } from "../../operation/reverse.ts"
import { clientActs } from "../acts.ts"
import { Clients } from "../Clients.ts"
import { newClientFields, newClientOf } from "../input.ts"
import { ClientWithSecret, withSecretView } from "../view.ts"

/** Creates a client. */
export const createClient = act(clientActs.create, {
  title: "Create a client",
  sentence:
    "Create a client. Its secret is answered once and stored only as a hash. Nobody creates a client that holds a " +
    "permission which the actor lacks.",
  input: newClientFields,
  answer: value(
    Schema.Struct({ ...ClientWithSecret.fields, reverse: reverseField }).annotate({ identifier: "CreatedClient" }),
  ),
  refusals: ["client_id_taken"],
  run: (input, by) =>
    Effect.map(
      Clients.use((clients) => clients.create(newClientOf(input), by)),
      (created) => ({
        ...withSecretView(created),
        ...reverseBy(clientActs.remove, { client_id: created.client.clientId }),
      }),
    ),
})
