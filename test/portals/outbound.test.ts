/** What Garrison takes from a portal over HTTP (decisions, section 4; guarantees R18). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { getJson, type OutboundFailed, postForm } from "@garrison/portals/outbound"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { json, type KeyServer, startKeyServer } from "../support/keyServer.ts"
import { LOOPBACK, LOOPBACK_HOST } from "../support/loopback.ts"

let server: KeyServer
let elsewhere: KeyServer

beforeAll(async () => {
  server = await startKeyServer(json({}))
  elsewhere = await startKeyServer(json({ from: "elsewhere" }))
})
afterAll(async () => {
  await server.stop()
  await elsewhere.stop()
})

const asked = Effect.suspend(() => getJson({ url: server.url, timeoutSeconds: 3 })).pipe(
  Effect.provide(FetchHttpClient.layer),
)

const answer =
  (status: number, headers: Readonly<Record<string, string>>, body: string) => (response: ServerResponse) => {
    response.writeHead(status, headers).end(body)
  }

const type = { "content-type": "application/json" }

describe("an answer", () => {
  it.effect.each([
    ["application/json", undefined, undefined],
    ["application/jwk-set+json; charset=utf-8", "public, max-age=600, must-revalidate", 600],
    ["application/json;charset=utf-8", "max-age=600, no-store", 0],
    ["application/json", "s-maxage=5", undefined],
  ] as const)("of the type %s with Cache-Control %s is taken, for %s seconds", ([contentType, cacheControl, seconds]) =>
    Effect.gen(function* () {
      const headers = { "content-type": contentType, ...(cacheControl && { "cache-control": cacheControl }) }
      server.answerWith(answer(200, headers, '{"keys":[]}'))
      assert.deepStrictEqual(yield* asked, { body: { keys: [] }, maxAgeSeconds: seconds })
    }),
  )

  it.effect("is asked for without anything of Garrison's own traces", () =>
    Effect.gen(function* () {
      server.answerWith(json({}))
      yield* Effect.withSpan(asked, "login")
      assert.notInclude(Object.keys(server.heads.at(-1) ?? {}).join(), "traceparent")
      assert.notInclude(Object.keys(server.heads.at(-1) ?? {}).join(), "b3")
    }),
  )

  it.effect.each([
    ["a redirect, which is not followed", 302, { location: "ELSEWHERE" }, "", /status 302/],
    ["an error", 500, type, "{}", /status 500/],
    ["no JSON by its type", 200, { "content-type": "text/html" }, "{}", /text\/html/],
    ["of no type", 200, {}, "{}", /no type/],
    ["no JSON", 200, type, "<html>", /JSON/],
    ["cut off", 200, { ...type, "content-length": "10" }, "", /./],
    ["larger than 64 KiB", 200, type, JSON.stringify("x".repeat(64 * 1024)), /65536 bytes/],
    ["nested without end", 200, type, "[".repeat(1000), /JSON/],
  ] as const)("that is %s is refused", ([, status, headers, body, message]) =>
    Effect.gen(function* () {
      const sent = "location" in headers ? { location: elsewhere.url } : headers
      server.answerWith((response) => {
        response.writeHead(status, sent)
        if ("content-length" in headers) response.socket?.end()
        else response.end(body)
      })
      const refused = yield* Effect.flip(asked)
      assert.match(refused.message, message)
      assert.deepStrictEqual(elsewhere.requests, [])
    }),
  )

  it.effect("without an end is left at 64 KiB, and the connection with it", () =>
    Effect.gen(function* () {
      const closed = new Promise<void>((resolve) => {
        server.answerWith((response) => {
          response.on("close", resolve)
          response.writeHead(200, type)
          const more = (): void => {
            while (!response.destroyed && response.write(" ".repeat(16 * 1024))) continue
          }
          response.on("drain", more)
          more()
        })
      })
      assert.match((yield* Effect.flip(asked)).message, /65536 bytes/)
      yield* Effect.promise(() => closed)
    }),
  )

  it.effect("that does not arrive is given up after the time limit, and the request ends", () =>
    Effect.gen(function* () {
      let ended = false
      const silent = HttpClient.make(() =>
        Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (ended = true))),
      )
      const waiting = yield* Effect.forkChild(
        Effect.flip(
          Effect.provideService(
            getJson({ url: "https://alpha.test/jwks", timeoutSeconds: 3 }),
            HttpClient.HttpClient,
            silent,
          ),
        ),
        { startImmediately: true },
      )
      yield* TestClock.adjust("2999 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.match((yield* Fiber.join(waiting)).message, /within 3 seconds/)
      assert.isTrue(ended)
    }),
  )
})

describe("a refusal", () => {
  const long = "x".repeat(257)
  it.effect.each([
    [400, type, '{"error":"invalid_grant","error_description":"expired"}', "invalid_grant", "expired"],
    [403, type, '{"error":"invalid_client","secret":"s3cret"}', "invalid_client", undefined],
    [401, { "content-type": "text/html" }, "<html>", undefined, undefined],
    [400, type, `{"error":"${long}","error_description":7}`, undefined, undefined],
    [500, type, "[".repeat(70_000), undefined, undefined],
  ] as const)(
    "with the status %s keeps the status, the error and its description",
    ([status, head, body, error, text]) =>
      Effect.gen(function* () {
        server.answerWith(answer(status, head, body))
        const failed: OutboundFailed = yield* Effect.flip(asked)
        assert.deepStrictEqual(failed.refusal, { status, error, description: text })
        assert.strictEqual(failed.message, `the answer has the status ${status}, not 200`)
      }),
  )

  it.effect("is not what a redirect is", () =>
    Effect.gen(function* () {
      server.answerWith(answer(302, { location: elsewhere.url }, ""))
      assert.isUndefined((yield* Effect.flip(asked)).refusal)
    }),
  )
})

describe("a request", () => {
  const received = Effect.fnUntraced(function* (ask: (at: { url: string; timeoutSeconds: number }) => typeof asked) {
    let body = ""
    let type: string | undefined = ""
    const echo = createServer((request, response) => {
      type = request.headers["content-type"]
      request.on("data", (chunk) => (body += String(chunk)))
      request.on("end", () => json({})(response))
    }).listen(0, LOOPBACK)
    yield* Effect.promise(() => once(echo, "listening"))
    const { port } = echo.address() as AddressInfo
    yield* ask({ url: `http://${LOOPBACK_HOST}:${port}/`, timeoutSeconds: 3 })
    echo.closeAllConnections()
    echo.close()
    return { type, body }
  })

  it.effect("may send a form", () =>
    Effect.gen(function* () {
      const form = { code: "a b&c=é", empty: "" }
      const { body, type } = yield* received((at) => Effect.provide(postForm(at, form), FetchHttpClient.layer))
      assert.strictEqual(type, "application/x-www-form-urlencoded")
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(body)), form)
    }),
  )
})
