/** Draws a line that is being typed, with its cursor, in one line of the terminal. */
import { Text } from "ink"
import type { ReactNode } from "react"
import { columnsOf, safeText } from "../safeText.ts"
import type { TextInputState } from "./state.ts"

/** What a line is drawn from. */
export interface TextInputProps {
  readonly label: string
  readonly state: TextInputState
  readonly columns: number
  /** Whether keys go to it: it shows its cursor. */
  readonly isFocused: boolean
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Each character safe to draw, so that the operator sees what was pasted. Spaces are seen as spaces while typing. */
const drawn = (text: string): ReadonlyArray<string> =>
  Array.from(characters.segment(text), ({ segment }) => (segment === " " ? " " : safeText(segment)))

/** The first characters that fit, of those that follow each other in this order. */
const fitting = (all: ReadonlyArray<string>, columns: number): ReadonlyArray<string> => {
  let left = columns
  const first = all.findIndex((character) => (left -= columnsOf(character)) < 0)
  return first < 0 ? all : all.slice(0, first)
}

/** A line being typed: what is before the cursor is always seen. */
export const TextInput = ({ columns, isFocused, label, state }: TextInputProps): ReactNode => {
  const room = Math.max(2, columns - columnsOf(label) - 1)
  const before = fitting(drawn(state.text.slice(0, state.cursor)).toReversed(), room - 1)
    .toReversed()
    .join("")
  const [at = " ", ...after] = drawn(state.text.slice(state.cursor))
  const rest = room - columnsOf(before) - columnsOf(at)
  return (
    <Text wrap="truncate">
      {label}
      {before}
      <Text inverse={isFocused}>{at}</Text>
      {fitting(after, rest).join("")}
    </Text>
  )
}
