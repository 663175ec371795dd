/**
 * The second half of a login: a verified identity is let in or refused (decisions, section 4, steps 8 to 13). Nothing
 * of a new user is stored before step 13.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { AgreementStore } from "../agreement/AgreementStore.ts"
import { assessAgreements } from "../agreement/rules.ts"
import type { ByKind } from "../agreement/schema.ts"
import { Settings } from "../environment/Settings.ts"
import type { PersonId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import { PLAYER_ROLE_ID } from "../permission/schema.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import { refusesLogin, toWire } from "../restriction/rules.ts"
import { RestrictionStore } from "../restriction/RestrictionStore.ts"
import { type Admission, makeStoreAdmitted } from "./admissionUnit.ts"
import { AgreementsRequired, type LoginBusy, LoginRefused, LoginRestricted } from "./errors.ts"
import { lockRefusal, lookupRefusal, playerCountRefusal, type Refusal } from "./rules/checks.ts"
import type { Admitted } from "./rules/result.ts"

/** Why an admission is refused. */
export type AdmissionRefusal = LoginRefused | LoginRestricted | AgreementsRequired | LoginBusy

/** How often a login looks again before it gives up with `internal_error`. */
const OVERTAKEN_MAX = 3

/** Passes, or refuses with the code. */
export const pass = (refusal: Refusal): Effect.Effect<void, LoginRefused> =>
  refusal === undefined ? Effect.void : Effect.fail(new LoginRefused({ code: refusal }))

/** Makes the function that lets identities in. */
export const makeAdmit = Effect.gen(function* () {
  const check = yield* makeCheck
  const store = yield* makeStoreAdmitted

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
