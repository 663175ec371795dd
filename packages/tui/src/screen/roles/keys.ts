/** The keys of the screen of roles. */
import type { Binding } from "../../binding.ts"
import { filterBindings, sortBindings, walkBindings } from "../../part/table/keys.ts"
import type { RolesAction, RolesState } from "./state.ts"

/** The bindings of the screen of roles. */
export const rolesBindings: ReadonlyArray<Binding<RolesState, RolesAction>> = [
  ...walkBindings,
  ...sortBindings,
  ...filterBindings,
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", word: "reload", operation: "role.list" },
]
