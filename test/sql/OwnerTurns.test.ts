/** Turns of players and persons: who runs, who waits, and what becomes of a turn (guarantees R66). */
import { assert, describe, it } from "@effect/vitest"
import { type Place, RequestPlace } from "@garrison/core/kernel/input/RequestPlace"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { OwnerTurns } from "@garrison/sql/OwnerTurns"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/** Works that run until they are told to end. */
const makeWorks = Effect.sync(() => {
  const turns = new OwnerTurns()
  const running: Array<string> = []
  const begin = Effect.fnUntraced(function* (owner: string, name: string, place?: Place) {
    const ending = yield* Deferred.make<void>()
    const work = Effect.andThen(
      Effect.sync(() => running.push(name)),
      Effect.ensuring(
        Deferred.await(ending),
        Effect.sync(() => running.splice(running.indexOf(name), 1)),
      ),
    )
    const fiber = yield* Effect.forkChild(Effect.provideService(turns.run([owner], work), RequestPlace, place), {
      startImmediately: true,
    })
    return { fiber, end: Effect.andThen(Deferred.succeed(ending, undefined), Fiber.await(fiber)) }
  })
  return { turns, running, begin }
})

const defectOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined

const assertBusy = (exit: Exit.Exit<unknown, unknown>) => {
  const defect = defectOf(exit)
  assert.instanceOf(defect, StorageUnavailable)
  assert.propertyVal(defect, "trouble", "busy")
}

describe("works of one owner", () => {
  it.effect("run two at once, the others in the order in which they came", () =>
    Effect.gen(function* () {
      const { begin, running } = yield* makeWorks
      const works = yield* Effect.forEach(["a", "b", "c", "d"], (name) => begin("one", name))
      const other = yield* begin("another", "x")
      assert.deepStrictEqual(running, ["a", "b", "x"])
      yield* other.end
      for (const [index, left] of [["b", "c"], ["c", "d"], ["d"], []].entries()) {
        yield* works[index]?.end ?? Effect.void
        yield* Effect.yieldNow
        assert.deepStrictEqual(running, left)
      }
      const again = yield* begin("one", "e")
      assert.deepStrictEqual(running, ["e"])
      yield* again.end
    }),
  )

  it.effect("that are interrupted leave the line, and hand on a turn that they were given", () =>
    Effect.gen(function* () {
      const { begin, running } = yield* makeWorks
      const [first, , third, fourth, fifth] = yield* Effect.forEach(["a", "b", "c", "d", "e"], (name) =>
        begin("one", name),
      )
      if (!first || !third || !fourth || !fifth) return assert.fail()
      yield* Fiber.interrupt(third.fiber)
      // The turn passes to the fourth, which is interrupted before it begins.
      first.fiber.interruptUnsafe()
      fourth.fiber.interruptUnsafe()
      yield* Fiber.await(fourth.fiber)
      yield* Effect.yieldNow
      assert.deepStrictEqual(running, ["b", "e"])
      yield* fifth.end
    }),
  )

  it.effect("that fail or die give their turn back", () =>
    Effect.gen(function* () {
      const { begin, running, turns } = yield* makeWorks
      for (const end of [Effect.fail("no"), Effect.die("no")]) {
        for (let count = 0; count < 3; count++) yield* Effect.exit(turns.run(["one"], end))
      }
      const works = [yield* begin("one", "a"), yield* begin("one", "b")]
      assert.deepStrictEqual(running, ["a", "b"])
      for (const { end } of works) yield* end
    }),
  )

  it.effect("run at once within other work of an owner", () =>
    Effect.gen(function* () {
      const { turns } = yield* makeWorks
      const nested = turns.run(["one"], turns.run(["another"], turns.run(["one"], Effect.succeed("done"))))
      assert.deepStrictEqual(yield* Effect.all([nested, nested, nested], { concurrency: "unbounded" }), [
        "done",
        "done",
        "done",
      ])
    }),
  )

  it.effect("are refused when a hundred wait", () =>
    Effect.gen(function* () {
      const { begin } = yield* makeWorks
      const works = yield* Effect.forEach(Array.from({ length: 102 }, String), (name) => begin("one", name))
      assertBusy(yield* Fiber.await((yield* begin("one", "one more")).fiber))
      for (const { fiber } of works) yield* Fiber.interrupt(fiber)
    }),
  )

  it.effect("wait without the place of their request, and for no longer than it may", () =>
    Effect.gen(function* () {
      const { begin, running } = yield* makeWorks
      const happened: Array<string> = []
      const placeOf = (name: string, waitMillisMax: number): Place => ({
        giveBack: () => void happened.push(`${name} gives its place back`),
        takeAgain: Effect.sync(() => void happened.push(`${name} takes a place`)),
        waitMillisMax,
      })
      const first = yield* begin("one", "a", placeOf("a", 3_600_000))
      const second = yield* begin("one", "b", placeOf("b", 3_600_000))
      const third = yield* begin("one", "c", placeOf("c", 1))
      const fourth = yield* begin("one", "d", placeOf("d", 3_600_000))
      assertBusy(yield* Fiber.await(third.fiber))
      assert.deepStrictEqual(happened, ["c gives its place back", "d gives its place back"])
      yield* first.end
      yield* Effect.yieldNow
      assert.deepStrictEqual(running, ["b", "d"])
      assert.deepStrictEqual(happened.slice(2), ["d takes a place"])
      for (const { end } of [second, fourth]) yield* end
    }),
  )
})
