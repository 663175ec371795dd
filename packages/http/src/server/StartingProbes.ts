/**
 * Answers probes of a process that brings its schema up to date, which may hold its event loop for minutes. A thread
 * has the port until the server binds it.
 */
import { threadModules } from "@garrison/core/kernel/work/threadModules"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Worker } from "node:worker_threads"
import type { TextAnswer } from "../request/Answer.ts"
import { aliveAnswer, notReady } from "../request/probeAnswers.ts"

type SentAnswer = Pick<TextAnswer, "status" | "headers" | "body">

/** What the thread is started with. */
export interface StartingAnswers {
  readonly host: string
  readonly port: number
  readonly alive: SentAnswer
  readonly starting: SentAnswer
}

const isSource = import.meta.url.endsWith(".ts")

/** The file of the thread. In the bundle of the command it lies beside the chunk of this file, too. */
const threadFile = new URL(isSource ? "startingThread.ts" : "startingThread.js", import.meta.url)

const sent = ({ body, headers, status }: TextAnswer): SentAnswer => ({ body, headers, status })

/** Has the port once this resolves, unless another process has it. */
const started = (host: string, port: number): Promise<Worker> =>
  new Promise((resolve) => {
    const workerData: StartingAnswers = { host, port, alive: sent(aliveAnswer), starting: sent(notReady(["starting"])) }
    const worker = new Worker(threadFile, { workerData, ...threadModules(process, isSource), name: "starting" })
    const settled = () => resolve(worker)
    // Probes that nobody answers are no reason not to start.
    worker.once("message", settled).once("error", settled).once("exit", settled)
  })

const ended = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    if (worker.threadId === -1) return resolve()
    worker.once("exit", () => resolve())
    worker.postMessage("end", [])
  })

/** Answers probes while a process starts. */
export class StartingProbes {
  readonly #host: string
  readonly #port: number
  #worker: Promise<Worker> | undefined

  /** They go to the port for probes, where there is one. Nobody can ask at port 0, which is another at each start. */
  constructor(where: { readonly host: string; readonly port: number; readonly probePort?: number | undefined }) {
    this.#host = where.host
    this.#port = where.probePort ?? where.port
  }

  /** Answers from now on. */
  readonly answer = Effect.promise(async () => {
    if (this.#port !== 0) await (this.#worker ??= started(this.#host, this.#port))
  })

  /** Gives the port back. */
  readonly release = Effect.promise(async () => {
    const worker = this.#worker
    this.#worker = undefined
    if (worker !== undefined) await ended(await worker)
  })
}

/** What has to end right before the server binds its ports. */
export const BeforeBinding = Context.Reference<Effect.Effect<void>>("@garrison/http/server/BeforeBinding", {
  defaultValue: () => Effect.void,
})
