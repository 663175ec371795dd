/** How much may be under way at once (decisions, section 4, step 2; guarantees R30). */
import { assert, describe, it } from "@effect/vitest"
import { atMost, LoginPlace, loginsAtMost } from "@garrison/core/login/throttle/capacity"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"

const isLetIn = <E>(work: Effect.Effect<void, E>) => Effect.map(Effect.exit(work), Exit.isSuccess)

describe("a limit on work under way", () => {
  it.effect("lets in as many as allowed, and tells further callers to come back in a second", () =>
    Effect.gen(function* () {
      const within = atMost(2, "places")
      const end = yield* Deferred.make<void>()
      const start = Effect.forkChild(within(Deferred.await(end)), { startImmediately: true })
      const fibers = [yield* start, yield* start]
      const { code, retryAfterSeconds } = yield* Effect.flip(within(Effect.void))
      assert.deepStrictEqual([code, retryAfterSeconds], ["login_capacity_reached", 1])
      yield* Deferred.succeed(end, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.isTrue(yield* isLetIn(within(Effect.void)))
    }),
  )

  it.effect("frees no place by a refusal", () =>
    Effect.gen(function* () {
      const within = atMost(1, "places")
      const fiber = yield* Effect.forkChild(within(Effect.never), { startImmediately: true })
      for (let turn = 0; turn < 3; turn++) assert.isFalse(yield* isLetIn(within(Effect.void)))
      yield* Fiber.interrupt(fiber)
      assert.isTrue(yield* isLetIn(within(Effect.void)))
    }),
  )

  it.effect("gives the place back however the work ends", () =>
    Effect.gen(function* () {
      const within = atMost(1, "places")
      for (const ending of [Effect.void, Effect.fail("no"), Effect.die("broken"), Effect.interrupt]) {
        yield* Effect.exit(within(ending))
        assert.isTrue(yield* isLetIn(within(Effect.void)))
      }
    }),
  )

  // A fiber that yields after every few of its steps can be interrupted between any two of them.
  for (const stepsAtOnce of [2, 3, 4, 5]) {
    it.effect(`gives the place back when the work is interrupted, seen every ${stepsAtOnce} steps`, () =>
      Effect.gen(function* () {
        for (let turns = 0; turns < 12; turns++) {
          const within = atMost(1, "places")
          const work = Effect.provideService(within(Effect.never), Scheduler.MaxOpsBeforeYield, stepsAtOnce)
          const fiber = yield* Effect.forkChild(work, { startImmediately: true })
          for (let turn = 0; turn < turns; turn++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
          assert.isTrue(yield* isLetIn(within(Effect.void)), `interrupted after ${turns} turns`)
        }
      }),
    )
  }
})

describe("a login that waits outside of the logins under way", () => {
  /** A login that does this while it waits. */
  const waiting = <A>(part: Effect.Effect<A>) => Effect.flatMap(LoginPlace, ({ outside }) => outside(part))

  it.effect("leaves its place to others, and goes on even if all places are taken then", () =>
    Effect.gen(function* () {
      const within = loginsAtMost(1)
      const answered = yield* Deferred.make<string>()
      const end = yield* Deferred.make<void>()
      const first = yield* Effect.forkChild(within(waiting(Deferred.await(answered))), { startImmediately: true })
      const second = yield* Effect.forkChild(within(Deferred.await(end)), { startImmediately: true })
      assert.isFalse(yield* isLetIn(within(Effect.void)), "the second has the place")
      yield* Deferred.succeed(answered, "proved")
      assert.strictEqual(yield* Fiber.join(first), "proved")
      assert.isFalse(yield* isLetIn(within(Effect.void)), "the first gave back no more than its own")
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(second)
      assert.isTrue(yield* isLetIn(within(Effect.void)))
    }),
  )

  for (const stepsAtOnce of [2, 3, 4, 5]) {
    it.effect(`gives back one place when it is interrupted, seen every ${stepsAtOnce} steps`, () =>
      Effect.gen(function* () {
        for (let turns = 0; turns < 16; turns++) {
          const within = loginsAtMost(1)
          const login = within(Effect.andThen(waiting(Effect.yieldNow), Effect.never))
          const fiber = yield* Effect.forkChild(
            Effect.provideService(login, Scheduler.MaxOpsBeforeYield, stepsAtOnce),
            { startImmediately: true },
          )
          for (let turn = 0; turn < turns; turn++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
          const held = yield* Effect.forkChild(within(Effect.never), { startImmediately: true })
          assert.isUndefined(held.pollUnsafe(), `no place is lost after ${turns} turns`)
          assert.isFalse(yield* isLetIn(within(Effect.void)), `nor won after ${turns} turns`)
          yield* Fiber.interrupt(held)
        }
      }),
    )
  }
})
