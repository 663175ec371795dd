/** What can be copied of what is selected: its id, its row as JSON, the command line that shows it. */
import { Box, Text } from "ink"
import type { Binding } from "../../binding.ts"
import { safeText } from "../../part/safeText.ts"
import type { ScreenEvent, Selection, ViewProps } from "../../Screen.ts"
import { type OpenedOverlay, type Overlay, type OverlayStep, want, type World } from "../overlay.ts"

type CopyAction = "id" | "row" | "line" | "close"

/** The texts that can be copied. */
export interface CopyState {
  readonly id: string | undefined
  readonly row: string | undefined
  readonly line: string | undefined
}

const bindings: ReadonlyArray<Binding<CopyState, CopyAction>> = [
  { action: "id", keys: ["i", "y"], sentence: "Copy the id", word: "id" },
  { action: "row", keys: ["r", "j"], sentence: "Copy the row as JSON", word: "row" },
  { action: "line", keys: ["c"], sentence: "Copy the command line that shows it", word: "command" },
  { action: "close", keys: ["escape", "q"], sentence: "Leave", word: "leave" },
]

const names = { id: "the id", row: "the row as JSON", line: "the command line" } as const

const updateCopy = (state: CopyState, event: ScreenEvent<CopyAction>): OverlayStep<CopyState> => {
  if (event.type !== "action") return want(state)
  if (event.action === "close") return want(state, { type: "close" })
  const what = names[event.action]
  const text = state[event.action]
  if (text === undefined)
    return want(state, { type: "say", text: `There is nothing to copy for ${what}.`, tone: "info" })
  return want(
    state,
    { type: "copy", text, what },
    { type: "say", text: `Copied: ${what}.`, tone: "good" },
    { type: "close" },
  )
}

const Copy = ({ size, state }: ViewProps<CopyState>) => (
  <Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">
    {(["id", "row", "line"] as const).map((name) => (
      <Text key={name} wrap="truncate">
        {`${name === "line" ? "c" : name[0]}  ${names[name].padEnd(18)}${safeText(state[name] ?? "–", Math.max(1, size.columns - 21))}`}
      </Text>
    ))}
  </Box>
)

/** What can be copied, as an overlay. */
export const copyOverlay: Overlay<CopyState, CopyAction> = {
  name: "copy",
  bindings,
  update: updateCopy,
  crumb: () => "copy",
  isTyping: () => false,
  view: Copy,
}

/** What can be copied of a selection. */
export const openCopy = (
  { id, input, operation, row }: Selection,
  { commandLine }: World,
): OpenedOverlay<CopyState> => ({
  overlay: copyOverlay,
  step: want({
    id,
    row: row === undefined ? undefined : JSON.stringify(row),
    line: operation === undefined ? undefined : commandLine.lineOf(operation, { ...input }, {}),
  }),
})
