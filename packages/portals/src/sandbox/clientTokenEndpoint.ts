/** The tokens that a portal of the sandbox gives to Garrison itself (RFC 6749, section 4.4). */
import * as Effect from "effect/Effect"
import type { ClientSettings } from "../settings/fields.ts"
import { answered, bearerOf, isFrom, type Received, refused } from "./answers.ts"
import type { Codes, CodeUse } from "./codes.ts"

/** For how long a token is valid, in seconds. */
const TOKEN_SECONDS = 3600

const clientUse: CodeUse = { client: true }

/** Gives this client, and no other, a token. */
export const clientTokenEndpoint = (client: ClientSettings, codes: Codes) => (request: Received) => {
  if (!isFrom(client, request)) return Effect.succeed(refused(401, "invalid_client"))
  if (request.form["grant_type"] !== "client_credentials") {
    return Effect.succeed(refused(400, "unsupported_grant_type"))
  }
  return Effect.map(codes.issue(clientUse), (access_token) =>
    answered({ access_token, token_type: "Bearer", expires_in: TOKEN_SECONDS }),
  )
}

/** Whether a request carries a token that {@link clientTokenEndpoint} gave. */
export const isOfClient = (codes: Codes, request: Received): boolean => codes.find(bearerOf(request)) === clientUse
