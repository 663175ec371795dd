/**
 * Checks large documents in a thread of their own, so that a process that serves players goes on serving. A thread is
 * started for a document and ends with its answer, so that its memory is free before the catalog is linked. Small
 * documents are checked in the thread of the caller, because a thread takes longer to start. The threads of effect
 * (`effect/workers`) need a platform from `@effect/platform-node`, which a host would install for this alone.
 */
import { CatalogPreparation, type Preparation, preparationHere } from "@garrison/core/catalog/CatalogPreparation"
import { CatalogNotPrepared } from "@garrison/core/catalog/errors"
import type { PreparationOptions, PreparedCatalog } from "@garrison/core/catalog/publishable"
import { DOCUMENT_SIZE_MAX } from "@garrison/core/catalog/rules/plain"
import { WitnessJudge } from "@garrison/core/catalog/WitnessJudge"
import { isLargeJson, jsonPieces } from "@garrison/core/kernel/wire/JsonPieces"
import { logWarning } from "@garrison/core/kernel/work/logWarning"
import { threadModules } from "@garrison/core/kernel/work/threadModules"
import { refutes } from "@garrison/core/order/rules/interpret/rehearse"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { existsSync } from "node:fs"
import { type ResourceLimits, Worker } from "node:worker_threads"
import type { Errand, Piece, ThreadAnswer } from "./preparationThread.ts"

/** Documents up to this size are checked in the thread of the caller: a few hundred items and loot. */
const SMALL_SIZE_MAX = 16 * 1024
/** Documents that may wait during a check. */
const WAITING_MAX = 8

/**
 * Limits on the memory of a thread that checks a text of this length, in MiB. A check needs about 30 bytes for each
 * character of a catalog. Node lets a heap with a high limit grow several times as large as it must be.
 */
const limitsFor = (length: number): ResourceLimits => ({
  maxOldGenerationSizeMb: 400 + Math.ceil((96 * length) / 1024 ** 2),
  // Most of what a check makes lives to its end, so that more room for new objects only takes memory.
  maxYoungGenerationSizeMb: 24,
})

const notPrepared = (reason: string, retryAfterSeconds?: number): CatalogNotPrepared =>
  new CatalogNotPrepared({ code: "catalog_not_prepared", reason, retryAfterSeconds })

const isSource = import.meta.url.endsWith(".ts")

/** The file of the thread. In the bundle of the command it lies beside the chunk of this file, too. */
const threadFile = new URL(isSource ? "preparationThread.ts" : "preparationThread.js", import.meta.url)

/** Computes in the thread of the caller, with the interpreter as the judge. */
const judgedHere: Preparation = {
  check: (document, options) => Effect.provideService(preparationHere.check(document, options), WitnessJudge, refutes),
  prepare: (document, options) =>
    Effect.provideService(preparationHere.prepare(document, options), WitnessJudge, refutes),
}

/** A thread, and its answer or why it has none. */
interface Thread {
  readonly worker: Worker
  readonly answer: Deferred.Deferred<PreparedCatalog, CatalogNotPrepared>
}

const isOutOfMemory = (error: Error): boolean => "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"

/** `say` gets what the thread writes to its stderr, such as warnings of Node. */
const start = (pieces: ReadonlyArray<string>, errand: Errand, say: (text: string) => void): Thread => {
  const worker = new Worker(threadFile, {
    workerData: errand,
    ...threadModules(process, isSource),
    resourceLimits: limitsFor(pieces.reduce((sum, { length }) => sum + length, 0)),
    name: "catalog preparation",
    stderr: true,
  })
  worker.stderr.on("data", (chunk: Buffer) => say(`the thread that checks catalogs: ${chunk.toString().trim()}`))
  const answer = Deferred.makeUnsafe<PreparedCatalog, CatalogNotPrepared>()
  worker.once("message", (made: ThreadAnswer) => {
    Deferred.doneUnsafe(answer, "defect" in made ? Exit.die(made.defect) : Exit.succeed(made))
  })
  worker.once("error", (error: Error) => {
    const failure = notPrepared("The thread that checked it ran out of memory.")
    Deferred.doneUnsafe(answer, isOutOfMemory(error) ? Exit.fail(failure) : Exit.die(error))
  })
  worker.once("exit", () => {
    Deferred.doneUnsafe(answer, Exit.fail(notPrepared("The thread that checked it was ended.")))
  })
  return { worker, answer }
}

const end = ({ worker }: Thread): Effect.Effect<void> => Effect.promise(() => worker.terminate())

/** The JSON text of the document in pieces; undefined: JSON does not keep the document whole. */
const textOf = Effect.fnUntraced(function* (document: unknown) {
  const pieces: Array<string> = []
  const work = jsonPieces(document, DOCUMENT_SIZE_MAX)
  let step = work.next()
  for (; step.done !== true; step = work.next()) {
    pieces.push(step.value)
    yield* Effect.yieldNow
  }
  return step.value ? pieces : undefined
})

const send = Effect.fnUntraced(function* ({ worker }: Thread, pieces: Array<string>) {
  for (const piece of pieces.splice(0)) {
    worker.postMessage(piece satisfies Piece, [])
    yield* Effect.yieldNow
  }
  worker.postMessage(undefined satisfies Piece, [])
})

const make = Effect.gen(function* () {
  const oneAtATime = yield* Semaphore.make(1)
  // By the logger of the host: where its log is JSON, nothing else may stand in it.
  const run = Effect.runForkWith(yield* Effect.context())
  const say = (text: string) => void run(logWarning(text))
  let waiting = 0
  let current: Thread | undefined

  yield* Effect.addFinalizer(() => (current === undefined ? Effect.void : end(current)))

  const inThread = (pieces: Array<string>, errand: Errand) =>
    Effect.acquireUseRelease(
      Effect.sync(() => (current = start(pieces, errand, say))),
      (thread) => Effect.andThen(send(thread, pieces), Deferred.await(thread.answer)),
      (thread) => Effect.onExit(end(thread), () => Effect.sync(() => (current = undefined))),
    )

  const inLine = <A, E>(work: Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | CatalogNotPrepared> => {
      if (waiting > WAITING_MAX) return Effect.fail(notPrepared("Other documents are being checked.", 1))
      waiting++
      return Effect.ensuring(
        oneAtATime.withPermit(work),
        Effect.sync(() => waiting--),
      )
    })

  /** The answer of a thread; undefined: the document is for the thread of the caller. */
  const prepared = Effect.fnUntraced(function* (
    document: unknown,
    wanted: Errand["wanted"],
    options: PreparationOptions,
  ) {
    if (!isLargeJson(document, SMALL_SIZE_MAX)) return undefined
    const now = yield* Clock.currentTimeMillis
    const answered = Effect.flatMap(textOf(document), (pieces) =>
      pieces === undefined ? Effect.undefined : inThread(pieces, { wanted, now, options }),
    )
    return yield* inLine(answered)
  })

  const preparation: Preparation = {
    check: Effect.fn("Catalogs.check")(function* (document: unknown, options: PreparationOptions = {}) {
      const made = yield* prepared(document, "report", options)
      return made?.report ?? (yield* judgedHere.check(document, options))
    }),
    prepare: Effect.fn("Catalogs.prepare")(function* (document: unknown, options: PreparationOptions = {}) {
      return (yield* prepared(document, "texts", options)) ?? (yield* judgedHere.prepare(document, options))
    }),
  }
  return preparation
})

/**
 * The preparation of documents in force: large ones are checked by a thread. A host that bundles its program without
 * the file of the thread has all of them checked in the thread of the caller.
 */
export const layer: Layer.Layer<never> = Layer.effect(
  CatalogPreparation,
  Effect.suspend(() => (existsSync(threadFile) ? make : Effect.succeed(judgedHere))),
)
