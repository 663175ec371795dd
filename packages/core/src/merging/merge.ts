/** Joins two persons, for an operator (decisions, section 14). */
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import { Audit } from "../audit/Audit.ts"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { LoginSettings } from "../login/settings.ts"
import type { Act } from "../operation/Act.ts"
import { reverseBy } from "../operation/reverse.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import { personSubject } from "../person/personRevision.ts"
import { whilePersonMoves } from "../person/personMoved.ts"
import { mergeActs } from "./acts.ts"
import { confirmOwner, endSessionsOfBoth, inForceAt, lockBoth, noSuchPlayer, ownerOf, recordOfBoth } from "./both.ts"
import { MergeRefused } from "./errors.ts"
import { type MergingPerson, MergeStore } from "./MergeStore.ts"
import { hadOf, judgeMerge, type MergePlan } from "./rules.ts"
import { type MergedPersons, sideView } from "./schema.ts"
import { MergeSettings } from "./settings.ts"

const DAY_MILLIS = 24 * 60 * 60 * 1000

/** Two players, whose persons an operator joins. */
export interface MergeWanted {
  /** Its person stays. */
  readonly player: PlayerUuid
  /** Its person has nothing afterwards. */
  readonly other: PlayerUuid
  /** The player that is to be active; undefined: that of the person who logged in last. */
  readonly active: PlayerUuid | undefined
}

const unknownActive = new InvalidInput({
  detail: [{ loc: ["active_player_uuid"], msg: "must be a player of one of the two persons", type: "value_error" }],
})

/** Both persons as they are, and what a merge makes of them. */
const judge = Effect.fnUntraced(function* (keptId: PersonId, mergedId: PersonId, active: PlayerUuid | undefined) {
  const store = yield* MergeStore
  const { playersPerPersonMax: playersMax, portalUsersPerPersonMax: portalUsersMax } = yield* LoginSettings
  const kept = (yield* store.person(keptId)) ?? (yield* noSuchPlayer())
  const merged = (yield* store.person(mergedId)) ?? (yield* noSuchPlayer())
  const roles = yield* (yield* RoleStore).rolesOf([...kept.players, ...merged.players].map(({ roleId }) => roleId))
  const plan = judgeMerge({ kept, merged, active, roles, playersMax, portalUsersMax })
  if (plan.is === "unknown_active") return yield* unknownActive
  if (plan.is === "refused") return yield* new MergeRefused({ code: plan.code })
  return { kept, merged, plan }
})

/** Moves everything to the person that stays. */
const join = Effect.fnUntraced(function* (kept: MergingPerson, merged: MergingPerson, plan: MergePlan, at: Timestamp) {
  const store = yield* MergeStore
  const players = merged.players.map(({ playerUuid }) => playerUuid)
  yield* store.move({ from: merged.personId, to: kept.personId, players, portalUsers: merged.portalUsers })
  yield* store.settle({
    personId: merged.personId,
    players: [],
    lastLoginAt: merged.lastLoginAt,
    logins: merged.logins,
    mergedAt: at,
  })
  yield* store.settle({
    personId: kept.personId,
    players: plan.players,
    lastLoginAt: plan.lastLoginAt,
    logins: kept.logins + merged.logins,
    mergedAt: undefined,
  })
  yield* store.setRestrictions(kept, merged.personId, plan.restrictions)
  // They are rows of the person that stays. A second row would be counted twice, and not be lifted with the first.
  yield* store.setRestrictions(merged, kept.personId, [])
})

/** What the audit says of a person: numbers and ids. */
const described = ({ personId, players, portalUsers, restrictions }: MergingPerson) => ({
  person_id: personId,
  players: players.map(({ playerUuid, roleId }) => ({ player_uuid: playerUuid, role_id: roleId })),
  portal_users: portalUsers.length,
  restrictions: restrictions.length,
})

/** The unit of work. */
const unitOf = Effect.fnUntraced(function* ({ active, other, player }: MergeWanted, act: Act) {
  const at = yield* Clock.currentTimeMillis
  const [keptId, mergedId] = [yield* ownerOf(player), yield* ownerOf(other)]
  if (keptId === mergedId) return yield* new MergeRefused({ code: "same_person" })
  const revisions = yield* lockBoth(keptId, mergedId, act)
  yield* confirmOwner(player, keptId)
  yield* confirmOwner(other, mergedId)
  const { kept, merged, plan } = yield* judge(keptId, mergedId, active)
  const endedSessions = yield* endSessionsOfBoth(keptId, mergedId, at)
  yield* join(kept, merged, plan, at)
  const mergeId = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  const undoEndsAt = at + (yield* MergeSettings).mergeUndoDays * DAY_MILLIS
  const store = yield* MergeStore
  const shared = { mergeId, at, by: act.actor.name, undoEndsAt, roleId: plan.roleId, undone: undefined }
  const [ofKept, ofMerged] = [
    { personId: keptId, otherPersonId: mergedId, side: "kept", revision: revisions.kept, had: hadOf(kept) },
    { personId: mergedId, otherPersonId: keptId, side: "merged", revision: revisions.other, had: hadOf(merged) },
  ] as const
  yield* store.record({ ...shared, ...ofKept })
  yield* store.record({ ...shared, ...ofMerged })
  const players = plan.players.map(({ playerUuid }) => playerUuid)
  yield* recordOfBoth({ is: "merge", persons: [keptId, mergedId], players, act, at })
  const before = [...kept.players, ...merged.players]
  const portalUsers = kept.portalUsers.length + merged.portalUsers.length
  const inForce = inForceAt(plan.restrictions, at)
  const answer: MergedPersons = {
    merge_id: mergeId,
    kept: sideView({ personId: keptId, players: plan.players, before, portalUsers, inForce }),
    merged_person_id: mergedId,
    moved_players: merged.players.map(({ playerUuid }) => playerUuid),
    moved_portal_users: merged.portalUsers.length,
    ended_sessions: endedSessions,
    undo_until: undoEndsAt,
    ...reverseBy(mergeActs.unmerge, { player_uuid: player, merge_id: mergeId }, undoEndsAt),
  }
  const after = { merge_id: mergeId, role_id: plan.roleId, players, portal_users: portalUsers }
  const change = { revision: revisions.kept, before: { kept: described(kept), merged: described(merged) }, after }
  return { answer, change: { subject: personSubject(keptId), ...change } }
})

/** See `Merges.merge`. */
export const merge = Effect.fn("Merges.merge")(function* (wanted: MergeWanted, act: Act) {
  const audit = yield* Audit
  return yield* audit.perform(mergeActs.merge, act, { kind: "player", id: wanted.player }, (save) =>
    whilePersonMoves(save(unitOf(wanted, act))),
  )
})
