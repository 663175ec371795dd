/** The keys that every screen has. */
import type { Binding } from "../binding.ts"

/** What the console itself does at a key. */
export type AppAction = "back" | "quit"

/** The bindings of the console itself; those of the shown screen come first. */
export const appBindings: ReadonlyArray<Binding<unknown, AppAction>> = [
  { action: "back", keys: ["escape"], sentence: "Go back to the screen before", word: "back" },
  { action: "quit", keys: ["q", "ctrl+c"], sentence: "Leave the console", word: "quit" },
]
