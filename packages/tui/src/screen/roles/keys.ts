/** The keys of the screen of roles. */
import type { Binding } from "../../binding.ts"
import type { RolesAction, RolesState } from "./state.ts"

/** The bindings of the screen of roles. */
export const rolesBindings: ReadonlyArray<Binding<RolesState, RolesAction>> = [
  { action: "up", keys: ["up", "k", "wheelUp"], sentence: "Go up a row" },
  { action: "down", keys: ["down", "j", "wheelDown"], sentence: "Go down a row" },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", word: "reload", operation: "role.list" },
]
