/** The roles of the environment, and what each allows: state and reducer. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { OperationAnswer } from "../../operation.ts"
import { answerTo, ask, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"

/** What the screen of roles does at a key. */
export type RolesAction = "up" | "down" | "reload"

type Role = OperationAnswer<"role.list">["roles"][number]

/** What the screen of roles shows. */
export interface RolesState {
  readonly size: Size
  /** undefined: not yet answered. */
  readonly roles: ReadonlyArray<Role> | undefined
  readonly refusal?: RefusalJson
  readonly cursor: number
}

const load = ask("roles", "role.list", {})

/** The screen as it opens. */
export const openRoles = (size: Size): Step<RolesState> => step({ size, roles: undefined, cursor: 0 }, load)

/** The role at the cursor. */
export const roleAt = ({ cursor, roles }: RolesState): Role | undefined => roles?.[cursor]

const moved = (state: RolesState, by: number): RolesState => {
  const last = Math.max(0, (state.roles?.length ?? 0) - 1)
  return { ...state, cursor: Math.min(last, Math.max(0, state.cursor + by)) }
}

const acted = (state: RolesState, action: RolesAction): Step<RolesState> => {
  switch (action) {
    case "up":
      return step(moved(state, -1))
    case "down":
      return step(moved(state, 1))
    case "reload":
      return step(state, load)
  }
}

/** The screen after an event. */
export const updateRoles = (state: RolesState, event: ScreenEvent<RolesAction>): Step<RolesState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "answered": {
      const { refusal: _, ...rest } = state
      return step(moved({ ...rest, roles: answerTo("role.list", event).roles }, 0))
    }
    case "refused":
      return step({ ...state, refusal: event.refusal })
    case "resized":
      return step({ ...state, size: event.size })
    case "changed":
      return step(state, load)
    default:
      return step(state)
  }
}
