/** The keys of the screen of restrictions. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { markBindings, walkBindings } from "../../part/table/keys.ts"
import { type RestrictionsAction, type RestrictionsState, whyNoAct } from "./state.ts"

/** The bindings of the screen of restrictions. */
export const restrictionsBindings: ReadonlyArray<Binding<RestrictionsState, RestrictionsAction>> = [
  ...walkBindings,
  ...markBindings,
  { action: "player", keys: ["enter"], sentence: "Open the player", word: "open", operation: "player.overview" },
  {
    action: "lift",
    keys: [actKeys.lift],
    sentence: "Lift the restriction, or the marked ones",
    word: "lift",
    operation: "restriction.lift",
    unusable: whyNoAct,
  },
  {
    action: "extend",
    keys: [actKeys.edit],
    sentence: "Give the restriction another end, or the marked ones",
    word: "extend",
    operation: "restriction.setEnd",
    unusable: whyNoAct,
  },
  { action: "state", keys: ["p"], sentence: "Show past ones, or those in force", word: "past" },
  { action: "type", keys: ["t"], sentence: "Show one type, the next one, or all", word: "type" },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "restriction.list" },
]
