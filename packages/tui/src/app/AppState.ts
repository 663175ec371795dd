/** The state of the whole console, and what happens to it. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { Binding } from "../binding.ts"
import type { Pressed } from "../key.ts"
import type { OperationFacts, OperationName } from "../operation.ts"
import type { Params, Request, Screen, ScreenEvent, Size } from "../Screen.ts"
import type { CommandLine, Overlay, OverlayRequest, Undo, Visited } from "./overlay.ts"

/** The environment that the console works on. */
export interface Environment {
  /** What the operator calls it. */
  readonly name: string
  readonly kind: "production" | "staging" | "development"
  /** True: nobody said which kind it is, and it is taken for production. */
  readonly isUndeclared?: true
  /** True: no act is offered. */
  readonly isReadOnly: boolean
}

/** The environment in words: its kind, and what the operator calls it. */
export const placeOf = ({ isUndeclared, kind, name }: Environment): string =>
  `${kind.toUpperCase()}${isUndeclared === true ? "?" : ""} ${name}`

/** An open screen. */
export interface Opened {
  /** Answers go to the screen that asked, also when another one is above it. */
  readonly id: number
  readonly screen: Screen
  readonly params: Params
  readonly state: unknown
}

/** An overlay that is shown. */
export interface Overlaid {
  readonly id: number
  readonly overlay: Overlay
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
  readonly commandLine: CommandLine
  /** The bindings of places whose keys the operator has changed. */
  readonly rebound: ReadonlyMap<string, ReadonlyArray<Binding<unknown>>>
  readonly size: Size
  /** Unix milliseconds. */
  readonly now: number
  readonly connection: Connection
  /** Who acts; empty before the console is connected. */
  readonly actor: string
  readonly table: ReadonlyMap<OperationName, OperationFacts>
  /** The operations that the actor may ask for. Read-only, no act is one of them. */
  readonly offered: ReadonlySet<OperationName>
  /** The open screens, the one that is shown last. */
  readonly stack: ReadonlyArray<Opened>
  /** What is drawn in the place of the shown screen, the uppermost last. */
  readonly overlays: ReadonlyArray<Overlaid>
  readonly nextId: number
  /** The last places that were left, the last one first. */
  readonly visited: ReadonlyArray<Visited>
  readonly said?: Said | undefined
  readonly undo?: Undo | undefined
}

/** Something that happened to the console. */
export type AppEvent =
  | { readonly type: "pressed"; readonly pressed: Pressed }
  | { readonly type: "pasted"; readonly text: string }
  | { readonly type: "resized"; readonly size: Size }
  | { readonly type: "ticked"; readonly now: number }
  | {
      readonly type: "connected"
      readonly actor: string
      readonly offered: ReadonlySet<OperationName>
      readonly table?: ReadonlyArray<OperationFacts>
    }
  /** What the actor may ask for now. */
  | { readonly type: "permitted"; readonly permitted: ReadonlySet<OperationName> }
  /** The database does not answer. */
  | { readonly type: "lost"; readonly refusal: RefusalJson }
  /** The database answers again. */
  | { readonly type: "found" }
  | { readonly type: "opened"; readonly screen: string; readonly params: Params }
  | { readonly type: "toScreen"; readonly id: number; readonly event: ScreenEvent }
  | { readonly type: "said"; readonly text: string; readonly tone: Said["tone"] }

/** A request, with the screen or overlay that it is of. */
export interface Wanted {
  readonly id: number
  readonly request: Request | OverlayRequest
}

/** The state after an event, with what it wants of the world. */
export interface AppStep {
  readonly state: AppState
  readonly wanted: ReadonlyArray<Wanted>
}

/** The smallest size that is drawn. */
export const LEAST_SIZE: Size = { columns: 60, rows: 15 }

/** Whether the terminal is smaller than what can be drawn. */
export const isTooSmall = ({ columns, rows }: Size): boolean => columns < LEAST_SIZE.columns || rows < LEAST_SIZE.rows

/** Rows that the bar, the breadcrumbs and the foot take. */
const CHROME_ROWS = 3

/** How long a message stays, in milliseconds. */
const SAID_MILLIS = 6000

/** The size that the shown screen has. */
export const screenSize = ({ columns, rows }: Size): Size => ({ columns, rows: Math.max(1, rows - CHROME_ROWS) })

/** The screen that is shown, or would be without an overlay. */
export const shown = ({ stack }: AppState): Opened | undefined => stack.at(-1)

/** A step that wants nothing. */
export const steady = (state: AppState): AppStep => ({ state, wanted: [] })

/** The state with a message at the foot. */
export const say = (state: AppState, text: string, tone: Said["tone"]): AppState => ({
  ...state,
  said: { text, tone, until: state.now + SAID_MILLIS },
})
