/** Draws a menu: its line, its list with the cursor, and a sentence below. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { cellText, safeText } from "../part/safeText.ts"
import { TextInput } from "../part/textInput/view.tsx"
import { toned } from "../part/tone.ts"
import type { Size } from "../Screen.ts"
import type { Theme } from "../theme.ts"
import { type MenuState, topOf } from "./menu.ts"

/** A line of a menu. */
export interface MenuLine {
  readonly name: string
  readonly sentence: string
  /** True: it heads the lines below it. */
  readonly isHeading?: true
}

/** What a menu is drawn from. */
export interface MenuProps {
  readonly label: string
  readonly menu: MenuState
  readonly lines: ReadonlyArray<MenuLine>
  readonly size: Size
  readonly theme: Theme
  /** What is said where there is no line. */
  readonly empty: string
  /** A line below the list. */
  readonly below?: string
}

const Line = ({
  columns,
  isAt,
  line,
  name,
  theme,
}: {
  readonly columns: number
  readonly isAt: boolean
  readonly line: MenuLine
  readonly name: number
  readonly theme: Theme
}): ReactNode => {
  if (line.isHeading === true) {
    return (
      <Text bold wrap="truncate" {...toned(theme, "accent")}>
        {safeText(line.name, columns)}
      </Text>
    )
  }
  return (
    <Text wrap="truncate" inverse={isAt}>
      {isAt ? "› " : "  "}
      {cellText(line.name, name)}
      {"  "}
      {cellText(line.sentence, Math.max(0, columns - name - 4))}
    </Text>
  )
}

/** A menu in exactly the rows of its size. */
export const Menu = ({ below, empty, label, lines, menu, size, theme }: MenuProps): ReactNode => {
  const { columns } = size
  const rows = Math.max(1, size.rows - 3)
  const top = topOf(menu.at, rows, lines.length)
  const name = Math.min(
    Math.max(8, ...lines.map((line) => (line.isHeading === true ? 0 : line.name.length))),
    Math.floor(columns * 0.6),
  )
  return (
    <Box flexDirection="column" width={columns} height={size.rows} overflow="hidden">
      <TextInput label={label} state={menu.line} columns={columns} isFocused />
      <Text> </Text>
      <Box flexDirection="column" height={rows} flexShrink={0} overflow="hidden">
        {lines.length === 0 ? <Text wrap="truncate">{`  ${empty}`}</Text> : null}
        {lines.slice(top, top + rows).map((line, at) => (
          <Line
            key={`${line.name} ${top + at}`}
            columns={columns}
            isAt={top + at === menu.at}
            line={line}
            name={name}
            theme={theme}
          />
        ))}
      </Box>
      <Text wrap="truncate" {...toned(theme, "dim")}>
        {`  ${safeText(below ?? "", columns - 2)}`}
      </Text>
    </Box>
  )
}
