/** What a portal that is down costs: its own logins little, and other grants nothing (guarantees R18). */
import { assert, describe, it } from "@effect/vitest"
import { PortalGateway } from "@garrison/core/login/portal/PortalGateway"
import { portalsOver } from "@garrison/portals/portals"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { outcomeOf, serveWithSandbox, startSandbox } from "../support/sandbox.ts"

const bravo = {
  issuer: "https://bravo.test",
  audiences: ["game"],
  jwksUrl: "https://bravo.test/jwks",
  tokenUrl: "https://bravo.test/token",
  clientId: "garrison",
  clientSecret: "secret",
}

const silent = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make(() => Effect.never),
)

/** The seconds for which each of 20 logins waits, one after the other, at a portal that never answers. */
const waits = (failuresMax: number) =>
  Effect.gen(function* () {
    const { bravo: portal } = yield* PortalGateway
    const waited: Array<number> = []
    for (let login = 0; login < 20; login++) {
      const start = yield* Clock.currentTimeMillis
      const asked = portal?.prove({ token: "code", parentToken: "" }) ?? Effect.die("bravo is not there")
      const proving = yield* Effect.forkChild(Effect.flip(asked), { startImmediately: true })
      if (proving.pollUnsafe() === undefined) yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* Fiber.join(proving), "bravo_token_exchange_failed")
      waited.push(((yield* Clock.currentTimeMillis) - start) / 1000)
    }
    return waited
  }).pipe(Effect.provide(Layer.provide(portalsOver({ bravo: { ...bravo, failuresMax } }), silent)))

describe("a portal that is down", () => {
  it.effect("makes five logins wait, and answers the others its code at once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* waits(5),
        Array.from({ length: 20 }, (_, at) => (at < 5 ? 3 : 0)),
      )
    }),
  )

  it.effect("would make all of them wait if nothing broke the row of failures", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* waits(1000),
        Array.from({ length: 20 }, () => 3),
      )
    }),
  )
})

describe("a portal that refuses codes that strangers make up", () => {
  const html = { "content-type": "text/html" }
  it.effect.each([
    ["a redirect", 302, { location: "https://bravo.test/login" }, ""],
    ["a page for a browser", 200, html, "<html>Sign in</html>"],
    ["a page that is too long", 200, { "content-type": "application/json" }, " ".repeat(70_000)],
    ["a page with an error", 403, html, "<html>No</html>"],
  ] as const)("by %s is asked about every code", ([, status, headers, body]) =>
    Effect.gen(function* () {
      let asked = 0
      const refusing = HttpClient.make((request) =>
        Effect.sync(() => {
          asked++
          return HttpClientResponse.fromWeb(request, new Response(body, { status, headers }))
        }),
      )
      const logins = Effect.gen(function* () {
        const { bravo: portal } = yield* PortalGateway
        assert.isDefined(portal)
        for (let code = 0; code < 20; code++) {
          const proving = portal.prove({ token: `made-up-${code}`, parentToken: "" })
          assert.strictEqual(yield* Effect.flip(proving), "bravo_token_exchange_failed")
        }
      })
      const client = Layer.succeed(HttpClient.HttpClient, refusing)
      yield* Effect.provide(Effect.orDie(logins), Layer.provide(portalsOver({ bravo }), client))
      assert.strictEqual(asked, 20)
    }),
  )
})

describe("a portal where nothing listens", () => {
  it("is answered for by its own code in each form of login", async () => {
    const sandbox = await startSandbox()
    const server = await serveWithSandbox(sandbox)
    const credentials = await sandbox.credentials()
    await sandbox.stop()
    const answers: Array<readonly [string, string]> = []
    for (const { body, grant_type } of credentials) answers.push([grant_type, await outcomeOf(server, body)])
    assert.deepStrictEqual(answers, [
      ["alpha", "alpha_keys_not_available"],
      ["alpha", "alpha_keys_not_available"],
      ["alpha", "alpha_token_exchange_failed"],
      ["bravo", "bravo_failed_key_lookup"],
      ["bravo", "bravo_token_exchange_failed"],
      // Its keys are configured.
      ["charlie", "ok"],
      ["charlie", "charlie_v2_keys_not_available"],
      ["charlie", "charlie_oauth_token_exchange_failed"],
      ["deltalive", "delta_access_token_request_failed"],
      ["echo4_v1", "echo4_v1_token_exchange_failed"],
      ["echo4_v3", "echo4_v3_id_token_request_failed"],
      ["echo5_v3", "echo5_v3_id_token_request_failed"],
      ["foxtrot", "foxtrot_access_token_not_valid"],
      ["foxtrot", "foxtrot_access_token_not_valid"],
      ["foxtrot", "foxtrot_token_exchange_failed"],
      ["foxtrot_switch", "foxtrot_service_access_token_not_valid"],
      ["golf", "golf_token_exchange_failed"],
      ["juliet", "developer_api_token_invalid"],
    ])
    await server.stop()
  })
})
