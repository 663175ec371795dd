/** A new secret for a client (decisions, section 8). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { clientActs } from "../acts.ts"
import { Clients } from "../Clients.ts"
import { OverlapSeconds } from "../input.ts"
import { ClientWithSecret, withSecretView } from "../view.ts"
import { OfClient } from "../../operation/fields.ts"

/** Gives a client a new secret. */
export const rotateClient = act(clientActs.rotate, {
  title: "Give a client a new secret",
  sentence:
    "Give a client a new secret. The current one keeps working for the overlap, so that servers can be switched one by " +
    "one. The sessions of a machine client end with the secret that opened them. It cannot be undone.",
  input: {
    client_id: OfClient,
    overlap_seconds: Schema.optionalKey(OverlapSeconds),
  },
  answer: value(ClientWithSecret),
  refusals: ["resource_not_found"],
  run: ({ client_id: clientId, overlap_seconds: overlapSeconds }, by) =>
    Effect.map(
      Clients.use((clients) => clients.rotate(clientId, overlapSeconds === undefined ? {} : { overlapSeconds }, by)),
      withSecretView,
    ),
})
