/**
 * Verifies the credential of a user: steps 2 to 7 of a login (decisions, section 4). A login then lets the identity in;
 * a link adds it to the caller's person.
 */
import * as Cause from "effect/Cause"
import type * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type { SecurityEventStore } from "../../audit/SecurityEventStore.ts"
import type { Client } from "../../client/schema.ts"
import type { GrantType } from "../../kernel/GrantType.ts"
import type { Transaction } from "../../kernel/work/Transaction.ts"
import { refuseIf } from "./check.ts"
import type { LoginBusy, LoginRefused } from "../errors.ts"
import { type AttemptSubjects, FailedAttempts } from "../throttle/FailedAttempts.ts"
import type {
  Grant,
  GrantAttempt,
  GrantServices,
  KnownSubject,
  LoginContext,
  UserGrant,
  VerifiedIdentity,
} from "../grant/Grant.ts"
import { KnownAddresses } from "../throttle/KnownAddresses.ts"
import { type LoginState, LoginStore, type LoginSubject } from "../storing/LoginStore.ts"
import { PortalGateway } from "../portal/PortalGateway.ts"
import { noteRefusal, recordRefusal } from "./refusals.ts"
import { emptyCode, grantCode, policyCode } from "../rules/checks.ts"
import type { LoginRequest } from "../schema.ts"
import { LoginSettings } from "../settings.ts"

/** A credential that a request presents. */
export interface PresentedUser {
  readonly grantType: GrantType
  readonly grant: UserGrant
  readonly request: LoginRequest
  readonly context: LoginContext
}

/** The client that a request comes through. */
export interface RequestingClient {
  readonly client: Client
  /** What is stored of the subject, if the request says who it is. */
  readonly known: KnownSubject | undefined
}

/** What a credential proved. */
export interface ProvedUser extends PresentedUser {
  readonly client: Client
  readonly identity: VerifiedIdentity
  /** What is stored of the identity, if it was read before the identity was verified. */
  readonly state: LoginState | undefined
  /** Forgets the failures of the account, in the unit of work of what follows; undefined: nothing can be guessed. */
  readonly succeeded: Effect.Effect<void> | undefined
}

/** Steps 4 and 5: whether the deployment lets this client use the grant. */
export const checkDeployment = Effect.fnUntraced(function* (client: Client, grantType: GrantType, grant: Grant) {
  const settings = yield* LoginSettings
  yield* refuseIf(policyCode(settings, grant)) //                                                            4
  yield* refuseIf(grantCode({ settings, portals: yield* PortalGateway }, client, grantType, grant)) //       5
})

/** The account whose failures count for this attempt; undefined when the credential cannot be guessed. */
const accountOf = Effect.fnUntraced(function* ({ context, grant, request }: PresentedUser) {
  const account = grant.account(request)
  return account === undefined ? undefined : yield* (yield* FailedAttempts).subjectsOf(context.address, account)
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
  const personId = yield* (yield* LoginStore).personOf(subject)
  yield* recordRefusal({ personId, code, grantType, client, context })
})

const codeIn = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : ""

/** The services of step 7, and of its security events. */
type Verifying = GrantServices | LoginStore | SecureRandom.SecureRandom | SecurityEventStore | Transaction

type Proceed<A, E, R> = (
  succeeded: Effect.Effect<void> | undefined,
) => Effect.Effect<A, E | LoginBusy | LoginRefused, R | Verifying>

/** Step 7, then `then`. A wrong guess at the account is counted. */
const verified = Effect.fnUntraced(function* <A, E, R>(
  presented: PresentedUser,
  { client, known }: RequestingClient,
  account: AttemptSubjects | undefined,
  then: (proved: ProvedUser) => Effect.Effect<A, E, R>,
) {
  const { context, grant, grantType, request } = presented
  const attempt = { request, client, context, known }
  const proceed: Proceed<A, E, R> = Effect.fnUntraced(function* (succeeded) {
    const identity = yield* verify(grantType, grant, attempt) //                                           7
    const done = yield* then({ ...presented, client, identity, state: known?.state, succeeded })
    if (grant.asksPortal) yield* (yield* KnownAddresses).remember(context.address)
    return done
  })
  if (account === undefined) return yield* proceed(undefined)
  const ofGuess = (cause: Cause.Cause<unknown>) => {
    const codes = cause.reasons.flatMap((reason) => (Cause.isFailReason(reason) ? [codeIn(reason.error)] : []))
    const code = codes.find((one) => grant.isGuess(one))
    return code === undefined ? undefined : recordGuess(grantType, grant, attempt, code)
  }
  return yield* (yield* FailedAttempts).counted(account, proceed, ofGuess)
})

/**
 * Runs `then` with what the credential proved. `clientOf` proves the client, and reads what is stored of the subject.
 */
export const proveUser = Effect.fnUntraced(function* <A, E, R, ClientError, ClientServices>(
  presented: PresentedUser,
  clientOf: (subject: LoginSubject | undefined) => Effect.Effect<RequestingClient, ClientError, ClientServices>,
  then: (proved: ProvedUser) => Effect.Effect<A, E, R>,
) {
  const { grant, grantType, request } = presented
  const account = yield* accountOf(presented)
  if (account !== undefined) yield* (yield* FailedAttempts).check(account) //                              2
  const empty = emptyCode(grant, request)
  const subject = empty === undefined ? yield* grant.subject(request) : undefined
  const proved = yield* clientOf(subject) //                                                         2 and 3
  yield* checkDeployment(proved.client, grantType, grant)
  yield* refuseIf(empty) //                                                                                    6
  return yield* verified(presented, proved, account, then)
})
