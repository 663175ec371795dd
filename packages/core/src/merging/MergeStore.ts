/** The storage interface of merges: what two persons have, what moves between them, and what an undo needs. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { PortalUserKey } from "../player/schema.ts"
import type { RestrictionRecord } from "../restriction/schema.ts"

/** A player of a person, as far as a merge changes it. */
export interface MergedPlayer {
  readonly playerUuid: PlayerUuid
  readonly roleId: number
  readonly active: boolean
}

/** A portal user of a person, with what decides to whom it goes. */
export interface MergedPortalUser extends PortalUserKey {
  /** Undefined when the player was removed: it stays with the person. */
  readonly playerUuid: PlayerUuid | undefined
  readonly parent: PortalUserKey | undefined
}

/** A person, as far as a merge needs it. */
export interface MergingPerson {
  readonly personId: PersonId
  readonly lastLoginAt: Timestamp | undefined
  /** How often somebody logged in as this person. */
  readonly logins: number
  /** By `player_uuid`. */
  readonly players: ReadonlyArray<MergedPlayer>
  readonly portalUsers: ReadonlyArray<MergedPortalUser>
  /** Lifted and expired ones too. */
  readonly restrictions: ReadonlyArray<RestrictionRecord>
}

/** A restriction that a person had. */
export interface HadRestriction extends Pick<RestrictionRecord, "restrictionId"> {
  /** When it was lifted for this person, and by whom; undefined: it was not. */
  readonly lifted: { readonly at: Timestamp; readonly by: string } | undefined
}

/** What a person had before a merge. It identifies nobody: portal users follow their players. */
export interface Had {
  readonly players: ReadonlyArray<MergedPlayer>
  readonly portalUsers: number
  readonly restrictions: ReadonlyArray<HadRestriction>
}

/** `kept`: the person that has everything since. `merged`: the one that has nothing since, until an undo. */
export type MergeSideName = "kept" | "merged"

/** A merge, as one of its two persons stores it. */
export interface MergeRecord {
  readonly personId: PersonId
  readonly mergeId: string
  readonly side: MergeSideName
  readonly otherPersonId: PersonId
  readonly at: Timestamp
  /** The name of the actor. */
  readonly by: string
  readonly undoEndsAt: Timestamp
  /** The revision of this person by the merge: merges of a person are in its order. */
  readonly revision: number
  /** The role that all players got. */
  readonly roleId: number
  /** What this person had. */
  readonly had: Had
  readonly undone: { readonly at: Timestamp; readonly by: string } | undefined
}

/** What moves from a person to another one. */
export interface Move {
  readonly from: PersonId
  readonly to: PersonId
  readonly players: ReadonlyArray<PlayerUuid>
  /** Portal users of these players, and those whose player was removed that go with them. */
  readonly portalUsers: ReadonlyArray<PortalUserKey>
}

/** How a person is left. */
export interface Settled {
  readonly personId: PersonId
  /** Every player of the person. At most one is active. */
  readonly players: ReadonlyArray<MergedPlayer>
  readonly lastLoginAt: Timestamp | undefined
  readonly logins: number
  /** When it was merged into another one: no login reaches it since. Undefined: it is not. */
  readonly mergedAt: Timestamp | undefined
}

/** Storage of merges. Every change is part of a unit of work that holds the rows of both persons locked. */
export class MergeStore extends Context.Service<
  MergeStore,
  {
    /** The person, also a deleted or merged one; undefined when there is none. */
    readonly person: (person: PersonId) => Effect.Effect<MergingPerson | undefined>
    /**
     * Moves players with their portal users, sessions, presence and login history, and the lookups that lead to them.
     * None of them is active afterwards. Exchanged refresh tokens of their sessions go: the caller has ended these.
     * Answers with the number of entries of the history and of sessions, the larger one.
     */
    readonly move: (move: Move) => Effect.Effect<number>
    /** Stores roles, the active player, the list of players, and whether the person stands. */
    readonly settle: (settled: Settled) => Effect.Effect<void>
    /**
     * Gives the person exactly these restrictions, of its own and of the other person, which still has those that are
     * new here. Each keeps its id.
     */
    readonly setRestrictions: (
      person: Pick<MergingPerson, "personId" | "restrictions">,
      other: PersonId,
      after: ReadonlyArray<RestrictionRecord>,
    ) => Effect.Effect<void>
    /** Stores one side of a merge. */
    readonly record: (merge: MergeRecord) => Effect.Effect<void>
    /** Marks one side of a merge as undone. */
    readonly undo: (person: PersonId, mergeId: string, at: Timestamp, by: string) => Effect.Effect<void>
    /** The merges of the person, as either side, the newest first. At most {@link MERGES_MAX}. */
    readonly ofPerson: (person: PersonId) => Effect.Effect<ReadonlyArray<MergeRecord>>
  }
>()("@garrison/core/merging/MergeStore") {}

/** Most merges that are looked at: a person has at most as many in force as players, and the newest come first. */
export const MERGES_MAX = 100
