/** What merges look like. */
import { each, type Fact, facts, list, section } from "../operation/show/Shown.ts"
import type { MergedPersons, MergesOfPlayer, MergeView, UnmergedPersons } from "./schema.ts"

type Merged = typeof MergedPersons.Encoded
type Parted = typeof UnmergedPersons.Encoded
type Merge = typeof MergeView.Encoded
type Side = Merged["kept"]

const id: Fact<{ readonly merge_id: string }> = { name: "merge_id", kind: "id", of: ({ merge_id }) => merge_id }

const sideFacts = facts<Side>([
  { name: "person_id", kind: "id", of: ({ person_id }) => person_id },
  { name: "portal users", kind: "count", of: ({ portal_users }) => portal_users },
  {
    name: "restrictions",
    kind: "text",
    of: ({ restrictions }) => restrictions.map(({ type }) => type).join(", "),
    absent: "-",
  },
])

const players = section<Side, Side["players"][number]>({
  rows: ({ players: own }) => own,
  columns: [
    { name: "player_uuid", kind: "id", of: ({ player_uuid }) => player_uuid },
    { name: "role", kind: "id", of: ({ role_id }) => role_id },
    { name: "before", kind: "id", of: ({ previous_role_id }) => previous_role_id },
    { name: "active", kind: "flag", of: ({ active }) => (active ? true : undefined) },
  ],
})

/** What a merge did. */
export const mergedFacts = facts<Merged>([
  id,
  each(({ kept }) => [kept], sideFacts),
  { name: "merged person", kind: "id", of: ({ merged_person_id }) => merged_person_id },
  { name: "sessions ended", kind: "count", of: ({ ended_sessions }) => ended_sessions },
  { name: "undo until", kind: "moment", of: ({ undo_until }) => undo_until },
  each(({ kept }) => [kept], [players]),
])

/** What the undo of a merge did. */
export const unmergedFacts = facts<Parted>([id, each(({ kept, merged }) => [kept, merged], [...sideFacts, players])])

const stateOf = ({ refused_with: refusedWith, undone }: Merge): string =>
  undone === undefined ? (refusedWith ?? "can be undone") : "undone"

/** The merges of a player. */
export const mergeList = list<typeof MergesOfPlayer.Encoded, Merge>({
  rows: ({ merges }) => merges,
  columns: [
    id,
    { name: "side", kind: "label", of: ({ side }) => side },
    { name: "state", kind: "label", of: stateOf },
    { name: "merged", kind: "moment", of: ({ merged }) => merged },
    { name: "undo until", kind: "moment", of: ({ undo_until }) => undo_until },
    { name: "by", kind: "text", of: ({ merged_by }) => merged_by },
  ],
  empty: "This player was not merged.",
})
