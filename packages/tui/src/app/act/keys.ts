/** The keys of the dialog of acts. */
import type { Binding } from "../../binding.ts"
import { type FormAction, formBindings } from "../../part/form/keys.ts"

/** What the dialog of acts does at a key. */
export type ActAction =
  | FormAction
  | "yes"
  | "go"
  | "submit"
  | "edit"
  | "reload"
  | "copyLine"
  | "undo"
  | "up"
  | "down"
  | "leave"
  | "leaveTyping"

/** The bindings of the dialog of acts. */
export const actBindings: ReadonlyArray<Binding<unknown, ActAction>> = [
  { action: "yes", keys: ["y"], sentence: "Do what was rehearsed; where a secret is shown, copy it", word: "yes" },
  { action: "go", keys: ["enter"], sentence: "Do what was rehearsed; where it is done, close the dialog" },
  { action: "edit", keys: ["e"], sentence: "Go back to the form", word: "edit" },
  { action: "copyLine", keys: ["c"], sentence: "Copy the command line that does the same", word: "copy line" },
  { action: "reload", keys: ["r"], sentence: "Leave, and ask again what was changed meanwhile" },
  { action: "undo", keys: ["u"], sentence: "Undo what was just done" },
  { action: "down", keys: ["j", "down", "wheelDown"], sentence: "Show what is below" },
  { action: "up", keys: ["k", "up", "wheelUp"], sentence: "Show what is above" },
  {
    action: "leave",
    keys: ["escape"],
    sentence: "Leave without doing it; stop after the present subject",
    word: "leave",
  },
  { action: "submit", keys: ["enter"], sentence: "Go on with what was typed", word: "go on", whileTyping: true },
  { action: "leaveTyping", keys: ["escape"], sentence: "Leave without doing it", word: "leave", whileTyping: true },
  ...formBindings,
]
