/** A chart of one line: values over time as blocks. */
import { Text } from "ink"
import type { ReactNode } from "react"
import type { Theme } from "../theme.ts"
import type { Tone } from "@garrison/core/operation/show/Shown"
import { toned } from "./tone.ts"

const levels = "▁▂▃▄▅▆▇█"

/** The values for so many columns: the highest of those that share one, so that no peak is lost. */
const sampled = (values: ReadonlyArray<number>, columns: number): ReadonlyArray<number> => {
  if (values.length <= columns) return values
  return Array.from({ length: columns }, (_, at) => {
    const from = Math.floor((at * values.length) / columns)
    const to = Math.max(from + 1, Math.floor(((at + 1) * values.length) / columns))
    const known = values.slice(from, to).filter((value) => Number.isFinite(value))
    return known.length === 0 ? Number.NaN : Math.max(...known)
  })
}

/** Values as a line of blocks, the latest at the right; what is not a number is a gap. Nothing is as low as zero. */
export const sparkline = (values: ReadonlyArray<number>, columns: number): string => {
  const shown = sampled(values.slice(-100_000), Math.max(0, Math.floor(columns)))
  const most = Math.max(0, ...shown.filter((value) => Number.isFinite(value)))
  const drawn = shown.map((value) => {
    if (!Number.isFinite(value)) return " "
    if (value <= 0 || most === 0) return levels[0]
    return levels[Math.max(1, Math.ceil((value / most) * (levels.length - 1)))]
  })
  return drawn.join("").padStart(Math.max(0, Math.floor(columns)))
}

/** What a sparkline is drawn from. */
export interface SparklineProps {
  readonly values: ReadonlyArray<number>
  readonly columns: number
  readonly theme: Theme
  readonly tone?: Tone
}

const inWords = (values: ReadonlyArray<number>): string => {
  const known = values.filter((value) => Number.isFinite(value))
  return known.length === 0 ? "no values" : `from ${Math.min(...known)} to ${Math.max(...known)}, now ${known.at(-1)}`
}

/** A sparkline; for a screen reader, what it shows in words. */
export const Sparkline = ({ columns, theme, tone = "accent", values }: SparklineProps): ReactNode => (
  <Text wrap="truncate" {...toned(theme, tone)}>
    {theme.isScreenReader ? inWords(values) : sparkline(values, columns)}
  </Text>
)
