/**
 * What a screen is: a pure reducer, its keys as data, and a view that draws its state and nothing else. What a screen
 * wants of the world is data too, a {@link Request}; Session.ts carries requests out.
 */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { ReactNode } from "react"
import type { Binding, KeyName } from "./binding.ts"
import type { OperationAnswer, OperationInput, OperationName } from "./operation.ts"
import type { Theme } from "./theme.ts"

/** Columns and rows of the terminal, or of the part of it that a view has. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** What a screen is opened with: words of the palette, or values of the row that led to it. */
export type Params = Readonly<Record<string, string>>

/** Something that happened, as a screen is told of it. */
export type ScreenEvent<Action extends string = string> =
  /** A key of a binding. */
  | { readonly type: "action"; readonly action: Action; readonly key: KeyName }
  /** Typed or pasted text, while {@link Screen.isTyping}. */
  | { readonly type: "text"; readonly text: string }
  /** The answer to the question with this name. */
  | { readonly type: "answered"; readonly ask: string; readonly answer: unknown }
  /** The question with this name was refused. */
  | { readonly type: "refused"; readonly ask: string; readonly refusal: RefusalJson }
  /** A second has passed; `now` in Unix milliseconds. */
  | { readonly type: "ticked"; readonly now: number }
  /** The view has another size. */
  | { readonly type: "resized"; readonly size: Size }
  /** An act of this console succeeded, or the screen is shown again: what it shows may be old. */
  | { readonly type: "changed" }

/** A question to an operation of the table. A later question of the same name takes its place. */
export interface Ask {
  readonly type: "ask"
  readonly ask: string
  readonly operation: OperationName
  readonly input: object
  /** Waits so long for a later question of the same name, in milliseconds: search as you type. */
  readonly delayMillis?: number
}

/** An act that the operator wants, on one subject or on several. The dialog of acts rehearses it and asks. */
export interface WantAct {
  readonly type: "act"
  readonly operation: OperationName
  /** What is known of the input. The dialog asks for the fields that it lacks. One input for each marked subject. */
  readonly inputs: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** The name of each subject, that the operator types where the act cannot be undone. */
  readonly subjects: ReadonlyArray<string>
  /** The revision that each subject was seen with. */
  readonly ifRevision?: number
  /** The revisions of several subjects, in their order. */
  readonly ifRevisions?: ReadonlyArray<number | undefined>
  /** Fields that the dialog asks for; absent: all that `inputs` lack. */
  readonly fields?: ReadonlyArray<string>
  /** The reason, where it is known. The dialog offers it in its form. */
  readonly reason?: string
  /** What speaks against it. The dialog shows it until the act is done. */
  readonly warning?: string
}

/** What a screen wants of the world. */
export type Request =
  | Ask
  | WantAct
  /** The answer to this question is no longer wanted. */
  | { readonly type: "cancel"; readonly ask: string }
  | { readonly type: "open"; readonly screen: string; readonly params: Params }
  | { readonly type: "back" }
  /** Copies a text to the clipboard of the terminal. `what` names it in the message. */
  | { readonly type: "copy"; readonly text: string; readonly what: string }
  /** Shows a message for a few seconds. */
  | { readonly type: "say"; readonly text: string; readonly tone: "info" | "good" | "bad" }

/** A state, with what it wants of the world. */
export interface Step<State, Wants = Request> {
  readonly state: State
  readonly requests: ReadonlyArray<Wants>
}

/** What is selected on a screen: for copying, and for acts that the palette leads to. */
export interface Selection {
  readonly id?: string
  /** The row as JSON. */
  readonly row?: unknown
  /** The name of the player that it is, or is of. */
  readonly playerName?: string
  /** The operation that shows it, for the equivalent command. */
  readonly operation?: OperationName
  readonly input?: object
}

/** What a view draws. */
export interface ViewProps<State> {
  readonly state: State
  readonly size: Size
  /** Unix milliseconds, from the last tick. */
  readonly now: number
  readonly theme: Theme
}

/** A screen. Methods, so that screens with states of their own can stand in one list. */
export interface Screen<State = unknown, Action extends string = string> {
  /** Its name in the palette, the jump list and files: a word in lower case. */
  readonly name: string
  /** What it shows, in a sentence. */
  readonly sentence: string
  /** The params that it cannot be opened without. */
  readonly needs: ReadonlyArray<string>
  /** The operations without which it is of no use. It is not offered to whom they are not open. */
  readonly operations: ReadonlyArray<OperationName>
  readonly bindings: ReadonlyArray<Binding<State, Action>>
  open(params: Params, at: { readonly size: Size; readonly now: number }): Step<State>
  update(state: State, event: ScreenEvent<Action>): Step<State>
  /** Its place in the breadcrumbs. */
  crumb(state: State): string
  /** Whether characters are text now. Keys that type none (`enter`, `escape`, arrows) are those of `whileTyping`. */
  isTyping?(state: State): boolean
  /** Whether a filter is kept. Who goes back takes it away first, by the action `filterCancel`. */
  isFiltered?(state: State): boolean
  /** What is in view: what `y` copies, and what the palette and its forms begin with. */
  selected?(state: State): Selection | undefined
  view(props: ViewProps<State>): ReactNode
}

/** A step that wants something. */
export const step = <State>(state: State, ...requests: ReadonlyArray<Request>): Step<State> => ({ state, requests })

/** A question, with the input of its operation checked by the compiler. */
export const ask = <Name extends OperationName>(
  name: string,
  operation: Name,
  input: OperationInput<Name>,
  delayMillis?: number,
): Ask => ({ type: "ask", ask: name, operation, input, ...(delayMillis !== undefined && { delayMillis }) })

/**
 * The answer of an operation, by the name that it was asked for. A screen asks one operation by one name, so that the
 * answer of the name is that of the operation.
 */
export const answerTo = <Name extends OperationName>(
  _operation: Name,
  event: { readonly answer: unknown },
): OperationAnswer<Name> => event.answer as OperationAnswer<Name>
