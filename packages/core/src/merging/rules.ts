/** What a merge of two persons makes of them, and what its undo does (decisions, section 14). */
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { isSame } from "../login/rules/parent.ts"
import { lacking } from "../permission/rules.ts"
import type { Role } from "../permission/schema.ts"
import type { PortalUserKey } from "../player/schema.ts"
import type { RestrictionRecord } from "../restriction/schema.ts"
import type { MergeCode } from "./errors.ts"
import type { Had, MergedPlayer, MergeRecord, MergingPerson } from "./MergeStore.ts"

type Refused = { readonly is: "refused"; readonly code: MergeCode }

const refused = (code: MergeCode): Refused => ({ is: "refused", code })

/** Whether a role gives nothing that the other one does not give. */
const isWithin = (role: Role, other: Role): boolean =>
  lacking(other.permissions, role.permissions, []).length === 0 && (!role.bypassesLock || other.bypassesLock)

/**
 * The lesser of the roles: the one that gives nothing that another one of them does not. Undefined: there is none, or
 * one of the roles was withdrawn.
 */
const lesserRole = (roleIds: ReadonlyArray<number>, stored: ReadonlyArray<Role>): number | undefined => {
  const held = [...new Set(roleIds)].toSorted((one, other) => one - other)
  const [only] = held
  if (held.length === 1) return only
  const roles = held.flatMap((roleId) => stored.find((role) => role.roleId === roleId) ?? [])
  if (roles.length < held.length) return undefined
  return roles.find((role) => roles.every((other) => isWithin(role, other)))?.roleId
}

/** What the person has, for the undo. */
export const hadOf = ({ players, portalUsers, restrictions }: MergingPerson): Had => ({
  players,
  portalUsers: portalUsers.length,
  restrictions: restrictions.map(({ liftedAt, liftedBy = "", restrictionId }) => ({
    restrictionId,
    lifted: liftedAt === undefined ? undefined : { at: liftedAt, by: liftedBy },
  })),
})

/** The player of a person that is active; undefined for a person without players. */
const activeOf = ({ players }: Pick<MergingPerson, "players">): PlayerUuid | undefined =>
  (players.find(({ active }) => active) ?? players[0])?.playerUuid

const withActive = (players: ReadonlyArray<MergedPlayer>, active: PlayerUuid | undefined) =>
  players.map((player) => ({ ...player, active: player.playerUuid === active }))

/** Restrictions of both persons. Of one that both have, the copy that was not lifted holds. */
const joinedRestrictions = (
  own: ReadonlyArray<RestrictionRecord>,
  others: ReadonlyArray<RestrictionRecord>,
  personId: PersonId,
): ReadonlyArray<RestrictionRecord> => {
  const byId = new Map(own.map((one) => [one.restrictionId, one]))
  for (const one of others) {
    const before = byId.get(one.restrictionId)
    if (before === undefined || before.liftedAt !== undefined) byId.set(one.restrictionId, { ...one, personId })
  }
  return [...byId.values()]
}

/** What is known of a merge. */
export interface MergeFacts {
  /** The person that stays. */
  readonly kept: MergingPerson
  /** The person whose players and portal users move. */
  readonly merged: MergingPerson
  /** The player that is to be the active one; undefined: that of the person who logged in last. */
  readonly active: PlayerUuid | undefined
  /** The stored ones of the roles that the players have. */
  readonly roles: ReadonlyArray<Role>
  readonly playersMax: number
  readonly portalUsersMax: number
}

/** What a merge makes of the person that stays. */
export interface MergePlan {
  readonly is: "plan"
  readonly roleId: number
  readonly players: ReadonlyArray<MergedPlayer>
  readonly restrictions: ReadonlyArray<RestrictionRecord>
  readonly lastLoginAt: Timestamp | undefined
}

const latest = (one: Timestamp | undefined, other: Timestamp | undefined): Timestamp | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)

/** Decides on a merge: the stricter restriction and the lesser role hold. `unknown_active`: it is of neither person. */
export const judgeMerge = (facts: MergeFacts): MergePlan | Refused | { readonly is: "unknown_active" } => {
  const { kept, merged, playersMax, portalUsersMax, roles } = facts
  if (kept.personId === merged.personId) return refused("same_person")
  const players = [...kept.players, ...merged.players]
  if (kept.portalUsers.length + merged.portalUsers.length > portalUsersMax) return refused("too_many_portal_users")
  if (players.length > playersMax) return refused("too_many_players")
  const roleId = lesserRole(
    players.map((player) => player.roleId),
    roles,
  )
  if (roleId === undefined) return refused("roles_not_comparable")
  const newest = (merged.lastLoginAt ?? 0) > (kept.lastLoginAt ?? 0) ? merged : kept
  const active = facts.active ?? activeOf(newest)
  if (!players.some(({ playerUuid }) => playerUuid === active)) return { is: "unknown_active" }
  return {
    is: "plan",
    roleId,
    players: withActive(
      players.map((player) => ({ ...player, roleId })),
      active,
    ),
    restrictions: joinedRestrictions(kept.restrictions, merged.restrictions, kept.personId),
    lastLoginAt: latest(kept.lastLoginAt, merged.lastLoginAt),
  }
}

/** What is known of the undo of a merge: both persons as they are, and both sides of the merge. */
export interface UnmergeFacts {
  readonly kept: MergingPerson
  readonly merged: MergingPerson
  readonly ofKept: MergeRecord
  readonly ofMerged: MergeRecord
  readonly now: Timestamp
}

/** What a person has after an undo. */
export interface Part {
  readonly players: ReadonlyArray<MergedPlayer>
  readonly restrictions: ReadonlyArray<RestrictionRecord>
  readonly lastLoginAt: Timestamp | undefined
}

/** What an undo does. */
export interface UnmergePlan {
  readonly is: "plan"
  /** What goes back to the merged person. */
  readonly portalUsers: ReadonlyArray<PortalUserKey>
  readonly kept: Part
  readonly merged: Part
}

/** The role of before, unless the player got another one since the merge. */
const restoredRole = (player: MergedPlayer, had: Had, given: number): MergedPlayer => {
  const before = had.players.find(({ playerUuid }) => playerUuid === player.playerUuid)
  return before === undefined || player.roleId !== given ? player : { ...player, roleId: before.roleId }
}

/** Those of the merged person, and players made since whose portal users have a parent that goes back. */
const returningPlayers = ({ kept, ofKept, ofMerged }: UnmergeFacts): ReadonlySet<PlayerUuid> => {
  const moved = new Set(ofMerged.had.players.map(({ playerUuid }) => playerUuid))
  const stayed = new Set(ofKept.had.players.map(({ playerUuid }) => playerUuid))
  const isOfMoved = (parent: PortalUserKey): boolean =>
    kept.portalUsers.some((user) => user.playerUuid !== undefined && moved.has(user.playerUuid) && isSame(user, parent))
  const followers = kept.portalUsers.flatMap(({ parent, playerUuid }) => {
    if (playerUuid === undefined || stayed.has(playerUuid)) return []
    return parent !== undefined && isOfMoved(parent) ? [playerUuid] : []
  })
  return new Set([...moved, ...followers])
}

const hadRestriction = ({ restrictions }: Had, id: string) =>
  restrictions.find(({ restrictionId }) => restrictionId === id)

/**
 * The restrictions of a person after an undo: all but those that the other one alone brought. What came since holds for
 * both, because it was meant for the person that they were. One that both had may have been lifted for one of them.
 */
const restrictionsAfter = (
  now: ReadonlyArray<RestrictionRecord>,
  own: Had,
  other: Had,
  personId: PersonId,
): ReadonlyArray<RestrictionRecord> =>
  now.flatMap((one) => {
    const before = hadRestriction(own, one.restrictionId)
    if (before === undefined && hadRestriction(other, one.restrictionId) !== undefined) return []
    const lifted = one.liftedAt === undefined ? before?.lifted : undefined
    return [{ ...one, personId, ...(lifted !== undefined && { liftedAt: lifted.at, liftedBy: lifted.by }) }]
  })

/** Decides on the undo of a merge. */
export const judgeUnmerge = (facts: UnmergeFacts): UnmergePlan | Refused => {
  const { kept, merged, now, ofKept, ofMerged } = facts
  if (ofKept.undone !== undefined || ofMerged.undone !== undefined) return refused("merge_undone")
  if (now > ofKept.undoEndsAt) return refused("merge_over")
  const returning = returningPlayers(facts)
  const owned = new Set(kept.players.map(({ playerUuid }) => playerUuid))
  const isWhole = [...returning].every((player) => owned.has(player)) && owned.size > returning.size
  if (!isWhole) return refused("merge_changed")
  const [going, staying] = [true, false].map((goes) =>
    kept.players.filter(({ playerUuid }) => returning.has(playerUuid) === goes),
  )
  const active = kept.players.find((player) => player.active)?.playerUuid
  const partOf = (players: ReadonlyArray<MergedPlayer>, had: Had): ReadonlyArray<MergedPlayer> => {
    const isHere = players.some(({ playerUuid }) => playerUuid === active)
    const restored = players.map((player) => restoredRole(player, had, ofKept.roleId))
    return withActive(restored, isHere ? active : activeOf(had))
  }
  const loggedInSince = active !== undefined && returning.has(active) && (kept.lastLoginAt ?? 0) > ofKept.at
  return {
    is: "plan",
    portalUsers: kept.portalUsers.filter(({ playerUuid }) => playerUuid !== undefined && returning.has(playerUuid)),
    kept: {
      players: partOf(staying ?? [], ofKept.had),
      restrictions: restrictionsAfter(kept.restrictions, ofKept.had, ofMerged.had, kept.personId),
      lastLoginAt: kept.lastLoginAt,
    },
    merged: {
      players: partOf(going ?? [], ofMerged.had),
      restrictions: restrictionsAfter(kept.restrictions, ofMerged.had, ofKept.had, merged.personId),
      lastLoginAt: loggedInSince ? kept.lastLoginAt : merged.lastLoginAt,
    },
  }
}

/** Two persons in the one order in which all units of work lock them. */
export const inLockOrder = (one: PersonId, other: PersonId): readonly [PersonId, PersonId] =>
  one < other ? [one, other] : [other, one]

/** The merge of a person that is asked for: the latest one in force, where none is named. */
export const chosenMerge = (
  merges: ReadonlyArray<MergeRecord>,
  mergeId: string | undefined,
): MergeRecord | Refused | undefined => {
  const [newest] = merges
    .filter(({ side, undone }) => side === "kept" && undone === undefined)
    .toSorted((one, other) => other.revision - one.revision)
  if (mergeId === undefined) return newest
  const named = merges.find((merge) => merge.mergeId === mergeId)
  if (named === undefined || named === newest) return named
  return refused(named.undone === undefined ? "merge_not_latest" : "merge_undone")
}

/** Why a merge of the person cannot be undone now, as far as its record says; undefined: it can. */
export const whyNotUndone = (
  merge: MergeRecord,
  merges: ReadonlyArray<MergeRecord>,
  now: Timestamp,
): MergeCode | undefined => {
  const chosen = chosenMerge(merges, merge.mergeId)
  if (chosen !== undefined && "is" in chosen) return chosen.code
  return now > merge.undoEndsAt ? "merge_over" : undefined
}
