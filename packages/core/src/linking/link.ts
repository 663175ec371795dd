/** Links a portal user to the caller's player (decisions, section 14). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SecureRandom from "effect/crypto/SecureRandom"
import type { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import type { PersonId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { named, passRestrictions } from "../login/admission.ts"
import type { LoginHistoryStore } from "../login/LoginHistoryStore.ts"
import { Logins } from "../login/Logins.ts"
import { type LoginState, LoginStore } from "../login/LoginStore.ts"
import { Overtaken, unlessOvertaken } from "../login/overtaken.ts"
import type { ProvedUser } from "../login/proveUser.ts"
import type { LoginRequest } from "../login/schema.ts"
import { LoginSettings } from "../login/settings.ts"
import { PersonStore } from "../person/PersonStore.ts"
import type { KnownPortalUser, PortalUserKey } from "../player/schema.ts"
import { RestrictionStore } from "../restriction/RestrictionStore.ts"
import { LinkRefused, PortalUserTaken } from "./errors.ts"
import { type LinkedPerson, LinkStore } from "./LinkStore.ts"
import { noSuchPlayer, personOf } from "./personOf.ts"
import { type LinkingPlayer, record } from "./record.ts"
import { judgeLink, listed, mergeOf, type Side, sidesOf } from "./rules.ts"
import { COUNTED_MAX } from "./schema.ts"

type LinkServices =
  | LinkStore
  | LoginHistoryStore
  | LoginStore
  | PersonStore
  | RestrictionStore
  | SecureRandom.SecureRandom
  | SecurityEventStore
  | Transaction

const holdingsOf = Effect.fnUntraced(function* ({ person, players }: Side, now: Timestamp) {
  return yield* (yield* LinkStore).holdings(person.personId, players, now, COUNTED_MAX)
})

/** The refusal of a portal user that logs in as another player, with what a merge would join. */
const taken = Effect.fnUntraced(function* (
  own: LinkedPerson,
  { playerUuid }: LinkingPlayer,
  by: KnownPortalUser,
  now: Timestamp,
) {
  const owner = by.personId === own.personId ? own : yield* (yield* LinkStore).ofPerson(by.personId)
  if (owner === undefined) return yield* new Overtaken()
  const [left, right] = sidesOf(own, playerUuid, owner, by.player?.playerUuid)
  const merge = mergeOf(left, yield* holdingsOf(left, now), right, yield* holdingsOf(right, now))
  return yield* new PortalUserTaken({ code: "portal_user_taken", merge })
})

/** The unit of work: the link, and what it leaves behind. Answers with the person as it is then. */
const store = Effect.fnUntraced(function* (
  { personId, revision }: LinkedPerson,
  player: LinkingPlayer,
  { client, identity, succeeded }: ProvedUser,
  parentIsNew: boolean,
  at: Timestamp,
) {
  const links = yield* LinkStore
  if ((yield* (yield* PersonStore).nextRevision(personId, revision)) === undefined) return yield* new Overtaken()
  const { playerUuid } = player
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
  if (succeeded !== undefined) yield* succeeded
  const { clientUuid } = client
  yield* record({ ...player, is: "link", personId, platform: identity.platform, clientUuid, at })
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
  yield* passRestrictions(yield* inForce(person.personId, at))
  const { known } = state ?? (yield* read(identity, at))
  const parent = identity.parent && (yield* read(identity.parent, at))
  const { portalUsersPerPersonMax: portalUsersMax } = yield* LoginSettings
  const verdict = judgeLink({ person, player: player.playerUuid, known, parent, portalUsersMax })
  if (verdict.is === "linked_before") return listed(person)
  if (verdict.is === "taken") return yield* taken(person, player, verdict.by, at)
  if (verdict.is === "too_many") return yield* new LinkRefused({ code: "too_many_portal_users" })
  const unit = store(person, player, proved, verdict.parentIsNew, at)
  return listed(yield* (yield* Transaction).run(unit))
})

const inForce = Effect.fnUntraced(function* (person: PersonId, now: Timestamp) {
  return yield* (yield* RestrictionStore).inForce(person, now)
})

/** See `Links.link`. */
export const link = Effect.fn("Links.link")(function* (player: LinkingPlayer, request: LoginRequest) {
  const services = yield* Effect.context<LinkServices>()
  return yield* (yield* Logins).prove(request, player, (proved) =>
    unlessOvertaken(once(player, proved, proved.state), once(player, proved, undefined)).pipe(
      Effect.provideContext(services),
    ),
  )
})
