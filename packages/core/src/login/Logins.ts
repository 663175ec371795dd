/** The login operation: every check in its order (interface, section 4.1; decisions, section 4). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Environment } from "../environment/Environment.ts"
import { Settings } from "../environment/Settings.ts"
import { InvalidInput } from "../kernel/Invalid.ts"
import { AccessTokens } from "../token/AccessTokens.ts"
import { type AdmissionRefusal, makeAdmit, pass } from "./admission.ts"
import { atMost } from "./capacity.ts"
import { makeCheckClient, makeLoginClient } from "./clientLogin.ts"
import { type LoginBusy, LoginRefused } from "./errors.ts"
import { FailedAttempts, onlyAddress } from "./FailedAttempts.ts"
import type { Grant, GrantServices, LoginContext } from "./grant/Grant.ts"
import { grants } from "./grant/grants.ts"
import {
  acceptsOf,
  credentialsOf,
  emptyRefusal,
  grantRefusal,
  grantTypeOf,
  policyRefusal,
  type PresentedCredentials,
} from "./rules/checks.ts"
import { isGuess } from "./rules/throttle.ts"
import { userResult } from "./rules/result.ts"
import type { GrantType, LoginRequest, LoginResult } from "./schema.ts"

/** Everything that a login can fail with. */
export type LoginFailure = InvalidInput | LoginBusy | AdmissionRefusal

/** Logs users and machine clients in. */
export class Logins extends Context.Service<
  Logins,
  {
    /**
     * Authenticates by the request's grant type and answers with an access token. The first check that fails answers;
     * nothing about a new user is stored unless all pass.
     */
    readonly login: (request: LoginRequest, context: LoginContext) => Effect.Effect<LoginResult, LoginFailure>
  }
>()("@garrison/core/login/Logins") {
  static readonly layer = Layer.effect(
    Logins,
    Effect.gen(function* () {
      const settings = yield* Settings
      const environment = yield* Environment
      const attempts = yield* FailedAttempts
      const tokens = yield* AccessTokens
      const services = yield* Effect.context<GrantServices>()
      const admit = yield* makeAdmit
      const checkClient = yield* makeCheckClient
      const loginClient = yield* makeLoginClient
      const withinCapacity = atMost(settings.loginsInFlightMax)

      const attempt = Effect.fnUntraced(function* (
        grantType: GrantType,
        grant: Grant,
        request: LoginRequest,
        context: LoginContext,
      ) {
        const credentials = credentialsOf(grant, request, context)
        const subjects = yield* subjectsOf(attempts, grant, request, context, credentials)
        yield* attempts.check(subjects) //                                                                  2
        // A wrong client secret is no guess at the account that the request names besides.
        const client = yield* checkClient(credentials, attempts.failed(onlyAddress(subjects.address))) //   3
        yield* pass(policyRefusal(settings, grant)) //                                                      4
        yield* pass(grantRefusal(settings, client, grantType, grant)) //                                    5
        if (grant.kind === "client") return yield* loginClient(client, context, attempts.succeeded(subjects))
        yield* pass(emptyRefusal(grant, request)) //                                                        6
        const identity = yield* grant.verify({ request, client, context }).pipe(
          Effect.tapError(({ code }) => (isGuess(code) ? attempts.failed(subjects) : Effect.void)),
          Effect.provideContext(services),
        ) //                                                                                                7
        const admitted = yield* admit({
          identity,
          grantType,
          client,
          context,
          includeRefresh: request.include_refresh === true,
          accepts: acceptsOf(request),
          alongside: attempts.succeeded(subjects),
        }) //                                                                                          8 to 13
        const issued = yield* tokens.issue({
          subject: admitted.playerUuid,
          kind: "player",
          clientId: client.clientId,
          permissions: admitted.permissions,
          sessionId: admitted.sessionId,
          platform: admitted.user.platform,
          portalUserId: admitted.user.portalUserId,
        })
        return userResult(environment, client, admitted, issued)
      })

      const login = Effect.fnUntraced(function* (request: LoginRequest, given: LoginContext) {
        const context = {
          ...given,
          address: given.address.slice(0, ADDRESS_LENGTH_MAX),
          userAgent: given.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
        }
        const grantType = grantTypeOf(request)
        if (grantType === undefined) return yield* new LoginRefused({ code: "invalid_grant_type" })
        const grant: Grant = grants[grantType]
        const detail = grant.kind === "user" ? grant.invalid(request) : []
        if (detail.length > 0) return yield* new InvalidInput({ detail }) //                                1
        return yield* withinCapacity(attempt(grantType, grant, request, context))
      })

      return { login }
    }),
  )
}

/** Longest address and user agent that are remembered. */
const ADDRESS_LENGTH_MAX = 64
const USER_AGENT_LENGTH_MAX = 256

/** Step 2, second half: whose failures an attempt has to answer for. */
const subjectsOf = (
  attempts: FailedAttempts["Service"],
  grant: Grant,
  request: LoginRequest,
  { address }: LoginContext,
  credentials: PresentedCredentials,
) => {
  if (grant.kind === "user") return attempts.subjectsOf(address, grant.account(request))
  return typeof credentials === "object"
    ? attempts.subjectsOfClient(address, credentials.clientId)
    : attempts.subjectsOf(address, undefined)
}
