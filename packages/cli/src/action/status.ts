/** What `garrison status` does. */
import { listAttention } from "@garrison/core/attention/operations/listAttention"
import type { AttentionRow } from "@garrison/core/attention/schema"
import { showFigures } from "@garrison/core/figures/operations/showFigures"
import type { ServerFigures } from "@garrison/core/figures/schema"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { withDatabase } from "../local.ts"
import type { ListForm, OperationAnswer } from "../operate.ts"
import { printData, printJson, printLines } from "../output/print.ts"
import { table } from "../output/table.ts"
import { operatorAct } from "./operator.ts"

/** How often it is shown again, in ms. */
const WATCH_MILLIS = 2000

type Stored = OperationAnswer<typeof showFigures>
type Attention = OperationAnswer<typeof listAttention>

const BARS = "▁▂▃▄▅▆▇█"

/** Numbers as bars, the largest the highest. */
const bars = (numbers: ReadonlyArray<number>): string => {
  const most = Math.max(1, ...numbers)
  return numbers.map((one) => BARS[Math.ceil((one / most) * (BARS.length - 1))]).join("")
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)

const storedLines = ({ database }: Stored): ReadonlyArray<string> => {
  const { bounded, invisible, minutes, players_online: online, refused_logins: refused } = database
  const least = bounded ? "at least " : ""
  const line = (name: string, numbers: ReadonlyArray<number>) =>
    `${name.padEnd(15)} ${bars(numbers)} ${least}${sum(numbers)} in 15 minutes`
  return [
    `${"players online".padEnd(15)} ${least}${online}${invisible === 0 ? "" : `, ${invisible} of them invisible`}`,
    line(
      "logins",
      minutes.map(({ logins }) => logins),
    ),
    line(
      "refused logins",
      minutes.map((minute) => minute.logins_refused),
    ),
    ...refused.map(
      ({ code, count, grant, portal_status: status }) =>
        `${"".padEnd(15)} ${grant} ${code} ${count}${status === undefined ? "" : `, last status of the portal ${status}`}`,
    ),
    line(
      "orders",
      minutes.map(({ orders }) => orders),
    ),
  ]
}

const millis = (value: number | null): string => (value === null ? "-" : `${value} ms`)

const OPERATIONS_SHOWN = 5

const lastMinute = (numbers: ReadonlyArray<number>): number => sum(numbers.slice(-60))

const serverLines = (server: ServerFigures): ReadonlyArray<string> => {
  const { codes, lanes, latency, operations, per_second: series, portals, unready } = server
  return [
    "",
    `server ${server.version}: ${unready.length === 0 ? "ready" : `not ready: ${unready.join(", ")}`}`,
    `${"requests".padEnd(15)} ${lastMinute(series.requests)} in the last minute, ${lastMinute(series.refused)} refused, ${lastMinute(series.failed)} failed`,
    `${"latency".padEnd(15)} p50 ${millis(latency.p50_ms)}, p95 ${millis(latency.p95_ms)}, p99 ${millis(latency.p99_ms)}`,
    `${"places".padEnd(15)} ${lanes.map(({ in_flight: used, lane, places, queued }) => `${lane} ${used}/${places ?? "∞"}${queued > 0 ? ` +${queued} waiting` : ""}`).join(", ")}`,
    ...portals.map(
      ({ calls, down, failures, last_status: status, portal }) =>
        `${"portal".padEnd(15)} ${portal}: ${failures} of ${calls} failed${status === undefined ? "" : `, last status ${status}`}${down ? ", down" : ""}`,
    ),
    ...(codes.length === 0
      ? []
      : [
          `${"refusals".padEnd(15)} ${codes
            .slice(0, OPERATIONS_SHOWN)
            .map(({ count, name }) => `${name} ${count}`)
            .join(", ")}`,
        ]),
    "",
    ...(operations.length === 0
      ? []
      : [
          table(
            [
              { heading: "OPERATION", text: ({ operation }) => operation },
              { heading: "REQUESTS", text: ({ requests }) => String(requests) },
              { heading: "REFUSED", text: ({ refused }) => String(refused) },
              { heading: "FAILED", text: ({ failed }) => String(failed) },
              { heading: "P50", text: (one) => millis(one.p50_ms) },
              { heading: "P99", text: (one) => millis(one.p99_ms) },
            ],
            operations.slice(0, OPERATIONS_SHOWN),
          ),
        ]),
  ]
}

const attentionLine = ({ command, sentence, urgency }: AttentionRow): string =>
  `${urgency.padEnd(7)} ${sentence}${command === undefined ? "" : `\n        ${command}`}`

const screen = (figures: Stored, { restrictions_cut: isCut, rows }: Attention): string =>
  [
    ...storedLines(figures),
    ...(figures.server === undefined
      ? ["", `server: ${figures.server_absent ?? "none"}`]
      : serverLines(figures.server)),
    "",
    ...(rows.length === 0 ? ["Nothing needs attention."] : rows.map(attentionLine)),
    ...(isCut ? ["More restrictions end within a day."] : []),
  ].join("\n")

const encodeFigures = Schema.encodeSync(showFigures.answer.schema)
const encodeAttention = Schema.encodeSync(listAttention.answer.schema)

const once = Effect.fnUntraced(function* ({ json, ndjson }: ListForm) {
  const figures = yield* showFigures.run({}, operatorAct())
  const attention = yield* listAttention.run({}, operatorAct())
  const data = () => ({ figures: encodeFigures(figures), attention: encodeAttention(attention) })
  if (ndjson) return yield* printLines([data()])
  return yield* json ? printJson(data()) : printData(screen(figures, attention))
})

/** Shows the figures and what needs attention, once or again and again. */
export const showStatus = Effect.fn("Status.show")(function* (input: ListForm & { readonly watch: boolean }) {
  const again = Effect.forever(Effect.andThen(Effect.sleep(WATCH_MILLIS), once(input)))
  return yield* withDatabase("read", input.watch ? Effect.andThen(once(input), again) : once(input))
})
