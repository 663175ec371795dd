/** Merges of persons as operators see them. */
import * as Schema from "effect/Schema"
import { described, Enumeration, Flag, Integer, IntegerOf, ListOf, Text } from "../kernel/input/Field.ts"
import { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { reverseField } from "../operation/reverse.ts"
import { RestrictionView, restrictionView } from "../restriction/view.ts"
import type { RestrictionRecord } from "../restriction/schema.ts"
import type { MergedPlayer, MergeRecord } from "./MergeStore.ts"

const RoleId = IntegerOf({ minimum: 1 })

const mergeId = described(Text, "Uuid of the merge.")
const undoUntil = described(Timestamp, "When the merge can be undone for the last time.")

/** A player whose person changed. */
const PlayerOfMerge = Schema.Struct({
  player_uuid: described(PlayerUuid, "The player."),
  role_id: described(RoleId, "The role that it has now."),
  previous_role_id: described(RoleId, "The role that it had."),
  active: described(Flag, "Whether it is the active player of its person now."),
}).annotate({ identifier: "PlayerOfMerge" })

const MergedSide = Schema.Struct({
  person_id: described(PersonId, "The person."),
  players: described(ListOf(PlayerOfMerge), "Its players now."),
  portal_users: described(Integer, "Portal users that log in as them."),
  restrictions: described(ListOf(RestrictionView), "Its restrictions that are in force."),
}).annotate({ identifier: "PersonOfMerge" })
type MergedSide = typeof MergedSide.Type

/** What a merge did. */
export const MergedPersons = Schema.Struct({
  merge_id: mergeId,
  kept: described(MergedSide, "The person that has everything now."),
  merged_person_id: described(PersonId, "The person that has nothing now, until an undo."),
  moved_players: described(ListOf(PlayerUuid), "Players that moved. Each kept its inventory."),
  moved_portal_users: described(Integer, "Portal users that moved."),
  ended_sessions: described(Integer, "Open sessions of both that were ended."),
  undo_until: undoUntil,
  reverse: reverseField,
}).annotate({ identifier: "MergedPersons" })
export type MergedPersons = typeof MergedPersons.Type

/** What the undo of a merge did. */
export const UnmergedPersons = Schema.Struct({
  merge_id: mergeId,
  kept: described(MergedSide, "The person that the players leave."),
  merged: described(MergedSide, "The person that has its players again."),
  ended_sessions: described(Integer, "Open sessions of both that were ended."),
  reverse: reverseField,
}).annotate({ identifier: "UnmergedPersons" })
export type UnmergedPersons = typeof UnmergedPersons.Type

/** A merge of a person. */
export const MergeView = Schema.Struct({
  merge_id: mergeId,
  side: described(Enumeration(["kept", "merged"]), "Whether this person kept everything, or its players moved."),
  person_id: described(PersonId, "The person of the player that was asked for."),
  other_person_id: described(PersonId, "The other one."),
  had_players: described(ListOf(PlayerUuid), "The players that this person had before."),
  had_portal_users: described(Integer, "How many portal users it had."),
  merged: described(Timestamp, "When they were merged."),
  merged_by: described(Text, "Who merged them."),
  undo_until: undoUntil,
  refused_with: described(
    Schema.optional(Text),
    "The code that its undo is refused with now; absent: it can be undone, as far as the record says.",
  ),
  undone: described(Schema.optional(Timestamp), "When it was undone; absent: it was not."),
  undone_by: described(Schema.optional(Text), "Who undid it."),
}).annotate({ identifier: "MergeOfPerson" })
export type MergeView = typeof MergeView.Type

/** The merges of a person. */
export const MergesOfPlayer = Schema.Struct({
  player_uuid: described(PlayerUuid, "The player."),
  merges: described(ListOf(MergeView), "The newest first."),
}).annotate({ identifier: "MergesOfPlayer" })
export type MergesOfPlayer = typeof MergesOfPlayer.Type

/** A person after a merge or its undo. `before` has the roles of before. */
export const sideView = (person: {
  readonly personId: PersonId
  readonly players: ReadonlyArray<MergedPlayer>
  readonly before: ReadonlyArray<MergedPlayer>
  readonly portalUsers: number
  readonly inForce: ReadonlyArray<RestrictionRecord>
}): MergedSide => ({
  person_id: person.personId,
  players: person.players.map(({ active, playerUuid, roleId }) => ({
    player_uuid: playerUuid,
    role_id: roleId,
    previous_role_id: person.before.find((player) => player.playerUuid === playerUuid)?.roleId ?? roleId,
    active,
  })),
  portal_users: person.portalUsers,
  restrictions: person.inForce.map(restrictionView),
})

/** A merge as its person shows it. */
export const mergeView = (merge: MergeRecord, refusedWith: string | undefined): MergeView => ({
  merge_id: merge.mergeId,
  side: merge.side,
  person_id: merge.personId,
  other_person_id: merge.otherPersonId,
  had_players: merge.had.players.map(({ playerUuid }) => playerUuid),
  had_portal_users: merge.had.portalUsers,
  merged: merge.at,
  merged_by: merge.by,
  undo_until: merge.undoEndsAt,
  refused_with: refusedWith,
  undone: merge.undone?.at,
  undone_by: merge.undone?.by,
})
