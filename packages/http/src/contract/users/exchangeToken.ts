/** Exchanging an authorization code for tokens (interface, section 4.2). */
import { exchangeRefusals } from "@garrison/core/oauth/errors"
import { TokenExchangeRequest, TokenExchangeResponse } from "@garrison/core/oauth/schema"
import { client, operation } from "../operation.ts"
import { content } from "../success.ts"

/** Answers with tokens, or with the agreements that are missing. */
export const exchangeToken = operation({
  id: "exchangeToken",
  method: "POST",
  path: "/users/v1/oauth/token",
  mounts: ["public"],
  access: client,
  lane: "storage",
  summary: "Exchange an authorization code",
  description:
    "Exchanges an authorization code for tokens. Where agreements are missing the answer names them and carries a " +
    "regenerated code, usable once they are accepted.",
  body: { schema: TokenExchangeRequest },
  success: content(TokenExchangeResponse),
  refusals: { 403: exchangeRefusals, 503: ["too_many_attempts"] },
  example: {
    request: { grant_type: "authorization_code", code: "the code from the redirect", accepted_eula: true },
    answer: { needs_eula: true, needs_tos: false, needs_privacy_policy: false, regenerated_code: "another code" },
  },
})
