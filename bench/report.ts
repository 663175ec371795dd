/** The figures of a run: medians of interleaved rounds, as ratios to the floors measured in the same run. */
import { writeFileSync } from "node:fs"

/** One line of the report, in the form that other programs read (decisions, section 15). */
export interface Figure {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly floor: number
  readonly floor_name: string
  /** ours ÷ floor for rates, floor ÷ ours for times and sizes: higher is better in both. */
  readonly ratio: number
  readonly min: number
  readonly max: number
  /** 99th percentile latency of ours and of the floor in milliseconds, where requests were measured. */
  readonly p99?: { readonly ours: number; readonly floor: number }
  /** Processor time of the server per request, in microseconds: what the rate would say with a client of no cost. */
  readonly processor_us?: { readonly ours: number; readonly floor: number }
  /** The ratio to reach, where one is set. */
  readonly target?: number
}

/** The middle value; the mean of the two middle ones where their number is even. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** What was measured in one round, ours and the floor one after the other. */
export interface Round {
  readonly ours: number
  readonly floor: number
}

/** Sums up the rounds of one measurement. `higher` says whether a larger value is the better one. */
export const figureOf = (
  name: string,
  unit: string,
  floorName: string,
  higher: boolean,
  rounds: ReadonlyArray<Round>,
): Figure => {
  const ratios = rounds.map(({ ours, floor }) => (higher ? ours / floor : floor / ours))
  return {
    name,
    unit,
    ours: median(rounds.map(({ ours }) => ours)),
    floor: median(rounds.map(({ floor }) => floor)),
    floor_name: floorName,
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
  }
}

const short = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString("en") : Number(value.toPrecision(3)).toString()

const pair = (of: { readonly ours: number; readonly floor: number } | undefined): string =>
  of === undefined ? "" : `${short(of.ours)}/${short(of.floor)}`

const verdict = ({ ratio, target }: Figure): string =>
  target === undefined ? "" : `${ratio >= target ? "reached" : "MISSED"} ${target}`

/** The report as a table for people. */
export const tableOf = (figures: ReadonlyArray<Figure>): string => {
  const head = ["measurement", "unit", "ours", "floor", "floor is", "ratio", "min..max", "p99 ms", "cpu µs", "target"]
  const rows = figures.map((figure) => [
    figure.name,
    figure.unit,
    short(figure.ours),
    short(figure.floor),
    figure.floor_name,
    figure.ratio.toFixed(2),
    `${figure.min.toFixed(2)}..${figure.max.toFixed(2)}`,
    pair(figure.p99),
    pair(figure.processor_us),
    verdict(figure),
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: ReadonlyArray<string>): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")
}

/** Writes the figures as a JSON array to `file`. */
export const writeJson = (file: string, figures: ReadonlyArray<Figure>): void => {
  writeFileSync(file, `${JSON.stringify(figures, undefined, 2)}\n`)
}
