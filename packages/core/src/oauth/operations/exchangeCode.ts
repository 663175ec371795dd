/** Exchanging an authorization code for tokens (interface, section 4.2). */
import { contextOf } from "../../login/steps/contextOf.ts"
import type { LoginBusyCode, PlainLoginCode } from "../../login/errors.ts"
import { value } from "../../operation/answer.ts"
import { play } from "../../operation/Operation.ts"
import { exchangeRefusals } from "../errors.ts"
import { Oauth } from "../Oauth.ts"
import { TokenExchangeRequest, TokenExchangeResponse } from "../schema.ts"

const refusals: ReadonlyArray<PlainLoginCode | LoginBusyCode> = [...exchangeRefusals, "too_many_attempts"]

/** Answers with tokens, or with the agreements that are missing. */
export const exchangeCode = play(
  { name: "oauth.exchange", permissions: [], isOpen: true },
  {
    title: "Exchange an authorization code",
    sentence:
      "Exchanges an authorization code for tokens. Where agreements are missing the answer names them and carries a " +
      "regenerated code, usable once they are accepted.",
    input: TokenExchangeRequest.fields,
    answer: value(TokenExchangeResponse),
    refusals,
    example: {
      input: { grant_type: "authorization_code", code: "the code from the redirect", accepted_eula: true },
      answer: { needs_eula: true, needs_tos: false, needs_privacy_policy: false, regenerated_code: "another code" },
    },
    run: (request, act) => Oauth.use((oauth) => oauth.exchange(request, contextOf(act))),
  },
)
