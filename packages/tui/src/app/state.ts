/**
 * The state of the whole console, and what becomes of it at each event: which screens are open above each other,
 * whether the database answers, what is said at the foot. Pure: what it wants of the world are requests.
 */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { Binding } from "../binding.ts"
import type { Pressed } from "../key.ts"
import type { OperationName } from "../operation.ts"
import type { Params, Request, Screen, ScreenEvent, Size, Step } from "../Screen.ts"
import { type AppAction, appBindings } from "./keys.ts"

/** The environment that the console works on. */
export interface Environment {
  /** What the operator calls it. */
  readonly name: string
  readonly kind: "production" | "staging" | "development"
  /** True: no act is offered. */
  readonly isReadOnly: boolean
}

/** An open screen. */
export interface Opened {
  /** Answers go to the screen that asked, also when another one is above it. */
  readonly id: number
  readonly screen: Screen
  readonly state: unknown
}

/** A message at the foot. */
export interface Said {
  readonly text: string
  readonly tone: "info" | "good" | "bad"
  /** When it goes, in Unix milliseconds. */
  readonly until: number
}

/** How the console stands to the database. */
export type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "live" }
  /** It does not answer now. What the screens show is old. */
  | { readonly state: "stale"; readonly refusal: RefusalJson }

/** The state of the console. */
export interface AppState {
  readonly environment: Environment
  readonly screens: ReadonlyArray<Screen>
  readonly size: Size
  /** Unix milliseconds. */
  readonly now: number
  readonly connection: Connection
  /** Who acts; empty before the console is connected. */
  readonly actor: string
  /** The operations that the actor may ask for. */
  readonly offered: ReadonlySet<OperationName>
  /** The open screens, the one that is shown last. */
  readonly stack: ReadonlyArray<Opened>
  readonly nextId: number
  readonly said?: Said | undefined
}

/** Something that happened to the console. */
export type AppEvent =
  | { readonly type: "pressed"; readonly pressed: Pressed }
  | { readonly type: "pasted"; readonly text: string }
  | { readonly type: "resized"; readonly size: Size }
  | { readonly type: "ticked"; readonly now: number }
  | { readonly type: "connected"; readonly actor: string; readonly offered: ReadonlySet<OperationName> }
  /** The database does not answer. */
  | { readonly type: "lost"; readonly refusal: RefusalJson }
  /** The database answers again. */
  | { readonly type: "found" }
  | { readonly type: "opened"; readonly screen: string; readonly params: Params }
  | { readonly type: "toScreen"; readonly id: number; readonly event: ScreenEvent }

/** A request, with the screen that it is of. */
export interface Wanted {
  readonly id: number
  readonly request: Request | { readonly type: "quit" }
}

/** The state after an event, with what it wants of the world. */
export interface AppStep {
  readonly state: AppState
  readonly wanted: ReadonlyArray<Wanted>
}

/** Rows that the bar, the breadcrumbs and the foot take. */
const CHROME_ROWS = 3

/** How long a message stays, in milliseconds. */
const SAID_MILLIS = 6000

/** The size that the shown screen has. */
export const screenSize = ({ columns, rows }: Size): Size => ({ columns, rows: Math.max(1, rows - CHROME_ROWS) })

/** The screen that is shown. */
export const shown = ({ stack }: AppState): Opened | undefined => stack.at(-1)

const steady = (state: AppState): AppStep => ({ state, wanted: [] })

const withScreenState = (state: AppState, id: number, screenState: unknown): AppState => ({
  ...state,
  stack: state.stack.map((opened) => (opened.id === id ? { ...opened, state: screenState } : opened)),
})

const say = (state: AppState, text: string, tone: Said["tone"]): AppState => ({
  ...state,
  said: { text, tone, until: state.now + SAID_MILLIS },
})

/** Whether the actor may use the screen: every operation that it is of no use without. */
const isOffered = ({ offered }: AppState, screen: Screen): boolean =>
  screen.operations.every((operation) => offered.has(operation))

/** Whether a binding leads to something that the actor may do here. */
export const mayUse = ({ offered }: AppState, { operation }: Binding<unknown>): boolean =>
  operation === undefined || offered.has(operation)

/** Opens a screen above the others. */
export const opened = (state: AppState, name: string, params: Params): AppStep => {
  const screen = state.screens.find((one) => one.name === name)
  if (screen === undefined) return steady(say(state, `There is no screen "${name}".`, "bad"))
  if (!isOffered(state, screen)) return steady(say(state, `Your role does not allow the screen "${name}".`, "bad"))
  const lacking = screen.needs.filter((need) => !(need in params))
  if (lacking.length > 0) return steady(say(state, `The screen "${name}" needs ${lacking.join(", ")}.`, "bad"))
  const id = state.nextId
  const { requests, state: first } = screen.open(params, { size: screenSize(state.size), now: state.now })
  const stack = [...state.stack, { id, screen, state: first }]
  return carried({ ...state, stack, nextId: id + 1 }, id, requests)
}

const back = (state: AppState): AppStep => {
  if (state.stack.length < 2) return steady(state)
  const stack = state.stack.slice(0, -1)
  const below = stack.at(-1)
  return below === undefined ? steady(state) : toScreen({ ...state, stack }, below.id, { type: "changed" })
}

/** Carries out what the console itself can of the requests of a screen, and passes the others on. */
const carried = (state: AppState, id: number, requests: ReadonlyArray<Request>): AppStep =>
  requests.reduce<AppStep>(
    ({ state: so, wanted }, request) => {
      const next = ((): AppStep => {
        if (request.type === "open") return opened(so, request.screen, request.params)
        if (request.type === "back") return back(so)
        if (request.type === "say") return steady(say(so, request.text, request.tone))
        return { state: so, wanted: [{ id, request }] }
      })()
      return { state: next.state, wanted: [...wanted, ...next.wanted] }
    },
    { state, wanted: [] },
  )

const toScreen = (state: AppState, id: number, event: ScreenEvent): AppStep => {
  const found = state.stack.find((one) => one.id === id)
  if (found === undefined) return steady(state)
  const { requests, state: next }: Step<unknown> = found.screen.update(found.state, event)
  return carried(withScreenState(state, id, next), id, requests)
}

const appAction = (state: AppState, action: AppAction): AppStep => {
  if (action === "back") return back(state)
  return { state, wanted: [{ id: -1, request: { type: "quit" } }] }
}

const pressed = (state: AppState, press: Pressed): AppStep => {
  const top = shown(state)
  const ofApp = appBindings.find(({ keys }) => keys.includes(press.key))
  if (top === undefined) return ofApp === undefined ? steady(state) : appAction(state, ofApp.action)
  const { id, screen } = top
  const isTyping = screen.isTyping?.(top.state) === true
  if (press.text !== undefined && isTyping) {
    return toScreen(state, id, { type: "text", text: press.text })
  }
  const binding = screen.bindings.find(
    (one) => one.keys.includes(press.key) && (one.whileTyping === true) === isTyping && mayUse(state, one),
  )
  const reason = binding?.unusable?.(top.state)
  if (reason !== undefined) return steady(say(state, reason, "info"))
  if (binding !== undefined) return toScreen(state, id, { type: "action", action: binding.action, key: press.key })
  return ofApp === undefined ? steady(state) : appAction(state, ofApp.action)
}

const toAll = (state: AppState, event: ScreenEvent): AppStep =>
  state.stack.reduce<AppStep>(
    ({ state: so, wanted }, { id }) => {
      const next = toScreen(so, id, event)
      return { state: next.state, wanted: [...wanted, ...next.wanted] }
    },
    { state, wanted: [] },
  )

const ticked = (state: AppState, now: number): AppStep => {
  const said = state.said !== undefined && state.said.until > now ? state.said : undefined
  const top = shown(state)
  const next = { ...state, now, said }
  return top === undefined ? steady(next) : toScreen(next, top.id, { type: "ticked", now })
}

/** The console before anything happened. */
export const initial = (
  environment: Environment,
  screens: ReadonlyArray<Screen>,
  size: Size,
  now: number,
): AppState => ({
  environment,
  screens,
  size,
  now,
  connection: { state: "connecting" },
  actor: "",
  offered: new Set(),
  stack: [],
  nextId: 1,
})

/** What becomes of the console at an event. */
export const update = (state: AppState, event: AppEvent): AppStep => {
  switch (event.type) {
    case "pressed":
      return pressed(state, event.pressed)
    case "pasted": {
      const top = shown(state)
      return top?.screen.isTyping?.(top.state) === true
        ? toScreen(state, top.id, { type: "text", text: event.text })
        : steady(state)
    }
    case "resized":
      return toAll({ ...state, size: event.size }, { type: "resized", size: screenSize(event.size) })
    case "ticked":
      return ticked(state, event.now)
    case "connected":
      return steady({ ...state, connection: { state: "live" }, actor: event.actor, offered: event.offered })
    case "lost":
      return steady({ ...state, connection: { state: "stale", refusal: event.refusal } })
    case "found":
      return steady({ ...state, connection: { state: "live" } })
    case "opened":
      return opened(state, event.screen, event.params)
    case "toScreen":
      return toScreen(state, event.id, event.event)
  }
}
