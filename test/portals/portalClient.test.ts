/** When Garrison asks a portal for a token of its own, and how long it uses it (decisions, section 4; R18). */
import { assert, describe, it } from "@effect/vitest"
import { makeBreaker } from "@garrison/portals/Breaker"
import { makePortalClient } from "@garrison/portals/portalClient"
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
  /** How the portal answers what is asked with a token. */
  refusal: { readonly status: number; readonly error: string } | undefined
}

const clientTokenUrl = "https://delta.test/token"
const source = { clientTokenUrl, clientId: "garrison", clientSecret: "secret", timeoutSeconds: 3 }

/** What the portal answers with the token that it was asked with, or refuses. */
const answerOf = (authorization: string | undefined, { refusal }: Asked) =>
  refusal === undefined
    ? ([200, { token: authorization?.replace("Bearer ", "") }] as const)
    : ([refusal.status, { error: refusal.error }] as const)

/** Runs a test with the token with which Garrison asks a portal that answers as `asked` says. */
const withToken = <A, E>(
  test: (token: Effect.Effect<unknown>, asked: Asked) => Effect.Effect<A, E>,
): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    const asked: Asked = { requests: 0, changes: {}, before: Effect.void, refusal: undefined }
    const client = HttpClient.make((request) =>
      Effect.suspend(() => {
        const isForToken = request.url === clientTokenUrl
        const [status, answer] = isForToken
          ? ([200, { access_token: `token-${++asked.requests}`, expires_in: 3600, ...asked.changes }] as const)
          : answerOf(request.headers["authorization"], asked)
        const headers = { "content-type": "application/json" }
        const response = HttpClientResponse.fromWeb(request, new Response(JSON.stringify(answer), { headers, status }))
        return Effect.as(isForToken ? asked.before : Effect.void, response)
      }),
    )
    const breaker = yield* Effect.provideService(
      makeBreaker("deltalive", { failuresMax: 1000 }),
      HttpClient.HttpClient,
      client,
    )
    const { post } = yield* makePortalClient(source, breaker)
    const token = Effect.match(post("https://delta.test/user", {}), {
      onFailure: ({ _tag }) => _tag,
      onSuccess: ({ body }) => (body as { readonly token: string }).token,
    })
    return yield* test(token, asked)
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

  it.effect("lets 64 logins wait, and 256 more in line", () =>
    withToken((token, asked) =>
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        asked.before = Deferred.await(answered)
        const waiting = yield* Effect.forEach(Array.from({ length: 64 + 256 }), () =>
          Effect.forkChild(token, { startImmediately: true }),
        )
        assert.strictEqual(yield* token, "NoClientToken")
        yield* Deferred.succeed(answered, undefined)
        assert.deepStrictEqual([...new Set(yield* Fiber.joinAll(waiting))], ["token-1"])
        assert.strictEqual(yield* token, "token-1")
      }),
    ),
  )

  it.effect("is replaced after the portal refused it, and only then", () =>
    withToken((token, asked) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* token, "token-1")
        for (const refusal of [
          { status: 401, error: "unknown_user" },
          { status: 400, error: "invalid_token" },
        ]) {
          asked.refusal = refusal
          assert.strictEqual(yield* token, "OutboundFailed")
        }
        asked.refusal = { status: 401, error: "invalid_token" }
        assert.strictEqual(yield* token, "NoClientToken")
        asked.refusal = undefined
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
        assert.strictEqual(yield* token, "NoClientToken")
        asked.changes = {}
        assert.strictEqual(yield* token, "token-2")
      }),
    ),
  )
})
