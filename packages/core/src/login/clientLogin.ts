/** The client in a login: proved in step 3, and logged in where the login is its own (decisions, section 4). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { Clients } from "../client/Clients.ts"
import type { Client } from "../client/schema.ts"
import { Environment } from "../environment/Environment.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { AccessTokens } from "../token/AccessTokens.ts"
import { Sessions } from "../token/Sessions.ts"
import { LoginRefused } from "./errors.ts"
import { type AttemptSubjects, FailedAttempts } from "./FailedAttempts.ts"
import type { LoginContext } from "./grant/Grant.ts"
import { HISTORY_OF_MACHINE_MAX } from "./housekeeping.ts"
import { LoginHistoryStore } from "./LoginHistoryStore.ts"
import type { PresentedCredentials } from "./rules/checks.ts"
import { clientResult } from "./rules/result.ts"

/**
 * Step 3: the client that the credentials prove, or the default client where there are none. With `subjects` the secret
 * could be guessed: it is counted if it is wrong, and not looked at during a pause.
 */
export const makeCheckClient = Effect.gen(function* () {
  const clients = yield* Clients
  const attempts = yield* FailedAttempts
  const refused = new LoginRefused({ code: "client_credentials_invalid" })
  return Effect.fnUntraced(function* (credentials: PresentedCredentials, subjects: AttemptSubjects | undefined) {
    if (credentials === "invalid") return yield* refused
    const proof = clients.authenticate(credentials)
    return yield* (subjects === undefined ? proof : attempts.proved(subjects, proof)).pipe(
      Effect.catchTag("ClientRefused", () => Effect.fail(refused)),
    )
  })
})

/** The rest of a login of a client for itself: a session without a person, and a token for the client. */
export const makeLoginClient = Effect.gen(function* () {
  const environment = yield* Environment
  const sessions = yield* Sessions
  const history = yield* LoginHistoryStore
  const tokens = yield* AccessTokens
  const transaction = yield* Transaction
  const random = yield* SecureRandom.SecureRandom

  const unit = Effect.fnUntraced(function* (
    { clientUuid, generation: clientGeneration }: Client,
    { address, userAgent }: LoginContext,
    alongside: Effect.Effect<void>,
  ) {
    const at = yield* Clock.currentTimeMillis
    const opening = { clientUuid, clientGeneration, owner: undefined, includeRefresh: false, at }
    const opened = yield* sessions.open(opening)
    if (opened === "restricted") return yield* Effect.die("a session without a person cannot be restricted")
    const login = {
      loginId: yield* random.uuidV7(),
      at,
      sessionId: opened.sessionId,
      grantType: "client_credentials" as const,
      clientUuid,
      address,
      userAgent,
      player: undefined,
    }
    yield* history.record(login, HISTORY_OF_MACHINE_MAX)
    yield* alongside
    return opened.sessionId
  })

  return Effect.fnUntraced(function* (client: Client, context: LoginContext, alongside: Effect.Effect<void>) {
    const issued = yield* tokens.issue({
      subject: client.clientUuid,
      kind: "machine",
      clientId: client.clientId,
      permissions: client.permissions,
      sessionId: yield* transaction.run(unit(client, context, alongside)),
      platform: "",
      portalUserId: "",
    })
    return clientResult(environment, client, issued)
  })
})
