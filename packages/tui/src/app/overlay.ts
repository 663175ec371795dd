/**
 * What is drawn in the place of the shown screen: the dialog of acts, the palette, help. An overlay is made as a screen
 * is, and may ask for more.
 */
import type { ReactNode } from "react"
import type { Binding } from "../binding.ts"
import type { Conditions, OperationFacts, OperationName } from "../operation.ts"
import type { Request, Screen, ScreenEvent, Step, ViewProps } from "../Screen.ts"

/** An act that undoes another one, for one subject. */
export interface UndoInput {
  readonly subject: string
  readonly input: Readonly<Record<string, unknown>>
}

/** How the last act is undone. */
export interface Undo {
  readonly operation: OperationName
  /** What was done, in words. */
  readonly done: string
  readonly subjects: ReadonlyArray<UndoInput>
  /** Until when it is offered, in Unix milliseconds. */
  readonly until: number
}

/** What an overlay may want: what a screen may, and what the console alone carries out. */
export type OverlayRequest =
  | Request
  /** Runs an operation with conditions, once. Its answer or refusal comes as that of a question. */
  | {
      readonly type: "run"
      readonly ask: string
      readonly operation: OperationName
      readonly input: object
      readonly conditions: Conditions
    }
  /** Goes away. */
  | { readonly type: "close" }
  /** Something was changed: all open screens may be old. */
  | { readonly type: "changed" }
  /** Offers to undo what was done. */
  | { readonly type: "undoable"; readonly undo: Undo }
  /** Undoes what was done last. */
  | { readonly type: "undo" }
  | { readonly type: "suspend" }
  | { readonly type: "quit" }

/** What a command of the command line says of an operation that it offers. */
export interface CommandWords {
  readonly operation: OperationName
  /** The words after `garrison`. */
  readonly command: string
  /** The flag or argument of each field, arguments in their order; null: the line does not say it. */
  readonly fields: Readonly<Record<string, string | null>>
  /** The flag that says `false` or an empty list of a field. */
  readonly without: Readonly<Partial<Record<string, string>>>
  /** The values of fields that the words alone say: `client disable` says `disabled`. */
  readonly says?: Readonly<Record<string, unknown>>
}

/** The command line, as far as the console shows it and takes its words. */
export interface CommandLine {
  readonly commands: ReadonlyArray<CommandWords>
  /** The line that does the same; undefined: no command does. */
  readonly lineOf: (
    operation: OperationName,
    input: Readonly<Record<string, unknown>>,
    conditions: Conditions,
  ) => string | undefined
}

/** A place that was visited. */
export interface Visited {
  readonly screen: string
  readonly params: Readonly<Record<string, string>>
  readonly crumb: string
}

/** What of the console overlays may read. */
export interface World {
  readonly screens: ReadonlyArray<Screen>
  readonly table: ReadonlyMap<OperationName, OperationFacts>
  readonly offered: ReadonlySet<OperationName>
  readonly commandLine: CommandLine
  readonly now: number
  /** The places visited before, the last one first. */
  readonly visited: ReadonlyArray<Visited>
}

/** A step of an overlay. */
export type OverlayStep<State> = Step<State, OverlayRequest>

/** A step of an overlay that wants something. */
export const want = <State>(state: State, ...requests: ReadonlyArray<OverlayRequest>): OverlayStep<State> => ({
  state,
  requests,
})

/** What is drawn in the place of a screen. */
export interface Overlay<State = unknown, Action extends string = string> {
  /** Its name in files of bindings. */
  readonly name: string
  readonly bindings: ReadonlyArray<Binding<State, Action>>
  update(state: State, event: ScreenEvent<Action>, world: World): OverlayStep<State>
  /** Its place in the breadcrumbs. */
  crumb(state: State): string
  isTyping(state: State): boolean
  view(props: ViewProps<State>): ReactNode
}

/** An overlay as it opens. */
export interface OpenedOverlay<State = unknown> {
  readonly overlay: Overlay<State>
  readonly step: OverlayStep<State>
}
