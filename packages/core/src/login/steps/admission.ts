/**
 * The second half of a login: a verified identity is let in or refused (decisions, section 4, steps 8 to 13). The
 * checks come first and store nothing; then the login is stored whole.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { SecurityEventStore } from "../../audit/SecurityEventStore.ts"
import type { PersonId } from "../../kernel/Identifier.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { Transaction } from "../../kernel/work/Transaction.ts"
import { type KeptPortalUser, KeptRestrictions } from "../../restriction/KeptRestrictions.ts"
import { Sessions } from "../../token/Sessions.ts"
import type { AgreementsRequired, LoginBusy, LoginRefused, LoginRestricted } from "../errors.ts"
import { type LoginState, LoginStore } from "../storing/LoginStore.ts"
import { NewIdentities } from "../throttle/NewIdentities.ts"
import { Overtaken, unlessOvertaken } from "./overtaken.ts"
import { loginToStore, type PreparedLogin } from "../storing/loginToStore.ts"
import { type Admission, type AdmittedSession, check, type Checked } from "./check.ts"

/** Why an admission is refused. */
export type AdmissionRefusal = LoginRefused | LoginRestricted | AgreementsRequired | LoginBusy

/** A login whose parent belongs to another person goes on, and leaves a security event. */
const recordForeignParent = Effect.fnUntraced(function* (
  { client, context }: Admission,
  { personId, sessionId }: AdmittedSession,
  at: Timestamp,
) {
  const eventId = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  const { clientUuid } = client
  const { address } = context
  const event = { eventId, at, kind: "parent_of_another_person", personId, sessionId, clientUuid, address } as const
  yield* (yield* SecurityEventStore).record(event)
})

/** The person gets what is kept with its new portal users. One that refuses login came since the checks. */
const bringKept = Effect.fnUntraced(function* (users: ReadonlyArray<KeptPortalUser>, person: PersonId, at: Timestamp) {
  const kept = yield* KeptRestrictions
  for (const user of users) {
    if ((yield* kept.bring(user, person, at)).length > 0) return yield* new Overtaken()
  }
})

/** As {@link bringKept}, for another parent: it has joined the person unless there was no room. */
const bringWithParent = Effect.fnUntraced(function* (parent: KeptPortalUser, person: PersonId, at: Timestamp) {
  const { known } = yield* (yield* LoginStore).read({ publicClientId: undefined, subject: parent, now: at })
  if (known?.personId === person) yield* bringKept([parent], person, at)
})

/** What others store in the unit of work of the login; undefined: nothing. */
const inLoginUnit = (admission: Admission, checked: Checked, { entrant, granted }: PreparedLogin, at: Timestamp) => {
  const session = { ...entrant, sessionId: granted.sessionId }
  const { identity } = admission
  const newUsers = identity.parent === undefined ? [identity] : [identity, identity.parent]
  const further = [
    ...(checked.moved?.owner === "other" ? [recordForeignParent(admission, session, at)] : []),
    ...(checked.isKeptSeen ? [bringKept(newUsers, entrant.personId, at)] : []),
    ...(checked.moved?.owner === "new" ? [bringWithParent(checked.moved.parent, entrant.personId, at)] : []),
    ...(admission.inLoginUnit === undefined ? [] : [admission.inLoginUnit(session)]),
  ]
  return further.length === 0 ? undefined : Effect.all(further, { discard: true })
}

/** One attempt at step 13. */
const attempt = Effect.fnUntraced(function* (
  admission: Admission,
  checked: Checked,
  at: Timestamp,
  isExchanged: boolean,
) {
  const prepared = yield* loginToStore(admission, checked, at, isExchanged)
  const work = inLoginUnit(admission, checked, prepared, at)
  return { prepared, stored: yield* (yield* LoginStore).store(prepared.login, work) }
})

/** Step 13. */
const store = Effect.fnUntraced(function* (admission: Admission, checked: Checked, at: Timestamp) {
  const first = yield* attempt(admission, checked, at, false)
  const isExchanged = first.stored.is === "token_exchanged"
  const { prepared, stored } = isExchanged ? yield* attempt(admission, checked, at, true) : first
  if (stored.is === "full") return yield* (yield* NewIdentities).busy(stored.limit)
  if (stored.is !== "stored") return yield* new Overtaken()
  if (stored.dropped.length > 0) yield* (yield* Sessions).forget(stored.dropped)
  const { playerId = stored.playerId ?? 0, ...entrant } = prepared.entrant
  return { ...entrant, playerId, ...prepared.granted }
})

const admitOnce = Effect.fnUntraced(function* (
  admission: Admission,
  read: LoginState | undefined,
  isRepeated: boolean,
) {
  const at = yield* Clock.currentTimeMillis
  const checked = yield* check(admission, read, at, isRepeated)
  const storing = store(admission, checked, at)
  const personId = checked.known?.personId
  const stored = yield* personId === undefined ? storing : (yield* Transaction).ofOwner(personId, storing)
  const { restrictions, role } = checked
  return { ...stored, roleId: role.roleId, permissions: role.permissions, restrictions }
})

/**
 * Lets a verified identity in, or refuses it. Nothing of a new user is stored unless every check passes. A recalled
 * state gets one attempt, because its client is to be read again too.
 */
export const admit = (admission: Admission) => {
  const isRecalled = admission.state?.recalled !== undefined
  const again = isRecalled ? Effect.suspend(() => new Overtaken()) : admitOnce(admission, undefined, true)
  return unlessOvertaken(admitOnce(admission, admission.state, false), again)
}
