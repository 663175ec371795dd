/**
 * Step 13 of a login: one unit of work that creates what is new, records acceptances and the login, and opens or renews
 * the session (decisions, section 4).
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { AgreementStore } from "../agreement/AgreementStore.ts"
import type { AgreementOutcome } from "../agreement/rules.ts"
import type { ByKind } from "../agreement/schema.ts"
import type { Client } from "../client/schema.ts"
import { Settings } from "../environment/Settings.ts"
import { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { Transaction } from "../kernel/Transaction.ts"
import type { Role } from "../permission/schema.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import { NEUTRAL_DISPLAY_NAME } from "../player/rules.ts"
import type { KnownPortalUser, Player, PortalUser } from "../player/schema.ts"
import type { Restriction } from "../restriction/schema.ts"
import { Sessions } from "../token/Sessions.ts"
import { LoginRefused } from "./errors.ts"
import type { LoginContext, VerifiedIdentity, VerifiedPortalUser } from "./grant/Grant.ts"
import { HISTORY_OF_PERSON_MAX } from "./housekeeping.ts"
import { LoginHistoryStore } from "./LoginHistoryStore.ts"
import { NewIdentities } from "./NewIdentities.ts"
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

/** What the checks found out. */
export interface Checked {
  readonly known: KnownPortalUser | undefined
  readonly parent: KnownPortalUser | undefined
  readonly role: Role
  readonly restrictions: ReadonlyArray<Restriction>
  readonly accepted: AgreementOutcome["accepted"]
}

/** Somebody else changed what this login had looked up; looking again settles it. */
class Overtaken extends Data.TaggedError("Overtaken") {}

const named = (user: VerifiedPortalUser, known: PortalUser | undefined): PortalUser => ({
  platform: user.platform,
  portalUserId: user.portalUserId,
  displayName: user.displayName ?? known?.displayName ?? user.fallbackName ?? NEUTRAL_DISPLAY_NAME,
})

/** What the functions below work with. */
type Services = Effect.Success<typeof services>

const services = Effect.gen(function* () {
  return {
    players: yield* PlayerStore,
    agreements: yield* AgreementStore,
    sessions: yield* Sessions,
    history: yield* LoginHistoryStore,
    newIdentities: yield* NewIdentities,
    transaction: yield* Transaction,
    random: yield* SecureRandom.SecureRandom,
    settings: yield* Settings,
  }
})

const create = Effect.fnUntraced(function* (on: Services, admission: Admission, checked: Checked, at: Timestamp) {
  const { identity } = admission
  const { parent, role } = checked
  yield* on.newIdentities.admit(admission.context.address)
  const user = named(identity, undefined)
  const parentUser = identity.parent === undefined ? undefined : named(identity.parent, parent)
  const personId = parent?.personId ?? PersonId.make(yield* on.random.uuidV7())
  const playerUuid = PlayerUuid.make(yield* on.random.uuidV7())
  const created = yield* on.players.createPlayer({
    user,
    parent: parentUser,
    personId,
    personExists: parent !== undefined,
    playerUuid,
    roleId: role.roleId,
    playersMax: on.settings.playersPerPersonMax,
    at,
  })
  if (created === "taken") return yield* new Overtaken()
  if (created === "too_many") return yield* new LoginRefused({ code: "too_many_users" })
  return { user, parent: parentUser, personId, playerUuid, playerId: created.playerId }
})

const recognise = Effect.fnUntraced(function* (
  on: Services,
  { identity }: Admission,
  known: KnownPortalUser,
  player: Player,
  at: Timestamp,
) {
  const user = named(identity, known)
  const { personId, parent } = known
  const { playerUuid, playerId } = player
  const isShown = player.active && player.displayName === user.displayName && player.platform === user.platform
  const recorded = yield* on.players.recordLogin({
    personId,
    playerUuid,
    at,
    renamed: user.displayName === known.displayName ? undefined : user,
    shownAs: isShown ? undefined : user,
  })
  return recorded ? { user, parent, personId, playerUuid, playerId } : yield* new Overtaken()
})

const openSession = Effect.fnUntraced(function* (
  on: Services,
  { identity, client, includeRefresh }: Admission,
  { user, personId, playerUuid }: Pick<Admitted, "user" | "personId" | "playerUuid">,
  at: Timestamp,
) {
  if (identity.presented !== undefined) {
    const renewed = yield* on.sessions.renew(identity.presented, includeRefresh, at)
    return renewed === "not_found" ? yield* new LoginRefused({ code: "refresh_token_not_found" }) : renewed
  }
  const owner = { personId, playerUuid, platform: user.platform, portalUserId: user.portalUserId }
  const { clientUuid, generation: clientGeneration } = client
  const opened = yield* on.sessions.open({ clientUuid, clientGeneration, owner, includeRefresh, at })
  return opened === "restricted" ? yield* new Overtaken() : opened
})

const unit = Effect.fnUntraced(function* (on: Services, admission: Admission, checked: Checked, at: Timestamp) {
  const { client, context, grantType } = admission
  const { clientUuid } = client
  const { address } = context
  const { known, role, restrictions, accepted } = checked
  const admitted =
    known?.player === undefined
      ? yield* create(on, admission, checked, at)
      : yield* recognise(on, admission, known, known.player, at)
  const { personId, playerUuid, user } = admitted
  for (const { kind, document } of accepted) {
    const { version, sha256 } = document
    yield* on.agreements.record({ personId, kind, version, sha256, acceptedAt: at, clientUuid, address })
  }
  const session = yield* openSession(on, admission, admitted, at)
  const login = {
    loginId: yield* on.random.uuidV7(),
    at,
    sessionId: session.sessionId,
    grantType,
    clientUuid,
    address,
    userAgent: context.userAgent,
    player: { personId, playerUuid, platform: user.platform },
  }
  yield* on.history.record(login, HISTORY_OF_PERSON_MAX)
  yield* admission.alongside
  return { ...admitted, roleId: role.roleId, permissions: role.permissions, restrictions, ...session }
})

/** Makes the function that stores an admission whose checks have passed. */
export const makeStoreAdmitted = Effect.map(
  services,
  (on) => (admission: Admission, checked: Checked, at: Timestamp) =>
    on.transaction.run(unit(on, admission, checked, at)),
)
