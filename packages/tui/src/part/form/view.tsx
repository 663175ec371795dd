/** Draws a form: a line for each field, what is wrong under it, and the sentence of the field with the cursor. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { WRITTEN_TIMES } from "@garrison/core/kernel/time/writtenTime"
import type { Theme } from "../../theme.ts"
import { cellText, safeLines, safeText } from "../safeText.ts"
import { TextInput } from "../textInput/view.tsx"
import { toned } from "../tone.ts"
import type { FieldFacts } from "@garrison/core/operation/fieldFacts"
import { type FormState, offeredAt } from "./state.ts"

/** What a form is drawn from. */
export interface FormProps {
  readonly state: FormState
  readonly columns: number
  readonly rows: number
  readonly theme: Theme
}

/** Lines for the sentence of the field with the cursor. */
const HELP_ROWS = 3

const LABEL_MAX = 24

/** What is said of a field besides its sentence. */
const takes = ({ choices, isRequired, kind, refers }: FieldFacts): string => {
  const needed = isRequired ? "Needed" : "May be left out"
  switch (kind) {
    case "choice":
    case "flag":
      return `${needed}. The space bar and the arrows choose.`
    case "time":
      return `${needed}. ${WRITTEN_TIMES}.`
    case "list":
      return `${needed}. With commas between${choices.length > 0 ? `: ${choices.join(", ")}` : ""}.`
    case "integer":
      return `${needed}. A whole number${refers === undefined ? "" : ", or a name"}.`
    case "json":
      return `${needed}. JSON.`
    case "text":
      return `${needed}.${refers === "player" ? " A name does, too." : ""}`
  }
}

interface FieldLine {
  readonly field: number
  readonly draw: ReactNode
}

const linesOf = ({ columns, state, theme }: FormProps): ReadonlyArray<FieldLine> => {
  const label = Math.min(LABEL_MAX, Math.max(0, ...state.fields.map(({ name }) => name.length)) + 1)
  return state.fields.flatMap((field, at) => {
    const isFocused = at === state.focus
    const text = state.texts[at]
    const error = state.errors[field.name]
    const title = `${isFocused ? "› " : "  "}${cellText(field.name + (field.isRequired ? "*" : ""), label)}  `
    const isChoice = field.kind === "choice" || field.kind === "flag"
    const shown = isChoice ? `‹ ${text?.text === "" ? "not given" : safeText(text?.text ?? "")} ›` : undefined
    const line =
      shown === undefined && text !== undefined ? (
        <TextInput key={field.name} label={title} state={text} columns={columns} isFocused={isFocused} />
      ) : (
        <Text key={field.name} wrap="truncate">
          {title}
          <Text inverse={isFocused}>{shown}</Text>
        </Text>
      )
    const complaint = (
      <Text key={`${field.name} error`} wrap="truncate" {...toned(theme, "bad")}>
        {" ".repeat(label + 4)}
        {safeText(`✗ ${error ?? ""}`, columns - label - 4)}
      </Text>
    )
    return error === undefined
      ? [{ field: at, draw: line }]
      : [
          { field: at, draw: line },
          { field: at, draw: complaint },
        ]
  })
}

/** A form in exactly so many rows. The field with the cursor is always seen. */
export const Form = (props: FormProps): ReactNode => {
  const { columns, rows, state, theme } = props
  const lines = linesOf(props)
  const whole = state.errors[""]
  const field = state.fields[state.focus]
  const room = Math.max(1, rows - HELP_ROWS - (whole === undefined ? 0 : 1))
  const at = lines.findIndex((line) => line.field === state.focus)
  const top = Math.max(0, Math.min(lines.length - room, at - Math.floor(room / 2)))
  const offered = offeredAt(state).map(({ shown }) => shown)
  const names = offered.length === 0 ? "" : ` → takes ${offered.join(", ")}`
  const help =
    field === undefined ? [] : safeLines(`${field.sentence} ${takes(field)}${names}`, Math.max(10, columns - 2))
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Box flexDirection="column" height={room} flexShrink={0} overflow="hidden">
        {lines.slice(top, top + room).map(({ draw }) => draw)}
      </Box>
      {whole === undefined ? null : (
        <Text wrap="truncate" {...toned(theme, "bad")}>
          {safeText(`✗ ${whole}`, columns)}
        </Text>
      )}
      {help.slice(0, HELP_ROWS).map((line, row) => (
        <Text key={row} wrap="truncate" {...toned(theme, "dim")}>
          {`  ${line}`}
        </Text>
      ))}
    </Box>
  )
}
