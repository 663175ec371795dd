/** Exchanging an authorization code for tokens over HTTP (interface, section 4.2). */
import { exchangeCode } from "@garrison/core/oauth/operations/exchangeCode"
import { TokenExchangeRequest } from "@garrison/core/oauth/schema"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** Answers with tokens, or with the agreements that are missing. */
export const exchangeToken = route(exchangeCode, {
  id: "exchangeToken",
  method: "POST",
  path: "/users/v1/oauth/token",
  mounts: ["public"],
  who: "client",
  lane: "storage",
  body: { schema: TokenExchangeRequest },
  success: content(exchangeCode.answer),
})
