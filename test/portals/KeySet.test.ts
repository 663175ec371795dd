/** When the keys of a portal are fetched, and how long they are used (decisions, section 4; guarantees R18). */
import { assert, describe, it } from "@effect/vitest"
import { Tally } from "@garrison/core/kernel/work/Tally"
import { type KeyName, makeKeySet } from "@garrison/portals/KeySet"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as TestClock from "effect/testing/TestClock"
import { keySetOf, makePortalKey } from "../support/keyServer.ts"

const key = await makePortalKey("first")
const known: KeyName = { kid: "first", alg: "RS256" }
const unknown: KeyName = { kid: "unknown", alg: "RS256" }

interface Asked {
  requests: number
  body: unknown
  cacheControl: string | undefined
  status: number
  /** Answered with before the answer comes. */
  before: Effect.Effect<void>
}

/** Runs a test with the keys of a portal that answers as `asked` says. */
const withKeys = <A, E>(
  test: (find: (name: KeyName) => Effect.Effect<string>, asked: Asked) => Effect.Effect<A, E>,
): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    const asked: Asked = { requests: 0, body: keySetOf(key), cacheControl: undefined, status: 200, before: Effect.void }
    const client = HttpClient.make((request) =>
      Effect.suspend(() => {
        asked.requests++
        const cache = asked.cacheControl === undefined ? {} : { "cache-control": asked.cacheControl }
        const headers = { "content-type": "application/json", ...cache }
        const response = HttpClientResponse.fromWeb(
          request,
          new Response(JSON.stringify(asked.body), { headers, status: asked.status }),
        )
        return Effect.as(asked.before, response)
      }),
    )
    const source = { owner: "alpha", url: "https://alpha.test/jwks", timeoutSeconds: 3 }
    const keys = yield* Effect.provideService(makeKeySet(source), HttpClient.HttpClient, client)
    const find = (name: KeyName) =>
      Effect.match(keys.find(name), { onFailure: (refusal): string => refusal, onSuccess: () => "found" })
    return yield* test(find, asked)
  }).pipe(Effect.scoped)

describe("keys", () => {
  it.effect.each([
    [undefined, 3600],
    ["max-age=600", 600],
    ["max-age=1", 60],
    ["no-store", 60],
    ["max-age=1000000000", 86_400],
  ] as const)("with Cache-Control %s are fetched again after %s seconds", ([cacheControl, seconds]) =>
    withKeys((find, asked) =>
      Effect.gen(function* () {
        asked.cacheControl = cacheControl
        assert.strictEqual(yield* find(known), "found")
        yield* TestClock.adjust(seconds * 1000 - 1)
        assert.strictEqual(yield* find(known), "found")
        assert.strictEqual(asked.requests, 1)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* find(known), "found")
        assert.strictEqual(asked.requests, 2)
      }),
    ),
  )

  it.effect("that the portal no longer publishes are refused once they are fetched again", () =>
    withKeys((find, asked) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* find(known), "found")
        asked.body = keySetOf()
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* find(known), "key_unknown")
      }),
    ),
  )

  it.effect("are asked for by many logins with one request, which goes on when the first of them goes away", () =>
    withKeys((find, asked) =>
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        asked.before = Deferred.await(answered)
        const first = yield* Effect.forkChild(find(known), { startImmediately: true })
        const second = yield* Effect.forkChild(find(known), { startImmediately: true })
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(answered, undefined)
        assert.strictEqual(yield* Fiber.join(second), "found")
        assert.strictEqual(asked.requests, 1)
      }),
    ),
  )

  it.effect("are told to who counts, with the status of the portal, whoever waits for them", () =>
    withKeys((find, asked) => {
      const told: Array<unknown> = []
      const tally: Tally = {
        loggedIn: () => undefined,
        ordered: () => undefined,
        askedPortal: (...what) => told.push(what),
        portalDown: () => undefined,
      }
      return Effect.gen(function* () {
        asked.status = 503
        assert.strictEqual(yield* find(known), "keys_not_available")
        asked.status = 200
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual(yield* find(known), "found")
        assert.deepStrictEqual(told, [
          ["alpha", false, 503],
          ["alpha", true, 200],
        ])
      }).pipe(Effect.provideService(Tally, tally))
    }),
  )

  it.effect("let 64 logins wait, and 256 in line; further logins use an old key at once if there is one", () =>
    withKeys((find, asked) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* find(known), "found")
        yield* TestClock.adjust("1 hour")
        const answered = yield* Deferred.make<void>()
        asked.before = Deferred.await(answered)
        const waiting = yield* Effect.forEach(Array.from({ length: 64 + 256 }), () =>
          Effect.forkChild(find(known), { startImmediately: true }),
        )
        assert.strictEqual(yield* find(known), "found")
        assert.strictEqual(yield* find(unknown), "keys_not_available")
        yield* Deferred.succeed(answered, undefined)
        assert.deepStrictEqual([...new Set(yield* Fiber.joinAll(waiting))], ["found"])
        assert.strictEqual(asked.requests, 2)
        assert.strictEqual(yield* find(unknown), "key_unknown")
      }),
    ),
  )

  it.effect.each([
    ["no object", []],
    ["without keys", {}],
    ["with keys that are no list", { keys: {} }],
    ["with keys that are no objects", { keys: ["first"] }],
    ["of more than 64 keys", { keys: Array.from({ length: 65 }, (_, at) => ({ ...key.jwk, kid: `k${at}` })) }],
  ] as const)("in an answer that is %s are not available, and are asked for again after 5 seconds", ([, body]) =>
    withKeys((find, asked) =>
      Effect.gen(function* () {
        asked.body = body
        assert.strictEqual(yield* find(known), "keys_not_available")
        yield* TestClock.adjust("4999 millis")
        assert.strictEqual(yield* find(known), "keys_not_available")
        assert.strictEqual(asked.requests, 1)
        asked.body = keySetOf(key)
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* find(known), "found")
        assert.strictEqual(asked.requests, 2)
      }),
    ),
  )

  it.effect.each([
    ["for encryption", { ...key.jwk, use: "enc" }],
    ["for another algorithm", { ...key.jwk, alg: "PS256" }],
    ["secret", { kty: "oct", kid: "first", k: "c2VjcmV0" }],
    ["of an unknown kind", { kty: "NEW", kid: "first" }],
  ] as const)("that are %s verify nothing", ([, jwk]) =>
    withKeys((find, asked) =>
      Effect.gen(function* () {
        asked.body = { keys: [jwk] }
        assert.strictEqual(yield* find(known), "key_unknown")
      }),
    ),
  )

  it.effect("are fetched again by a clock that was set back", () =>
    withKeys((find, asked) =>
      Effect.gen(function* () {
        yield* TestClock.adjust("365 days")
        assert.strictEqual(yield* find(known), "found")
        yield* TestClock.setTime(0)
        assert.strictEqual(yield* find(known), "found")
        assert.strictEqual(asked.requests, 2)
      }),
    ),
  )
})
