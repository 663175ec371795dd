/**
 * The second half of a login: a verified identity is let in or refused (decisions, section 4, steps 8 to 13). The
 * checks come first and store nothing; then one unit of work creates what is new, records acceptances and the login,
 * and opens or renews the session.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { AgreementStore } from "../agreement/AgreementStore.ts"
import { type AgreementOutcome, assessAgreements } from "../agreement/rules.ts"
import type { ByKind } from "../agreement/schema.ts"
import { AgreementSettings } from "../agreement/settings.ts"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import type { Client } from "../client/schema.ts"
import { PersonId, PlayerUuid, type SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { Transaction } from "../kernel/Transaction.ts"
import type { Role } from "../permission/schema.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import { NEUTRAL_DISPLAY_NAME } from "../player/rules.ts"
import type { KnownPortalUser, NewPortalUser, Player, PortalUser } from "../player/schema.ts"
import { refusesLogin, toWire } from "../restriction/rules.ts"
import type { Restriction } from "../restriction/schema.ts"
import { type SessionOpening, Sessions } from "../token/Sessions.ts"
import { AgreementsRequired, type LoginBusy, LoginRefused, LoginRestricted } from "./errors.ts"
import type { LoginContext, VerifiedIdentity } from "./grant/Grant.ts"
import { HISTORY_OF_PERSON_MAX, LoginHistoryStore } from "./LoginHistoryStore.ts"
import { type LoginAtOnce, type LoginState, LoginStore } from "./LoginStore.ts"
import { NewIdentities } from "./NewIdentities.ts"
import { Overtaken, unlessOvertaken } from "./overtaken.ts"
import type { VerifiedPortalUser } from "./portal/PortalGateway.ts"
import { noteRefusal } from "./refusals.ts"
import { lockCode, lookupCode, playerCountCode, type RefusingCode } from "./rules/checks.ts"
import { isSame, ownerOfParent, type ParentOwner } from "./rules/parent.ts"
import type { Admitted } from "./rules/result.ts"
import type { SessionGrant } from "../kernel/GrantType.ts"
import { LoginSettings } from "./settings.ts"

/** A request for admission: the identity, the client and the options of the login. */
export interface Admission {
  readonly identity: VerifiedIdentity
  /** What is stored of the identity, if it was read before the identity was verified. */
  readonly state?: LoginState | undefined
  readonly grantType: SessionGrant
  readonly client: Client
  readonly context: LoginContext
  readonly includeRefresh: boolean
  readonly accepts: ByKind<boolean>
  /** Further work of the same unit of work, given the session. When it fails, the login stores nothing. */
  readonly alongside: ((session: AdmittedSession) => Effect.Effect<void, LoginRefused>) | undefined
}

/** The session of a user that was let in. */
export interface AdmittedSession {
  readonly personId: PersonId
  readonly playerUuid: PlayerUuid
  readonly sessionId: SessionId
}

/** Why an admission is refused. */
export type AdmissionRefusal = LoginRefused | LoginRestricted | AgreementsRequired | LoginBusy

/** The results of the checks. */
interface Checked {
  /** The revision that the person had, if it exists already, and how often the known person has logged in. */
  readonly revision: number
  readonly logins: number
  readonly known: KnownPortalUser | undefined
  readonly parent: KnownPortalUser | undefined
  readonly moved: ParentMove | undefined
  readonly role: Role
  readonly restrictions: ReadonlyArray<Restriction>
  readonly accepted: AgreementOutcome["accepted"]
}

/** Passes, or refuses with the code. */
export const pass = (code: RefusingCode): Effect.Effect<void, LoginRefused> =>
  code === undefined ? Effect.void : Effect.fail(new LoginRefused({ code }))

/** The parent that the portal proves now, in the place of the one that is stored, and whose portal user it is. */
interface ParentMove {
  readonly parent: PortalUser
  readonly owner: ParentOwner
}

const moveTo = (
  proved: VerifiedPortalUser,
  stored: KnownPortalUser | undefined,
  known: KnownPortalUser,
): ParentMove => ({ parent: named(proved, stored), owner: ownerOfParent(stored, known.personId) })

/** What is stored of the identity; and of its parent, if only the parent has logged in before, or it is another one. */
const lookUp = Effect.fnUntraced(function* ({ identity }: Admission, read: LoginState | undefined, now: Timestamp) {
  const store = yield* LoginStore
  const state = read ?? (yield* store.read({ publicClientId: undefined, subject: identity, now }))
  const session = identity.presented?.record.session
  // A refresh token whose user was deleted, or now belongs to another person, must not create a user.
  if (session !== undefined && state.known?.personId !== session.owner.personId) {
    return yield* new LoginRefused({ code: "refresh_token_invalid_user" })
  }
  const { known } = state
  if (identity.parent === undefined || (known !== undefined && isSame(identity.parent, known.parent))) {
    return { ...state, parent: undefined, moved: undefined }
  }
  const above = yield* store.read({ publicClientId: undefined, subject: identity.parent, now })
  if (known !== undefined) return { ...state, parent: undefined, moved: moveTo(identity.parent, above.known, known) }
  const { known: parent, latestVersions, restrictions, revision } = above
  return { ...state, parent, moved: undefined, latestVersions, restrictions, revision }
})

/** Passes, and answers with the restrictions that are only reported; or refuses. */
export const passRestrictions = (records: LoginState["restrictions"]) => {
  const restrictions = records.map(toWire)
  return records.some(({ type }) => refusesLogin(type))
    ? Effect.fail(new LoginRestricted({ code: "user_auth_restricted", restrictions }))
    : Effect.succeed(restrictions)
}

const acceptances = Effect.fnUntraced(function* (latest: ByKind<number>, accepts: ByKind<boolean>) {
  const { agreements } = yield* AgreementSettings
  const { missing, accepted } = assessAgreements(agreements, latest, accepts)
  if (missing.length === 0) return accepted
  return yield* new AgreementsRequired({
    code: "user_needs_agreements",
    needs_eula: missing.includes("eula"),
    needs_tos: missing.includes("tos"),
    needs_privacy_policy: missing.includes("privacy_policy"),
  })
})

type Found = Effect.Success<ReturnType<typeof lookUp>>

/** Steps 8 to 12, with what is stored of the identity. */
const assess = Effect.fnUntraced(function* ({ accepts }: Admission, found: Found) {
  const settings = yield* LoginSettings
  const { known, logins, moved, parent, revision, role } = found
  yield* pass(lockCode(settings, known, role)) //                                                        8
  const owned = parent === undefined ? 0 : yield* (yield* PlayerStore).countPlayers(parent.personId)
  yield* pass(playerCountCode(settings, known, owned)) //                                                9
  yield* pass(lookupCode(known, role)) //                                                               10
  if (role === undefined) return yield* new LoginRefused({ code: "failed_to_retrieve_roles" })
  const restrictions = yield* passRestrictions(found.restrictions) //                                   11
  const accepted = yield* acceptances(found.latestVersions, accepts) //                                 12
  const checked: Checked = { revision, logins, known, parent, moved, role, restrictions, accepted }
  return checked
})

/** Steps 8 to 12. A refusal of a known person leaves a security event. */
const check = Effect.fnUntraced(function* (admission: Admission, read: LoginState | undefined, at: Timestamp) {
  const found = yield* lookUp(admission, read, at)
  const personId = (found.known ?? found.parent)?.personId
  if (personId === undefined) return yield* assess(admission, found)
  const { client, context, grantType } = admission
  return yield* Effect.tapError(assess(admission, found), ({ code }) =>
    noteRefusal({ personId, code, grantType, client, context }),
  )
})

/** The portal user with the name to show: that of the portal, else the one that is stored. */
export const named = (user: VerifiedPortalUser, known: PortalUser | undefined): PortalUser => ({
  platform: user.platform,
  portalUserId: user.portalUserId,
  environment: user.environment,
  displayName: user.displayName ?? known?.displayName ?? user.fallbackName ?? NEUTRAL_DISPLAY_NAME,
})

/** The player of a new portal user, with ids for what is new. */
const newPlayer = Effect.fnUntraced(function* (
  { identity }: Admission,
  { parent, revision, role }: Checked,
  at: Timestamp,
) {
  const random = yield* SecureRandom.SecureRandom
  const wanted: NewPortalUser = {
    user: named(identity, undefined),
    parent: identity.parent === undefined ? undefined : named(identity.parent, parent),
    personId: parent?.personId ?? PersonId.make(yield* random.uuidV7()),
    personRevision: parent === undefined ? undefined : revision,
    playerUuid: PlayerUuid.make(yield* random.uuidV7()),
    roleId: role.roleId,
    playersMax: (yield* LoginSettings).playersPerPersonMax,
    at,
  }
  return wanted
})

const createPlayer = Effect.fnUntraced(function* (admission: Admission, checked: Checked, at: Timestamp) {
  yield* (yield* NewIdentities).admit(admission.context.address)
  const wanted = yield* newPlayer(admission, checked, at)
  const created = yield* (yield* PlayerStore).createPlayer(wanted)
  if (created === "taken") return yield* new Overtaken()
  if (created === "too_many") return yield* new LoginRefused({ code: "too_many_users" })
  const { parent, personId, playerUuid, user } = wanted
  return { user, parent, personId, playerUuid, playerId: created.playerId }
})

/** What a login changes of the player that it logs in as. */
const changesOf = (identity: VerifiedIdentity, known: KnownPortalUser, player: Player) => {
  const user = named(identity, known)
  const isShown = player.active && player.displayName === user.displayName && player.platform === user.platform
  return {
    user,
    renamed: user.displayName === known.displayName ? undefined : user,
    shownAs: isShown ? undefined : user,
  }
}

const recognise = Effect.fnUntraced(function* (
  { identity }: Admission,
  { moved, revision }: Checked,
  known: KnownPortalUser,
  player: Player,
  at: Timestamp,
) {
  const { user, ...changes } = changesOf(identity, known, player)
  const { personId } = known
  const parent = moved?.parent ?? known.parent
  const { playerUuid, playerId } = player
  const movedTo = moved && {
    child: user,
    parent: moved.parent,
    portalUsersMax: moved.owner === "new" ? (yield* LoginSettings).portalUsersPerPersonMax : undefined,
  }
  const login = { personId, revision, playerUuid, at, movedTo, ...changes }
  const recorded = yield* (yield* PlayerStore).recordLogin(login)
  return recorded ? { user, parent, personId, playerUuid, playerId } : yield* new Overtaken()
})

type AdmittedUser = Pick<Admitted, "user" | "personId" | "playerUuid">

const openingOf = (
  { client, includeRefresh }: Admission,
  { user, personId, playerUuid }: AdmittedUser,
  at: Timestamp,
): SessionOpening => ({
  clientUuid: client.clientUuid,
  clientGeneration: client.generation,
  owner: {
    personId,
    playerUuid,
    platform: user.platform,
    portalUserId: user.portalUserId,
    environment: user.environment,
  },
  includeRefresh,
  at,
})

const openSession = Effect.fnUntraced(function* (admission: Admission, admitted: AdmittedUser, at: Timestamp) {
  const sessions = yield* Sessions
  const { identity, includeRefresh } = admission
  if (identity.presented !== undefined) {
    const renewed = yield* sessions.renew(identity.presented, includeRefresh, at)
    return renewed === "not_found" ? yield* new LoginRefused({ code: "refresh_token_not_found" }) : renewed
  }
  const opened = yield* sessions.open(openingOf(admission, admitted, at))
  return opened === "restricted" ? yield* new Overtaken() : opened
})

/** The entry of the login in the history. */
const entryOf = Effect.fnUntraced(function* (
  { client, context, grantType }: Admission,
  { user, personId, playerUuid }: AdmittedUser,
  sessionId: SessionId,
  at: Timestamp,
) {
  return {
    loginId: yield* (yield* SecureRandom.SecureRandom).uuidV7(),
    at,
    sessionId,
    grantType,
    clientUuid: client.clientUuid,
    address: context.address,
    userAgent: context.userAgent,
    player: { personId, playerUuid, platform: user.platform },
  }
})

/**
 * Step 13 in one statement, where storage has that and the login is a usual one: a known player of whom nothing
 * changes, or a new person. Undefined: nothing was stored, and the unit of work decides why.
 */
const storeAtOnce = Effect.fnUntraced(function* (admission: Admission, checked: Checked, at: Timestamp) {
  const { atOnce } = yield* LoginStore
  const { known, accepted } = checked
  if (atOnce === undefined || admission.alongside !== undefined || accepted.length > 0) return undefined
  if (known === undefined) return yield* storeNewAtOnce(atOnce, admission, checked, at)
  return yield* storeKnownAtOnce(atOnce, admission, checked, at)
})

const storeKnownAtOnce = Effect.fnUntraced(function* (
  atOnce: LoginAtOnce,
  admission: Admission,
  { known, logins, moved, revision }: Checked,
  at: Timestamp,
) {
  const { presented } = admission.identity
  if (known?.player === undefined || moved !== undefined) return undefined
  // Without an exchange the token stays, and a token that was exchanged already gets the same successor again.
  if (presented !== undefined && (!admission.includeRefresh || presented.record.rotatedAt !== undefined)) {
    return undefined
  }
  const { renamed, shownAs, user } = changesOf(admission.identity, known, known.player)
  if (renamed !== undefined || shownAs !== undefined) return undefined
  const sessions = yield* Sessions
  const { parent, personId } = known
  const { playerUuid, playerId } = known.player
  const admitted = { user, parent, personId, playerUuid, playerId }
  const { granted, ...opens } = yield* presented === undefined
    ? sessions.prepare(openingOf(admission, admitted, at))
    : sessions.prepareExchange(presented, at)
  const login = yield* entryOf(admission, admitted, granted.sessionId, at)
  const seen = { revision, logins, historyMax: HISTORY_OF_PERSON_MAX }
  const surplus = yield* atOnce.storeKnown({ login, opens, ...seen })
  if (surplus === "not_stored") return undefined
  if (surplus.length > 0) yield* sessions.forget(surplus)
  return { ...admitted, ...granted }
})

const storeNewAtOnce = Effect.fnUntraced(function* (
  atOnce: LoginAtOnce,
  admission: Admission,
  checked: Checked,
  at: Timestamp,
) {
  if (admission.identity.parent !== undefined) return undefined
  const [first, second] = yield* (yield* NewIdentities).placesOf(admission.context.address)
  if (first === undefined || second === undefined) return undefined
  const player = yield* newPlayer(admission, checked, at)
  const { granted, ...opens } = yield* (yield* Sessions).prepare(openingOf(admission, player, at))
  const login = yield* entryOf(admission, player, granted.sessionId, at)
  const historyMax = HISTORY_OF_PERSON_MAX
  const stored = yield* atOnce.storeNew({ login, historyMax, player, opens, places: [first, second] })
  if (stored === "not_stored") return undefined
  const { personId, playerUuid, user } = player
  return { user, parent: undefined, personId, playerUuid, playerId: stored.playerId, ...granted }
})

/** A login whose parent belongs to another person goes on, and leaves a security event. */
const recordForeignParent = Effect.fnUntraced(function* (
  { client, context }: Admission,
  personId: PersonId,
  sessionId: SessionId,
  at: Timestamp,
) {
  const eventId = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  const { clientUuid } = client
  const { address } = context
  const event = { eventId, at, kind: "parent_of_another_person", personId, sessionId, clientUuid, address } as const
  yield* (yield* SecurityEventStore).record(event)
})

/** Step 13, within a unit of work. */
const store = Effect.fnUntraced(function* (admission: Admission, checked: Checked, at: Timestamp) {
  const { clientUuid } = admission.client
  const { address } = admission.context
  const { known, accepted } = checked
  const admitted =
    known?.player === undefined
      ? yield* createPlayer(admission, checked, at)
      : yield* recognise(admission, checked, known, known.player, at)
  for (const { kind, document } of accepted) {
    const { version, sha256 } = document
    const receipt = { personId: admitted.personId, kind, version, sha256, acceptedAt: at, clientUuid, address }
    yield* (yield* AgreementStore).record(receipt)
  }
  const session = yield* openSession(admission, admitted, at)
  const login = yield* entryOf(admission, admitted, session.sessionId, at)
  yield* (yield* LoginHistoryStore).record(login, HISTORY_OF_PERSON_MAX)
  const { personId, playerUuid } = admitted
  if (checked.moved?.owner === "other") yield* recordForeignParent(admission, personId, session.sessionId, at)
  if (admission.alongside !== undefined) {
    yield* admission.alongside({ personId, playerUuid, sessionId: session.sessionId })
  }
  return { ...admitted, ...session }
})

const once = Effect.fnUntraced(function* (admission: Admission, read: LoginState | undefined) {
  const at = yield* Clock.currentTimeMillis
  const checked = yield* check(admission, read, at)
  const transaction = yield* Transaction
  const storing = Effect.flatMap(storeAtOnce(admission, checked, at), (stored) =>
    stored === undefined ? transaction.run(store(admission, checked, at)) : Effect.succeed(stored),
  )
  const personId = checked.known?.personId
  const stored = yield* personId === undefined ? storing : transaction.ofOwner(personId, storing)
  const { restrictions, role } = checked
  return { ...stored, roleId: role.roleId, permissions: role.permissions, restrictions }
})

/** Lets a verified identity in, or refuses it. Nothing of a new user is stored unless every check passes. */
export const admit = (admission: Admission) =>
  unlessOvertaken(once(admission, admission.state), once(admission, undefined))
