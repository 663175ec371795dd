/** What the figures say, as lines: a name, bars where there is a course of time, and words. */
import type { OperationAnswer } from "../../operation.ts"
import { sparkline } from "../../part/chart/sparkline.ts"
import type { Tone } from "../../part/table/columns.ts"

/** The figures as the operation answers. */
export type FiguresJson = OperationAnswer<"figures.show">
type ServerJson = NonNullable<FiguresJson["server"]>

/** A line of the figures. */
export interface FigureLine {
  readonly name: string
  /** Bars over time; empty: there are none. */
  readonly bars: string
  readonly words: string
  readonly tone?: Tone | undefined
}

/** How many lines there are at the most. */
export const FIGURE_LINES = 11

const MINUTE = 60

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)
const last = (numbers: ReadonlyArray<number>): number => numbers.at(-1) ?? 0
const millis = (value: number | null): string => (value === null ? "-" : `${value} ms`)

/** As many columns as bars get beside the words. */
const barColumns = (columns: number): number => Math.max(0, Math.min(60, columns - 15 - 38))

const ofDatabase = (
  { database }: FiguresJson,
  columns: number,
  server: ServerJson | undefined,
): ReadonlyArray<FigureLine> => {
  const { bounded, minutes, players_online: online } = database
  const least = bounded ? "at least " : ""
  const course = (name: string, counts: ReadonlyArray<number>, perSecond: ReadonlyArray<number> | undefined) => {
    const now = perSecond === undefined ? "" : `, ${last(perSecond)}/s now`
    // Each minute is as wide as the room allows, so that the lines below have the same course of time.
    const width = Math.max(1, Math.floor(barColumns(columns) / counts.length))
    const wide = counts.flatMap((count) => Array.from({ length: width }, () => count))
    return { name, bars: sparkline(wide, wide.length), words: `${least}${sum(counts)} in 15 minutes${now}` }
  }
  const series = server?.per_second
  return [
    { name: "online", bars: "", words: `${least}${online} players` },
    course(
      "logins",
      minutes.map(({ logins }) => logins),
      series?.logins,
    ),
    course(
      "refused",
      minutes.map((minute) => minute.logins_refused),
      series?.logins_refused,
    ),
    course(
      "orders",
      minutes.map(({ orders }) => orders),
      series?.orders,
    ),
  ]
}

const laneWords = ({ in_flight: used, lane, places, queued }: ServerJson["lanes"][number]): string =>
  `${lane} ${used}${places === null ? "" : `/${places}`}${queued > 0 ? ` and ${queued} waiting` : ""}`

const portalWords = ({ calls, down, failures, portal }: ServerJson["portals"][number]): string =>
  `${portal} ${down ? "DOWN" : `${failures} of ${calls} failed`}`

const ofServer = (server: ServerJson, columns: number): ReadonlyArray<FigureLine> => {
  const { codes, lanes, latency, per_second: series, portals } = server
  const room = barColumns(columns)
  const failed = sum(series.failed.slice(-MINUTE))
  const queued = sum(lanes.map((lane) => lane.queued))
  const delays = series.event_loop_ms.filter((one) => one !== null)
  const isFailing = portals.some(({ down, failures_last_minute: recent }) => down || recent > 0)
  return [
    {
      name: "requests",
      bars: sparkline(series.requests, room),
      words: `${last(series.requests)}/s now, ${sum(series.requests)} in all`,
    },
    {
      name: "refusals",
      bars: sparkline(series.refused, room),
      words: `${sum(series.refused.slice(-MINUTE))} refused, ${failed} failed in a minute`,
      tone: failed > 0 ? "bad" : undefined,
    },
    {
      name: "latency p95",
      bars: sparkline(series.p95_ms, room, "largest"),
      words: `p50 ${millis(latency.p50_ms)} p95 ${millis(latency.p95_ms)} p99 ${millis(latency.p99_ms)}`,
    },
    {
      name: "event loop",
      bars: sparkline(series.event_loop_ms, room, "largest"),
      words: `late by ${delays.at(-1) ?? "-"} ms now, ${delays.length === 0 ? "-" : Math.max(...delays)} ms at most`,
    },
    { name: "places", bars: "", words: lanes.map(laneWords).join(", "), tone: queued > 0 ? "warning" : undefined },
    {
      name: "portals",
      bars: "",
      words: portals.length === 0 ? "none was asked" : portals.map(portalWords).join(", "),
      tone: isFailing ? "bad" : undefined,
    },
    {
      name: "codes",
      bars: "",
      words: codes.length === 0 ? "no refusal" : codes.map(({ count, name }) => `${name} ${count}`).join(", "),
    },
  ]
}

/** The figures as lines of the terminal. */
export const figureLines = (figures: FiguresJson, columns: number): ReadonlyArray<FigureLine> => {
  const { server, server_absent: because } = figures
  const absent: FigureLine = { name: "server", bars: "", words: because ?? "absent", tone: "dim" }
  return [...ofDatabase(figures, columns, server), ...(server === undefined ? [absent] : ofServer(server, columns))]
}
