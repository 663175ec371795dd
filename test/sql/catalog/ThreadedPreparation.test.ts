/**
 * Large documents are checked by a thread: with the same answer, while the process does other work, and with nothing
 * left when the thread dies, is interrupted or is closed. Small documents are checked without a thread.
 */
import { assert, describe, it } from "@effect/vitest"
import { EMPTY_LOCK } from "@garrison/core/catalog/authoring/lock"
import { CatalogPreparation, type Preparation, preparationHere } from "@garrison/core/catalog/CatalogPreparation"
import { CatalogNotPrepared } from "@garrison/core/catalog/errors"
import { layer } from "@garrison/sql/catalog/ThreadedPreparation"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as fc from "fast-check"
import type { Worker } from "node:worker_threads"
import { plausible } from "../../core/catalog/plausible.ts"
import { sampleWith } from "../../core/catalog/sample.ts"
import { cryptoLayer } from "../../support/crypto.ts"

/** A text that makes a document too large to be checked in the thread of the caller. */
const padding = { custom_data: { padding: "x".repeat(20_000) } }
const large = { ...sampleWith(), ...padding }

const services = Layer.merge(layer, cryptoLayer)

/** Runs `use` while the layer is open; `onThread` is called with each thread that starts. */
const withThreads = <A, E, R>(
  onThread: (worker: Worker) => void,
  use: (preparation: Preparation) => Effect.Effect<A, E, R>,
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => process.on("worker", onThread)),
    () => Effect.provide(CatalogPreparation.use(use), services),
    () => Effect.sync(() => process.off("worker", onThread)),
  )

/** The id of a thread that has ended. */
const ENDED = -1

const noThread = () => assert.fail("a thread was started")

describe("the preparation of documents by threads", () => {
  it.effect("answers as in the thread of the caller, for sound and for broken documents", () =>
    Effect.gen(function* () {
      const broken = fc
        .tuple(fc.constantFrom("items", "vendors", "xp_tables", "price_points"), fc.json())
        .map(([part, text]) => ({ ...large, [part]: JSON.parse(text) }))
      // Few, because a thread of the sources takes a third of a second to start.
      const documents = [
        large,
        ...fc.sample(
          plausible.map((draft) => ({ ...draft, ...padding })),
          { numRuns: 1, seed: 7 },
        ),
        ...fc.sample(broken, { numRuns: 1, seed: 7 }),
      ]
      const allowUnknown = { allowUnknown: true }
      let started = 0
      const accepted = yield* withThreads(
        () => started++,
        Effect.fnUntraced(function* (threaded) {
          const misspelt = { ...large, items: { 1: { tpe: "unit" } } }
          const strict = yield* preparationHere.check(misspelt)
          const found = yield* preparationHere.check(misspelt, allowUnknown)
          // The options change the report, and so they must have reached the thread.
          assert.notDeepEqual(found, strict)
          assert.deepStrictEqual(yield* threaded.check(misspelt, allowUnknown), found)
          const named = { ...padding, items: { sword: { tpe: "unit" } }, vendors: {} }
          const options = { ...allowUnknown, lock: EMPTY_LOCK }
          const authored = yield* threaded.prepare(named, options)
          assert.deepStrictEqual(authored, yield* preparationHere.prepare(named, options))
          assert.hasAllKeys(authored.lock?.ids.item, ["sword"])
          return yield* Effect.forEach(documents, (document) =>
            Effect.gen(function* () {
              const made = yield* threaded.prepare(document)
              assert.deepStrictEqual(made, yield* preparationHere.prepare(document))
              return made.report.accepted
            }),
          )
        }),
      )
      assert.strictEqual(started, documents.length + 2)
      assert.sameMembers([...new Set(accepted)], [true, false])
    }).pipe(Effect.provide(cryptoLayer)),
  )

  it.effect("lets the interpreter judge what shows a finding, in a thread and in that of the caller", () =>
    withThreads(
      () => undefined,
      Effect.fnUntraced(function* ({ check }) {
        // An inactive item cannot be claimed.
        const claimed = (flags: number) => ({
          items: { 1: { availability_flags: flags } },
          vendors: { 1: { loot: { 1: { item_id: 1, is_claimable_by_client: true } } } },
        })
        const codesOf = (document: object) =>
          Effect.map(check(document), ({ findings }) => findings.map(({ code }) => code))
        for (const more of [{}, padding]) {
          assert.notInclude(yield* codesOf({ ...more, ...claimed(1) }), "claimable_without_end")
          assert.include(yield* codesOf({ ...more, ...claimed(0) }), "claimable_without_end")
        }
        const unjudged = yield* preparationHere.check(claimed(1))
        assert.include(
          unjudged.findings.map(({ code }) => code),
          "claimable_without_end",
        )
      }),
    ),
  )

  it.effect("starts no thread for a small document", () =>
    withThreads(noThread, ({ prepare }) => Effect.map(prepare(sampleWith()), ({ texts }) => assert.isDefined(texts))),
  )

  it.effect("answers as in the thread of the caller for values that JSON does not have", () =>
    withThreads(
      () => undefined,
      Effect.fnUntraced(function* ({ prepare }) {
        const circle: Record<string, unknown> = { ...large }
        circle["extra"] = { circle }
        for (const document of [circle, { ...large, extra: Number.NaN }, { ...large, extra: 2n ** 70n }]) {
          assert.deepStrictEqual(yield* prepare(document), yield* preparationHere.prepare(document))
        }
      }),
    ),
  )

  it.effect("lets the process do other work meanwhile", () =>
    withThreads(
      () => undefined,
      Effect.fnUntraced(function* ({ prepare }) {
        let turns = 0
        const turning = yield* Effect.forkChild(
          Effect.forever(Effect.promise(() => new Promise((resolve) => setImmediate(() => resolve(turns++))))),
        )
        yield* prepare(large)
        yield* Fiber.interrupt(turning)
        assert.isAbove(turns, 10)
      }),
    ),
  )

  it.effect("fails when its thread is ended or runs out of memory, and prepares the next document", () => {
    // As Node tells of a thread whose heap is full.
    const full = Object.assign(new Error("out of memory"), { code: "ERR_WORKER_OUT_OF_MEMORY" })
    const harms = [
      (worker: Worker) => void worker.terminate(),
      (worker: Worker) => void worker.once("online", () => worker.emit("error", full)),
    ]
    return withThreads(
      (worker) => harms.shift()?.(worker),
      Effect.fnUntraced(function* ({ prepare }) {
        for (const reason of [
          "The thread that checked it was ended.",
          "The thread that checked it ran out of memory.",
        ]) {
          const failure = yield* Effect.flip(prepare(large))
          assert.instanceOf(failure, CatalogNotPrepared)
          assert.strictEqual(failure.reason, reason)
        }
        assert.isDefined((yield* prepare(large)).texts)
      }),
    )
  })

  it.effect("dies of what the thread throws, with the stack of the thread", () =>
    withThreads(
      (worker) => worker.postMessage("not JSON", []),
      Effect.fnUntraced(function* ({ prepare }) {
        const exit = yield* Effect.exit(prepare(large))
        assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
        const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        assert.instanceOf(defect, SyntaxError)
        assert.include(defect.stack, "preparationThread.ts")
      }),
    ),
  )

  it.effect("ends the thread of a caller that is interrupted", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<Worker>()
      yield* withThreads(
        (worker) => Deferred.doneUnsafe(started, Exit.succeed(worker)),
        Effect.fnUntraced(function* ({ prepare }) {
          const fiber = yield* Effect.forkChild(prepare(large))
          const worker = yield* Deferred.await(started)
          yield* Fiber.interrupt(fiber)
          assert.strictEqual(worker.threadId, ENDED)
          assert.isDefined((yield* prepare(large)).texts)
        }),
      )
    }),
  )

  it.effect("ends its thread when it is closed, and its caller has an error", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<Worker>()
      const scope = yield* Scope.make()
      const onThread = (worker: Worker) => Deferred.doneUnsafe(started, Exit.succeed(worker))
      process.on("worker", onThread)
      const context = yield* Layer.buildWithScope(services, scope)
      const fiber = yield* CatalogPreparation.use(({ prepare }) => prepare(large)).pipe(
        Effect.provideContext(context),
        Effect.forkChild,
      )
      const worker = yield* Deferred.await(started)
      yield* Scope.close(scope, Exit.void)
      process.off("worker", onThread)
      assert.strictEqual(worker.threadId, ENDED)
      assert.instanceOf(yield* Effect.flip(Fiber.join(fiber)), CatalogNotPrepared)
    }),
  )

  it.effect("prepares one document at a time, and lets eight others wait", () =>
    Effect.gen(function* () {
      let running = 0
      let most = 0
      yield* withThreads(
        (worker) => {
          most = Math.max(most, ++running)
          worker.once("exit", () => running--)
          // A thread that ends takes less of the test's time than one that answers.
          void worker.terminate()
        },
        Effect.fnUntraced(function* ({ check }) {
          const failures = yield* Effect.forEach(Array.from({ length: 12 }), () => Effect.flip(check(large)), {
            concurrency: "unbounded",
          })
          const waits = failures.map(({ retryAfterSeconds }) => retryAfterSeconds)
          assert.lengthOf(
            waits.filter((seconds) => seconds === undefined),
            9,
          )
          assert.lengthOf(
            waits.filter((seconds) => seconds === 1),
            3,
          )
        }),
      )
      assert.strictEqual(most, 1)
    }),
  )
})
