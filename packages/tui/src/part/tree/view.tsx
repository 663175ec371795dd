/** Draws a tree: the lines that fit, each as deep as its node. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import type { Theme } from "../../theme.ts"
import { safeText } from "../safeText.ts"
import { toned } from "../tone.ts"
import { type TreeLine, treeLines, type TreeState } from "./state.ts"

/** What a tree is drawn from. */
export interface TreeProps {
  readonly state: TreeState
  readonly columns: number
  readonly theme: Theme
  /** What is said where there is no node. */
  readonly empty?: string
}

/** Deeper lines are not moved further to the right: their depth is written instead. */
const DEPTH_MAX = 12

const beginOf = ({ depth, isOpen, node }: TreeLine): string => {
  const deep = depth > DEPTH_MAX ? `${"  ".repeat(DEPTH_MAX)}(${depth}) ` : "  ".repeat(depth)
  return `${deep}${node.children.length === 0 ? "·" : isOpen ? "▾" : "▸"} `
}

/** A tree in as many lines as its state has. */
export const Tree = ({ columns, empty = "There is nothing.", state, theme }: TreeProps): ReactNode => {
  const lines = treeLines(state)
  return (
    <Box flexDirection="column" width={columns} height={state.height} overflow="hidden">
      {lines.length === 0 ? <Text {...toned(theme, "dim")}>{empty}</Text> : null}
      {lines.slice(state.top, state.top + state.height).map((line, row) => {
        const isCurrent = state.top + row === state.cursor
        const begin = `${isCurrent ? "›" : " "} ${beginOf(line)}`
        return (
          <Text
            key={line.node.id}
            inverse={isCurrent}
            wrap="truncate"
            {...(isCurrent ? {} : toned(theme, line.node.tone))}
          >
            {begin}
            {safeText(line.node.text, Math.max(1, columns - begin.length))}
          </Text>
        )
      })}
    </Box>
  )
}
