/** The keys that every screen has. */
import type { Binding } from "../binding.ts"

/** What the console itself does at a key. */
export type AppAction = "back" | "quit" | "leave" | "suspend" | "undo" | "palette" | "help" | "copy" | "places"

/** A binding of the console itself. */
export interface AppBinding extends Binding<unknown, AppAction> {
  /** True: it is a key over an overlay, too. */
  readonly isEverywhere?: true
}

/** The place of the console's own keys, in help and in files of bindings. */
export const EVERYWHERE = "everywhere"

/** The bindings of the console itself; those of the shown screen come first. */
export const appBindings: ReadonlyArray<AppBinding> = [
  { action: "help", keys: ["?"], sentence: "Show the keys of what is shown", word: "help" },
  { action: "palette", keys: [":"], sentence: "Go to a screen, or run a command or an operation", word: "go to" },
  { action: "copy", keys: ["y"], sentence: "Copy an id, a row or a command line" },
  { action: "places", keys: ["ctrl+o"], sentence: "Go to a place that was visited before" },
  { action: "undo", keys: ["u"], sentence: "Undo the last act, for a minute after it" },
  { action: "back", keys: ["escape"], sentence: "Take a filter away, or go back to the screen before", word: "back" },
  { action: "quit", keys: ["q"], sentence: "Leave the console", word: "quit" },
  { action: "leave", keys: ["ctrl+c"], sentence: "Leave the console, from anywhere", isEverywhere: true },
  { action: "suspend", keys: ["ctrl+z"], sentence: "Stop until the shell goes on with it (fg)", isEverywhere: true },
]
