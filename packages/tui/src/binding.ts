/** Bindings as data: the keys of an action, and the sentence that help shows of it. */
import type { OperationName } from "./operation.ts"

/**
 * A key as bindings name it: a character (`j`, `G`, `?`), a name (`up`, `enter`, `escape`, `pageDown`, `space`, `tab`,
 * `backspace`, `wheelUp`), with `ctrl+`, `alt+` or `shift+` before it where they are held (`ctrl+r`, `shift+tab`).
 */
export type KeyName = string

/** An action of a screen or a part, with its keys. A file of the operator may give it other keys. */
export interface Binding<State, Action extends string = string> {
  readonly action: Action
  readonly keys: ReadonlyArray<KeyName>
  /** What it does, for help: a sentence in the imperative without its full stop. */
  readonly sentence: string
  /** A word or two for the foot of the screen; absent: help alone shows it. */
  readonly word?: string
  /** The word for the foot where the state decides; undefined: the foot has no use for the key now. */
  wordIn?(state: State): string | undefined
  /** The operation that it leads to. Who may not ask for it is not offered the binding. */
  readonly operation?: OperationName
  /** True: it is a key while the screen takes text (`Screen.isTyping`), and only then. All others rest then. */
  readonly whileTyping?: true
  /** Why it does nothing now; undefined: it can be used. */
  unusable?(state: State): string | undefined
}
