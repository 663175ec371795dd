/** The screen of restrictions: every restriction of every player, in force or past. */
import { restrictionDetail, restrictionList } from "@garrison/core/restriction/show"
import { RESTRICTION_TYPES } from "@garrison/core/restriction/schema"
import { listScreen } from "../list/listScreen.ts"

/** Every restriction of every player. */
export const restrictionsScreen = listScreen({
  name: "restrictions",
  sentence: "The restrictions of all players, in force and past",
  one: "restriction",
  asks: { operation: "restriction.list", pages: { limit: 100 } },
  columns: restrictionList,
  id: (row) => `${row.restriction_id} ${row.player_uuid}`,
  copied: (row) => row.player_uuid,
  crumb: ({ filters: { state } }) => (state === "past" ? "past restrictions" : "restrictions"),
  head: ({ filters: { state, type } }) => [
    state === "past" ? { text: "PAST", tone: "dim", isBold: true } : { text: "IN FORCE", tone: "bad", isBold: true },
    { text: type ?? "every type", tone: "dim" },
  ],
  keys: ["mark"],
  open: {
    player: {
      keys: ["enter"],
      sentence: "Open the player",
      word: "open",
      operation: "player.overview",
      to: ({ player_uuid }) => ({ type: "open", screen: "player", params: { player_uuid } }),
    },
  },
  subject: {
    input: ({ player_uuid, restriction_id }) => ({ player_uuid, restriction_id }),
    name: (row) => row.display_name,
    only: { rows: ({ active }) => active, otherwise: "No restriction in force is chosen." },
  },
  acts: {
    lift: {
      key: "lift",
      operation: "restriction.lift",
      sentence: "Lift the restriction, or the marked ones",
      word: "lift",
      fields: [],
    },
    extend: {
      key: "edit",
      operation: "restriction.setEnd",
      sentence: "Give the restriction another end, or the marked ones",
      word: "extend",
      // The form begins with the end that stands.
      given: ({ expiration }) => (expiration === null ? {} : { expires_at: expiration }),
      fields: ["expires_at"],
    },
  },
  filters: {
    state: {
      key: "p",
      sentence: "Show past ones, or those in force",
      word: "past",
      choices: ["in_force", "past"],
    },
    type: {
      key: "t",
      sentence: "Show one type, the next one, or all",
      word: "type",
      choices: [undefined, ...RESTRICTION_TYPES],
    },
  },
  detail: { facts: restrictionDetail, lines: () => 4 },
})
