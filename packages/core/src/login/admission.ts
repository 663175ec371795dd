/**
 * The second half of a login: a verified identity is let in or refused (decisions, section 4, steps 8 to 13). The
 * checks come first and store nothing; then one unit of work creates what is new, records acceptances and the login,
 * and opens or renews the session.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { AgreementStore } from "../agreement/AgreementStore.ts"
import { type AgreementOutcome, assessAgreements } from "../agreement/rules.ts"
import type { ByKind } from "../agreement/schema.ts"
import { AgreementSettings } from "../agreement/settings.ts"
import type { Client } from "../client/schema.ts"
import { PersonId, PlayerUuid, type SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { Transaction } from "../kernel/Transaction.ts"
import type { Role } from "../permission/schema.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import { NEUTRAL_DISPLAY_NAME } from "../player/rules.ts"
import type { KnownPortalUser, Player, PortalUser } from "../player/schema.ts"
import { refusesLogin, toWire } from "../restriction/rules.ts"
import type { Restriction } from "../restriction/schema.ts"
import { Sessions } from "../token/Sessions.ts"
import { AgreementsRequired, type LoginBusy, LoginRefused, LoginRestricted } from "./errors.ts"
import type { LoginContext, VerifiedIdentity } from "./grant/Grant.ts"
import { HISTORY_OF_PERSON_MAX, LoginHistoryStore } from "./LoginHistoryStore.ts"
import { type LoginState, LoginStore } from "./LoginStore.ts"
import { NewIdentities } from "./NewIdentities.ts"
import type { VerifiedPortalUser } from "./portal/PortalGateway.ts"
import { lockCode, lookupCode, playerCountCode, type RefusingCode } from "./rules/checks.ts"
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
  readonly alongside: (session: AdmittedSession) => Effect.Effect<void, LoginRefused>
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
  readonly known: KnownPortalUser | undefined
  readonly parent: KnownPortalUser | undefined
  readonly role: Role
  readonly restrictions: ReadonlyArray<Restriction>
  readonly accepted: AgreementOutcome["accepted"]
}

/** Another login changed rows that this login had read. Reading them again settles it. */
class Overtaken extends Data.TaggedError("Overtaken") {}

/** How often a login repeats its checks before it gives up with `internal_error`. */
const OVERTAKEN_MAX = 3

/** Passes, or refuses with the code. */
export const pass = (code: RefusingCode): Effect.Effect<void, LoginRefused> =>
  code === undefined ? Effect.void : Effect.fail(new LoginRefused({ code }))

/** What is stored of the identity; and of its parent, if only the parent has logged in before. */
const lookUp = Effect.fnUntraced(function* ({ identity }: Admission, read: LoginState | undefined, now: Timestamp) {
  const store = yield* LoginStore
  const state = read ?? (yield* store.read({ publicClientId: undefined, subject: identity, now }))
  const session = identity.presented?.record.session
  // A refresh token whose user was deleted, or now belongs to another person, must not create a user.
  if (session !== undefined && state.known?.personId !== session.owner.personId) {
    return yield* new LoginRefused({ code: "refresh_token_invalid_user" })
  }
  if (state.known !== undefined || identity.parent === undefined) return { ...state, parent: undefined }
  const above = yield* store.read({ publicClientId: undefined, subject: identity.parent, now })
  const { known: parent, latestVersions, restrictions } = above
  return { ...state, parent, latestVersions, restrictions }
})

const passRestrictions = (records: LoginState["restrictions"]) => {
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

/** Steps 8 to 12. */
const check = Effect.fnUntraced(function* (admission: Admission, read: LoginState | undefined, at: Timestamp) {
  const settings = yield* LoginSettings
  const { known, parent, role, ...found } = yield* lookUp(admission, read, at)
  yield* pass(lockCode(settings, known, role)) //                                                        8
  const owned = parent === undefined ? 0 : yield* (yield* PlayerStore).countPlayers(parent.personId)
  yield* pass(playerCountCode(settings, known, owned)) //                                                9
  yield* pass(lookupCode(known, role)) //                                                               10
  if (role === undefined) return yield* new LoginRefused({ code: "failed_to_retrieve_roles" })
  const restrictions = yield* passRestrictions(found.restrictions) //                                   11
  const accepted = yield* acceptances(found.latestVersions, admission.accepts) //                       12
  const checked: Checked = { known, parent, role, restrictions, accepted }
  return checked
})

const named = (user: VerifiedPortalUser, known: PortalUser | undefined): PortalUser => ({
  platform: user.platform,
  portalUserId: user.portalUserId,
  displayName: user.displayName ?? known?.displayName ?? user.fallbackName ?? NEUTRAL_DISPLAY_NAME,
})

const createPlayer = Effect.fnUntraced(function* (admission: Admission, checked: Checked, at: Timestamp) {
  const { identity } = admission
  const { parent, role } = checked
  yield* (yield* NewIdentities).admit(admission.context.address)
  const random = yield* SecureRandom.SecureRandom
  const user = named(identity, undefined)
  const parentUser = identity.parent === undefined ? undefined : named(identity.parent, parent)
  const personId = parent?.personId ?? PersonId.make(yield* random.uuidV7())
  const playerUuid = PlayerUuid.make(yield* random.uuidV7())
  const created = yield* (yield* PlayerStore).createPlayer({
    user,
    parent: parentUser,
    personId,
    personExists: parent !== undefined,
    playerUuid,
    roleId: role.roleId,
    playersMax: (yield* LoginSettings).playersPerPersonMax,
    at,
  })
  if (created === "taken") return yield* new Overtaken()
  if (created === "too_many") return yield* new LoginRefused({ code: "too_many_users" })
  return { user, parent: parentUser, personId, playerUuid, playerId: created.playerId }
})

const recognise = Effect.fnUntraced(function* (
  { identity }: Admission,
  known: KnownPortalUser,
  player: Player,
  at: Timestamp,
) {
  const user = named(identity, known)
  const { personId, parent } = known
  const { playerUuid, playerId } = player
  const isShown = player.active && player.displayName === user.displayName && player.platform === user.platform
  const recorded = yield* (yield* PlayerStore).recordLogin({
    personId,
    playerUuid,
    at,
    renamed: user.displayName === known.displayName ? undefined : user,
    shownAs: isShown ? undefined : user,
  })
  return recorded ? { user, parent, personId, playerUuid, playerId } : yield* new Overtaken()
})

const openSession = Effect.fnUntraced(function* (
  { identity, client, includeRefresh }: Admission,
  { user, personId, playerUuid }: Pick<Admitted, "user" | "personId" | "playerUuid">,
  at: Timestamp,
) {
  const sessions = yield* Sessions
  if (identity.presented !== undefined) {
    const renewed = yield* sessions.renew(identity.presented, includeRefresh, at)
    return renewed === "not_found" ? yield* new LoginRefused({ code: "refresh_token_not_found" }) : renewed
  }
  const owner = { personId, playerUuid, platform: user.platform, portalUserId: user.portalUserId }
  const { clientUuid, generation: clientGeneration } = client
  const opened = yield* sessions.open({ clientUuid, clientGeneration, owner, includeRefresh, at })
  return opened === "restricted" ? yield* new Overtaken() : opened
})

/** Step 13, within a unit of work. */
const store = Effect.fnUntraced(function* (admission: Admission, checked: Checked, at: Timestamp) {
  const { client, context, grantType } = admission
  const { clientUuid } = client
  const { address } = context
  const { known, role, restrictions, accepted } = checked
  const admitted =
    known?.player === undefined
      ? yield* createPlayer(admission, checked, at)
      : yield* recognise(admission, known, known.player, at)
  const { personId, playerUuid, user } = admitted
  for (const { kind, document } of accepted) {
    const { version, sha256 } = document
    const receipt = { personId, kind, version, sha256, acceptedAt: at, clientUuid, address }
    yield* (yield* AgreementStore).record(receipt)
  }
  const session = yield* openSession(admission, admitted, at)
  const login = {
    loginId: yield* (yield* SecureRandom.SecureRandom).uuidV7(),
    at,
    sessionId: session.sessionId,
    grantType,
    clientUuid,
    address,
    userAgent: context.userAgent,
    player: { personId, playerUuid, platform: user.platform },
  }
  yield* (yield* LoginHistoryStore).record(login, HISTORY_OF_PERSON_MAX)
  yield* admission.alongside({ personId, playerUuid, sessionId: session.sessionId })
  return { ...admitted, roleId: role.roleId, permissions: role.permissions, restrictions, ...session }
})

const once = Effect.fnUntraced(function* (admission: Admission, read: LoginState | undefined) {
  const at = yield* Clock.currentTimeMillis
  const checked = yield* check(admission, read, at)
  return yield* (yield* Transaction).run(store(admission, checked, at))
})

/** Lets a verified identity in, or refuses it. Nothing of a new user is stored unless every check passes. */
export const admit = (admission: Admission) => {
  const again = once(admission, undefined)
  return once(admission, admission.state).pipe(
    Effect.catchTag("Overtaken", () =>
      Effect.retry(again, { times: OVERTAKEN_MAX - 1, while: (error) => error._tag === "Overtaken" }),
    ),
    Effect.catchTag("Overtaken", () => Effect.fail(new LoginRefused({ code: "internal_error" }))),
  )
}
