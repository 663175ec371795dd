/** What the figures say, as lines: a name, a course over time where there is one, and words. */
import type { OperationAnswer } from "../../operation.ts"
import type { Tone } from "@garrison/core/operation/show/Shown"

/** The figures as the operation answers. */
export type FiguresJson = OperationAnswer<"figures.show">
type ServerJson = NonNullable<FiguresJson["server"]>

/** A line of the figures. */
export interface FigureLine {
  readonly name: string
  /** Its course over the last 15 minutes, the oldest first; NaN: not known. Absent: it has none. */
  readonly course?: ReadonlyArray<number>
  readonly words: string
  readonly tone?: Tone | undefined
}

/** Rows of the screen from which on there is room for more than the lines that matter most. */
const ROOMY_ROWS = 30

/** The share of a roomy screen that the figures may take. */
const SHARE = 0.5

/** Lines that matter most. */
const FIRST_LINES = 11

const MINUTE = 60
const SECONDS = 15 * MINUTE

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)
const last = (numbers: ReadonlyArray<number>): number => numbers.at(-1) ?? 0
const millis = (value: number | null): string => (value === null ? "-" : `${value} ms`)

const PLATFORMS_SHOWN = 3

/** Where the players are, and how many of them others do not see. */
const platformWords = ({ invisible, platforms }: FiguresJson["database"]): string => {
  const parts = platforms
    .slice(0, PLATFORMS_SHOWN)
    .map(({ away, invisible: hidden, online, platform }) => `${platform} ${online + away + hidden}`)
  const further = platforms.length > PLATFORMS_SHOWN ? ["…"] : []
  const hidden = invisible === 0 ? [] : [`${invisible} invisible`]
  const words = [...parts, ...further, ...hidden]
  return words.length === 0 ? "" : `: ${words.join(", ")}`
}

/** Refused logins of one grant and code, with what the portal answered last. */
const refusedWords = ({
  code,
  count,
  grant,
  portal_status: status,
}: FiguresJson["database"]["refused_logins"][number]): string =>
  `${grant} ${code} ${count}${status === undefined ? "" : ` (last status ${status})`}`

const ofDatabase = ({ database }: FiguresJson, server: ServerJson | undefined): ReadonlyArray<FigureLine> => {
  const { bounded, minutes, players_online: online, refused_logins: refused } = database
  const least = bounded ? "at least " : ""
  const counted = (name: string, counts: ReadonlyArray<number>, perSecond: ReadonlyArray<number> | undefined) => {
    const now = perSecond === undefined ? "" : `, ${last(perSecond)}/s now`
    return { name, course: counts, words: `${least}${sum(counts)} in 15 minutes${now}` }
  }
  const series = server?.per_second
  return [
    { name: "online", words: `${least}${online} players${platformWords(database)}` },
    counted(
      "logins",
      minutes.map(({ logins }) => logins),
      series?.logins,
    ),
    counted(
      "refused",
      minutes.map((minute) => minute.logins_refused),
      series?.logins_refused,
    ),
    ...(refused.length === 0
      ? []
      : [{ name: "refused by", words: refused.map(refusedWords).join(", "), tone: "warning" as const }]),
    counted(
      "orders",
      minutes.map(({ orders }) => orders),
      series?.orders,
    ),
  ]
}

const laneWords = ({ in_flight: used, lane, places, queued }: ServerJson["lanes"][number]): string =>
  `${lane} ${used}${places === null ? "" : `/${places}`}${queued > 0 ? ` and ${queued} waiting` : ""}`

const portalWords = ({ calls, down, failures, last_status: status, portal }: ServerJson["portals"][number]): string =>
  `${portal} ${down ? "DOWN" : `${failures} of ${calls} failed`}${status === undefined ? "" : `, last status ${status}`}`

/** What a server that is younger than 15 minutes cannot know stays open, so that all lines have one course of time. */
const seconds = (known: ReadonlyArray<number | null>): ReadonlyArray<number> => [
  ...Array.from({ length: Math.max(0, SECONDS - known.length) }, () => Number.NaN),
  ...known.map((one) => one ?? Number.NaN),
]

const ofServer = (server: ServerJson): ReadonlyArray<FigureLine> => {
  const { codes, lanes, latency, per_second: series, portals } = server
  const failed = sum(series.failed.slice(-MINUTE))
  const queued = sum(lanes.map((lane) => lane.queued))
  const delays = series.event_loop_ms.filter((one) => one !== null)
  const isFailing = portals.some(({ down, failures_last_minute: recent }) => down || recent > 0)
  return [
    {
      name: "requests",
      course: seconds(series.requests),
      words: `${last(series.requests)}/s now, ${sum(series.requests)} in 15 minutes`,
    },
    {
      name: "refusals",
      course: seconds(series.refused),
      words: `${sum(series.refused.slice(-MINUTE))} refused, ${failed} failed in a minute`,
      tone: failed > 0 ? "bad" : undefined,
    },
    {
      name: "latency p95",
      course: seconds(series.p95_ms),
      words: `p50 ${millis(latency.p50_ms)} p95 ${millis(latency.p95_ms)} p99 ${millis(latency.p99_ms)}`,
    },
    {
      name: "event loop",
      course: seconds(series.event_loop_ms),
      words: `late by ${delays.at(-1) ?? "-"} ms now, ${delays.length === 0 ? "-" : Math.max(...delays)} ms at most`,
    },
    { name: "places", words: lanes.map(laneWords).join(", "), tone: queued > 0 ? "warning" : undefined },
    {
      name: "portals",
      words: portals.length === 0 ? "none was asked" : portals.map(portalWords).join(", "),
      tone: isFailing ? "bad" : undefined,
    },
    {
      name: "codes",
      words: codes.length === 0 ? "no refusal" : codes.map(({ count, name }) => `${name} ${count}`).join(", "),
    },
  ]
}

/** What is said of logins, orders and operations where there is room. */
const further = ({ logins, operations, order_results: results }: ServerJson): ReadonlyArray<FigureLine> => [
  ...(logins.length === 0
    ? []
    : [
        {
          name: "grants",
          words: logins.map(({ done, grant, refused }) => `${grant} ${done}, ${refused} refused`).join("; "),
        },
      ]),
  ...(results.length === 0
    ? []
    : [{ name: "results", words: results.map(({ count, name }) => `${name} ${count}`).join(", ") }]),
  ...operations.map(({ failed, operation, p95_ms: p95, refused, requests }, at) => ({
    name: at === 0 ? "operations" : "",
    words: `${operation}: ${requests}, ${refused} refused, ${failed} failed, p95 ${millis(p95)}`,
    tone: failed > 0 ? ("warning" as const) : undefined,
  })),
]

/** The figures as lines of the terminal, on a screen of so many rows. */
export const figureLines = (figures: FiguresJson, rows: number): ReadonlyArray<FigureLine> => {
  const { server, server_absent: because } = figures
  const absent: FigureLine = { name: "server", words: because ?? "absent", tone: "dim" }
  if (server === undefined) return [...ofDatabase(figures, server), absent]
  const most = rows < ROOMY_ROWS ? FIRST_LINES : Math.max(FIRST_LINES, Math.floor(rows * SHARE))
  return [...ofDatabase(figures, server), ...ofServer(server), ...further(server)].slice(0, most)
}
