/** Links a portal user to a player by hand, for an operator (decisions, section 14). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Audit } from "../audit/Audit.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import { LoginSettings } from "../login/settings.ts"
import { PortalEnvironments } from "../kernel/PortalEnvironments.ts"
import type { Act } from "../operation/Act.ts"
import { confirmPerson, PersonMoved, whilePersonMoves } from "../person/personMoved.ts"
import { makeNextRevision, personSubject } from "../person/personRevision.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import { displayName, NEUTRAL_DISPLAY_NAME } from "../player/rules.ts"
import type { PortalUserKey } from "../player/schema.ts"
import { passPersonHeld } from "../role/holder.ts"
import { linkActs } from "./acts.ts"
import { LinkRefused } from "./errors.ts"
import { passKept, taken } from "./link.ts"
import { type LinkedPerson, LinkStore } from "./LinkStore.ts"
import { personOf } from "./personOf.ts"
import { record } from "./record.ts"
import { environmentOf, judgeLink, listed } from "./rules.ts"
import type { LinkedPortalUsers } from "./schema.ts"

/** A portal user that an operator names. */
export interface LinkByHand extends PortalUserKey {
  /** Undefined: the neutral name, until the portal user logs in. */
  readonly displayName: string | undefined
}

/** The portal users of the person, and whether one was added. */
export interface LinkedByHand {
  readonly left: LinkedPortalUsers
  /** The portal user as it is stored; undefined: it logged in as the player already, and nothing changed. */
  readonly linked: PortalUserKey | undefined
}

const withEnvironment = Effect.fnUntraced(function* (wanted: LinkByHand) {
  const found = environmentOf(wanted, yield* PortalEnvironments)
  if (typeof found === "object") {
    const detail = [{ loc: ["environment"], msg: found.wrong, type: "value_error" }] as const
    return yield* new InvalidInput({ detail })
  }
  const { displayName: name = "", platform, portalUserId } = wanted
  return { platform, portalUserId, environment: found, displayName: displayName(name) ?? NEUTRAL_DISPLAY_NAME }
})

const answerOf = (of: LinkedPerson, linked: PortalUserKey | undefined): LinkedByHand => ({ left: listed(of), linked })

/** The unit of work. What it decides on it reads while the person's row is locked. */
const unitOf = Effect.fnUntraced(function* (player: PlayerUuid, wanted: LinkByHand, act: Act) {
  const at = yield* Clock.currentTimeMillis
  const user = yield* withEnvironment(wanted)
  const { personId } = yield* personOf(player)
  const nextRevision = yield* makeNextRevision
  const revision = yield* nextRevision(personId, act)
  yield* confirmPerson(player, personId)
  yield* passPersonHeld(act, personId)
  const person = yield* personOf(player)
  const known = yield* (yield* PlayerStore).findPortalUser(user)
  const { portalUsersPerPersonMax: portalUsersMax } = yield* LoginSettings
  const verdict = judgeLink({ person, player, known, parent: undefined, portalUsersMax })
  if (verdict.is === "linked_before") return { answer: answerOf(person, undefined), change: undefined }
  if (verdict.is === "taken") {
    const refusing = taken(person, player, verdict.by, at)
    return yield* Effect.catchTag(refusing, "Overtaken", () => Effect.fail(new PersonMoved()))
  }
  if (verdict.is === "too_many") return yield* new LinkRefused({ code: "too_many_portal_users" })
  const links = yield* LinkStore
  const link = { personId, playerUuid: player, user, parent: undefined, parentIsNew: false, portalUsersMax, at }
  const outcome = yield* links.link(link)
  // A login made a person of it a moment ago.
  if (outcome === "taken") return yield* new PersonMoved()
  if (outcome === "too_many") return yield* new LinkRefused({ code: "too_many_portal_users" })
  yield* passKept(user, personId, at)
  const { platform } = user
  const from = { address: act.actor.address, userAgent: "", session: undefined, clientUuid: undefined }
  yield* record({ ...from, is: "link", personId, playerUuid: player, platform, concerns: player, at })
  const left = yield* personOf(player)
  const described = (count: number) => ({ platform, portal_users: count })
  const count = left.portalUsers.length
  const change = { revision, before: described(count - 1), after: described(count) }
  return { answer: answerOf(left, user), change: { subject: personSubject(personId), ...change } }
})

/** See `Links.linkFor`. */
export const linkFor = Effect.fn("Links.linkFor")(function* (player: PlayerUuid, wanted: LinkByHand, act: Act) {
  const audit = yield* Audit
  return yield* audit.perform(linkActs.link, act, { kind: "player", id: player }, (save) =>
    whilePersonMoves(save(unitOf(player, wanted, act))),
  )
})
