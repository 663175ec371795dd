/** Trees for people. */
import type { Line } from "@garrison/core/operation/show/Shown"
import { lineText } from "../row/show.ts"

const below = (lines: ReadonlyArray<Line>, indent: string): ReadonlyArray<string> =>
  lines.flatMap((line, index) => {
    const isLast = index === lines.length - 1
    return [
      `${indent}${isLast ? "└─ " : "├─ "}${lineText(line)}`,
      ...below(line.within ?? [], `${indent}${isLast ? "   " : "│  "}`),
    ]
  })

/** The tree as text, its branches drawn. */
export const tree = (line: Line): string => [lineText(line), ...below(line.within ?? [], "")].join("\n")
