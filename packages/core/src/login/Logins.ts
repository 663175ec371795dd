/** The login operation: every check in its order (interface, section 4.1; decisions, section 4). */
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import { Clients } from "../client/Clients.ts"
import { Environment } from "../environment/Environment.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import { RefusedLogins } from "../figures/RefusedLogins.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { AccessTokens } from "../token/AccessTokens.ts"
import { KeptRestrictions } from "../restriction/KeptRestrictions.ts"
import { Sessions } from "../token/Sessions.ts"
import { admit, type AdmissionRefusal } from "./steps/admission.ts"
import { loginsAtMost } from "./throttle/capacity.ts"
import { clientOfSession, loginClient, proveClient, proveClientOf } from "./steps/clientLogin.ts"
import { DeviceIdentities } from "./grant/DeviceIdentities.ts"
import { type LoginBusy, LoginRefused } from "./errors.ts"
import { FailedAttempts } from "./throttle/FailedAttempts.ts"
import type { Grant, LoginContext, UserGrant } from "./grant/Grant.ts"
import { grants } from "./grant/grants.ts"
import { KnownAddresses } from "./throttle/KnownAddresses.ts"
import { LoginHistoryStore } from "./storing/LoginHistoryStore.ts"
import { LoginStore, type LoginSubject } from "./storing/LoginStore.ts"
import { NewIdentities } from "./throttle/NewIdentities.ts"
import { Passwords } from "./password/Passwords.ts"
import { PortalGateway } from "./portal/PortalGateway.ts"
import { checkDeployment, type ProvedUser, proveUser } from "./steps/proveUser.ts"
import { acceptsOf, credentialsOf, grantTypeOf, identityGrantOf } from "./rules/checks.ts"
import { userResult } from "./rules/result.ts"
import type { GrantType } from "../kernel/GrantType.ts"
import type { LoginRequest, LoginResult } from "./schema.ts"
import { LoginSettings } from "./settings.ts"

/** Everything that a login can fail with. */
export type LoginFailure = InvalidInput | LoginBusy | AdmissionRefusal

/** Where a credential comes from that is presented within a session. */
export interface SessionContext extends Pick<LoginContext, "address" | "userAgent"> {
  /** The client of the session. It proved itself when the session was opened. */
  readonly clientId: string
}

/** Logs users and machine clients in. */
export class Logins extends Context.Service<
  Logins,
  {
    /**
     * Authenticates by the request's grant type and answers with an access token. The first check that fails gives the
     * answer. Nothing about a new user is stored unless all checks pass.
     */
    readonly login: (request: LoginRequest, context: LoginContext) => Effect.Effect<LoginResult, LoginFailure>
    /**
     * Verifies a credential as `login` does, and runs `then` with what it proved, in place of the login. A grant that
     * proves no identity of its own, `refresh` or `client_credentials`, is `invalid_grant_type`. `before` may refuse
     * before the credential is used, in the place that the login takes.
     */
    readonly prove: <A, E>(
      request: LoginRequest,
      context: SessionContext,
      then: (proved: ProvedUser) => Effect.Effect<A, E>,
      before?: Effect.Effect<void, E>,
    ) => Effect.Effect<A, E | InvalidInput | LoginBusy | LoginRefused>
  }
>()("@garrison/core/login/Logins") {
  static readonly layer = Layer.effect(
    Logins,
    Effect.gen(function* () {
      const withinCapacity = loginsAtMost((yield* LoginSettings).loginsInFlightMax)
      const withServices = yield* withServicesOf(
        AccessTokens,
        Clients,
        DeviceIdentities,
        Environment,
        FailedAttempts,
        KeptRestrictions,
        KnownAddresses,
        LoginHistoryStore,
        LoginStore,
        NewIdentities,
        Passwords,
        PortalGateway,
        SecureRandom.SecureRandom,
        SecurityEventStore,
        Sessions,
        Transaction,
      )

      const { counting } = yield* RefusedLogins

      const login = Effect.fnUntraced(function* (request: LoginRequest, given: LoginContext) {
        const context = shortened(given)
        const grantType = grantTypeOf(request)
        if (grantType === undefined) return yield* new LoginRefused({ code: "invalid_grant_type" })
        const grant: Grant = grants[grantType]
        if (grant.kind === "user") yield* passBody(grant, request) //                                       1
        return yield* counting(grantType, withinCapacity(withServices(attempt(grantType, grant, request, context))))
      })

      const prove = Effect.fnUntraced(function* <A, E>(
        request: LoginRequest,
        { clientId, ...given }: SessionContext,
        then: (proved: ProvedUser) => Effect.Effect<A, E>,
        before: Effect.Effect<void, E> = Effect.void,
      ) {
        const grantType = grantTypeOf(request)
        const grant = identityGrantOf(grantType && grants[grantType])
        if (grantType === undefined || grant === undefined) {
          return yield* new LoginRefused({ code: "invalid_grant_type" })
        }
        yield* passBody(grant, request) //                                                                  1
        const context = shortened({ credentials: undefined, credentialsMalformed: false, ...given })
        const presented = { grantType, grant, request, context }
        const proved = withServices(proveUser(presented, clientOfSession(clientId), then))
        return yield* withinCapacity(Effect.andThen(before, proved))
      })

      return { login, prove }
    }),
  ).pipe(Layer.provide(RefusedLogins.layer))
}

/** Longest address and user agent that are stored. */
const ADDRESS_LENGTH_MAX = 64
const USER_AGENT_LENGTH_MAX = 256

/** The context with address and user agent as long as they are stored. */
export const shortened = <Context extends Pick<LoginContext, "address" | "userAgent">>(context: Context): Context => ({
  ...context,
  address: context.address.slice(0, ADDRESS_LENGTH_MAX),
  userAgent: context.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
})

const passBody = (grant: UserGrant, request: LoginRequest): Effect.Effect<void, InvalidInput> => {
  const detail = grant.invalid(request)
  return detail.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ detail }))
}

/** Steps 2 to 13. */
const attempt = Effect.fnUntraced(function* (
  grantType: GrantType,
  grant: Grant,
  request: LoginRequest,
  context: LoginContext,
) {
  const credentials = credentialsOf(grant, request, context)
  if (grant.kind === "user") {
    let isRecalled = false
    const clientOf = (subject: LoginSubject | undefined) =>
      Effect.tap(proveClientOf(subject, credentials, context.address, !isRecalled), ({ known }) => {
        isRecalled = known?.state.recalled !== undefined
        return Effect.void
      })
    const login = proveUser({ grantType, grant, request, context }, clientOf, letIn)
    // What is remembered may be out of date: nobody is refused by it.
    return yield* login.pipe(Effect.catch((error) => (isRecalled ? login : Effect.fail(error))))
  }
  const proved = yield* proveClient(credentials, context.address, true) //                          2 and 3
  yield* checkDeployment(proved.client, grantType, grant)
  return yield* loginClient(proved, context)
})

/** Steps 8 to 13. */
const letIn = Effect.fnUntraced(function* ({ succeeded, ...proved }: ProvedUser) {
  const { client, context, grantType, identity, request, state } = proved
  const admission = { identity, state, grantType, client, context }
  const admitted = yield* admit({
    ...admission,
    includeRefresh: request.include_refresh === true,
    accepts: acceptsOf(request),
    inLoginUnit: succeeded && (() => succeeded),
  })
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
