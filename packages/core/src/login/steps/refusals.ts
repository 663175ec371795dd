/**
 * Refused logins of known persons, as security events (decisions, section 4). A refused login whose person is not known
 * leaves a line in the access log and a count by minute, grant and code (RefusedLogins.ts), so that strangers cannot
 * fill storage.
 */
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import { SecurityEventStore } from "../../audit/SecurityEventStore.ts"
import type { Client } from "../../client/schema.ts"
import type { SessionGrant } from "../../kernel/GrantType.ts"
import { PersonId, type SessionId } from "../../kernel/Identifier.ts"
import { Transaction } from "../../kernel/work/Transaction.ts"
import type { LoginContext } from "../grant/Grant.ts"

/** A login that was refused. */
export interface RefusedLogin {
  /** Whose login it was; undefined: of no known person. */
  readonly personId: PersonId | undefined
  /** The session of the refresh token that was presented. */
  readonly sessionId?: SessionId
  readonly code: string
  readonly grantType: SessionGrant
  readonly client: Pick<Client, "clientUuid">
  readonly context: Pick<LoginContext, "address">
}

/** The id of no person. */
const NOBODY = PersonId.make("00000000-0000-0000-0000-000000000000")

/**
 * Records a refused login, in the caller's unit of work. It asks the same of storage whether there is a person or not,
 * because the time of a refusal must not tell.
 */
export const recordRefusal = Effect.fnUntraced(function* (refused: RefusedLogin) {
  const { client, code, context, grantType, personId = NOBODY, sessionId } = refused
  yield* (yield* SecurityEventStore).record({
    eventId: yield* (yield* SecureRandom.SecureRandom).uuidV7(),
    at: yield* Clock.currentTimeMillis,
    kind: "login_refused",
    personId,
    sessionId,
    clientUuid: client.clientUuid,
    address: context.address,
    refusal: { grantType, code },
  })
})

/** Records a refused login in a unit of work of its own. The refusal is answered even if storage fails here. */
export const noteRefusal = Effect.fnUntraced(function* (refused: RefusedLogin) {
  const transaction = yield* Transaction
  const recording = transaction.run(recordRefusal(refused))
  const { personId } = refused
  yield* Effect.ignoreCause(personId === undefined ? recording : transaction.ofOwner(personId, recording))
})
