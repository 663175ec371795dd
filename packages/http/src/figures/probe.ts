/**
 * The figures of a server as JSON, on the port for probes alone: they are for operators and their programs, and no part
 * of the interface of games. What is counted has closed lists of names (decisions,
 * section 14), so that other forms of the same figures can be served beside this one.
 */
import { ServerFigures } from "@garrison/core/figures/schema"
import { Tally } from "@garrison/core/kernel/work/Tally"
import { value, writerOf } from "@garrison/core/operation/answer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { named, ofHttp, route } from "../contract/route.ts"
import { content, written } from "../contract/success.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { Readiness } from "../Readiness.ts"
import { json } from "../request/Answer.ts"
import type { Admission } from "../server/Admission.ts"
import { Figures, FIGURES_OPERATION } from "./Figures.ts"

/** How often the delay of the event loop is noted, in ms, and how often it is measured. */
const NOTE_MILLIS = 1000
const MEASURE_MILLIS = 50

/** How long the answer waits for storage, in ms: whoever asks for figures wants them while storage is away, too. */
const READINESS_MILLIS = 200

const NANOS = 1_000_000

const answer = value(ServerFigures)

/** What is declared of it. */
const declaration = named(
  FIGURES_OPERATION,
  route(
    "GET /figures",
    {
      ...ofHttp,
      title: "What the server counts",
      sentence: "What was asked for in the last 15 minutes, and how it was answered.",
      answer,
    },
    { who: "open", mounts: ["probes"], lane: "none", success: written(content(answer)) },
  ),
)

/** Measures the event loop until the scope ends. */
const measureEventLoop = Effect.fnUntraced(function* (figures: Figures) {
  const delays = monitorEventLoopDelay({ resolution: MEASURE_MILLIS })
  delays.enable()
  const timer = setInterval(() => {
    // What is measured is the time between two measures.
    figures.delayed(delays.max / NANOS - MEASURE_MILLIS)
    delays.reset()
  }, NOTE_MILLIS)
  timer.unref()
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      clearInterval(timer)
      delays.disable()
    }),
  )
})

/** Counts from now on, until the scope ends. */
export const countFigures = Effect.fnUntraced(function* (version: string, admission: Admission) {
  const lifecycle = yield* Lifecycle
  const readiness = yield* Readiness
  const figures = new Figures(() => performance.now())
  yield* measureEventLoop(figures)
  const started = Date.now()
  const unready = readiness.missing.pipe(
    Effect.timeoutOrElse({ duration: READINESS_MILLIS, orElse: () => Effect.succeed(["hanging"]) }),
    Effect.map((missing: ReadonlyArray<string>) => [
      ...(lifecycle.isDraining() ? ["the server is stopping"] : []),
      ...missing,
      ...(lifecycle.isOverloaded() ? ["the server is overloaded"] : []),
    ]),
  )
  const write = writerOf(answer)
  const handler = () =>
    Effect.map(unready, (reasons) => {
      const gauges = { version, started, time: Date.now(), unready: reasons, lanes: admission.lanes }
      return json(200, write(figures.show(gauges)))
    })
  return { observer: figures.observer, context: Context.make(Tally, figures.tally), route: declaration, handler }
})
