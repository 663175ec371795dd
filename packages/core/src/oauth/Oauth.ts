/** The token exchange (interface, section 4.2; decisions, section 5). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Digest from "effect/crypto/Digest"
import { Clients } from "../client/Clients.ts"
import { captured } from "../kernel/captured.ts"
import { utf8 } from "../kernel/Utf8.ts"
import { proveClient } from "../login/clientLogin.ts"
import type { LoginBusy, LoginRefused } from "../login/errors.ts"
import { FailedAttempts } from "../login/FailedAttempts.ts"
import type { LoginContext } from "../login/grant/Grant.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { OauthRefused } from "./errors.ts"
import type { TokenExchangeRequest, TokenExchangeResponse } from "./schema.ts"

/** Exchanges authorization codes for tokens. */
export class Oauth extends Context.Service<
  Oauth,
  {
    /**
     * Exchanges a code. The client is identified, and its wrong secrets are counted, as for a login. A code that is
     * unknown, expired, or another client's is `authorization_code_not_found`.
     */
    readonly exchange: (
      request: TokenExchangeRequest,
      context: LoginContext,
    ) => Effect.Effect<TokenExchangeResponse, OauthRefused | LoginRefused | LoginBusy>
  }
>()("@garrison/core/oauth/Oauth") {
  static readonly layer = Layer.effect(
    Oauth,
    Effect.gen(function* () {
      const withServices = yield* captured(Clients, FailedAttempts)
      const codes = yield* AuthorizationCodeStore
      const digest = yield* Digest.Digest
      const codeNotFound = new OauthRefused({ code: "authorization_code_not_found" })

      const exchange = Effect.fnUntraced(function* (request: TokenExchangeRequest, context: LoginContext) {
        const credentials = context.credentialsMalformed ? "invalid" : context.credentials
        // A code cannot be guessed, so the client counts here like a client that does not log in as itself.
        const proof = proveClient(credentials, context.address, false)
        const { client } = yield* withServices(proof)
        const hash = yield* digest.digest(Digest.sha256, utf8(request.code))
        const code = yield* codes.find(hash, client.clientUuid, yield* Clock.currentTimeMillis)
        if (code === undefined) return yield* codeNotFound
        // Nothing issues codes yet, so the table cannot have a live code.
        return yield* Effect.die("an authorization code was found that no operation issues")
      })

      return { exchange }
    }),
  )
}
