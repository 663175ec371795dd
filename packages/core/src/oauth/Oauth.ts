/** The token exchange (interface, section 4.2; decisions, section 5). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Digest from "effect/crypto/Digest"
import { Clients } from "../client/Clients.ts"
import { utf8 } from "../kernel/Utf8.ts"
import { LoginRefused } from "../login/errors.ts"
import type { LoginContext } from "../login/grant/Grant.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { OauthRefused } from "./errors.ts"
import type { TokenExchangeRequest, TokenExchangeResponse } from "./schema.ts"

/** Exchanges authorization codes for tokens. */
export class Oauth extends Context.Service<
  Oauth,
  {
    /**
     * Exchanges a code. The client is identified as for a login; a code that is unknown, expired, or another client's is
     * 403 `authorization_code_not_found`.
     */
    readonly exchange: (
      request: TokenExchangeRequest,
      context: LoginContext,
    ) => Effect.Effect<TokenExchangeResponse, OauthRefused | LoginRefused>
  }
>()("@garrison/core/oauth/Oauth") {
  static readonly layer = Layer.effect(
    Oauth,
    Effect.gen(function* () {
      const clients = yield* Clients
      const codes = yield* AuthorizationCodeStore
      const digest = yield* Digest.Digest
      const invalidClient = new LoginRefused({ code: "client_credentials_invalid" })

      const exchange = Effect.fn("Oauth.exchange")(function* (request: TokenExchangeRequest, context: LoginContext) {
        if (context.credentialsMalformed) return yield* invalidClient
        const client = yield* clients
          .authenticate(context.credentials)
          .pipe(Effect.catchTag("ClientRefused", () => Effect.fail(invalidClient)))
        const hash = yield* digest.digest(Digest.sha256, utf8(request.code))
        const code = yield* codes.find(hash, client.clientUuid, yield* Clock.currentTimeMillis)
        if (code === undefined) return yield* new OauthRefused({ code: "authorization_code_not_found" })
        // Nothing issues codes yet, so a live one cannot be in the table.
        return yield* Effect.die("an authorization code was found that no operation issues")
      })

      return { exchange }
    }),
  )
}
