/** Runs a screen by events, as the console does, without the console. */
import type { Request, Screen, ScreenEvent, Step } from "@garrison/tui/Screen"

/** The state after events, and all that was wanted on the way. */
export const after = <State, Action extends string>(
  screen: Screen<State, Action>,
  begun: Step<State>,
  events: ReadonlyArray<ScreenEvent<Action>>,
): { readonly state: State; readonly requests: ReadonlyArray<Request> } =>
  events.reduce(
    ({ requests, state }, event) => {
      const next = screen.update(state, event)
      return { state: next.state, requests: [...requests, ...next.requests] }
    },
    { state: begun.state, requests: begun.requests },
  )

/** The key of an action. */
export const key = <Action extends string>(action: Action): ScreenEvent<Action> => ({
  type: "action",
  action,
  key: "",
})

/** The answer to a question. */
export const answer = (ask: string, given: unknown): ScreenEvent<never> => ({ type: "answered", ask, answer: given })
