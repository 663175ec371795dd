/** Access tokens: issued for a session, and turned back into the caller they stand for (decisions, section 3). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { TokenRefused } from "./errors.ts"
import type { Caller, IssuedToken, JwksJson, TokenRequest } from "./schema.ts"

/** Issues and verifies access tokens. */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /** A new access token; it lives `accessSecondsPlayer` or `accessSecondsMachine`, by the request's kind. */
    readonly issue: (request: TokenRequest) => Effect.Effect<IssuedToken>
    /**
     * The caller that the value of the Authorization header stands for. Refuses in the order of decisions, section 3.
     * Synchronous for a token that was verified before. Dies when revocations cannot be looked up: fail closed.
     */
    readonly authenticate: (authorization: string | undefined) => Effect.Effect<Caller, TokenRefused>
    /** Every published key. */
    readonly publicKeys: Effect.Effect<JwksJson>
  }
>()("@garrison/core/token/AccessTokens") {}
