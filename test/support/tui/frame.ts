/** Views drawn as text, at a size, without a terminal and without a clock. */
import { Box, renderToString } from "ink"
import { createElement, type ReactNode } from "react"
import { inkWidth } from "./width.ts"

/** The columns and rows of a frame. */
export interface FrameSize {
  readonly columns: number
  readonly rows: number
}

/** What a view looks like in so many columns and rows. */
export const frameOf = (view: ReactNode, { columns, rows }: FrameSize): string =>
  renderToString(
    createElement(Box, { width: columns, height: rows, flexDirection: "column", overflow: "hidden" }, view),
    {
      columns,
    },
  )

/** What is wrong with the size of a frame; empty where every line fits. */
export const misfits = (frame: string, { columns, rows }: FrameSize): ReadonlyArray<string> => {
  const lines = frame.split("\n")
  return [
    ...(lines.length > rows ? [`${lines.length} rows, not ${rows}`] : []),
    ...lines.flatMap((line, at) => {
      const width = inkWidth(line)
      return width > columns ? [`line ${at + 1} has ${width} columns, not ${columns}`] : []
    }),
  ]
}
