/** What `garrison status` does. */
import { listAttention } from "@garrison/core/attention/operations/listAttention"
import type { AttentionRow } from "@garrison/core/attention/schema"
import { showFigures } from "@garrison/core/figures/operations/showFigures"
import { RunningServer, type ServerAnswer } from "@garrison/core/figures/RunningServer"
import { ServerFigures } from "@garrison/core/figures/schema"
import { Readiness } from "@garrison/http/Readiness"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { tellingStorage, withDatabase } from "../local.ts"
import type { OperationAnswer } from "../operate.ts"
import type { ListForm } from "../output/form.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { printData, printJson, printLines } from "../output/print.ts"
import { table } from "../output/table.ts"
import { runningServer } from "../runningServer.ts"
import { currentSettings } from "../settings/current.ts"
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

/** What was read, or why it could not be. */
type Read<A> = { readonly value: A } | { readonly failure: CommandFailure }

const attempted = <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<Read<A>, E, R> =>
  Effect.matchEffect(tellingStorage()(read), {
    onFailure: (failure): Effect.Effect<Read<A>, E> =>
      failure instanceof CommandFailure ? Effect.succeed({ failure }) : Effect.fail(failure),
    onSuccess: (value): Effect.Effect<Read<A>, E> => Effect.succeed({ value }),
  })

/** What is known at one moment. */
interface Known {
  readonly figures: Read<Stored>
  readonly attention: Read<Attention>
  /** What the server says, whatever the database does. */
  readonly server: ServerAnswer
  /** Why the database takes no write, and who holds the lock that is in the way; empty: it takes writes. */
  readonly storage: { readonly unready: ReadonlyArray<string>; readonly held_by?: string }
}

const storageLines = ({ held_by: heldBy, unready }: Known["storage"]): ReadonlyArray<string> =>
  unready.map(
    (cause) => `${"database".padEnd(15)} takes no writes: ${cause}${heldBy === undefined ? "" : `, held by ${heldBy}`}`,
  )

const failureLines = ({ next, sentence }: CommandFailure): ReadonlyArray<string> => [
  sentence,
  ...(next === undefined ? [] : [`        ${next}`]),
]

const attentionLines = ({ restrictions_cut: isCut, rows }: Attention): ReadonlyArray<string> => [
  ...(rows.length === 0 ? ["Nothing needs attention."] : rows.map(attentionLine)),
  ...(isCut ? ["More restrictions end within a day."] : []),
]

const answerLines = (server: ServerAnswer): ReadonlyArray<string> =>
  server.state === "live" ? serverLines(server.figures) : ["", `server: ${server.because}`]

const screen = ({ attention, figures, server, storage }: Known): string =>
  [
    ...storageLines(storage),
    ...("value" in figures ? storedLines(figures.value) : failureLines(figures.failure)),
    ...answerLines(server),
    "",
    ...("value" in attention ? attentionLines(attention.value) : failureLines(attention.failure)),
  ].join("\n")

const encodeFigures = Schema.encodeSync(showFigures.answer.schema)
const encodeAttention = Schema.encodeSync(listAttention.answer.schema)
const failureJson = ({ next, sentence }: CommandFailure) => ({ sentence, next })

const knownJson = ({ attention, figures, storage }: Known) => ({
  ...("value" in figures
    ? { figures: encodeFigures(figures.value) }
    : { figures_failed: failureJson(figures.failure) }),
  ...("value" in attention
    ? { attention: encodeAttention(attention.value) }
    : { attention_failed: failureJson(attention.failure) }),
  ...(storage.unready.length > 0 && { storage }),
})

const answerIn = ({ server, server_absent: because = "none" }: Stored): ServerAnswer =>
  server === undefined ? { state: "absent", because } : { state: "live", figures: server }

const look = Effect.gen(function* () {
  const { holders, missing } = yield* Readiness
  const unready = yield* missing
  const heldBy = unready.length === 0 ? undefined : yield* holders
  const figures = yield* attempted(showFigures.run({}, operatorAct()))
  const known: Known = {
    figures,
    attention: yield* attempted(listAttention.run({}, operatorAct())),
    server: "value" in figures ? answerIn(figures.value) : yield* (yield* RunningServer).ask,
    storage: { unready, ...(heldBy !== undefined && { held_by: heldBy }) },
  }
  return known
})

const once = Effect.fnUntraced(function* ({ json, ndjson }: ListForm) {
  const known = yield* look
  if (ndjson) return yield* printLines([knownJson(known)])
  return yield* json ? printJson(knownJson(known)) : printData(screen(known))
})

/** What the server of the settings says, where the database cannot even be opened. */
const serverAlone = Effect.fnUntraced(function* ({ json, ndjson }: ListForm) {
  const { values } = yield* currentSettings()
  const server = yield* runningServer(values).ask
  if (json || ndjson) {
    return yield* printLines(
      server.state === "live" ? [{ server: Schema.encodeSync(ServerFigures)(server.figures) }] : [],
    )
  }
  return yield* printData(answerLines(server).join("\n").trimStart())
})

/**
 * Shows the figures and what needs attention, once or again and again. What cannot be read is said in its place. Where
 * the database cannot be opened, it shows what the server says, and fails.
 */
export const showStatus = Effect.fn("Status.show")(function* (input: ListForm & { readonly watch: boolean }) {
  const again = Effect.forever(Effect.andThen(Effect.sleep(WATCH_MILLIS), once(input)))
  const shown = Effect.provide(input.watch ? Effect.andThen(once(input), again) : once(input), Readiness.layer)
  return yield* Effect.tapError(withDatabase("read", shown), (error) =>
    error instanceof CommandFailure && error.kind === "failure" ? serverAlone(input) : Effect.void,
  )
})
