/** Where logins by redirect of a client return to (decisions, section 5). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Flag } from "../../kernel/input/Field.ts"
import { act } from "../../operation/Operation.ts"
import { clientActs } from "../acts.ts"
import { Clients } from "../Clients.ts"
import { redirectFields } from "../input.ts"
import { ChangedClient, redirectedView } from "./wayBack.ts"
import { OfClient } from "../../operation/fields.ts"

/** Changes the logins by redirect of a client. */
export const editClientRedirects = act(clientActs.editRedirects, {
  title: "Change the logins by redirect of a client",
  sentence:
    "Change where logins by redirect of a game return to, and whether they must begin with a PKCE challenge. The " +
    "addresses that are given take the place of all that the client has.",
  input: {
    client_id: OfClient,
    redirect_uris: redirectFields.redirect_uris,
    pkce_exempt: Schema.optionalKey(
      described(Flag, "Let the client, which is public, begin logins by redirect without a PKCE challenge."),
    ),
  },
  answer: ChangedClient,
  refusals: ["resource_not_found"],
  run: ({ client_id: clientId, pkce_exempt: pkceExempt, redirect_uris: redirectUris }, by) => {
    const wanted = {
      ...(redirectUris !== undefined && { redirectUris }),
      ...(pkceExempt !== undefined && { pkceExempt }),
    }
    return Effect.map(
      Clients.use((clients) => clients.editRedirects(clientId, wanted, by)),
      redirectedView,
    )
  },
})
