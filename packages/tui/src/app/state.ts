/** What becomes of the console at an event. Pure: what it wants of the world are requests. */
import type { Binding } from "../binding.ts"
import type { Pressed } from "../key.ts"
import type { OperationName } from "../operation.ts"
import type { Screen, Selection, Size } from "../Screen.ts"
import {
  type AppEvent,
  type AppState,
  type AppStep,
  type Environment,
  isTooSmall,
  say,
  screenSize,
  shown,
  steady,
} from "./AppState.ts"
import { type AppAction, type AppBinding, appBindings, EVERYWHERE } from "./keys.ts"
import type { CommandLine } from "./overlay.ts"
import { openCopy } from "./copy/overlay.tsx"
import { type HelpSection, openHelp } from "./help/overlay.tsx"
import { openPalette } from "./palette/overlay.tsx"
import { openPlaces } from "./places/overlay.tsx"
import { back, isSame, opened, overlaid, toAll, toScreen, undoing } from "./stack.ts"

/** Whether a binding leads to something that the actor may do here. */
export const mayUse = ({ offered }: AppState, { operation }: Binding<unknown>): boolean =>
  operation === undefined || offered.has(operation)

/** Who gets the keys: the uppermost overlay, or else the shown screen. */
interface Front {
  readonly id: number
  readonly bindings: ReadonlyArray<Binding<unknown>>
  readonly state: unknown
  readonly isTyping: boolean
  readonly isOverlay: boolean
}

/** Who gets the keys now; undefined: no screen is open yet. */
export const frontOf = (state: AppState): Front | undefined => {
  const over = state.overlays.at(-1)
  if (over !== undefined) {
    const bindings = state.rebound.get(over.overlay.name) ?? over.overlay.bindings
    return { id: over.id, bindings, state: over.state, isTyping: over.overlay.isTyping(over.state), isOverlay: true }
  }
  const top = shown(state)
  if (top === undefined) return undefined
  const isTyping = top.screen.isTyping?.(top.state) === true
  const bindings = state.rebound.get(top.screen.name) ?? top.screen.bindings
  return { id: top.id, bindings, state: top.state, isTyping, isOverlay: false }
}

/** The keys of what is shown, and of the console. What the actor may not do is not among them. */
const helpSections = (state: AppState): ReadonlyArray<HelpSection> => {
  const front = frontOf(state)
  const name = state.overlays.at(-1)?.overlay.name ?? shown(state)?.screen.name ?? ""
  const its = front?.bindings.filter((one) => mayUse(state, one)) ?? []
  return [
    { heading: name, bindings: its.filter(({ whileTyping }) => whileTyping !== true) },
    { heading: EVERYWHERE, bindings: appBindingsOf(state) },
    { heading: "while a text is typed", bindings: its.filter(({ whileTyping }) => whileTyping === true) },
  ]
}

/** What the shown screen is for, and how it is left. */
const aboutShown = (state: AppState): string => {
  const sentence = shown(state)?.screen.sentence ?? ""
  const keyOf = (action: AppAction) => appBindingsOf(state).find((one) => one.action === action)?.keys[0] ?? ""
  const back = state.stack.length > 1 ? `${keyOf("back")} goes back, ` : ""
  return `${sentence}. ${back}${keyOf("quit")} leaves.`
}

const selectionOf = (state: AppState): Selection | undefined => {
  const top = shown(state)
  return top?.screen.selected?.(top.state)
}

const copying = (state: AppState): AppStep => {
  const selection = selectionOf(state)
  if (selection === undefined) return steady(say(state, "Nothing is selected that could be copied.", "info"))
  return overlaid(state, openCopy(selection, state))
}

const appAction = (state: AppState, action: AppAction): AppStep => {
  switch (action) {
    case "back":
      return back(state)
    case "undo":
      return undoing(state)
    case "help":
      return overlaid(state, openHelp(aboutShown(state), helpSections(state)))
    case "palette":
      return overlaid(state, openPalette(state, selectionOf(state)))
    case "copy":
      return copying(state)
    case "places":
      return overlaid(state, openPlaces(state))
    case "suspend":
      return { state, wanted: [{ id: -1, request: { type: "suspend" } }] }
    default:
      return { state, wanted: [{ id: -1, request: { type: "quit" } }] }
  }
}

/** The bindings of the console, with the keys that the operator gave them. */
export const appBindingsOf = ({ rebound }: AppState): ReadonlyArray<AppBinding> => {
  const changed = rebound.get(EVERYWHERE)
  if (changed === undefined) return appBindings
  return appBindings.map((one) => ({
    ...one,
    keys: changed.find(({ action }) => action === one.action)?.keys ?? one.keys,
  }))
}

const ofApp = (state: AppState, front: Front | undefined, key: string): AppBinding | undefined =>
  appBindingsOf(state).find(
    ({ isEverywhere, keys }) => keys.includes(key) && (front?.isOverlay !== true || isEverywhere),
  )

const pressed = (state: AppState, { key, text }: Pressed): AppStep => {
  const front = frontOf(state)
  if (isTooSmall(state.size)) {
    // Nobody acts on what is not seen.
    return key === "q" || key === "ctrl+c" ? appAction(state, "quit") : steady(state)
  }
  if (front?.isTyping === true && text !== undefined) return toScreen(state, front.id, { type: "text", text })
  const binding = front?.bindings.find(
    (one) => one.keys.includes(key) && (one.whileTyping === true) === front.isTyping && mayUse(state, one),
  )
  if (front === undefined || binding === undefined) {
    const app = ofApp(state, front, key)
    return app === undefined ? steady(state) : appAction(state, app.action)
  }
  const reason = binding.unusable?.(front.state)
  if (reason !== undefined) return steady(say(state, reason, "info"))
  return toScreen(state, front.id, { type: "action", action: binding.action, key })
}

const ticked = (state: AppState, now: number): AppStep => {
  const said = state.said !== undefined && state.said.until > now ? state.said : undefined
  const undo = state.undo !== undefined && state.undo.until > now ? state.undo : undefined
  const next = { ...state, now, said, undo }
  const front = frontOf(next)
  return front === undefined ? steady(next) : toScreen(next, front.id, { type: "ticked", now })
}

/** Read-only, no act is offered to anybody. */
const offeredOf = ({ environment, table }: AppState, allowed: ReadonlySet<OperationName>): ReadonlySet<OperationName> =>
  environment.isReadOnly ? new Set(Array.from(allowed).filter((name) => table.get(name)?.kind === "read")) : allowed

const permitted = (state: AppState, allowed: ReadonlySet<OperationName>): AppStep => {
  const offered = offeredOf(state, allowed)
  const lost = Array.from(state.offered).filter((name) => !offered.has(name))
  if (lost.length === 0 && offered.size === state.offered.size) return steady(state)
  const next = { ...state, offered }
  if (lost.length === 0) return steady(next)
  const more = lost.length > 3 ? ` and ${lost.length - 3} more` : ""
  return steady(say(next, `You may no longer: ${lost.slice(0, 3).join(", ")}${more}.`, "bad"))
}

const connected = (state: AppState, event: Extract<AppEvent, { readonly type: "connected" }>): AppState => {
  const table = new Map(event.table?.map((facts) => [facts.name, facts]))
  const next: AppState = { ...state, connection: { state: "live" }, actor: event.actor, table }
  return { ...next, offered: offeredOf(next, event.offered) }
}

/** How long it may take until ages on the screen ("3 min") follow the clock, in milliseconds. */
const AGES_MILLIS = 5000

/**
 * Whether a frame of the state would look as the one that was drawn: nothing but the clock is different, and nothing on
 * the screen counts its seconds.
 */
export const looksSame = (drawn: AppState, { now, ...state }: AppState): boolean => {
  const { now: drawnAt, ...before } = drawn
  return now - drawnAt < AGES_MILLIS && state.undo === undefined && isSame(before, state)
}

/** The console before anything happened. */
export const initial = (
  environment: Environment,
  screens: ReadonlyArray<Screen>,
  size: Size,
  now: number,
  commandLine: CommandLine = { commands: [], lineOf: () => undefined },
  rebound: AppState["rebound"] = new Map(),
): AppState => ({
  environment,
  screens,
  commandLine,
  rebound,
  size,
  now,
  connection: { state: "connecting" },
  actor: "",
  table: new Map(),
  offered: new Set(),
  stack: [],
  overlays: [],
  nextId: 1,
  visited: [],
})

/** What becomes of the console at an event. */
export const update = (state: AppState, event: AppEvent): AppStep => {
  switch (event.type) {
    case "pressed":
      return pressed(state, event.pressed)
    case "pasted": {
      const front = frontOf(state)
      return front?.isTyping === true ? toScreen(state, front.id, { type: "text", text: event.text }) : steady(state)
    }
    case "resized":
      return toAll({ ...state, size: event.size }, { type: "resized", size: screenSize(event.size) })
    case "ticked":
      return ticked(state, event.now)
    case "connected":
      return steady(connected(state, event))
    case "permitted":
      return permitted(state, event.permitted)
    case "lost":
      return steady({ ...state, connection: { state: "stale", refusal: event.refusal } })
    case "found":
      return steady({ ...state, connection: { state: "live" } })
    case "opened":
      return opened(state, event.screen, event.params)
    case "toScreen":
      return toScreen(state, event.id, event.event)
    case "said":
      return steady(say(state, event.text, event.tone))
  }
}
