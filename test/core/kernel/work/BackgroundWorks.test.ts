/** Work in the background of a host that is started per request: when a request waits for it, and for which. */
import { Works } from "@garrison/core/kernel/work/BackgroundWorks"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

const standing = () => {
  let now = 1_000_000
  const clock = { currentTimeMillisUnsafe: () => now }
  return { clock, pass: (millis: number) => void (now += millis) }
}

const counting = () => {
  let runs = 0
  return { work: Effect.sync(() => void runs++), runs: () => runs }
}

describe("work in the background of a host that is started per request", () => {
  it("runs before the first request after its interval, and not before the next one", async () => {
    const { clock, pass } = standing()
    const works = new Works(false, clock)
    const { runs, work } = counting()
    works.addRefreshing("1 second", work)
    const seen: Array<number> = []
    for (const millis of [0, 999, 1, 0, 5000, 0, -60_000]) {
      pass(millis)
      await Effect.runPromise(works.beforeRequest)
      seen.push(runs())
    }
    assert.deepStrictEqual(seen, [0, 0, 1, 1, 2, 2, 3])
  })

  it("runs once for requests that come together, and each of them waits for it", async () => {
    const { clock, pass } = standing()
    const works = new Works(false, clock)
    const open = Deferred.makeUnsafe<void>()
    const { runs, work } = counting()
    works.addRefreshing("1 second", Effect.andThen(work, Deferred.await(open)))
    pass(1000)
    let passed = 0
    const requests = [1, 2, 3].map(() =>
      Effect.runPromise(Effect.andThen(works.beforeRequest, () => Effect.sync(() => passed++))),
    )
    await new Promise(setImmediate)
    assert.deepStrictEqual([runs(), passed], [1, 0])
    Deferred.doneUnsafe(open, Exit.void)
    await Promise.all(requests)
    assert.deepStrictEqual([runs(), passed], [1, 3])
  })

  it("goes on for the others when the client of the first request goes", async () => {
    const { clock, pass } = standing()
    const works = new Works(false, clock)
    const open = Deferred.makeUnsafe<void>()
    let ended = 0
    works.addRefreshing(
      "1 second",
      Effect.andThen(
        Deferred.await(open),
        Effect.sync(() => void ended++),
      ),
    )
    pass(1000)
    const first = Effect.runFork(works.beforeRequest)
    const second = Effect.runPromise(works.beforeRequest)
    const going = Effect.runPromise(Fiber.interrupt(first))
    Deferred.doneUnsafe(open, Exit.void)
    await Promise.all([going, second])
    assert.strictEqual(ended, 1)
  })

  it("is no work of requests where loops do it, and never prunes for one", async () => {
    const { clock, pass } = standing()
    for (const isOn of [true, false]) {
      const works = new Works(isOn, clock)
      const [refreshing, pruning] = [counting(), counting()]
      works.addRefreshing("1 second", refreshing.work)
      works.addPruning(pruning.work)
      pass(5000)
      await Effect.runPromise(works.beforeRequest)
      assert.deepStrictEqual([refreshing.runs(), pruning.runs()], [isOn ? 0 : 1, 0])
      await Effect.runPromise(works.upkeep)
      assert.deepStrictEqual([refreshing.runs(), pruning.runs()], [isOn ? 1 : 2, 1])
    }
  })

  it("is all done by upkeep, also behind what fails, which upkeep then says", async () => {
    const works = new Works(false, standing().clock)
    const last = counting()
    works.addPruning(Effect.die(new Error("the first")))
    works.addPruning(Effect.die(new Error("the second")))
    works.addPruning(last.work)
    const exit = await Effect.runPromiseExit(works.upkeep)
    assert.include(String(Exit.isFailure(exit) && exit.cause), "the first")
    assert.strictEqual(last.runs(), 1)
  })
})
