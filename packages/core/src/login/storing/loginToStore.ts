/** Step 13 of a login: from the results of the checks to the value that says what is stored (decisions, section 4). */
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { PersonId, PlayerUuid } from "../../kernel/Identifier.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { KnownPortalUser, Player, PortalUser } from "../../player/schema.ts"
import type { SessionGranted } from "../../token/refreshTokens.ts"
import { Sessions } from "../../token/Sessions.ts"
import { KeptRestrictions } from "../../restriction/KeptRestrictions.ts"
import { LoginRefused } from "../errors.ts"
import { HISTORY_OF_PERSON_MAX } from "./LoginHistoryStore.ts"
import type { KnownPlayer, LoginToStore, NewPlayer, SessionToStore } from "./LoginStore.ts"
import { NewIdentities } from "../throttle/NewIdentities.ts"
import { named } from "../rules/named.ts"
import type { Admitted } from "../rules/result.ts"
import { LoginSettings } from "../settings.ts"
import type { Admission, Checked } from "../steps/check.ts"

/** Who is let in, before the login is stored. A new player has no `playerId` yet. */
type Entrant = Pick<Admitted, "user" | "parent" | "personId" | "playerUuid"> & { readonly playerId: number | undefined }

/** A login to store, who is let in by it, and what the client gets. */
export interface PreparedLogin {
  readonly login: LoginToStore
  readonly entrant: Entrant
  readonly granted: SessionGranted
}

/** What a login changes of the player that it logs in as. */
const knownPlayer = Effect.fnUntraced(function* (
  { logins, moved, recalled, revision, role: { roleId } }: Checked,
  user: PortalUser,
  known: KnownPortalUser,
  player: Player,
) {
  const { portalUsersPerPersonMax } = yield* LoginSettings
  const isShown = player.active && player.displayName === user.displayName && player.platform === user.platform
  const changed: KnownPlayer = {
    is: "known",
    recalled: recalled && { ...recalled, roleId },
    revision,
    logins,
    isRenamed: user.displayName !== known.displayName,
    isShownAnew: !isShown,
    movedTo: moved && {
      parent: moved.parent,
      portalUsersMax: moved.owner === "new" ? portalUsersPerPersonMax : undefined,
    },
  }
  return changed
})

/** The player of a new portal user. */
const newPlayer = Effect.fnUntraced(function* (
  { context, identity }: Admission,
  checked: Checked,
  parent: Entrant["parent"],
) {
  const { broadcasts, isKeptSeen, logins, revision, role } = checked
  const { digestsOf } = yield* KeptRestrictions
  const users = identity.parent === undefined ? [identity] : [identity, identity.parent]
  const { playersPerPersonMax: playersMax } = yield* LoginSettings
  const made: NewPlayer = {
    is: "new",
    person: checked.parent && { revision, logins, playersMax },
    parent,
    roleId: role.roleId,
    broadcasts,
    places: yield* (yield* NewIdentities).placesOf(context.address),
    keptUnder: isKeptSeen ? undefined : (yield* Effect.forEach(users, digestsOf)).flat(),
  }
  return made
})

/** Who is let in: the known player, or a new one with ids of its own. */
const entrantOf = Effect.fnUntraced(function* ({ identity }: Admission, { known, moved, parent }: Checked) {
  if (known?.player !== undefined) {
    const { playerId, playerUuid } = known.player
    const { personId } = known
    return { user: named(identity, known), parent: moved?.parent ?? known.parent, personId, playerUuid, playerId }
  }
  const random = yield* SecureRandom.SecureRandom
  const entrant: Entrant = {
    user: named(identity, undefined),
    parent: identity.parent && named(identity.parent, parent),
    personId: parent?.personId ?? PersonId.make(yield* random.uuidV7()),
    playerUuid: PlayerUuid.make(yield* random.uuidV7()),
    playerId: undefined,
  }
  return entrant
})

const opened = Effect.fnUntraced(function* (
  { client, includeRefresh }: Admission,
  { personId, playerUuid, user }: Entrant,
  at: Timestamp,
) {
  const { environment, platform, portalUserId } = user
  const { granted, session, sessionsMax, token } = yield* (yield* Sessions).prepare({
    clientUuid: client.clientUuid,
    clientGeneration: client.generation,
    owner: { personId, playerUuid, platform, portalUserId, environment },
    includeRefresh,
    at,
  })
  return { granted, session: { opened: session, token, sessionsMax } satisfies SessionToStore }
})

/**
 * The session of the login. With `isExchanged` another login has just exchanged the refresh token: this one gets the
 * same successor.
 */
const sessionOf = Effect.fnUntraced(function* (
  admission: Admission,
  entrant: Entrant,
  at: Timestamp,
  isExchanged: boolean,
) {
  const { presented } = admission.identity
  if (presented === undefined) return yield* opened(admission, entrant, at)
  const sessions = yield* Sessions
  const renewal = yield* isExchanged
    ? sessions.exchangedBefore(presented, at)
    : sessions.prepareRenewal(presented, admission.includeRefresh, at)
  if (renewal === "not_found") return yield* new LoginRefused({ code: "refresh_token_not_found" })
  return { granted: renewal.granted, session: renewal.renewed satisfies SessionToStore }
})

/** The login to store. */
export const loginToStore = Effect.fnUntraced(function* (
  admission: Admission,
  checked: Checked,
  at: Timestamp,
  isExchanged = false,
) {
  const { client, context, grantType } = admission
  const { known } = checked
  const entrant = yield* entrantOf(admission, checked)
  const { parent, personId, playerUuid, user } = entrant
  const player =
    known?.player === undefined
      ? yield* newPlayer(admission, checked, parent)
      : yield* knownPlayer(checked, user, known, known.player)
  const { granted, session } = yield* sessionOf(admission, entrant, at, isExchanged)
  const { clientUuid } = client
  const { address, userAgent } = context
  const prepared: PreparedLogin = {
    login: {
      user,
      player,
      session,
      entry: {
        loginId: yield* (yield* SecureRandom.SecureRandom).uuidV7(),
        at,
        sessionId: granted.sessionId,
        grantType,
        clientUuid,
        address,
        userAgent,
        player: { personId, playerUuid, platform: user.platform },
      },
      historyMax: HISTORY_OF_PERSON_MAX,
      receipts: checked.accepted.map(({ document: { sha256, version }, kind }) => ({
        personId,
        kind,
        version,
        sha256,
        acceptedAt: at,
        clientUuid,
        address,
      })),
    },
    entrant,
    granted,
  }
  return prepared
})
