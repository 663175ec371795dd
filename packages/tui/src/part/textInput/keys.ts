/** The keys of a line that is being typed. */
import type { Binding } from "../../binding.ts"

/** What a line does at a key. */
export type TextInputAction =
  | "textLeft"
  | "textRight"
  | "textStart"
  | "textEnd"
  | "textBack"
  | "textDelete"
  | "textBackWord"
  | "textClear"

/** The bindings of a line, while it is typed. */
export const textInputBindings: ReadonlyArray<Binding<unknown, TextInputAction>> = [
  { action: "textLeft", keys: ["left", "ctrl+b"], sentence: "Go a character to the left", whileTyping: true },
  { action: "textRight", keys: ["right", "ctrl+f"], sentence: "Go a character to the right", whileTyping: true },
  { action: "textStart", keys: ["home", "ctrl+a"], sentence: "Go to the start of the line", whileTyping: true },
  { action: "textEnd", keys: ["end", "ctrl+e"], sentence: "Go to the end of the line", whileTyping: true },
  { action: "textBack", keys: ["backspace"], sentence: "Delete the character before the cursor", whileTyping: true },
  {
    action: "textDelete",
    keys: ["delete", "ctrl+d"],
    sentence: "Delete the character at the cursor",
    whileTyping: true,
  },
  { action: "textBackWord", keys: ["ctrl+w"], sentence: "Delete the word before the cursor", whileTyping: true },
  { action: "textClear", keys: ["ctrl+u"], sentence: "Empty the line", whileTyping: true },
]
