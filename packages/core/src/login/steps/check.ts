/** Steps 8 to 12 of a login: whether a verified identity is let in (decisions, section 4). They store nothing. */
import * as Effect from "effect/Effect"
import { type AgreementOutcome, assessAgreements } from "../../agreement/rules.ts"
import type { ByKind } from "../../agreement/schema.ts"
import { AgreementSettings } from "../../agreement/settings.ts"
import type { Client } from "../../client/schema.ts"
import type { SessionGrant } from "../../kernel/GrantType.ts"
import type { PersonId, PlayerUuid, SessionId } from "../../kernel/Identifier.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { Role } from "../../permission/schema.ts"
import type { KnownPortalUser, PortalUser, PortalUserKey } from "../../player/schema.ts"
import { KeptRestrictions } from "../../restriction/KeptRestrictions.ts"
import { refusesLogin, toWire } from "../../restriction/rules.ts"
import type { Restriction } from "../../restriction/schema.ts"
import { AgreementsRequired, LoginRefused, LoginRestricted } from "../errors.ts"
import type { LoginContext, VerifiedIdentity } from "../grant/Grant.ts"
import { type LoginState, LoginStore, type Recalled } from "../storing/LoginStore.ts"
import { noteRefusal } from "./refusals.ts"
import { lockCode, lookupCode, playerCountCode, type RefusingCode } from "../rules/checks.ts"
import { named } from "../rules/named.ts"
import { isSame, ownerOfParent, type ParentOwner } from "../rules/parent.ts"
import { LoginSettings } from "../settings.ts"

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
  readonly inLoginUnit: ((session: AdmittedSession) => Effect.Effect<void, LoginRefused>) | undefined
}

/** The session of a user that was let in. */
export interface AdmittedSession {
  readonly personId: PersonId
  readonly playerUuid: PlayerUuid
  readonly sessionId: SessionId
}

/** What the portal proves as the parent now, instead of the stored parent, and to whom that portal user belongs. */
export interface ParentMove {
  readonly parent: PortalUser
  readonly owner: ParentOwner
}

/** The results of the checks. */
export interface Checked {
  /** The revision that the person had, if it exists already, and how often the known person has logged in. */
  readonly revision: number
  readonly logins: number
  /** How many broadcasts there had been. */
  readonly broadcasts: number
  readonly recalled: Recalled | undefined
  readonly known: KnownPortalUser | undefined
  readonly parent: KnownPortalUser | undefined
  readonly moved: ParentMove | undefined
  readonly role: Role
  readonly restrictions: ReadonlyArray<Restriction>
  /** Whether what is kept with a new portal user and its parent was read, and so is among the restrictions. */
  readonly isKeptSeen: boolean
  readonly accepted: AgreementOutcome["accepted"]
}

/** Refuses with the code, if there is one. */
export const refuseIf = (code: RefusingCode): Effect.Effect<void, LoginRefused> =>
  code === undefined ? Effect.void : Effect.fail(new LoginRefused({ code }))

/** What is kept with portal users that belong to nobody, for whoever logs in by them. */
const keptWith = Effect.fnUntraced(function* (users: ReadonlyArray<PortalUserKey | undefined>, now: Timestamp) {
  const kept = yield* KeptRestrictions
  const given = users.filter((user) => user !== undefined)
  return (yield* Effect.forEach(given, (user) => kept.of(user, now))).flat()
})

/** What is stored of the identity; and of its parent, if only the parent has logged in before, or it is another one. */
const lookUp = Effect.fnUntraced(function* (
  { identity }: Admission,
  read: LoginState | undefined,
  now: Timestamp,
  isKeptRead: boolean,
) {
  const store = yield* LoginStore
  const state = read ?? (yield* store.read({ publicClientId: undefined, subject: identity, now }))
  const session = identity.presented?.record.session
  // A refresh token whose user was deleted, or now belongs to another person, must not create a user.
  if (session !== undefined && state.known?.personId !== session.owner.personId) {
    return yield* new LoginRefused({ code: "refresh_token_invalid_user" })
  }
  const { known } = state
  const isKeptSeen = isKeptRead && known === undefined
  const kept = isKeptSeen ? yield* keptWith([identity, identity.parent], now) : []
  if (identity.parent === undefined || (known !== undefined && isSame(identity.parent, known.parent))) {
    const restrictions = [...state.restrictions, ...kept]
    return { ...state, restrictions, isKeptSeen, parent: undefined, moved: undefined }
  }
  const above = yield* store.read({ publicClientId: undefined, subject: identity.parent, now })
  if (known !== undefined) {
    const moved = { parent: named(identity.parent, above.known), owner: ownerOfParent(above.known, known.personId) }
    // A parent that belongs to nobody joins the person, and a restriction must not end by that.
    const brought = moved.owner === "new" ? yield* keptWith([identity.parent], now) : []
    return { ...state, restrictions: [...state.restrictions, ...brought], isKeptSeen, parent: undefined, moved }
  }
  const { known: parent, latestVersions, logins, players, revision } = above
  const restrictions = [...above.restrictions, ...kept]
  return { ...state, parent, moved: undefined, isKeptSeen, latestVersions, logins, players, restrictions, revision }
})

/** Answers with the restrictions that are only reported; or refuses. */
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
  const { broadcasts, isKeptSeen, known, logins, moved, parent, players, recalled, revision, role } = found
  yield* refuseIf(lockCode(settings, known, role)) //                                                    8
  yield* refuseIf(playerCountCode(settings, known, players)) //                                          9
  yield* refuseIf(lookupCode(known, role)) //                                                           10
  if (role === undefined) return yield* new LoginRefused({ code: "failed_to_retrieve_roles" })
  const restrictions = yield* passRestrictions(found.restrictions) //                                   11
  const accepted = yield* acceptances(found.latestVersions, accepts) //                                 12
  const seen = { revision, logins, broadcasts, recalled, known, parent, moved, isKeptSeen }
  const checked: Checked = { ...seen, role, restrictions, accepted }
  return checked
})

/**
 * Steps 8 to 12. A refusal of a known person leaves a security event, unless the checks are repeated. Checks that are
 * repeated read what is kept with a portal user, too (`isKeptRead`). The first ones leave it to the statement that
 * stores the login, so that no first login pays for what few have.
 */
export const check = Effect.fnUntraced(function* (
  admission: Admission,
  read: LoginState | undefined,
  at: Timestamp,
  isKeptRead: boolean,
) {
  const found = yield* lookUp(admission, read, at, isKeptRead)
  const personId = (found.known ?? found.parent)?.personId
  if (personId === undefined || found.recalled !== undefined) return yield* assess(admission, found)
  const { client, context, grantType } = admission
  return yield* Effect.tapError(assess(admission, found), ({ code }) =>
    noteRefusal({ personId, code, grantType, client, context }),
  )
})
