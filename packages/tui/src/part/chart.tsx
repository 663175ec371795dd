/** Charts of one line: a sparkline of values over time, and a bar of a share. */
import { Text } from "ink"
import type { ReactNode } from "react"
import type { Theme } from "../theme.ts"
import type { Tone } from "./table/columns.ts"
import { toned } from "./tone.ts"

const levels = "▁▂▃▄▅▆▇█"

const eighths = " ▏▎▍▌▋▊▉█"

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

/** A share of a whole as a bar of so many columns; 0.5 fills the half. */
export const bar = (share: number, columns: number): string => {
  const filled = Math.round(Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * columns * 8)
  const whole = Math.floor(filled / 8)
  const part = filled % 8 === 0 ? "" : eighths[filled % 8]
  return `${"█".repeat(whole)}${part}`.padEnd(columns)
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
