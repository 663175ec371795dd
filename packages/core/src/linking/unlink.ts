/** Takes a portal user from a person, by its player or by an operator (decisions, section 14). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { Clients } from "../client/Clients.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { confirmPerson, whilePersonMoves } from "../person/personMoved.ts"
import { makeNextRevision, personSubject } from "../person/personRevision.ts"
import { PersonStore } from "../person/PersonStore.ts"
import type { PortalUserKey } from "../player/schema.ts"
import { passReason } from "../operation/Operation.ts"
import { KeptRestrictions } from "../restriction/KeptRestrictions.ts"
import { passPersonHeld } from "../role/holder.ts"
import { Sessions } from "../token/Sessions.ts"
import { LinkRefused, PortalUserNotFound } from "./errors.ts"
import { type LinkedPerson, LinkStore } from "./LinkStore.ts"
import { linkActs } from "./acts.ts"
import { noSuchPlayer, personOf } from "./personOf.ts"
import { type LinkingPlayer, record } from "./record.ts"
import { isTooNew, listed, namedBy, portalUserOf } from "./rules.ts"
import { originOf, passPerson } from "./session.ts"
import { LinkSettings } from "./settings.ts"

const DAY_MILLIS = 24 * 60 * 60 * 1000

/**
 * Unlinks, in a unit of work that holds the person's row locked, and ends the sessions of the portal user. Restrictions
 * in force go with it, unless it `isFreed`. Answers with the player whose way to log in it was, and with what it took
 * along.
 */
const take = Effect.fnUntraced(function* (
  person: LinkedPerson,
  portalUser: PortalUserKey,
  at: Timestamp,
  isFreed = false,
) {
  const { personId } = person
  const outcome = yield* (yield* LinkStore).unlink(personId, portalUser)
  if (outcome === "not_found") return yield* new PortalUserNotFound({ code: "resource_not_found" })
  if (outcome === "last") return yield* new LinkRefused({ code: "last_portal_user" })
  yield* (yield* Sessions).endInUnit({ personId, portalUser }, "unlink", at)
  const kept = isFreed ? [] : yield* (yield* KeptRestrictions).keep(personId, [portalUser], at)
  return { concerned: portalUserOf(person, portalUser)?.playerUuid, kept }
})

/** Passes an unlink that the portal user of the caller's session is old enough for. */
const passAge = Effect.fnUntraced(function* (
  player: LinkingPlayer,
  person: LinkedPerson,
  user: PortalUserKey,
  now: Timestamp,
) {
  const origin = yield* originOf(player, person.personId)
  if (origin === undefined) return
  const trustMillis = (yield* LinkSettings).linkTrustDays * DAY_MILLIS
  const isRefused = isTooNew({ person, user, asking: origin.portalUser, now, trustMillis })
  if (isRefused) return yield* new LinkRefused({ code: "portal_user_too_new" })
})

/** One attempt at an unlink by a player. */
const attempt = Effect.fnUntraced(function* (player: LinkingPlayer, named: PortalUserKey) {
  const at = yield* Clock.currentTimeMillis
  const { playerUuid } = player
  const { personId } = yield* personOf(playerUuid)
  const found = (yield* Clients).find(player.clientId)
  const client = yield* Effect.catchTag(found, "ClientNotFound", () => Effect.undefined)
  const unit = Effect.gen(function* () {
    // Locks the person's row, so that of the last two portal users one stays, and a ban waits or is seen.
    yield* (yield* PersonStore).nextRevision(personId, undefined)
    yield* confirmPerson(playerUuid, personId)
    const person = yield* personOf(playerUuid)
    const portalUser = namedBy(person, named)
    yield* passPerson(player, personId, at)
    yield* passAge(player, person, portalUser, at)
    const concerns = (yield* take(person, portalUser, at)).concerned ?? playerUuid
    const { platform } = named
    yield* record({ ...player, is: "unlink", personId, platform, clientUuid: client?.clientUuid, concerns, at })
    return listed((yield* (yield* LinkStore).ofPerson(personId)) ?? (yield* noSuchPlayer()))
  })
  const transaction = yield* Transaction
  return yield* transaction.ofOwner(personId, transaction.run(unit))
})

/** See `Links.unlink`. */
export const unlink = Effect.fn("Links.unlink")((player: LinkingPlayer, named: PortalUserKey) =>
  whilePersonMoves(attempt(player, named)),
)

/** The unit of work of an unlink by an operator. */
const unitOf = Effect.fnUntraced(function* (playerUuid: PlayerUuid, named: PortalUserKey, act: Act, isFreed: boolean) {
  const at = yield* Clock.currentTimeMillis
  const { personId } = yield* personOf(playerUuid)
  const { platform } = named
  const revision = yield* (yield* makeNextRevision)(personId, act)
  yield* confirmPerson(playerUuid, personId)
  yield* passPersonHeld(act, personId)
  const person = yield* personOf(playerUuid)
  const portalUser = namedBy(person, named)
  const unlinked = portalUserOf(person, portalUser)
  const { concerned: concerns = playerUuid, kept } = yield* take(person, portalUser, at, isFreed)
  const from = { address: act.actor.address, userAgent: "", session: undefined, clientUuid: undefined }
  yield* record({ ...from, is: "unlink", personId, playerUuid, platform, concerns, at })
  const left = (yield* (yield* LinkStore).ofPerson(personId)) ?? (yield* noSuchPlayer())
  const described = (count: number) => ({ platform, portal_users: count })
  const count = left.portalUsers.length
  const after = { ...described(count), kept_restrictions: kept.length }
  const change = { revision, before: described(count + 1), after }
  return { answer: { ...listed(left), unlinked, kept }, change: { subject: personSubject(personId), ...change } }
})

/** See `Links.unlinkFor`. */
export const unlinkFor = Effect.fn("Links.unlinkFor")(function* (
  playerUuid: PlayerUuid,
  named: PortalUserKey,
  act: Act,
  isFreed = false,
) {
  const audit = yield* Audit
  return yield* audit.perform(linkActs.unlink, act, { kind: "player", id: playerUuid }, (save) =>
    Effect.andThen(
      isFreed ? passReason(act) : Effect.void,
      whilePersonMoves(save(unitOf(playerUuid, named, act, isFreed))),
    ),
  )
})
