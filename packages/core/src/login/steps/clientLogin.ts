/** The client in a login: proves it in step 3, and logs it in if the login is its own (decisions, section 4). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { Clients } from "../../client/Clients.ts"
import type { Client } from "../../client/schema.ts"
import { Environment } from "../../environment/Environment.ts"
import { Transaction } from "../../kernel/work/Transaction.ts"
import { AccessTokens } from "../../token/AccessTokens.ts"
import { Sessions } from "../../token/Sessions.ts"
import { LoginRefused } from "../errors.ts"
import { FailedAttempts } from "../throttle/FailedAttempts.ts"
import type { LoginContext } from "../grant/Grant.ts"
import { HISTORY_OF_MACHINE_MAX, LoginHistoryStore } from "../storing/LoginHistoryStore.ts"
import { LoginStore, type LoginSubject } from "../storing/LoginStore.ts"
import { areGuessable, type PresentedCredentials } from "../rules/checks.ts"
import { clientResult } from "../rules/result.ts"

/** A client that proved itself. */
interface ProvedClient {
  readonly client: Client
  /** Forgets the failures of a client that logs in as itself, in the unit of work of its login. */
  readonly succeeded: Effect.Effect<void>
}

const refused = new LoginRefused({ code: "client_credentials_invalid" })

/**
 * The client that the credentials prove, or the default client without credentials. A wrong secret is counted, and no
 * secret is checked during a pause. It does not count as a guess at the account of the request. With `asItself` the
 * client logs in for itself, which makes it familiar to the address.
 */
export const proveClient = Effect.fnUntraced(function* (
  credentials: PresentedCredentials,
  address: string,
  asItself: boolean,
) {
  if (credentials === "invalid") return yield* refused
  const clients = yield* Clients
  const attempts = yield* FailedAttempts
  const proof = clients.authenticate(credentials).pipe(Effect.catchTag("ClientRefused", () => Effect.fail(refused)))
  if (!areGuessable(credentials)) {
    const proved: ProvedClient = { client: yield* proof, succeeded: Effect.void }
    return proved
  }
  const subjects = asItself
    ? yield* attempts.subjectsOfClient(address, credentials.clientId)
    : yield* attempts.subjectsOf(address, undefined)
  return { client: yield* attempts.proved(subjects, proof), succeeded: attempts.succeeded(subjects) }
})

/**
 * The client of a user's login, as {@link proveClient} finds it, and what is stored of the subject, if the request says
 * who logs in. A client without a secret is read together with the subject, or recalled with it.
 */
export const proveClientOf = Effect.fnUntraced(function* (
  subject: LoginSubject | undefined,
  credentials: PresentedCredentials,
  address: string,
  recalls: boolean,
) {
  const store = yield* LoginStore
  const clients = yield* Clients
  const now = yield* Clock.currentTimeMillis
  const publicClientId = credentials === "invalid" ? undefined : clients.publicIdOf(credentials)
  if (subject === undefined)
    return { client: (yield* proveClient(credentials, address, false)).client, known: undefined }
  if (credentials === "invalid" || areGuessable(credentials)) {
    const { client } = yield* proveClient(credentials, address, false)
    return { client, known: { subject, state: yield* store.read({ publicClientId: undefined, subject, now }) } }
  }
  const question = { publicClientId, subject, now }
  const state = (recalls ? store.recall(question) : undefined) ?? (yield* store.read(question))
  return { client: state.client ?? (yield* refused), known: { subject, state } }
})

/**
 * Makes the function that answers with the client of a session, which proved itself when the session was opened, and
 * with what is stored of the subject, if the request says who it is.
 */
export const clientOfSession = (clientId: string) =>
  Effect.fnUntraced(function* (subject: LoginSubject | undefined) {
    const store = yield* LoginStore
    const found = (yield* Clients).find(clientId)
    const client = yield* Effect.catchTag(found, "ClientNotFound", () => Effect.fail(refused))
    if (client.disabled) return yield* refused
    const now = yield* Clock.currentTimeMillis
    const known = subject && { subject, state: yield* store.read({ publicClientId: undefined, subject, now }) }
    return { client, known }
  })

/** Opens a session without a person, and records the login, within a unit of work. */
const store = Effect.fnUntraced(function* ({ client, succeeded }: ProvedClient, { address, userAgent }: LoginContext) {
  const { clientUuid, generation: clientGeneration } = client
  const at = yield* Clock.currentTimeMillis
  const opening = { clientUuid, clientGeneration, owner: undefined, includeRefresh: false, at }
  const opened = yield* (yield* Sessions).open(opening)
  if (opened === "restricted") return yield* Effect.die("a session without a person cannot be restricted")
  const login = {
    loginId: yield* (yield* SecureRandom.SecureRandom).uuidV7(),
    at,
    sessionId: opened.sessionId,
    grantType: "client_credentials" as const,
    clientUuid,
    address,
    userAgent,
    player: undefined,
  }
  yield* (yield* LoginHistoryStore).record(login, HISTORY_OF_MACHINE_MAX)
  yield* succeeded
  return opened.sessionId
})

/** The rest of a login of a client for itself: a session without a person, and a token for the client. */
export const loginClient = Effect.fnUntraced(function* (proved: ProvedClient, context: LoginContext) {
  const { client } = proved
  const sessionId = yield* (yield* Transaction).run(store(proved, context))
  const issued = yield* (yield* AccessTokens).issue({
    subject: client.clientUuid,
    kind: "machine",
    clientId: client.clientId,
    permissions: client.permissions,
    sessionId,
    platform: "",
    portalUserId: "",
  })
  return clientResult(yield* Environment, client, issued)
})
