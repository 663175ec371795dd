/** The keys of a form. What `enter` and `escape` do is for the screen or the dialog that it stands in. */
import type { Binding } from "../../binding.ts"
import { type TextInputAction, textInputBindings } from "../textInput/keys.ts"

/** What a form does at a key. */
export type FormAction = "fieldNext" | "fieldBefore" | TextInputAction

/** The bindings of a form. They are keys while its fields take text. */
export const formBindings: ReadonlyArray<Binding<unknown, FormAction>> = [
  { action: "fieldNext", keys: ["tab", "down"], sentence: "Go to the next field", whileTyping: true },
  { action: "fieldBefore", keys: ["shift+tab", "up"], sentence: "Go to the field before", whileTyping: true },
  ...textInputBindings,
]

const formActions: ReadonlySet<string> = new Set(formBindings.map(({ action }) => action))

/** Whether an action of a screen is one of its form. */
export const isFormAction = (action: string): action is FormAction => formActions.has(action)
