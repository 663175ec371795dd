/** One line of text that is being typed, and where its cursor is. Characters are those that a person counts. */
import type { TextInputAction } from "./keys.ts"

/** A line that is being typed. */
export interface TextInputState {
  readonly text: string
  /** Code units before the cursor; always between two characters. */
  readonly cursor: number
}

/** The longest text that can be typed, in code units. */
const LENGTH_MAX = 4096

const characters = new Intl.Segmenter("en", { granularity: "grapheme" })

/** A line with a text, the cursor at its end. */
export const emptyText = (text = ""): TextInputState => ({ text, cursor: text.length })

/** A line end, or several, become one space: what is pasted stays one line, and starts nothing. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ")

/** The line after typed or pasted text. */
export const typedText = ({ cursor, text }: TextInputState, typed: string): TextInputState => {
  const more = oneLine(typed).slice(0, Math.max(0, LENGTH_MAX - text.length))
  return { text: text.slice(0, cursor) + more + text.slice(cursor), cursor: cursor + more.length }
}

const boundaries = (text: string): ReadonlyArray<number> => [
  ...Array.from(characters.segment(text), ({ index }) => index),
  text.length,
]

const before = (text: string, cursor: number): number => boundaries(text).findLast((at) => at < cursor) ?? 0

const after = (text: string, cursor: number): number => boundaries(text).find((at) => at > cursor) ?? text.length

/** Where the word before the cursor begins. */
const wordBefore = (text: string, cursor: number): number => text.slice(0, cursor).search(/\S+\s*$/)

const without = (text: string, from: number, to: number): TextInputState => ({
  text: text.slice(0, from) + text.slice(to),
  cursor: from,
})

/** The line after a key. */
export const updateTextInput = (state: TextInputState, action: TextInputAction): TextInputState => {
  const { cursor, text } = state
  switch (action) {
    case "textLeft":
      return { text, cursor: before(text, cursor) }
    case "textRight":
      return { text, cursor: after(text, cursor) }
    case "textStart":
      return { text, cursor: 0 }
    case "textEnd":
      return { text, cursor: text.length }
    case "textBack":
      return without(text, before(text, cursor), cursor)
    case "textDelete":
      return without(text, cursor, after(text, cursor))
    case "textBackWord":
      return without(text, Math.max(0, wordBefore(text, cursor)), cursor)
    case "textClear":
      return emptyText()
  }
}
