/** The difference of two texts, line by line. */
import { Text } from "ink"
import type { ReactNode } from "react"
import type { Theme } from "../theme.ts"
import { safeText } from "./safeText.ts"
import { toned } from "./tone.ts"

/** A line of a difference. `skipped`: so many equal lines, which nobody needs to see. */
export type DiffLine =
  | { readonly kind: "added" | "removed" | "same"; readonly text: string }
  | { readonly kind: "skipped"; readonly count: number }

/** Equal lines that are kept around a changed one. */
const CONTEXT = 3

/** Above so many different lines on a side, all are shown as removed and added: the best match would take too long. */
const COMPARED_MAX = 1500

type Changed = Extract<DiffLine, { readonly text: string }>

const as = (kind: Changed["kind"], texts: ReadonlyArray<string>): ReadonlyArray<Changed> =>
  texts.map((text) => ({ kind, text }))

/** The lines of both, by the longest sequence that they share. */
const compared = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Changed> => {
  if (before.length > COMPARED_MAX || after.length > COMPARED_MAX)
    return [...as("removed", before), ...as("added", after)]
  const width = after.length + 1
  /** The length of what the rests from two places on share. */
  const shared = new Uint16Array((before.length + 1) * width)
  const at = (i: number, j: number) => shared[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      shared[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: Array<Changed> = []
  let i = 0
  let j = 0
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ kind: "same", text: before[i] ?? "" })
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push({ kind: "removed", text: before[i] ?? "" })
      i += 1
    } else {
      lines.push({ kind: "added", text: after[j] ?? "" })
      j += 1
    }
  }
  return [...lines, ...as("removed", before.slice(i)), ...as("added", after.slice(j))]
}

const withoutFarLines = (lines: ReadonlyArray<Changed>): ReadonlyArray<DiffLine> => {
  const near = new Set<number>()
  for (const [at, { kind }] of lines.entries()) {
    if (kind === "same") continue
    for (let one = at - CONTEXT; one <= at + CONTEXT; one += 1) near.add(one)
  }
  const shown: Array<DiffLine> = []
  for (const [at, line] of lines.entries()) {
    const last = shown.at(-1)
    if (near.has(at)) shown.push(line)
    else if (last?.kind === "skipped") shown[shown.length - 1] = { kind: "skipped", count: last.count + 1 }
    else shown.push({ kind: "skipped", count: 1 })
  }
  return shown
}

/** The difference of two texts: lines that were removed and added, with some equal ones around them. */
export const diffLines = (before: string, after: string): ReadonlyArray<DiffLine> => {
  const a = before.split("\n")
  const b = after.split("\n")
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return withoutFarLines([
    ...as("same", a.slice(0, start)),
    ...compared(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...as("same", a.slice(a.length - end)),
  ])
}

/** What a difference is drawn from. */
export interface DiffProps {
  readonly lines: ReadonlyArray<DiffLine>
  /** The first line that is drawn, and how many. */
  readonly top: number
  readonly rows: number
  readonly columns: number
  readonly theme: Theme
}

const marks = { added: "+", removed: "-", same: " " } as const

const tones = { added: "good", removed: "bad", same: undefined } as const

/** The lines of a difference that fit. */
export const Diff = ({ columns, lines, rows, theme, top }: DiffProps): ReactNode =>
  lines.slice(top, top + rows).map((line, row) =>
    line.kind === "skipped" ? (
      <Text key={top + row} wrap="truncate" {...toned(theme, "dim")}>
        {`  … ${line.count} equal line${line.count === 1 ? "" : "s"}`}
      </Text>
    ) : (
      <Text key={top + row} wrap="truncate" {...toned(theme, tones[line.kind])}>
        {`${marks[line.kind]} ${/^ */.exec(line.text)?.[0]}`}
        {safeText(line.text.trimStart(), columns - 2)}
      </Text>
    ),
  )
