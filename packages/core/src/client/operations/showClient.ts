/** One client, for operators (decisions, section 8). */
import * as Effect from "effect/Effect"
import { described, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Clients } from "../Clients.ts"
import { ClientView, clientView } from "../view.ts"

/** Shows one client. */
export const showClient = read(
  { name: "client.show", permissions: ["operator:read:client"] },
  {
    title: "Show one client",
    sentence: "Show one client, also a disabled one. Its secrets are never shown.",
    input: { client_id: described(Text, "The client's client_id.") },
    answer: value(ClientView),
    refusals: ["resource_not_found"],
    run: ({ client_id: clientId }) =>
      Effect.map(
        Clients.use((clients) => clients.find(clientId)),
        clientView,
      ),
  },
)
