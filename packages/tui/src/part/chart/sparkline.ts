/** Numbers as a line of bars: how something went, in one row of the terminal. */

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const

/** What stands for a number that is not known. */
const UNKNOWN = " "

/** Numbers that share a column of the terminal become one: their sum, or the largest of them. */
export type Joining = "sum" | "largest"

const joinedTo = (numbers: ReadonlyArray<number | null>, joining: Joining): number | null => {
  const known = numbers.filter((one) => one !== null)
  if (known.length === 0) return null
  return joining === "sum" ? known.reduce((sum, one) => sum + one, 0) : Math.max(...known)
}

/** As many numbers as there are columns, the newest at the end; fewer stay as they are. */
const squeezed = (
  numbers: ReadonlyArray<number | null>,
  columns: number,
  joining: Joining,
): ReadonlyArray<number | null> => {
  if (numbers.length <= columns) return numbers
  const each = Math.ceil(numbers.length / columns)
  // From the end, so that a bar does not change its numbers when the oldest ones go.
  const first = numbers.length % each
  const starts = Array.from({ length: Math.floor(numbers.length / each) }, (_, at) => first + at * each)
  const whole = starts.map((start) => joinedTo(numbers.slice(start, start + each), joining))
  return first === 0 ? whole : [joinedTo(numbers.slice(0, first), joining), ...whole].slice(-columns)
}

/**
 * The bars of numbers, the largest of them the highest, in at most so many columns. Zero is the lowest bar; null, which
 * is not known, is a space.
 */
export const sparkline = (numbers: ReadonlyArray<number | null>, columns: number, joining: Joining = "sum"): string => {
  if (columns < 1) return ""
  const drawn = squeezed(numbers, columns, joining)
  const most = Math.max(Number.MIN_VALUE, ...drawn.map((one) => one ?? 0))
  return drawn
    .map((one) => (one === null ? UNKNOWN : BARS[Math.ceil((Math.max(0, one) / most) * (BARS.length - 1))]))
    .join("")
}
