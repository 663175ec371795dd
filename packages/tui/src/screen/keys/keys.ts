/** The keys of the screen of signing keys. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { walkBindings } from "../../part/table/keys.ts"
import type { KeysAction, KeysState } from "./state.ts"

/** The bindings of the screen of signing keys. */
export const keysBindings: ReadonlyArray<Binding<KeysState, KeysAction>> = [
  ...walkBindings,
  {
    action: "rotate",
    keys: [actKeys.rotate],
    sentence: "Let the next key sign now",
    word: "rotate",
    operation: "signingKey.rotate",
  },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "signingKey.list" },
]
