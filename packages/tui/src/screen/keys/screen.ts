/** The screen of signing keys. */
import type { Screen } from "../../Screen.ts"
import { keysBindings } from "./keys.ts"
import { keyAt, type KeysAction, type KeysState, openKeys, updateKeys } from "./state.ts"
import { KeysView } from "./view.tsx"

/** The keys that sign access tokens. */
export const keysScreen: Screen<KeysState, KeysAction> = {
  name: "keys",
  sentence: "The keys that sign access tokens, and when each is replaced",
  needs: [],
  operations: ["signingKey.list"],
  bindings: keysBindings,
  open: (_, { size }) => openKeys(size),
  update: updateKeys,
  crumb: () => "signing keys",
  selected: (state) => {
    const row = keyAt(state)
    return row && { id: row.key_id, row, operation: "signingKey.list", input: {} }
  },
  view: KeysView,
}
