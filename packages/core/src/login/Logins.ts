/** The login operation: every check in its order (interface, section 4.1; decisions, section 4). */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AgreementStore } from "../agreement/AgreementStore.ts"
import { AgreementSettings } from "../agreement/settings.ts"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import { Clients } from "../client/Clients.ts"
import type { Client } from "../client/schema.ts"
import { Environment } from "../environment/Environment.ts"
import { captured } from "../kernel/captured.ts"
import { InvalidInput } from "../kernel/Invalid.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import { AccessTokens } from "../token/AccessTokens.ts"
import { Sessions } from "../token/Sessions.ts"
import { admit, type AdmissionRefusal, pass } from "./admission.ts"
import { atMost } from "./capacity.ts"
import { loginClient, proveClient, proveClientOf } from "./clientLogin.ts"
import { DeviceIdentities } from "./DeviceIdentities.ts"
import { type LoginBusy, LoginRefused } from "./errors.ts"
import { type AttemptSubjects, FailedAttempts } from "./FailedAttempts.ts"
import type { Grant, GrantAttempt, LoginContext, UserGrant } from "./grant/Grant.ts"
import { grants } from "./grant/grants.ts"
import { LoginHistoryStore } from "./LoginHistoryStore.ts"
import { LoginStore } from "./LoginStore.ts"
import { NewIdentities } from "./NewIdentities.ts"
import { Passwords } from "./Passwords.ts"
import { PortalGateway } from "./portal/PortalGateway.ts"
import { noteRefusal, recordRefusal } from "./refusals.ts"
import { acceptsOf, credentialsOf, emptyCode, grantCode, grantTypeOf, policyCode } from "./rules/checks.ts"
import { userResult } from "./rules/result.ts"
import type { GrantType } from "../kernel/GrantType.ts"
import type { LoginRequest, LoginResult } from "./schema.ts"
import { LoginSettings } from "./settings.ts"

/** Everything that a login can fail with. */
export type LoginFailure = InvalidInput | LoginBusy | AdmissionRefusal

/** Logs users and machine clients in. */
export class Logins extends Context.Service<
  Logins,
  {
    /**
     * Authenticates by the request's grant type and answers with an access token. The first check that fails gives the
     * answer. Nothing about a new user is stored unless all checks pass.
     */
    readonly login: (request: LoginRequest, context: LoginContext) => Effect.Effect<LoginResult, LoginFailure>
  }
>()("@garrison/core/login/Logins") {
  static readonly layer = Layer.effect(
    Logins,
    Effect.gen(function* () {
      const withinCapacity = atMost((yield* LoginSettings).loginsInFlightMax)
      const withServices = yield* captured(
        AccessTokens,
        AgreementSettings,
        AgreementStore,
        Clients,
        DeviceIdentities,
        Environment,
        FailedAttempts,
        LoginHistoryStore,
        LoginSettings,
        LoginStore,
        NewIdentities,
        Passwords,
        PlayerStore,
        PortalGateway,
        SecureRandom.SecureRandom,
        SecurityEventStore,
        Sessions,
        Transaction,
      )

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
        return yield* withinCapacity(withServices(attempt(grantType, grant, request, context)))
      })

      return { login }
    }),
  )
}

/** Longest address and user agent that are stored. */
const ADDRESS_LENGTH_MAX = 64
const USER_AGENT_LENGTH_MAX = 256

/** Steps 2 to 13. */
const attempt = Effect.fnUntraced(function* (
  grantType: GrantType,
  grant: Grant,
  request: LoginRequest,
  context: LoginContext,
) {
  const settings = yield* LoginSettings
  const account = yield* accountOf(grant, request, context)
  if (account !== undefined) yield* (yield* FailedAttempts).check(account) //                               2
  const credentials = credentialsOf(grant, request, context)
  const deployment = { settings, portals: yield* PortalGateway }
  const checkDeployment = Effect.fnUntraced(function* (client: Client) {
    yield* pass(policyCode(settings, grant)) //                                                          4
    yield* pass(grantCode(deployment, client, grantType, grant)) //                                      5
  })
  if (grant.kind === "client") {
    const proved = yield* proveClient(credentials, context.address, true) //                      2 and 3
    yield* checkDeployment(proved.client)
    return yield* loginClient(proved, context)
  }
  const empty = emptyCode(grant, request)
  const subject = empty === undefined ? yield* grant.subject(request) : undefined
  const { client, known } = yield* proveClientOf(subject, credentials, context.address) //        2 and 3
  yield* checkDeployment(client)
  yield* pass(empty) //                                                                                  6
  return yield* loginUser(grantType, grant, { request, client, context, known }, account)
})

/** Step 7. A refused refresh token leaves a security event of the person whose session it names. */
const verify = Effect.fnUntraced(function* (grantType: GrantType, grant: UserGrant, attempt: GrantAttempt) {
  const session = attempt.known?.state.token?.session
  if (session === undefined) return yield* grant.verify(attempt)
  const { owner, sessionId } = session
  const { client, context } = attempt
  return yield* Effect.tapError(grant.verify(attempt), ({ code }) =>
    noteRefusal({ personId: owner.personId, sessionId, code, grantType, client, context }),
  )
})

/** What becomes of a wrong guess: a security event of the person at whose account it was. */
const recordGuess = Effect.fnUntraced(function* (
  grantType: GrantType,
  grant: UserGrant,
  { client, context, request }: GrantAttempt,
  code: string,
) {
  const subject = yield* grant.guessedAt(request)
  if (subject === undefined) return
  const now = yield* Clock.currentTimeMillis
  const { known } = yield* (yield* LoginStore).read({ publicClientId: undefined, subject, now })
  yield* recordRefusal({ personId: known?.personId, code, grantType, client, context })
})

/** Steps 7 to 13. A wrong guess at the account is counted. */
const loginUser = Effect.fnUntraced(function* (
  grantType: GrantType,
  grant: UserGrant,
  attempt: GrantAttempt,
  account: AttemptSubjects | undefined,
) {
  const { client, context, request } = attempt
  const includeRefresh = request.include_refresh === true
  const letIn = Effect.fnUntraced(function* (succeeded: Effect.Effect<void> | undefined) {
    const identity = yield* verify(grantType, grant, attempt) //                                            7
    const accepts = acceptsOf(request)
    const alongside = succeeded && (() => succeeded)
    const state = attempt.known?.state
    return yield* admit({ identity, state, grantType, client, context, includeRefresh, accepts, alongside }) // 8 to 13
  })
  const ofGuess = (cause: Cause.Cause<LoginFailure>) => {
    const codes = cause.reasons.flatMap((reason) =>
      Cause.isFailReason(reason) && "code" in reason.error ? [reason.error.code] : [],
    )
    const code = codes.find((one) => grant.isGuess(one))
    return code === undefined ? undefined : recordGuess(grantType, grant, attempt, code)
  }
  const admitted = yield* account === undefined
    ? letIn(undefined)
    : (yield* FailedAttempts).counted(account, letIn, ofGuess)
  const issued = yield* (yield* AccessTokens).issue({
    subject: admitted.playerUuid,
    kind: "player",
    clientId: client.clientId,
    permissions: admitted.permissions,
    sessionId: admitted.sessionId,
    platform: admitted.user.platform,
    portalUserId: admitted.user.portalUserId,
  })
  return userResult(yield* Environment, client, admitted, issued)
})

/** The account whose failures count for this attempt; undefined when the credential cannot be guessed. */
const accountOf = Effect.fnUntraced(function* (grant: Grant, request: LoginRequest, { address }: LoginContext) {
  const account = grant.kind === "user" ? grant.account(request) : undefined
  return account === undefined ? undefined : yield* (yield* FailedAttempts).subjectsOf(address, account)
})
