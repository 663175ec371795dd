/** The screen of restrictions. */
import type { Screen } from "../../Screen.ts"
import { restrictionsBindings } from "./keys.ts"
import {
  openRestrictions,
  restrictionAt,
  type RestrictionsAction,
  type RestrictionsState,
  updateRestrictions,
} from "./state.ts"
import { RestrictionsView } from "./view.tsx"

/** Every restriction of every player. */
export const restrictionsScreen: Screen<RestrictionsState, RestrictionsAction> = {
  name: "restrictions",
  sentence: "The restrictions of all players, in force and past",
  needs: [],
  operations: ["restriction.list"],
  bindings: restrictionsBindings,
  open: (params, { size }) => openRestrictions(params, size),
  update: updateRestrictions,
  crumb: ({ shows }) => (shows === "past" ? "past restrictions" : "restrictions"),
  selected: (state) => {
    const row = restrictionAt(state)
    const { shows, type } = state
    return (
      row && {
        id: row.player_uuid,
        row,
        playerName: row.display_name,
        operation: "restriction.list",
        input: { state: shows, ...(type !== undefined && { type }) },
      }
    )
  },
  view: RestrictionsView,
}
