/** When Garrison asks a portal for its own token, and how long it uses it (decisions, section 4; guarantees R18). */
import { assert, describe, it } from "@effect/vitest"
import { makeBreaker } from "@garrison/portals/Breaker"
import { type ClientToken, makeClientToken } from "@garrison/portals/clientToken"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as TestClock from "effect/testing/TestClock"

interface Asked {
  requests: number
  /** Of the answer; the token is `token-` and the number of the request. */
  changes: Readonly<Record<string, unknown>>
  /** Answered with before the answer comes. */
  before: Effect.Effect<void>
}

const source = { url: "https://delta.test/token", clientId: "garrison", clientSecret: "secret", timeoutSeconds: 3 }

/** Runs a test with the token at a portal that answers as `asked` says. */
const withToken = <A, E>(
  test: (token: Effect.Effect<string>, asked: Asked, forget: ClientToken["forget"]) => Effect.Effect<A, E>,
): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    const asked: Asked = { requests: 0, changes: {}, before: Effect.void }
    const client = HttpClient.make((request) =>
      Effect.suspend(() => {
        const answer = { access_token: `token-${++asked.requests}`, expires_in: 3600, ...asked.changes }
        const response = new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } })
        return Effect.as(asked.before, HttpClientResponse.fromWeb(request, response))
      }),
    )
    const breaker = yield* Effect.provideService(makeBreaker(1000), HttpClient.HttpClient, client)
    const { forget, get } = yield* makeClientToken(source, breaker)
    const token = Effect.match(get, { onFailure: () => "none", onSuccess: (found) => found })
    return yield* test(token, asked, forget)
  })

describe("the token of Garrison at a portal", () => {
  it.effect.each([
    [3600, 3570],
    [31, 1],
    [1e12, 24 * 60 * 60],
  ] as const)("that is good for %s seconds is used for %s", ([expires_in, seconds]) =>
    withToken((token, asked) =>
      Effect.gen(function* () {
        asked.changes = { expires_in }
        assert.strictEqual(yield* token, "token-1")
        yield* TestClock.adjust(seconds * 1000 - 1)
        assert.strictEqual(yield* token, "token-1")
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* token, "token-2")
      }),
    ),
  )

  it.effect.each([30, 0, -1])("that is good for %s seconds is used once", (expires_in) =>
    withToken((token, asked) =>
      Effect.gen(function* () {
        asked.changes = { expires_in }
        assert.strictEqual(yield* token, "token-1")
        assert.strictEqual(yield* token, "token-2")
      }),
    ),
  )

  it.effect("is asked for by many logins with one request, which goes on when the first of them goes away", () =>
    withToken((token, asked) =>
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        asked.before = Deferred.await(answered)
        const first = yield* Effect.forkChild(token, { startImmediately: true })
        const second = yield* Effect.forkChild(token, { startImmediately: true })
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(answered, undefined)
        assert.strictEqual(yield* Fiber.join(second), "token-1")
        assert.strictEqual(asked.requests, 1)
      }),
    ),
  )

  it.effect("lets 64 logins wait", () =>
    withToken((token, asked) =>
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        asked.before = Deferred.await(answered)
        const waiting = yield* Effect.forEach(Array.from({ length: 64 }), () =>
          Effect.forkChild(token, { startImmediately: true }),
        )
        assert.strictEqual(yield* token, "none")
        yield* Deferred.succeed(answered, undefined)
        assert.deepStrictEqual([...new Set(yield* Fiber.joinAll(waiting))], ["token-1"])
        assert.strictEqual(yield* token, "token-1")
      }),
    ),
  )

  it.effect("is asked for again once it is forgotten, and another one stays", () =>
    withToken((token, asked, forget) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* token, "token-1")
        yield* forget("token-0")
        assert.strictEqual(yield* token, "token-1")
        yield* forget("token-1")
        assert.strictEqual(yield* token, "token-2")
        assert.strictEqual(asked.requests, 2)
      }),
    ),
  )

  it.effect.each([
    ["no token", { access_token: undefined }],
    ["an empty token", { access_token: "" }],
    ["a token that no header can carry", { access_token: "a\nb" }],
    ["a token that is too long", { access_token: "a".repeat(16_385) }],
    ["no time", { expires_in: undefined }],
    ["a time that is a text", { expires_in: "3600" }],
  ] as const)("is none when the answer has %s, and the next login asks again", ([, changes]) =>
    withToken((token, asked) =>
      Effect.gen(function* () {
        asked.changes = changes
        assert.strictEqual(yield* token, "none")
        asked.changes = {}
        assert.strictEqual(yield* token, "token-2")
      }),
    ),
  )
})
