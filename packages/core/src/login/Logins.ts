/** The login operation: every check in its order (interface, section 4.1; decisions, section 4). */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Environment } from "../environment/Environment.ts"
import { Settings } from "../environment/Settings.ts"
import { InvalidInput } from "../kernel/Invalid.ts"
import { AccessTokens } from "../token/AccessTokens.ts"
import { type AdmissionRefusal, makeAdmit, pass } from "./admission.ts"
import type { Admission } from "./admissionUnit.ts"
import { atMost } from "./capacity.ts"
import { makeCheckClient, makeLoginClient } from "./clientLogin.ts"
import { type LoginBusy, LoginRefused } from "./errors.ts"
import { FailedAttempts } from "./FailedAttempts.ts"
import type { Grant, GrantServices, LoginContext, UserGrant } from "./grant/Grant.ts"
import { grants } from "./grant/grants.ts"
import {
  acceptsOf,
  areGuessable,
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

      const admitUser = Effect.fnUntraced(function* (
        grant: UserGrant,
        asked: Omit<Admission, "identity" | "alongside">,
        request: LoginRequest,
        alongside: Effect.Effect<void>,
      ) {
        const identity = yield* Effect.provideContext(grant.verify({ ...asked, request }), services) //     7
        return yield* admit({ ...asked, identity, alongside }) //                                      8 to 13
      })

      const attempt = Effect.fnUntraced(function* (
        grantType: GrantType,
        grant: Grant,
        request: LoginRequest,
        context: LoginContext,
      ) {
        const credentials = credentialsOf(grant, request, context)
        const account = yield* accountOf(attempts, grant, request, context)
        if (account !== undefined) yield* attempts.check(account) //                                        2
        const ofClient = yield* clientSubjectsOf(attempts, grant, context, credentials)
        const client = yield* checkClient(credentials, ofClient) //                                    2 and 3
        yield* pass(policyRefusal(settings, grant)) //                                                      4
        yield* pass(grantRefusal(settings, client, grantType, grant)) //                                    5
        if (grant.kind === "client") {
          const alongside = ofClient === undefined ? Effect.void : attempts.succeeded(ofClient)
          return yield* loginClient(client, context, alongside)
        }
        yield* pass(emptyRefusal(grant, request)) //                                                        6
        const includeRefresh = request.include_refresh === true
        const asked = { grantType, client, context, includeRefresh, accepts: acceptsOf(request) }
        const letIn = (alongside: Effect.Effect<void>) => admitUser(grant, asked, request, alongside)
        const admitted = yield* account === undefined
          ? letIn(Effect.void)
          : attempts.counted(account, letIn, isWrongGuess)
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

/** Whose failures an attempt on an account has to answer for; undefined where there is none to guess at. */
const accountOf = Effect.fnUntraced(function* (
  attempts: FailedAttempts["Service"],
  grant: Grant,
  request: LoginRequest,
  { address }: LoginContext,
) {
  const account = grant.kind === "user" ? grant.account(request) : undefined
  return account === undefined ? undefined : yield* attempts.subjectsOf(address, account)
})

/** The same of the client's secret. A wrong one is no guess at the account that the request also names. */
const clientSubjectsOf = Effect.fnUntraced(function* (
  attempts: FailedAttempts["Service"],
  grant: Grant,
  { address }: LoginContext,
  credentials: PresentedCredentials,
) {
  if (!areGuessable(credentials)) return undefined
  return grant.kind === "client"
    ? yield* attempts.subjectsOfClient(address, credentials.clientId)
    : yield* attempts.subjectsOf(address, undefined)
})

const isWrongGuess = (cause: Cause.Cause<LoginFailure>): boolean =>
  cause.reasons.some((reason) => Cause.isFailReason(reason) && "code" in reason.error && isGuess(reason.error.code))
