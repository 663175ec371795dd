/** Draws a dialog in the middle of its room: a frame with a title, what it says, and its buttons. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import type { Size } from "../../Screen.ts"
import type { Theme } from "../../theme.ts"
import { safeText } from "../safeText.ts"
import type { Tone } from "@garrison/core/operation/show/Shown"
import { toned } from "../tone.ts"
import type { Button } from "./state.ts"

/** What a dialog is drawn from. */
export interface DialogProps {
  readonly title: string
  readonly tone?: Tone
  /** The room that it is drawn in the middle of. */
  readonly size: Size
  readonly buttons: ReadonlyArray<Button>
  readonly at: number
  readonly theme: Theme
  /** What it says. It has {@link dialogRoom} to do so. */
  readonly children: ReactNode
}

/** The widest that a dialog is, in columns: longer lines are hard to read. */
const COLUMNS_MAX = 100

/** The columns and rows inside a dialog for what it says. */
export const dialogRoom = ({ columns, rows }: Size): Size => ({
  columns: Math.max(1, Math.min(columns, COLUMNS_MAX) - 4),
  rows: Math.max(1, rows - 5),
})

const ButtonLabel = ({
  button,
  isAt,
  theme,
}: {
  readonly button: Button
  readonly isAt: boolean
  readonly theme: Theme
}) => (
  <Text
    inverse={isAt && button.unusable === undefined}
    strikethrough={button.unusable !== undefined}
    {...toned(theme, button.unusable === undefined ? undefined : "dim")}
  >
    {`${isAt ? "›" : " "}[ ${safeText(button.label)} ]`}
  </Text>
)

/** A dialog. For a screen reader it has no frame. */
export const Dialog = ({ at, buttons, children, size, theme, title, tone = "accent" }: DialogProps): ReactNode => {
  const colour = theme[tone]
  const frame = theme.isScreenReader
    ? {}
    : { borderStyle: "round" as const, ...(colour !== undefined && { borderColor: colour }) }
  return (
    <Box width={size.columns} height={size.rows} justifyContent="center" alignItems="flex-start" overflow="hidden">
      <Box {...frame} flexDirection="column" paddingX={1} width={Math.min(size.columns, COLUMNS_MAX)}>
        <Text bold wrap="truncate" {...toned(theme, tone)}>
          {safeText(title)}
        </Text>
        <Box flexDirection="column" flexShrink={0}>
          {children}
        </Box>
        <Box gap={1}>
          {buttons.map((button, place) => (
            <ButtonLabel key={button.name} button={button} isAt={place === at} theme={theme} />
          ))}
        </Box>
      </Box>
    </Box>
  )
}
