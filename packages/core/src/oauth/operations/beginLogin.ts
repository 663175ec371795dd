/** Beginning a login by redirect (decisions, section 5). */
import { described, Text } from "../../kernel/input/Field.ts"
import type { PlainLoginCode } from "../../login/errors.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { beginRefusals } from "../errors.ts"
import { Oauth } from "../Oauth.ts"
import { LoginRedirectRequest, OauthPortalWord, Redirection } from "../schema.ts"

const refusals: ReadonlyArray<PlainLoginCode> = beginRefusals

/** Begins a login by redirect. Nothing is stored. */
export const beginLogin = read(
  { name: "oauth.begin", permissions: [], isOpen: true },
  {
    title: "Log in by redirect",
    sentence:
      "Open this address in a browser: it sends the player to the portal, and from there back to `redirect_uri` with a " +
      "`code` for the token exchange, or with `error_code` and `error_description`.",
    input: {
      platform: described(OauthPortalWord, "The portal, as addresses name it."),
      response_path: described(
        Text,
        "The path at which this service takes the answer of the portal; `:platform` in it stands for the portal.",
      ),
      ...LoginRedirectRequest.fields,
    },
    answer: value(Redirection),
    refusals,
    run: ({ platform: portal, response_path, ...request }, { actor: { origin, pathPrefix = "" } }) =>
      Oauth.use((oauth) =>
        oauth.begin({ portal, request, origin, responsePath: pathPrefix + response_path.replace(":platform", portal) }),
      ),
  },
)
