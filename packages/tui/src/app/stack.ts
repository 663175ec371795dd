/** Screens and overlays above each other: how they are opened and left, and who is told of an event. */
import type { Ask, Params, ScreenEvent, Screen, WantAct } from "../Screen.ts"
import { withWrittenTimes } from "@garrison/core/kernel/time/writtenTime"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { openAct } from "./act/overlay.ts"
import { type AppState, type AppStep, placeOf, say, screenSize, steady, type Wanted } from "./AppState.ts"
import type { OpenedOverlay, Undo, Visited } from "./overlay.ts"

/** The most places that are kept for the list of places. */
const VISITED_MAX = 30

/** Whether the actor may use the screen: every operation that it is of no use without. */
export const isOffered = ({ offered }: Pick<AppState, "offered">, screen: Screen): boolean =>
  screen.operations.every((operation) => offered.has(operation))

const isSamePlace = (one: Visited, other: Visited): boolean =>
  one.screen === other.screen && JSON.stringify(one.params) === JSON.stringify(other.params)

const visitedBy = (state: AppState): ReadonlyArray<Visited> => {
  const top = state.stack.at(-1)
  if (top === undefined) return state.visited
  const place = { screen: top.screen.name, params: top.params, crumb: top.screen.crumb(top.state) }
  return [place, ...state.visited.filter((one) => !isSamePlace(one, place))].slice(0, VISITED_MAX)
}

/** Opens a screen above the others. */
export const opened = (state: AppState, name: string, params: Params): AppStep => {
  const screen = state.screens.find((one) => one.name === name)
  if (screen === undefined) return steady(say(state, `There is no screen "${name}".`, "bad"))
  if (!isOffered(state, screen)) return steady(say(state, `Your role does not allow the screen "${name}".`, "bad"))
  const lacking = screen.needs.filter((need) => !(need in params))
  if (lacking.length > 0) return steady(say(state, `The screen "${name}" needs ${lacking.join(", ")}.`, "bad"))
  const id = state.nextId
  const { requests, state: first } = screen.open(params, { size: screenSize(state.size), now: state.now })
  const visited = visitedBy(state)
  const stack = [...state.stack, { id, screen, params, state: first }]
  return carried({ ...state, visited, stack, nextId: id + 1 }, id, requests)
}

/** Goes back to the screen before. A filter of the shown one goes first: it may have led to all that is seen. */
export const back = (state: AppState): AppStep => {
  const top = state.stack.at(-1)
  if (top?.screen.isFiltered?.(top.state) === true) {
    return toScreen(state, top.id, { type: "action", action: "filterCancel", key: "escape" })
  }
  if (state.stack.length < 2) return steady(state)
  const visited = visitedBy(state)
  const stack = state.stack.slice(0, -1)
  const below = stack.at(-1)
  return below === undefined ? steady(state) : toScreen({ ...state, visited, stack }, below.id, { type: "changed" })
}

/** Shows an overlay above what is shown. */
export const overlaid = <State>(state: AppState, { overlay, step }: OpenedOverlay<State>): AppStep => {
  const id = state.nextId
  const overlays = [...state.overlays, { id, overlay, state: step.state }]
  return carried({ ...state, overlays, nextId: id + 1 }, id, step.requests)
}

const acting = (state: AppState, want: WantAct): AppStep => {
  const facts = state.table.get(want.operation)
  if (facts === undefined) return { state, wanted: [{ id: -1, request: want }] }
  if (!state.offered.has(want.operation)) return steady(say(state, `You may not do this: ${facts.title}.`, "bad"))
  return overlaid(state, openAct(facts, want, state, placeOf(state.environment)))
}

/** Begins to undo what was done last. */
export const undoing = (state: AppState): AppStep => {
  const { undo } = state
  if (undo === undefined) return steady(say(state, "There is nothing to undo.", "info"))
  const { operation, subjects } = undo
  return acting(
    { ...state, undo: undefined },
    {
      type: "act",
      operation,
      inputs: subjects.map(({ input }) => input),
      subjects: subjects.map(({ subject }) => subject),
      fields: [],
    },
  )
}

const offeringUndo = (state: AppState, undo: Undo): AppStep =>
  steady(state.offered.has(undo.operation) ? { ...state, undo } : state)

/** What a role does not show is not asked for: the refusal would be one of the audit. */
const isOpen = ({ offered, table }: AppState, { operation }: Ask): boolean =>
  !table.has(operation) || offered.has(operation)

const notShown: RefusalJson = {
  code: "insufficient_permissions",
  message: "Your role does not show this. The palette (:) has what it shows.",
}

/** The question with its times read as those of forms and of the command line are. */
const withTimes = ({ now, table }: AppState, request: Ask): Ask => {
  const input = table.get(request.operation)?.input
  return input === undefined ? request : { ...request, input: withWrittenTimes(input, { ...request.input }, now) }
}

const one = (state: AppState, wanted: Wanted): AppStep => {
  const { id, request } = wanted
  switch (request.type) {
    case "open": {
      const overlays = state.overlays.filter((other) => other.id !== id)
      return opened({ ...state, overlays }, request.screen, request.params)
    }
    case "back":
      return back(state)
    case "say":
      return steady(say(state, request.text, request.tone))
    case "act":
      return acting(state, request)
    case "ask":
      return isOpen(state, request)
        ? { state, wanted: [{ id, request: withTimes(state, request) }] }
        : toScreen(state, id, { type: "refused", ask: request.ask, refusal: notShown })
    case "close":
      return steady({ ...state, overlays: state.overlays.filter((other) => other.id !== id) })
    case "changed":
      return toAll(state, { type: "changed" })
    case "undoable":
      return offeringUndo(state, request.undo)
    case "undo":
      return undoing(state)
    default:
      return { state, wanted: [wanted] }
  }
}

/** Carries out what the console itself can of requests, and passes the others on. */
const carried = (state: AppState, id: number, requests: ReadonlyArray<Wanted["request"]>): AppStep =>
  requests.reduce<AppStep>(
    ({ state: so, wanted }, request) => {
      const next = one(so, { id, request })
      return { state: next.state, wanted: [...wanted, ...next.wanted] }
    },
    { state, wanted: [] },
  )

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Whether two states of a screen are the same, or have the same members: nothing is drawn anew for that. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (!isMap(one) || !isMap(other)) return false
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}

const toOverlay = (state: AppState, id: number, event: ScreenEvent): AppStep => {
  const found = state.overlays.find((other) => other.id === id)
  if (found === undefined) return steady(state)
  const { requests, state: next } = found.overlay.update(found.state, event, state)
  const overlays = state.overlays.map((other) => (other.id === id ? { ...other, state: next } : other))
  return carried(isSame(next, found.state) ? state : { ...state, overlays }, id, requests)
}

/** Tells the screen or overlay with this id of an event; nobody, when it was left. */
export const toScreen = (state: AppState, id: number, event: ScreenEvent): AppStep => {
  const found = state.stack.find((other) => other.id === id)
  if (found === undefined) return toOverlay(state, id, event)
  const { requests, state: next } = found.screen.update(found.state, event)
  const stack = state.stack.map((other) => (other.id === id ? { ...other, state: next } : other))
  return carried(isSame(next, found.state) ? state : { ...state, stack }, id, requests)
}

/** Tells all open screens and overlays of an event. */
export const toAll = (state: AppState, event: ScreenEvent): AppStep =>
  [...state.stack, ...(event.type === "changed" ? [] : state.overlays)].reduce<AppStep>(
    ({ state: so, wanted }, { id }) => {
      const next = toScreen(so, id, event)
      return { state: next.state, wanted: [...wanted, ...next.wanted] }
    },
    { state, wanted: [] },
  )
