/** Ending the overlap of a rotation early (decisions, section 8). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Uuid } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { clientActs } from "../acts.ts"
import { Clients } from "../Clients.ts"
import { RetiredSecret, retiredSecretView } from "../secretView.ts"
import { ClientView, clientView } from "../view.ts"
import { OfClient } from "../../operation/fields.ts"

/** Ends a former secret. */
export const retireClientSecret = act(
  clientActs.retireSecret,
  {
    title: "End the former secret of a client now",
    sentence:
      "End the overlap of a rotation now: the former secret is refused at once, and the sessions that a machine client " +
      "opened with it end within a minute. client show says whether the secret is still used. It cannot be undone.",
    input: {
      client_id: OfClient,
      secret_id: Schema.optionalKey(
        described(Uuid, "Only if this is the former secret, which a rotation in the meantime replaces."),
      ),
    },
    answer: value(
      Schema.Struct({
        ...ClientView.fields,
        retired: described(RetiredSecret, "The secret that is refused from now on."),
      }).annotate({ identifier: "ClientWithRetiredSecret" }),
    ),
    refusals: ["resource_not_found"],
    run: ({ client_id: clientId, secret_id: secretId }, by) =>
      Effect.map(
        Clients.use((clients) => clients.retireSecret(clientId, secretId?.toLowerCase(), by)),
        ({ client, retired }) => ({ ...clientView(client), retired: retiredSecretView(retired) }),
      ),
  },
  "required",
)
