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

/** What no line may have: what a terminal obeys, turns, joins or draws as nothing. */
export const obeyedOrUnseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Me}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Variation_Selector}]/u

/** What is wrong with a frame without colours; empty where every line fits and none has what must not be drawn. */
export const misfits = (frame: string, { columns, rows }: FrameSize): ReadonlyArray<string> => {
  const lines = frame.split("\n")
  return [
    ...(lines.length > rows ? [`${lines.length} rows, not ${rows}`] : []),
    ...lines.flatMap((line, at) => {
      const width = inkWidth(line)
      const unsafe = obeyedOrUnseen.exec(line)?.[0].codePointAt(0)?.toString(16)
      return [
        ...(width > columns ? [`line ${at + 1} has ${width} columns, not ${columns}`] : []),
        ...(unsafe === undefined ? [] : [`line ${at + 1} has U+${unsafe}: ${line}`]),
      ]
    }),
  ]
}
