/** The answer of a portal, which the player brings back (decisions, section 5). */
import { described } from "../../kernel/input/Field.ts"
import { type LoginBusyCode, loginBusyCodes, type PlainLoginCode } from "../../login/errors.ts"
import { value } from "../../operation/answer.ts"
import { play } from "../../operation/Operation.ts"
import { responseRefusals } from "../errors.ts"
import { Oauth } from "../Oauth.ts"
import { OauthPortalWord, PortalResponse, Redirection } from "../schema.ts"

const refusals: ReadonlyArray<PlainLoginCode | LoginBusyCode> = [
  ...responseRefusals,
  ...(Object.keys(loginBusyCodes) as ReadonlyArray<LoginBusyCode>),
]

/** Takes the answer of a portal, from the browser of the player. */
export const takeResponse = play(
  { name: "oauth.respond", permissions: [], isOpen: true },
  {
    title: "Return from a portal",
    sentence:
      "The portal sends the player here. The player goes on to the `redirect_uri` of the login, with a `code` and the " +
      "`state` of the game, or with `error_code` and `error_description`. An answer works once.",
    input: { platform: described(OauthPortalWord, "The portal, as addresses name it."), ...PortalResponse.fields },
    answer: value(Redirection),
    refusals,
    run: ({ platform, ...response }, { actor: { address } }) =>
      Oauth.use((oauth) => oauth.respond(platform, response, address)),
  },
)
