/** What can be copied of what is selected: its id, its row as JSON, the command line that shows it. */
import { Box, Text } from "ink"
import type { Binding } from "../../binding.ts"
import { type DialogAction, dialogBindings } from "../../part/dialog/keys.ts"
import { type Button, updateButtons } from "../../part/dialog/state.ts"
import { Dialog, dialogRoom } from "../../part/dialog/view.tsx"
import { safeLines } from "../../part/safeText.ts"
import type { ScreenEvent, Selection, ViewProps } from "../../Screen.ts"
import { type OpenedOverlay, type Overlay, type OverlayStep, want, type World } from "../overlay.ts"

type What = "id" | "row" | "line"

type CopyAction = DialogAction | What | "choose" | "close"

/** The texts that can be copied, and which one has the cursor. */
export interface CopyState {
  readonly texts: Readonly<Record<What, string | undefined>>
  readonly at: number
}

const bindings: ReadonlyArray<Binding<unknown, CopyAction>> = [
  { action: "choose", keys: ["enter"], sentence: "Copy what is at the cursor", word: "copy" },
  { action: "id", keys: ["i", "y"], sentence: "Copy the id", word: "id" },
  { action: "row", keys: ["r", "j"], sentence: "Copy the row as JSON", word: "row" },
  { action: "line", keys: ["c"], sentence: "Copy the command line that shows it", word: "command" },
  { action: "close", keys: ["escape", "q"], sentence: "Leave", word: "leave" },
  ...dialogBindings,
]

const all = ["id", "row", "line"] as const

const names: Readonly<Record<What, string>> = { id: "the id", row: "the row as JSON", line: "the command line" }

const copied = (state: CopyState, what: What): OverlayStep<CopyState> => {
  const text = state.texts[what]
  if (text === undefined) {
    return want(state, { type: "say", text: `There is nothing to copy for ${names[what]}.`, tone: "info" })
  }
  return want(
    state,
    { type: "copy", text, what: names[what] },
    { type: "say", text: `Copied: ${names[what]}.`, tone: "good" },
    { type: "close" },
  )
}

const updateCopy = (state: CopyState, event: ScreenEvent<CopyAction>): OverlayStep<CopyState> => {
  if (event.type !== "action") return want(state)
  const { action } = event
  switch (action) {
    case "close":
      return want(state, { type: "close" })
    case "choose":
      return copied(state, all[state.at] ?? "id")
    case "buttonNext":
    case "buttonBefore":
      return want({ ...state, at: updateButtons(state.at, all.length, action) })
    default:
      return copied(state, action)
  }
}

const buttonsOf = ({ texts }: CopyState): ReadonlyArray<Button> =>
  all.map((name) => ({ name, label: names[name], unusable: texts[name] === undefined ? "There is none." : undefined }))

/** Lines of a text that are shown. */
const LINES_MAX = 6

const Copy = ({ size, state, theme }: ViewProps<CopyState>) => {
  const text = state.texts[all[state.at] ?? "id"] ?? "–"
  const lines = safeLines(text.slice(0, 2000), dialogRoom(size).columns).slice(0, LINES_MAX)
  return (
    <Dialog title="Copy" size={size} buttons={buttonsOf(state)} at={state.at} theme={theme}>
      <Box flexDirection="column">
        {lines.map((line, at) => (
          <Text key={at} wrap="truncate">
            {line}
          </Text>
        ))}
      </Box>
    </Dialog>
  )
}

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
): OpenedOverlay<CopyState> => {
  const line = operation === undefined ? undefined : commandLine.lineOf(operation, { ...input }, {})
  const texts = { id, row: row === undefined ? undefined : JSON.stringify(row), line }
  return {
    overlay: copyOverlay,
    step: want({
      texts,
      at: Math.max(
        0,
        all.findIndex((what) => texts[what] !== undefined),
      ),
    }),
  }
}
