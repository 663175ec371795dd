/** Trees for people. */
import { printable } from "./print.ts"

/** A line of a tree, and the lines below it. */
export interface TreeLine {
  readonly text: string
  readonly within: ReadonlyArray<TreeLine>
}

const below = (lines: ReadonlyArray<TreeLine>, indent: string): ReadonlyArray<string> =>
  lines.flatMap(({ text, within }, index) => {
    const isLast = index === lines.length - 1
    return [
      `${indent}${isLast ? "└─ " : "├─ "}${printable(text)}`,
      ...below(within, `${indent}${isLast ? "   " : "│  "}`),
    ]
  })

/** The tree as text, its branches drawn. */
export const tree = ({ text, within }: TreeLine): string => [printable(text), ...below(within, "")].join("\n")
