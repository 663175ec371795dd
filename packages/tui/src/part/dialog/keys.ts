/** The keys of the buttons of a dialog. What `enter` and `escape` do is for whom the dialog belongs to. */
import type { Binding } from "../../binding.ts"

/** What the buttons of a dialog do at a key. */
export type DialogAction = "buttonNext" | "buttonBefore"

/** The bindings of a dialog without fields. */
export const dialogBindings: ReadonlyArray<Binding<unknown, DialogAction>> = [
  { action: "buttonNext", keys: ["tab", "right", "l"], sentence: "Go to the next button" },
  { action: "buttonBefore", keys: ["shift+tab", "left", "h"], sentence: "Go to the button before" },
]
