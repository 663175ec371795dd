/** Draws the dialog of acts. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { Form } from "../../part/form/view.tsx"
import { safeLines, safeText } from "../../part/safeText.ts"
import { TextInput } from "../../part/textInput/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import type { Theme } from "../../theme.ts"
import { type ActLine, actLines, askedLines } from "./lines.ts"
import { type ActState, isTypingAct, subjectAt, titleOf } from "./state.ts"

/** The dialog, with the command line that does the same. */
export interface ActView {
  readonly act: ActState
  /** The environment, in words. */
  readonly place: string
  /** The first of them; none: no command does the same. */
  readonly lines: ReadonlyArray<string>
}

const Line = ({ line, theme }: { readonly line: ActLine; readonly theme: Theme }): ReactNode => (
  <Text wrap="truncate" bold={line.isStrong === true} {...toned(theme, line.tone)}>
    {line.text === "" ? " " : line.text}
  </Text>
)

const Typed = ({
  act,
  columns,
  theme,
}: {
  readonly act: ActState
  readonly columns: number
  readonly theme: Theme
}) => (
  <Box flexDirection="column">
    <TextInput label="› " state={act.typed} columns={columns} isFocused />
    {act.isMistyped ? <Line line={{ text: "That is not it.", tone: "bad" }} theme={theme} /> : <Text> </Text>}
  </Box>
)

/** The command lines: one of them in two lines at most, of several the first ones and how many there are besides. */
const commandText = (commands: ReadonlyArray<string>, subjects: number, columns: number): ReadonlyArray<string> => {
  const [only] = commands
  if (only === undefined) return []
  if (subjects === 1) {
    return safeLines(only, columns)
      .slice(0, 2)
      .map((text, at) => `${at === 0 ? "$" : " "} ${text}`)
  }
  const more = subjects > commands.length ? [`  and ${subjects - commands.length} more; c copies all of them`] : []
  return [...commands.map((line) => `$ ${safeText(line, columns)}`), ...more]
}

const heading = (act: ActState): string =>
  titleOf(act.facts, act.inputs.length > 1 ? `${act.inputs.length} subjects` : subjectAt(act, 0))

/** The dialog of acts: title, command line, form or what would happen, and the question. */
export const ActDialog = ({ size, state: { act, lines: commands, place }, theme }: ViewProps<ActView>): ReactNode => {
  const asked = askedLines(act, place, size.columns)
  const isTyping = act.phase === "confirm" && isTypingAct(act)
  const command = commandText(commands, act.inputs.length, size.columns - 2)
  const warned = act.warning === undefined || act.phase === "done" ? [] : safeLines(act.warning, size.columns)
  const rows = Math.max(1, size.rows - 2 - command.length - warned.length - asked.length - (isTyping ? 2 : 0))
  const lines = actLines(act, size.columns)
  const top = Math.max(0, Math.min(act.top, lines.length - rows))
  return (
    <Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">
      <Line line={{ text: safeText(heading(act), size.columns), isStrong: true, tone: "accent" }} theme={theme} />
      {command.map((text, at) => (
        <Line key={at} line={{ text, tone: "dim" }} theme={theme} />
      ))}
      {warned.map((text) => (
        <Line key={text} line={{ text, tone: "warning", isStrong: true }} theme={theme} />
      ))}
      <Text> </Text>
      {act.phase === "form" ? <Form state={act.form} columns={size.columns} rows={rows} theme={theme} /> : null}
      {lines.slice(top, top + rows).map((one, at) => (
        <Line key={at} line={one} theme={theme} />
      ))}
      {asked.map((one) => (
        <Line key={one.text} line={one} theme={theme} />
      ))}
      {isTyping ? <Typed act={act} columns={size.columns} theme={theme} /> : null}
    </Box>
  )
}
