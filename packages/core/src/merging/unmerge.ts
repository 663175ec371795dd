/** Undoes a merge of two persons, for an operator (decisions, section 14). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Audit } from "../audit/Audit.ts"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { Act } from "../operation/Act.ts"
import { reverseBy } from "../operation/reverse.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import { personSubject } from "../person/personRevision.ts"
import { whilePersonMoves } from "../person/personMoved.ts"
import { passRoles } from "../role/holder.ts"
import { mergeActs } from "./acts.ts"
import { confirmOwner, endSessionsOfBoth, inForceAt, lockBoth, noSuchPlayer, ownerOf, recordOfBoth } from "./both.ts"
import { MergeNotFound, MergeRefused } from "./errors.ts"
import { type MergeRecord, type MergingPerson, MergeStore } from "./MergeStore.ts"
import { chosenMerge, judgeUnmerge, type Part, type UnmergePlan } from "./rules.ts"
import { sideView, type UnmergedPersons } from "./schema.ts"

/** Which merge is undone. */
export interface UnmergeWanted {
  /** A player of the person that was made of the two. */
  readonly player: PlayerUuid
  /** Undefined: the latest one in force. */
  readonly mergeId: string | undefined
}

const none = () => new MergeNotFound({ code: "resource_not_found" })

/** Whether the merge is one of a person that was itself merged into this one later. */
const isOfMerged = Effect.fnUntraced(function* (merges: ReadonlyArray<MergeRecord>, mergeId: string) {
  const store = yield* MergeStore
  for (const { otherPersonId, side, undone } of merges) {
    if (side !== "kept" || undone !== undefined) continue
    if ((yield* store.ofPerson(otherPersonId)).some((merge) => merge.mergeId === mergeId)) return true
  }
  return false
})

/** The merge that is asked for, as the person that kept everything stores it. */
const find = Effect.fnUntraced(function* (personId: PersonId, mergeId: string | undefined) {
  const merges = yield* (yield* MergeStore).ofPerson(personId)
  const chosen = chosenMerge(merges, mergeId)
  if (chosen === undefined) {
    const isEarlier = mergeId !== undefined && (yield* isOfMerged(merges, mergeId))
    return yield* isEarlier ? new MergeRefused({ code: "merge_not_latest" }) : none()
  }
  if ("is" in chosen) return yield* new MergeRefused({ code: chosen.code })
  return chosen
})

/** Both persons as they are, both sides of the merge, and what the undo makes of them. */
const judge = Effect.fnUntraced(function* (ofKept: MergeRecord, act: Act, now: Timestamp) {
  const store = yield* MergeStore
  const kept = (yield* store.person(ofKept.personId)) ?? (yield* noSuchPlayer())
  const merged = (yield* store.person(ofKept.otherPersonId)) ?? (yield* noSuchPlayer())
  const ofMerged = (yield* store.ofPerson(merged.personId)).find(({ mergeId }) => mergeId === ofKept.mergeId)
  if (ofMerged === undefined) return yield* none()
  const plan = judgeUnmerge({ kept, merged, ofKept, ofMerged, now })
  if (plan.is === "refused") return yield* new MergeRefused({ code: plan.code })
  // Roles of before come back, so the actor must hold what they give.
  const roleIds = [...plan.kept.players, ...plan.merged.players].map(({ roleId }) => roleId)
  yield* passRoles(act, yield* (yield* RoleStore).rolesOf([...new Set(roleIds)]))
  return { kept, merged, plan }
})

const settled = ({ lastLoginAt, players }: Part) => ({ players, lastLoginAt, mergedAt: undefined })

/** Moves back what goes back. */
const part = Effect.fnUntraced(function* (kept: MergingPerson, merged: MergingPerson, plan: UnmergePlan) {
  const store = yield* MergeStore
  const players = plan.merged.players.map(({ playerUuid }) => playerUuid)
  const move = { from: kept.personId, to: merged.personId, players, portalUsers: plan.portalUsers }
  const entries = yield* store.move(move)
  yield* store.settle({ personId: kept.personId, logins: kept.logins, ...settled(plan.kept) })
  yield* store.settle({ personId: merged.personId, logins: merged.logins + entries, ...settled(plan.merged) })
  yield* store.setRestrictions(merged, kept.personId, plan.merged.restrictions)
  yield* store.setRestrictions(kept, merged.personId, plan.kept.restrictions)
})

const idsOf = ({ players }: Part) => players.map(({ playerUuid }) => playerUuid)

/** The unit of work. */
const unitOf = Effect.fnUntraced(function* ({ mergeId, player }: UnmergeWanted, act: Act) {
  const at = yield* Clock.currentTimeMillis
  const personId = yield* ownerOf(player)
  const found = yield* find(personId, mergeId)
  const { otherPersonId } = found
  const revisions = yield* lockBoth(personId, otherPersonId, act)
  yield* confirmOwner(player, personId)
  const ofKept = yield* find(personId, found.mergeId)
  const { kept, merged, plan } = yield* judge(ofKept, act, at)
  const endedSessions = yield* endSessionsOfBoth(personId, otherPersonId, at)
  yield* part(kept, merged, plan)
  const store = yield* MergeStore
  for (const person of [personId, otherPersonId]) yield* store.undo(person, found.mergeId, at, act.actor.name)
  const [stayed, returned] = [idsOf(plan.kept), idsOf(plan.merged)]
  yield* recordOfBoth({
    is: "unmerge",
    persons: [personId, otherPersonId],
    players: [...stayed, ...returned],
    act,
    at,
  })
  const sideOf = (id: PersonId, { players, restrictions }: Part, portalUsers: number) => {
    const inForce = inForceAt(restrictions, at)
    return sideView({ personId: id, players, before: kept.players, portalUsers, inForce })
  }
  const gone = plan.portalUsers.length
  const [first, second] = [stayed[0] ?? player, returned[0] ?? player]
  const answer: UnmergedPersons = {
    merge_id: found.mergeId,
    kept: sideOf(personId, plan.kept, kept.portalUsers.length - gone),
    merged: sideOf(otherPersonId, plan.merged, gone),
    ended_sessions: endedSessions,
    ...reverseBy(mergeActs.merge, { player_uuid: first, other_player_uuid: second }),
  }
  const change = {
    revision: revisions.kept,
    before: { merge_id: found.mergeId, players: kept.players.length, portal_users: kept.portalUsers.length },
    after: { kept: stayed, merged_person_id: otherPersonId, merged: returned, merged_portal_users: gone },
  }
  return { answer, change: { subject: personSubject(personId), ...change } }
})

/** See `Merges.unmerge`. */
export const unmerge = Effect.fn("Merges.unmerge")(function* (wanted: UnmergeWanted, act: Act) {
  const audit = yield* Audit
  return yield* audit.perform(mergeActs.unmerge, act, { kind: "player", id: wanted.player }, (save) =>
    whilePersonMoves(save(unitOf(wanted, act))),
  )
})
