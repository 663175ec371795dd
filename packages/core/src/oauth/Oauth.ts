/** The token exchange (interface, section 4.2; decisions, section 5). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Digest from "effect/crypto/Digest"
import { Clients } from "../client/Clients.ts"
import type { ClientCredentials } from "../client/schema.ts"
import { utf8 } from "../kernel/Utf8.ts"
import { type LoginBusy, LoginRefused } from "../login/errors.ts"
import { FailedAttempts } from "../login/FailedAttempts.ts"
import type { LoginContext } from "../login/grant/Grant.ts"
import { areGuessable } from "../login/rules/checks.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { OauthRefused } from "./errors.ts"
import type { TokenExchangeRequest, TokenExchangeResponse } from "./schema.ts"

/** Exchanges authorization codes for tokens. */
export class Oauth extends Context.Service<
  Oauth,
  {
    /**
     * Exchanges a code. The client is identified as for a login, and its wrong secrets are counted like a login's; a
     * code that is unknown, expired, or another client's is `authorization_code_not_found`.
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
      const clients = yield* Clients
      const codes = yield* AuthorizationCodeStore
      const digest = yield* Digest.Digest
      const attempts = yield* FailedAttempts
      const invalidClient = new LoginRefused({ code: "client_credentials_invalid" })
      const codeNotFound = new OauthRefused({ code: "authorization_code_not_found" })

      // Where no secret is presented none is guessed, and a code cannot be.
      const prove = Effect.fnUntraced(function* (credentials: ClientCredentials | undefined, address: string) {
        const proof = clients.authenticate(credentials)
        if (!areGuessable(credentials)) return yield* proof
        return yield* attempts.proved(yield* attempts.subjectsOf(address, undefined), proof)
      })

      const exchange = Effect.fnUntraced(function* (request: TokenExchangeRequest, context: LoginContext) {
        const { address, credentials, credentialsMalformed } = context
        if (credentialsMalformed) return yield* invalidClient
        const client = yield* prove(credentials, address).pipe(
          Effect.catchTag("ClientRefused", () => Effect.fail(invalidClient)),
        )
        const hash = yield* digest.digest(Digest.sha256, utf8(request.code))
        const code = yield* codes.find(hash, client.clientUuid, yield* Clock.currentTimeMillis)
        if (code === undefined) return yield* codeNotFound
        // Nothing issues codes yet, so a live one cannot be in the table.
        return yield* Effect.die("an authorization code was found that no operation issues")
      })

      return { exchange }
    }),
  )
}
