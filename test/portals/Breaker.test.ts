/** When a portal that fails is asked no more, and when again (decisions, section 4; guarantees R18). */
import { assert, describe, it } from "@effect/vitest"
import { type Breaker, makeBreaker } from "@garrison/portals/Breaker"
import { OutboundFailed } from "@garrison/portals/outbound"
import type { RequestSettings } from "@garrison/portals/settings/fields"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as TestClock from "effect/testing/TestClock"

const noClient = HttpClient.make(() => Effect.die("these tests send nothing"))

/** A portal of which a test says how its next requests end. */
const withPortal = <A, E>(
  test: (portal: { breaker: Breaker; requests: () => number; ask: typeof ask }) => Effect.Effect<A, E>,
  settings: RequestSettings = {},
) =>
  Effect.gen(function* () {
    const breaker = yield* Effect.provideService(makeBreaker("bravo", settings), HttpClient.HttpClient, noClient)
    let requests = 0
    const counting: typeof ask = (asked, end, ...at) =>
      ask(
        asked,
        Effect.suspend(() => (requests++, end)),
        ...at,
      )
    return yield* test({ breaker, requests: () => requests, ask: counting })
  })

const down = Effect.fail(new OutboundFailed({ message: "no connection" }))
const broken = Effect.fail(
  new OutboundFailed({
    message: "500",
    status: 500,
    refusal: { status: 500, error: undefined, description: undefined },
  }),
)
const refused = Effect.fail(
  new OutboundFailed({
    message: "400",
    status: 400,
    refusal: { status: 400, error: "invalid_grant", description: undefined },
  }),
)
const redirect = Effect.fail(new OutboundFailed({ message: "302", status: 302 }))
const page = Effect.fail(new OutboundFailed({ message: "text/html", status: 200 }))
const works = Effect.succeed("works")

const ask = (
  breaker: Breaker,
  end: Effect.Effect<string, OutboundFailed>,
  endpoint = "code exchange",
  url = "https://bravo.test/token",
): Effect.Effect<string> =>
  Effect.match(breaker.guard(endpoint, url, end), {
    onFailure: ({ message }) => message,
    onSuccess: (answer) => answer,
  })

const tooOften = "the portal has not answered for a while"

describe("a portal that fails", () => {
  it.effect.each([
    ["does not answer", down],
    ["answers 500", broken],
  ] as const)("because it %s is asked five times, and then no more", ([, end]) =>
    withPortal(({ ask, breaker, requests }) =>
      Effect.gen(function* () {
        for (let time = 0; time < 5; time++) assert.notStrictEqual(yield* ask(breaker, end), tooOften)
        for (let time = 0; time < 100; time++) assert.strictEqual(yield* ask(breaker, end), tooOften)
        assert.strictEqual(requests(), 5)
      }),
    ),
  )

  it.effect("is asked as often as the settings say", () =>
    withPortal(
      ({ ask, breaker, requests }) =>
        Effect.gen(function* () {
          for (let time = 0; time < 10; time++) yield* ask(breaker, down)
          assert.strictEqual(requests(), 2)
        }),
      { failuresMax: 2 },
    ),
  )

  it.effect("is tried once after a second, then after two, four and so on to a minute", () =>
    withPortal(({ ask, breaker, requests }) =>
      Effect.gen(function* () {
        for (let time = 0; time < 5; time++) yield* ask(breaker, down)
        let asked = 5
        for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
          yield* TestClock.adjust(seconds * 1000 - 1)
          assert.strictEqual(yield* ask(breaker, down), tooOften)
          yield* TestClock.adjust(1)
          assert.strictEqual(yield* ask(breaker, down), "no connection")
          assert.strictEqual(yield* ask(breaker, down), tooOften)
          assert.strictEqual(requests(), ++asked)
        }
      }),
    ),
  )

  it.effect("is asked by everyone again after one trial that works", () =>
    withPortal(({ ask, breaker }) =>
      Effect.gen(function* () {
        for (let time = 0; time < 5; time++) yield* ask(breaker, down)
        yield* TestClock.adjust(1000)
        for (let time = 0; time < 10; time++) assert.strictEqual(yield* ask(breaker, works), "works")
        for (let time = 0; time < 4; time++) yield* ask(breaker, down)
        assert.strictEqual(yield* ask(breaker, works), "works")
      }),
    ),
  )

  it.effect("is tried by one login only, and by another one when that one goes away", () =>
    withPortal(({ ask, breaker }) =>
      Effect.gen(function* () {
        for (let time = 0; time < 5; time++) yield* ask(breaker, down)
        yield* TestClock.adjust(1000)
        const trial = yield* Effect.forkChild(ask(breaker, Effect.never), { startImmediately: true })
        assert.strictEqual(yield* ask(breaker, works), tooOften)
        yield* Fiber.interrupt(trial)
        assert.strictEqual(yield* ask(breaker, works), "works")
      }),
    ),
  )

  it.effect("is tried again after a second by a clock that was set back meanwhile", () =>
    withPortal(({ ask, breaker }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(3_600_000)
        for (let time = 0; time < 5; time++) yield* ask(breaker, down)
        yield* TestClock.setTime(0)
        yield* TestClock.adjust(1000)
        assert.strictEqual(yield* ask(breaker, works), "works")
      }),
    ),
  )
})

describe("a portal that fails for one kind of request", () => {
  it.effect("is asked for the others, and for the same at another address", () =>
    withPortal(({ ask, breaker }) =>
      Effect.gen(function* () {
        for (let time = 0; time < 5; time++) yield* ask(breaker, broken)
        assert.strictEqual(yield* ask(breaker, works), tooOften)
        assert.strictEqual(yield* ask(breaker, works, "user"), "works")
        assert.strictEqual(yield* ask(breaker, works, "code exchange", "https://bravo.test/v2"), "works")
        assert.strictEqual(yield* ask(breaker, works), tooOften, "what works elsewhere says nothing of this")
      }),
    ),
  )
})

describe("a portal that refuses", () => {
  it.effect.each([
    ["an error", refused, "400"],
    ["a redirect", redirect, "302"],
    ["a page for a browser", page, "text/html"],
  ] as const)("by %s is not down", ([, end, message]) =>
    withPortal(({ ask, breaker, requests }) =>
      Effect.gen(function* () {
        for (let time = 0; time < 100; time++) assert.strictEqual(yield* ask(breaker, end), message)
        assert.strictEqual(requests(), 100)
        assert.strictEqual(yield* ask(breaker, works), "works")
      }),
    ),
  )

  it.effect("between failures ends the row of failures", () =>
    withPortal(({ ask, breaker, requests }) =>
      Effect.gen(function* () {
        for (let time = 0; time < 20; time++) yield* ask(breaker, time % 5 === 4 ? refused : down)
        assert.strictEqual(requests(), 20)
      }),
    ),
  )
})

describe("a portal that hangs", () => {
  it.effect("holds 64 requests; 256 further ones wait, and the next one fails at once", () =>
    withPortal(({ ask, breaker, requests }) =>
      Effect.gen(function* () {
        const answered = yield* Deferred.make<string>()
        const waiting = yield* Effect.forEach(Array.from({ length: 64 + 256 }), () =>
          Effect.forkChild(ask(breaker, Deferred.await(answered)), { startImmediately: true }),
        )
        assert.match(yield* ask(breaker, works), /64 requests/)
        assert.strictEqual(requests(), 64)
        yield* Deferred.succeed(answered, "works")
        assert.deepStrictEqual([...new Set(yield* Fiber.joinAll(waiting))], ["works"])
        assert.strictEqual(yield* ask(breaker, works), "works")
      }),
    ),
  )

  it.effect("is not asked by those who waited until it counted as down", () =>
    withPortal(({ ask, breaker, requests }) =>
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        const hanging = Effect.andThen(Deferred.await(answered), down)
        const waiting = yield* Effect.forEach(Array.from({ length: 200 }), () =>
          Effect.forkChild(ask(breaker, hanging), { startImmediately: true }),
        )
        yield* Deferred.succeed(answered, undefined)
        const codes = yield* Fiber.joinAll(waiting)
        assert.isAtMost(requests(), 64 + 5)
        assert.strictEqual(codes.at(-1), tooOften)
      }),
    ),
  )
})
