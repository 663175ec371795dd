/** What Garrison takes from a portal over HTTP (decisions, section 4; guarantees R18). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { getJson } from "@garrison/portals/outbound"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import type { ServerResponse } from "node:http"
import { json, type KeyServer, startKeyServer } from "../support/keyServer.ts"

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

const asked = Effect.suspend(() => getJson(server.url, 3)).pipe(Effect.provide(FetchHttpClient.layer))

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
        Effect.flip(Effect.provideService(getJson("https://alpha.test/jwks", 3), HttpClient.HttpClient, silent)),
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
