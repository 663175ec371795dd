/** Background work: it continues after failures, and the log says what failed. */
import { assert, describe, it } from "@effect/vitest"
import * as Garrison from "@garrison/core/Garrison"
import { Clients } from "@garrison/core/client/Clients"
import { warningOf } from "@garrison/core/kernel/work/Background"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import * as Stores from "@garrison/sql/Stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import { sqliteLayer } from "../support/databases.ts"
import { testAct } from "../support/acts.ts"
import { linesOf } from "../support/keptLog.ts"

const nextTurn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

describe("background work that fails", () => {
  const failing = Effect.die(new Error("broken"))
  const line = "stderr Warn it was not done: broken"

  it.effect("does not fail its caller, and is a warning on stderr with its cause", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      yield* warningOf("it was not done")(failing)
      assert.deepStrictEqual(lines, [line])
    }).pipe(Effect.provide(linesOf(lines)))
  })

  it.effect("is logged once a minute, however often it fails and whatever the clock does", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const told = warningOf("it was not done")
      for (let second = 0; second < 150; second++) {
        yield* told(failing)
        yield* TestClock.adjust("1 second")
      }
      assert.deepStrictEqual(lines, [line, line, line])
      yield* TestClock.setTime(0)
      yield* told(failing)
      assert.strictEqual(lines.length, 4)
    }).pipe(Effect.provide(linesOf(lines)))
  })

  it.effect("that succeeds or is interrupted is not logged", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const told = warningOf("it was not done")
      yield* told(Effect.succeed(1))
      yield* Fiber.interrupt(yield* Effect.forkChild(told(Effect.never), { startImmediately: true }))
      assert.deepStrictEqual(lines, [])
    }).pipe(Effect.provide(linesOf(lines)))
  })
})

describe("while storage does not answer", () => {
  it.effect("all background work logs its failures, and is tried again", () => {
    const lines: Array<string> = []
    let isDown = false
    const transformer = Layer.succeed(Statement.CurrentTransformer, (statement) =>
      isDown ? Effect.die(new StorageUnavailable("no answer")) : Effect.succeed(statement),
    )
    const layer = Garrison.layer.pipe(
      Layer.provide(Stores.layer),
      Layer.provide(sqliteLayer),
      Layer.provide(Layer.merge(linesOf(lines), transformer)),
    )
    return Effect.gen(function* () {
      const clients = Context.get(yield* Layer.build(layer), Clients)
      const { secret = "" } = yield* clients.create({ clientId: "server", kind: "machine", permissions: [] }, testAct)
      yield* clients.authenticate({ clientId: "server", secret })
      for (let turn = 0; turn < 20; turn++) yield* nextTurn
      assert.deepStrictEqual(lines, [])
      isDown = true
      const kinds = () => Array.from(new Set(lines)).sort()
      while (kinds().length < 8) {
        yield* TestClock.adjust("1 minute")
        yield* nextTurn
      }
      assert.deepStrictEqual(
        kinds(),
        [
          "answers kept for repetitions were not pruned",
          "old notifications were not pruned",
          "sessions and login history were not pruned",
          "states and codes of logins by redirect were not pruned",
          "texts of unfinished catalog publications were not pruned",
          "the catalog was not refreshed",
          "the last use of client secrets was not recorded",
          "the signing keys were not refreshed",
        ].map((message) => `stderr Warn ${message}: no answer`),
      )
      // Each tries again, and fails again.
      const times = (line: string) => lines.filter((other) => other === line).length
      while (kinds().some((line) => times(line) < 2 && !line.includes("the last use"))) {
        yield* TestClock.adjust("1 minute")
        yield* nextTurn
      }
    }).pipe(Effect.scoped)
  })
})
