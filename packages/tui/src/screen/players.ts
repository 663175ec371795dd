/** The screen of players: all of them, found as one types. */
import { foundPlayerFacts, soughtPlayerList } from "@garrison/core/player/show"
import { listScreen } from "../list/listScreen.ts"
import { SEARCH_WORDS, soughtBy } from "./playerSearch.ts"

/** All players. Their order is that of names, which an index serves. */
export const playersScreen = listScreen({
  name: "players",
  sentence: "The players, found by name, item, restriction or presence as you type",
  one: "player",
  asks: { operation: "player.search", pages: { limit: 100 } },
  columns: soughtPlayerList,
  id: (player) => player.player_uuid,
  crumb: ({ table: { filter } }) => (filter === "" ? "players" : `players ${filter}`),
  keys: ["mark", "filter"],
  sought: "search",
  search: {
    conditions: soughtBy,
    words: SEARCH_WORDS,
    sentences: {
      filter: "Search: type a part of the name, or other words",
      filterAccept: "Go to the players that were found",
      filterCancel: "Search no longer",
    },
  },
  open: {
    open: {
      keys: ["enter", "o"],
      sentence: "Open the player",
      word: "open",
      to: ({ player_uuid }) => ({ type: "open", screen: "player", params: { player_uuid } }),
    },
  },
  subject: { input: ({ player_uuid }) => ({ player_uuid }), name: (player) => player.display_name },
  acts: {
    restrict: {
      key: "restrict",
      operation: "restriction.add",
      sentence: "Restrict the marked players, or the one at the cursor",
      word: "restrict",
    },
    lift: {
      key: "lift",
      operation: "restriction.lift",
      sentence: "Lift restrictions of the marked players, or of the one at the cursor",
    },
    endSessions: {
      key: "end",
      operation: "player.endSessions",
      sentence: "End the sessions of the marked players, or of the one at the cursor",
    },
    notify: {
      key: "notify",
      operation: "notification.send",
      sentence: "Send a notification to the marked players, or to the one at the cursor",
    },
  },
  detail: { facts: foundPlayerFacts, lines: () => 0 },
})
