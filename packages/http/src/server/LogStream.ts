/**
 * Log lines on their way to a reader. A reader that stalls costs bounded memory: lines beyond the bound are dropped and
 * counted, and when the reader is back one line says how many there were (guarantees R45).
 */
import type { Writable } from "node:stream"

/** Writes `count` complete lines, each with its line end. */
export type WriteLines = (lines: string, count: number) => void

/**
 * Writes to a stream that holds at most about `bytesMax` for a slow reader. `droppedLine` makes the line that says how
 * many lines are missing at its place.
 */
export const boundedWriter = (
  stream: Writable,
  bytesMax: number,
  droppedLine: (count: number) => string,
): WriteLines => {
  let dropped = 0
  const resume = () => {
    const line = droppedLine(dropped)
    dropped = 0
    stream.write(line)
  }
  return (lines, count) => {
    // After the first dropped line all are dropped until the reader is back. So there is one gap, and it is marked.
    if (dropped === 0 && (!stream.writableNeedDrain || stream.writableLength + lines.length <= bytesMax)) {
      stream.write(lines)
      return
    }
    if (dropped === 0) stream.once("drain", resume)
    dropped += count
  }
}
