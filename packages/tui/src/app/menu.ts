/** A list with a cursor and a line that filters it: what the palette, help and the list of places have in common. */
import { type TextInputAction, textInputBindings } from "../part/textInput/keys.ts"
import { emptyText, type TextInputState, typedText, updateTextInput } from "../part/textInput/state.ts"
import type { Binding } from "../binding.ts"

/** What a menu does at a key. */
export type MenuAction = TextInputAction | "up" | "down" | "pageUp" | "pageDown" | "close" | "choose"

/** A menu: the line, and the place of the cursor in what it lets through. */
export interface MenuState {
  readonly line: TextInputState
  readonly at: number
}

/** Rows that a page key goes over. */
const PAGE_ROWS = 10

/** The bindings of a menu; what `enter` does is for the menu. */
export const menuBindings: ReadonlyArray<Binding<unknown, Exclude<MenuAction, "choose">>> = [
  { action: "down", keys: ["down", "ctrl+n", "wheelDown"], sentence: "Go down a line", whileTyping: true },
  { action: "up", keys: ["up", "ctrl+p", "wheelUp"], sentence: "Go up a line", whileTyping: true },
  { action: "pageDown", keys: ["pageDown"], sentence: "Go down a page", whileTyping: true },
  { action: "pageUp", keys: ["pageUp"], sentence: "Go up a page", whileTyping: true },
  { action: "close", keys: ["escape"], sentence: "Leave", word: "leave", whileTyping: true },
  ...textInputBindings,
]

/** A menu as it opens. */
export const openMenu = (text = ""): MenuState => ({ line: emptyText(text), at: 0 })

const moved = (state: MenuState, by: number, count: number): MenuState => ({
  ...state,
  at: Math.max(0, Math.min(count - 1, state.at + by)),
})

/** The menu after a key, over so many lines. */
export const updateMenu = (state: MenuState, action: MenuAction, count: number): MenuState => {
  switch (action) {
    case "up":
      return moved(state, -1, count)
    case "down":
      return moved(state, 1, count)
    case "pageUp":
      return moved(state, -PAGE_ROWS, count)
    case "pageDown":
      return moved(state, PAGE_ROWS, count)
    case "close":
    case "choose":
      return state
    default:
      return { line: updateTextInput(state.line, action), at: 0 }
  }
}

/** The menu after typed text. */
export const typedInMenu = (state: MenuState, text: string): MenuState => ({ line: typedText(state.line, text), at: 0 })

/** Whether every word of the filter is in the text, whatever their case. */
export const lets = (filter: string, text: string): boolean => {
  const lower = text.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/** The place of the first drawn line of a list, so that the cursor is seen. */
export const topOf = (at: number, rows: number, count: number): number =>
  Math.max(0, Math.min(at - Math.floor(rows / 2), count - rows))
