/** The keys of the screen of an entry. */
import type { Binding } from "../../binding.ts"
import { sheetsBindings } from "../../part/sheets/keys.ts"
import { type EntryAction, type EntryState, whyNotFollowed } from "./state.ts"

const typing: Partial<Record<EntryAction, { readonly sentence: string; readonly word: string }>> = {
  filterAccept: { sentence: "Take what was typed: the filter, the player or the version", word: "take it" },
  filterCancel: { sentence: "Leave the line: no filter, and the player or the version as before", word: "leave" },
}

const withoutOdds = ({ kind }: EntryState): string | undefined =>
  kind === "loot" ? undefined : "Odds are those of loot."

/** The bindings of the screen of an entry. */
export const entryBindings: ReadonlyArray<Binding<EntryState, EntryAction>> = [
  {
    action: "follow",
    keys: ["enter"],
    sentence: "Follow the row to the entry that it is about",
    word: "follow",
    unusable: whyNotFollowed,
  },
  ...sheetsBindings(["The first tab", "The second tab", "The third tab", "The fourth tab", "The fifth tab"]).map(
    (binding) => ({
      ...binding,
      ...typing[binding.action],
    }),
  ),
  {
    action: "forPlayer",
    keys: ["p"],
    sentence: "Show the odds for a player: type the player's uuid, or what one owns as key=1,995=3, or nothing",
    word: "for a player",
    unusable: withoutOdds,
  },
  {
    action: "inVersion",
    keys: ["v"],
    sentence: "Look at the entry in another version: type its number, or nothing for the current one",
    word: "version",
  },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "catalog.showEntry" },
]
