/** What players look like. */
import type { FoundPlayers, FoundPlayerView } from "./view.ts"
import { type Column, facts, list } from "../operation/show/Shown.ts"

type Player = typeof FoundPlayerView.Encoded

const stateOf = ({ active, deleted }: Player): string =>
  deleted !== undefined ? "deleted" : active ? "active" : "inactive"

const columns: ReadonlyArray<Column<Player>> = [
  { name: "display_name", kind: "text", min: 16, ideal: 28, priority: 1, grows: true, of: (row) => row.display_name },
  { name: "player_uuid", kind: "id", min: 36, priority: 2, of: (row) => row.player_uuid },
  { name: "platform", kind: "text", min: 8, ideal: 13, priority: 3, of: ({ platform }) => platform },
  { name: "role", kind: "id", min: 4, ideal: 6, priority: 7, of: ({ role_id: role }) => role },
  {
    name: "state",
    kind: "label",
    ideal: 8,
    priority: 4,
    of: stateOf,
    tone: ({ active, deleted }) => (deleted !== undefined ? "bad" : active ? undefined : "dim"),
  },
  { name: "created", kind: "moment", priority: 5, of: ({ created }) => created },
  { name: "player_id", kind: "count", min: 9, priority: 6, isFurther: true, of: (row) => row.player_id },
]

/** Players that a search found. A page looks at a bounded number of players, so it may have none. */
export const soughtPlayerList = list<typeof FoundPlayers.Encoded, Player>({
  rows: ({ players }) => players,
  columns,
  empty: ({ next }) => (next === null ? "There is no such player." : "This page has no such player."),
})

/** A player as a search finds it. */
export const foundPlayerFacts = facts<Player>([
  ...columns,
  { name: "deleted", kind: "moment", of: ({ deleted }) => deleted },
])
