/** Waiting for a place at a portal (decisions, section 4; guarantees R62). */
import { assert, describe, it } from "@effect/vitest"
import { inPlace, placesFor } from "@garrison/core/kernel/work/Gate"
import { Asker, type InSharedPlace, sharedPlaces } from "@garrison/core/login/portal/sharedPlaces"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"
import * as TestClock from "effect/testing/TestClock"

const full = Effect.fail("full")

/** Asks from an address, and answers with what came of it. */
const ask = <A>(
  inShare: InSharedPlace<string>,
  scope: string,
  work: Effect.Effect<A>,
  isKnown = Effect.succeed(false),
) =>
  Effect.match(Effect.provideService(inShare(work), Asker, { scope, isKnown }), {
    onFailure: (why) => why,
    onSuccess: () => "ok",
  })

const begin = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

/**
 * 80 connections of one address send junk to a portal that answers in two seconds, each again as soon as it has its
 * answer, or a tenth of a second after it was refused. Meanwhile 15 players come from elsewhere, about one a second,
 * when no place is just being given back. How each of them ends.
 */
const trial = (inShare: InSharedPlace<string>) =>
  Effect.gen(function* () {
    const portal = Effect.sleep("2 seconds")
    const junk = Effect.gen(function* () {
      if ((yield* ask(inShare, "2001:db8::/64", portal)) !== "ok") yield* Effect.sleep("100 millis")
    })
    for (let connection = 0; connection < 80; connection++) {
      yield* Effect.forkChild(Effect.andThen(Effect.sleep(`${connection * 10} millis`), Effect.forever(junk)))
    }
    yield* TestClock.adjust("60005 millis")
    const players: Array<Fiber.Fiber<string>> = []
    for (let player = 0; player < 15; player++) {
      players.push(yield* begin(ask(inShare, `192.0.2.${player}`, portal)))
      yield* TestClock.adjust("1010 millis")
    }
    yield* TestClock.adjust("6 seconds")
    return yield* Fiber.joinAll(players)
  })

const limits = { placesMax: 64, waitingMax: 256, waitSeconds: 3 }

describe("places that are shared out among addresses", () => {
  it.effect("let every player in while one address sends junk as fast as it can", () =>
    Effect.gen(function* () {
      const codes = yield* trial(sharedPlaces(limits, full))
      assert.deepStrictEqual(
        codes,
        Array.from({ length: 15 }, () => "ok"),
      )
    }),
  )

  it.effect("the control, in which who comes first is served first: every player is refused", () =>
    Effect.gen(function* () {
      const places = placesFor(limits.placesMax, full)
      const codes = yield* trial((work) => inPlace(places, work))
      assert.deepStrictEqual(
        codes,
        Array.from({ length: 15 }, () => "full"),
      )
    }),
  )

  it.effect("make a caller wait no longer than the time that it is given", () =>
    Effect.gen(function* () {
      const inShare = sharedPlaces({ placesMax: 1, waitingMax: 1, waitSeconds: 3 }, full)
      const holder = yield* begin(ask(inShare, "a", Effect.never))
      const waiting = yield* begin(ask(inShare, "b", Effect.void))
      yield* TestClock.adjust(2999)
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(waiting), "full")
      yield* Fiber.interrupt(holder)
      assert.strictEqual(yield* ask(inShare, "b", Effect.void), "ok")
    }),
  )

  it.effect("refuse a caller of a full line at once, and one that another address pushes out", () =>
    Effect.gen(function* () {
      const inShare = sharedPlaces({ placesMax: 1, waitingMax: 2, waitSeconds: 3 }, full)
      yield* begin(ask(inShare, "a", Effect.never))
      const first = yield* begin(ask(inShare, "a", Effect.void))
      const second = yield* begin(ask(inShare, "a", Effect.void))
      assert.strictEqual(yield* ask(inShare, "a", Effect.void), "full")
      const other = yield* begin(ask(inShare, "b", Effect.void))
      assert.strictEqual(yield* Fiber.join(second), "full")
      assert.deepStrictEqual([first.pollUnsafe(), other.pollUnsafe()], [undefined, undefined])
    }),
  )

  it.effect("ask whether an address is known only when it has to wait, and let it pass strangers", () =>
    Effect.gen(function* () {
      const inShare = sharedPlaces({ placesMax: 2, waitingMax: 4, waitSeconds: 3 }, full)
      let asked = 0
      const known = Effect.sync(() => (asked++, true))
      assert.strictEqual(yield* ask(inShare, "known", Effect.void, known), "ok")
      assert.strictEqual(asked, 0)
      const end = yield* Deferred.make<void>()
      yield* begin(ask(inShare, "a", Deferred.await(end)))
      yield* begin(ask(inShare, "b", Effect.never))
      const order: Array<string> = []
      const note = (name: string) => Effect.sync(() => void order.push(name))
      const stranger = yield* begin(ask(inShare, "c", note("stranger")))
      const regular = yield* begin(ask(inShare, "known", note("known"), known))
      assert.strictEqual(asked, 1)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.joinAll([stranger, regular])
      assert.deepStrictEqual(order, ["known", "stranger"])
    }),
  )

  for (const ending of ["fails", "dies", "is interrupted"] as const) {
    it.effect(`are given back by work that ${ending}`, () =>
      Effect.gen(function* () {
        const inShare = sharedPlaces({ placesMax: 1, waitingMax: 1, waitSeconds: 3 }, full)
        const work = { fails: Effect.fail("no"), dies: Effect.die("broken"), "is interrupted": Effect.interrupt }[
          ending
        ]
        yield* Effect.exit(inShare(work))
        assert.strictEqual(yield* ask(inShare, "a", Effect.void), "ok")
      }),
    )
  }

  // A fiber that yields after every few of its steps can be interrupted between any two of them.
  for (const stepsAtOnce of [2, 3, 4, 5]) {
    it.effect(`are given back when the caller is interrupted, seen every ${stepsAtOnce} steps`, () =>
      Effect.gen(function* () {
        for (let turns = 0; turns < 40; turns++) {
          const inShare = sharedPlaces({ placesMax: 1, waitingMax: 1, waitSeconds: 3 }, full)
          const end = yield* Deferred.make<void>()
          const holder = yield* begin(ask(inShare, "a", Deferred.await(end)))
          const slowly = Effect.provideService(inShare(Effect.never), Scheduler.MaxOpsBeforeYield, stepsAtOnce)
          const waiting = yield* begin(slowly)
          // It is interrupted as it begins to wait, as it waits, as it gets the place, or as it runs.
          for (let turn = 0; turn < turns; turn++) {
            if (turn === 20) yield* Deferred.succeed(end, undefined)
            yield* Effect.yieldNow
          }
          yield* Fiber.interrupt(waiting)
          yield* Deferred.succeed(end, undefined)
          yield* Fiber.join(holder)
          assert.strictEqual(yield* ask(inShare, "b", Effect.void), "ok", `interrupted after ${turns} turns`)
          const again = yield* begin(ask(inShare, "a", Effect.never))
          const next = yield* begin(ask(inShare, "b", Effect.void))
          assert.isUndefined(next.pollUnsafe(), "there is still one place, and room in line")
          yield* Fiber.interrupt(again)
          assert.strictEqual(yield* Fiber.join(next), "ok")
        }
      }),
    )
  }
})
