/** Links a portal user to the caller's player (decisions, section 14). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SecureRandom from "effect/crypto/SecureRandom"
import type { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { named } from "../login/rules/named.ts"
import type { LoginHistoryStore } from "../login/storing/LoginHistoryStore.ts"
import { Logins } from "../login/Logins.ts"
import { type LoginState, LoginStore } from "../login/storing/LoginStore.ts"
import { passRestrictions } from "../login/steps/check.ts"
import { Overtaken, unlessOvertaken } from "../login/steps/overtaken.ts"
import type { ProvedUser } from "../login/steps/proveUser.ts"
import type { LoginRequest } from "../login/schema.ts"
import { LoginSettings } from "../login/settings.ts"
import { PersonStore } from "../person/PersonStore.ts"
import type { KnownPortalUser, PortalUserKey } from "../player/schema.ts"
import { KeptRestrictions } from "../restriction/KeptRestrictions.ts"
import type { RestrictionStore } from "../restriction/RestrictionStore.ts"
import type { SessionStore } from "../token/SessionStore.ts"
import { LinkRefused, PortalUserTaken } from "./errors.ts"
import type { LinkNotices } from "./LinkNotices.ts"
import { type LinkedPerson, LinkStore } from "./LinkStore.ts"
import { noSuchPlayer, personOf } from "./personOf.ts"
import { type LinkingPlayer, record } from "./record.ts"
import { hasPortalUser, judgeLink, listed, mergeOf, type Side, sidesOf } from "./rules.ts"
import { COUNTED_MAX } from "./schema.ts"
import { passPerson, passRecentLogin } from "./session.ts"

type LinkServices =
  | KeptRestrictions
  | LinkNotices
  | LinkStore
  | LoginHistoryStore
  | LoginStore
  | PersonStore
  | RestrictionStore
  | SecureRandom.SecureRandom
  | SecurityEventStore
  | SessionStore
  | Transaction

const holdingsOf = Effect.fnUntraced(function* ({ person, players }: Side, now: Timestamp) {
  return yield* (yield* LinkStore).holdings(person.personId, players, now, COUNTED_MAX)
})

/** The refusal of a portal user that logs in as another player, with what a merge would join. */
export const taken = Effect.fnUntraced(function* (
  own: LinkedPerson,
  playerUuid: PlayerUuid,
  by: KnownPortalUser,
  now: Timestamp,
) {
  const owner = by.personId === own.personId ? own : yield* (yield* LinkStore).ofPerson(by.personId)
  if (owner === undefined) return yield* new Overtaken()
  const [left, right] = sidesOf(own, playerUuid, owner, by.player?.playerUuid)
  const merge = mergeOf(left, yield* holdingsOf(left, now), right, yield* holdingsOf(right, now))
  return yield* new PortalUserTaken({ code: "portal_user_taken", merge })
})

/**
 * Gives the person what a portal user took along when it left another one. Refused, if that is a restriction which
 * refuses login, and not one of this person: somebody who is banned would come back by it, or ban the person.
 */
export const passKept = Effect.fnUntraced(function* (user: PortalUserKey, personId: PersonId, now: Timestamp) {
  yield* passRestrictions(yield* (yield* KeptRestrictions).bring(user, personId, now))
})

/**
 * The unit of work: whether the person and its session may link now, the link, and what it leaves behind. It locks the
 * person first, so that links of one person wait for each other instead of undoing each other. Answers with the person
 * as it is then.
 */
const store = Effect.fnUntraced(function* (
  personId: PersonId,
  player: LinkingPlayer,
  { client, identity, succeeded }: ProvedUser,
  parentIsNew: boolean,
  at: Timestamp,
) {
  const links = yield* LinkStore
  const { playerUuid } = player
  yield* (yield* PersonStore).nextRevision(personId, undefined)
  const person = yield* personOf(playerUuid)
  // A merge, or its undo, came first, and the player is of another person.
  if (person.personId !== personId) return yield* new Overtaken()
  yield* passPerson(player, personId, at)
  yield* passRecentLogin(player, personId, at)
  // A parent that was linked or unlinked since the checks is read again. The statements of the link find a taken user.
  if (identity.parent !== undefined && hasPortalUser(person, identity.parent) === parentIsNew) {
    return yield* new Overtaken()
  }
  const linked = yield* links.link({
    personId,
    playerUuid,
    user: named(identity, undefined),
    parent: identity.parent && named(identity.parent, undefined),
    parentIsNew,
    portalUsersMax: (yield* LoginSettings).portalUsersPerPersonMax,
    at,
  })
  if (linked === "taken") return yield* new Overtaken()
  if (linked === "too_many") return yield* new LinkRefused({ code: "too_many_portal_users" })
  for (const user of parentIsNew ? [identity, identity.parent] : [identity]) {
    if (user !== undefined) yield* passKept(user, personId, at)
  }
  if (succeeded !== undefined) yield* succeeded
  const { clientUuid } = client
  const { platform } = identity
  yield* record({ ...player, is: "link", personId, platform, clientUuid, concerns: playerUuid, at })
  return (yield* links.ofPlayer(playerUuid)) ?? (yield* noSuchPlayer())
})

const read = Effect.fnUntraced(function* (subject: PortalUserKey, now: Timestamp) {
  return yield* (yield* LoginStore).read({ publicClientId: undefined, subject, now })
})

/** One attempt at linking a verified identity. */
const once = Effect.fnUntraced(function* (player: LinkingPlayer, proved: ProvedUser, state: LoginState | undefined) {
  const at = yield* Clock.currentTimeMillis
  const { identity } = proved
  const person = yield* personOf(player.playerUuid)
  yield* passPerson(player, person.personId, at)
  const { known } = state ?? (yield* read(identity, at))
  const parent = identity.parent && (yield* read(identity.parent, at))
  const { portalUsersPerPersonMax: portalUsersMax } = yield* LoginSettings
  const verdict = judgeLink({ person, player: player.playerUuid, known, parent, portalUsersMax })
  if (verdict.is === "linked_before") return listed(person)
  if (verdict.is === "taken") return yield* taken(person, player.playerUuid, verdict.by, at)
  if (verdict.is === "too_many") return yield* new LinkRefused({ code: "too_many_portal_users" })
  const unit = store(person.personId, player, proved, verdict.parentIsNew, at)
  const transaction = yield* Transaction
  return listed(yield* transaction.ofOwner(person.personId, transaction.run(unit)))
})

/** A login of long ago is refused before a credential is used up that may work once. The unit of work asks again. */
const passBefore = Effect.fnUntraced(function* (player: LinkingPlayer) {
  const { personId } = yield* personOf(player.playerUuid)
  yield* passRecentLogin(player, personId, yield* Clock.currentTimeMillis)
})

/** See `Links.link`. */
export const link = Effect.fn("Links.link")(function* (player: LinkingPlayer, request: LoginRequest) {
  const services = yield* Effect.context<LinkServices>()
  const then = (proved: ProvedUser) =>
    unlessOvertaken(once(player, proved, proved.state), once(player, proved, undefined))
  return yield* (yield* Logins).prove(
    request,
    player,
    (proved) => Effect.provideContext(then(proved), services),
    Effect.provideContext(passBefore(player), services),
  )
})
