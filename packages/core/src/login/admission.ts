/**
 * The second half of a login: a verified identity is let in or refused, and everything is stored in one unit of work
 * (decisions, section 4, steps 8 to 13). Nothing of a new user is stored before step 13.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { AgreementStore } from "../agreement/AgreementStore.ts"
import { type AgreementOutcome, assessAgreements } from "../agreement/rules.ts"
import type { ByKind } from "../agreement/schema.ts"
import type { Client } from "../client/schema.ts"
import { Settings } from "../environment/Settings.ts"
import { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import { PLAYER_ROLE_ID, type Role } from "../permission/schema.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import { NEUTRAL_DISPLAY_NAME } from "../player/rules.ts"
import type { KnownPortalUser, PortalUser } from "../player/schema.ts"
import { refusesLogin, toWire } from "../restriction/rules.ts"
import { RestrictionStore } from "../restriction/RestrictionStore.ts"
import type { Restriction } from "../restriction/schema.ts"
import { Sessions } from "../token/Sessions.ts"
import { AgreementsRequired, LoginRefused, LoginRestricted } from "./errors.ts"
import type { LoginContext, VerifiedIdentity, VerifiedPortalUser } from "./grant/Grant.ts"
import { LoginHistoryStore } from "./LoginHistoryStore.ts"
import { lockRefusal, lookupRefusal, playerCountRefusal, type Refusal } from "./rules/checks.ts"
import type { Admitted } from "./rules/result.ts"
import type { GrantType } from "./schema.ts"

/** Who asks to be let in, and with what. */
export interface Admission {
  readonly identity: VerifiedIdentity
  readonly grantType: GrantType
  readonly client: Client
  readonly context: LoginContext
  readonly includeRefresh: boolean
  readonly accepts: ByKind<boolean>
  /** What else belongs to the same unit of work. */
  readonly alongside: Effect.Effect<void>
}

/** Why an admission is refused. */
export type AdmissionRefusal = LoginRefused | LoginRestricted | AgreementsRequired

/** Somebody else changed what this login had looked up; looking again settles it. */
class Overtaken extends Data.TaggedError("Overtaken") {}

/** How often a login looks again before it gives up with `internal_error`. */
const OVERTAKEN_MAX = 3

/** What the checks found out. */
interface Checked {
  readonly known: KnownPortalUser | undefined
  readonly parent: KnownPortalUser | undefined
  readonly role: Role
  readonly restrictions: ReadonlyArray<Restriction>
  readonly accepted: AgreementOutcome["accepted"]
}

/** Passes, or refuses with the code. */
export const pass = (refusal: Refusal): Effect.Effect<void, LoginRefused> =>
  refusal === undefined ? Effect.void : Effect.fail(new LoginRefused({ code: refusal }))

const named = (user: VerifiedPortalUser, known: PortalUser | undefined): PortalUser => ({
  platform: user.platform,
  portalUserId: user.portalUserId,
  displayName: user.displayName ?? known?.displayName ?? user.fallbackName ?? NEUTRAL_DISPLAY_NAME,
})

/** Longest user agent that is remembered. */
const USER_AGENT_LENGTH_MAX = 256

/** Makes the function that lets identities in. */
export const makeAdmit = Effect.gen(function* () {
  const check = yield* makeCheck
  const store = yield* makeStore

  const once = Effect.fnUntraced(function* (admission: Admission) {
    const at = yield* Clock.currentTimeMillis
    const checked = yield* check(admission, at)
    return yield* store(admission, checked, at)
  })

  return (admission: Admission): Effect.Effect<Admitted, AdmissionRefusal> =>
    once(admission).pipe(
      Effect.retry({ times: OVERTAKEN_MAX, while: (error) => error._tag === "Overtaken" }),
      Effect.catchTag("Overtaken", () => Effect.fail(new LoginRefused({ code: "internal_error" }))),
    )
})

/** Steps 8 to 12. */
const makeCheck = Effect.gen(function* () {
  const players = yield* PlayerStore
  const roles = yield* RoleStore
  const restrictionStore = yield* RestrictionStore
  const agreements = yield* AgreementStore
  const settings = yield* Settings
  const needsAgreements = Object.keys(settings.agreements).length > 0

  const lookUp = Effect.fnUntraced(function* ({ identity }: Admission) {
    const known = yield* players.findPortalUser(identity)
    const session = identity.presented?.record.session
    // A refresh token whose user is gone, or now belongs to somebody else, must not make a new one.
    if (session !== undefined && known?.personId !== session.owner.personId) {
      return yield* new LoginRefused({ code: "refresh_token_invalid_user" })
    }
    const isNewBelowParent = known === undefined && identity.parent !== undefined
    const parent = isNewBelowParent ? yield* players.findPortalUser(identity.parent) : undefined
    const roleId = known === undefined ? PLAYER_ROLE_ID : known.player?.roleId
    const role = roleId === undefined ? undefined : (yield* roles.rolesOf([roleId]))[0]
    return { known, parent, role }
  })

  const inForce = Effect.fnUntraced(function* (personId: PersonId | undefined, at: Timestamp) {
    const records = personId === undefined ? [] : yield* restrictionStore.inForce(personId, at)
    const restrictions = records.map(toWire)
    if (records.some(({ type }) => refusesLogin(type))) {
      return yield* new LoginRestricted({ code: "user_auth_restricted", restrictions })
    }
    return restrictions
  })

  const acceptances = Effect.fnUntraced(function* (personId: PersonId | undefined, accepts: ByKind<boolean>) {
    if (!needsAgreements) return []
    const latest = personId === undefined ? {} : yield* agreements.latestVersions(personId)
    const { missing, accepted } = assessAgreements(settings.agreements, latest, accepts)
    if (missing.length === 0) return accepted
    return yield* new AgreementsRequired({
      code: "user_needs_agreements",
      needs_eula: missing.includes("eula"),
      needs_tos: missing.includes("tos"),
      needs_privacy_policy: missing.includes("privacy_policy"),
    })
  })

  return Effect.fnUntraced(function* (admission: Admission, at: Timestamp) {
    const { known, parent, role } = yield* lookUp(admission)
    const personId = known?.personId ?? parent?.personId
    yield* pass(lockRefusal(settings, known, role)) //                                                      8
    const owned = parent === undefined ? 0 : yield* players.countPlayers(parent.personId)
    yield* pass(playerCountRefusal(settings, known, owned)) //                                              9
    yield* pass(lookupRefusal(known, role)) //                                                             10
    if (role === undefined) return yield* new LoginRefused({ code: "failed_to_retrieve_roles" })
    const restrictions = yield* inForce(personId, at) //                                                   11
    const accepted = yield* acceptances(personId, admission.accepts) //                                    12
    return { known, parent, role, restrictions, accepted }
  })
})

/** Step 13. */
const makeStore = Effect.gen(function* () {
  const players = yield* PlayerStore
  const agreements = yield* AgreementStore
  const sessions = yield* Sessions
  const history = yield* LoginHistoryStore
  const transaction = yield* Transaction
  const random = yield* SecureRandom.SecureRandom
  const settings = yield* Settings

  const create = Effect.fnUntraced(function* (admission: Admission, { parent, role }: Checked, at: Timestamp) {
    const { identity } = admission
    const user = named(identity, undefined)
    const parentUser = identity.parent === undefined ? undefined : named(identity.parent, parent)
    const personId = parent?.personId ?? PersonId.make(yield* random.uuidV7())
    const playerUuid = PlayerUuid.make(yield* random.uuidV7())
    const created = yield* players.createPlayer({
      user,
      parent: parentUser,
      personId,
      personExists: parent !== undefined,
      playerUuid,
      roleId: role.roleId,
      playersMax: settings.playersPerPersonMax,
      at,
    })
    if (created === "taken") return yield* new Overtaken()
    if (created === "too_many") return yield* new LoginRefused({ code: "too_many_users" })
    return { user, parent: parentUser, personId, playerUuid, playerId: created.playerId }
  })

  const recognise = Effect.fnUntraced(function* (
    { identity }: Admission,
    known: KnownPortalUser,
    player: NonNullable<KnownPortalUser["player"]>,
    at: Timestamp,
  ) {
    const user = named(identity, known)
    const { personId, parent } = known
    const { playerUuid, playerId } = player
    const isShown = player.active && player.displayName === user.displayName && player.platform === user.platform
    const recorded = yield* players.recordLogin({
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
    if (identity.presented !== undefined) {
      const renewed = yield* sessions.renew(identity.presented, includeRefresh, at)
      return renewed === "not_found" ? yield* new LoginRefused({ code: "refresh_token_not_found" }) : renewed
    }
    const owner = { personId, playerUuid, platform: user.platform, portalUserId: user.portalUserId }
    const opened = yield* sessions.open({ clientUuid: client.clientUuid, owner, includeRefresh, at })
    return opened === "restricted" ? yield* new Overtaken() : opened
  })

  const unit = Effect.fnUntraced(function* (admission: Admission, checked: Checked, at: Timestamp) {
    const { client, context, grantType } = admission
    const { known, role, restrictions, accepted } = checked
    const admitted =
      known?.player === undefined
        ? yield* create(admission, checked, at)
        : yield* recognise(admission, known, known.player, at)
    const { personId, playerUuid, user } = admitted
    for (const { kind, document } of accepted) {
      const { version, sha256 } = document
      const clientUuid = client.clientUuid
      yield* agreements.record({
        personId,
        kind,
        version,
        sha256,
        acceptedAt: at,
        clientUuid,
        address: context.address,
      })
    }
    const session = yield* openSession(admission, admitted, at)
    yield* history.record({
      loginId: yield* random.uuidV7(),
      at,
      sessionId: session.sessionId,
      grantType,
      clientUuid: client.clientUuid,
      address: context.address,
      userAgent: context.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
      player: { personId, playerUuid, platform: user.platform },
    })
    yield* admission.alongside
    return { ...admitted, roleId: role.roleId, permissions: role.permissions, restrictions, ...session }
  })

  return (admission: Admission, checked: Checked, at: Timestamp) => transaction.run(unit(admission, checked, at))
})
