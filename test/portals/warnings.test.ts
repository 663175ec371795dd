/** What an operator reads of a portal that fails, and how often (guarantees R18, R32). */
import { assert, describe, it } from "@effect/vitest"
import { PortalGateway } from "@garrison/core/login/portal/PortalGateway"
import { portalsOver } from "@garrison/portals/portals"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { linesOf } from "../support/keptLog.ts"

const bravo = {
  issuer: "https://bravo.test",
  audiences: ["game"],
  jwksUrl: "https://bravo.test/jwks",
  tokenUrl: "https://bravo.test/token",
  clientId: "garrison",
  clientSecret: "s3cret-of-garrison",
}
const code = "c0de-of-a-user"

/** A JWT whose key has to be fetched. */
const token = [{ alg: "RS256", kid: "first" }, { iss: bravo.issuer }, "signature"]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".")

type Answer = { readonly status: number; readonly body: string; readonly type?: string } | "no connection"

interface Portal {
  /** Logs in once, and answers the lines that were logged since the last time. */
  readonly logIn: (credential?: string) => Effect.Effect<ReadonlyArray<string>>
  answer: Answer
}

/** Runs a test with a bravo that answers as the test says. */
const withBravo = <A, E>(test: (portal: Portal) => Effect.Effect<A, E>) => {
  const lines: Array<string> = []
  const client = HttpClient.make((request) => {
    const { answer } = portal
    if (answer === "no connection") {
      const cause = Object.assign(new Error(`cannot send ${code}`), { code: "ECONNREFUSED" })
      return Effect.fail(
        new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) }),
      )
    }
    const { body, status, type = "application/json" } = answer
    const headers = { "content-type": type }
    return Effect.succeed(HttpClientResponse.fromWeb(request, new Response(body, { status, headers })))
  })
  const portal: Portal = { answer: { status: 200, body: "{}" }, logIn: () => Effect.succeed([]) }
  return Effect.gen(function* () {
    const asked = (yield* PortalGateway).bravo
    const logIn = (credential = code) =>
      Effect.gen(function* () {
        assert.isDefined(asked)
        yield* Effect.flip(asked.prove({ token: credential, parentToken: "" }))
        return lines.splice(0)
      }).pipe(Effect.orDie)
    return yield* test(Object.assign(portal, { logIn }))
  }).pipe(
    Effect.provide(Layer.provide(portalsOver({ bravo }), Layer.succeed(HttpClient.HttpClient, client))),
    Effect.provide(linesOf(lines)),
  )
}

const refusal = (error: unknown, status = 401): Answer => ({ status, body: JSON.stringify({ error, secret: code }) })
const line = (endpoint: string, why: string) => `stderr Warn a request to the portal bravo failed (${endpoint}): ${why}`
const status = (number: number) => `the answer has the status ${number}, not 200`

describe("a portal that refuses", () => {
  it.effect.each([
    [refusal("invalid_client"), `${status(401)}, and the error invalid_client`],
    [refusal("invalid_grant", 400), `${status(400)}, and the error invalid_grant`],
    // What could be a credential, or could mislead who reads the log, is left out.
    [refusal(code), status(401)],
    [refusal(bravo.clientSecret), status(401)],
    [refusal("\u001b[2Jinvalid"), status(401)],
    [refusal("x\nline"), status(401)],
    [refusal("x".repeat(41)), status(401)],
    [refusal({ error: "x" }), status(401)],
    [{ status: 302, body: code }, status(302)],
    [{ status: 503, body: code, type: "text/html" }, status(503)],
    [{ status: 200, body: code, type: "text/html" }, "the answer is text/html, not JSON"],
    [{ status: 200, body: code, type: code }, "the answer is of no type, not JSON"],
    [{ status: 200, body: `{"${code}` }, "the answer is no acceptable JSON: the text is not valid JSON"],
    ["no connection", "there was no answer: ECONNREFUSED"],
  ] as const)("by %j is logged as: %s", ([answer, why]) =>
    withBravo((portal) =>
      Effect.gen(function* () {
        portal.answer = answer
        assert.deepStrictEqual(yield* portal.logIn(), [line("code exchange", why)])
      }),
    ),
  )

  it.effect("is logged once a minute, with the number of the requests that failed since", () =>
    withBravo((portal) =>
      Effect.gen(function* () {
        portal.answer = refusal("invalid_client")
        const why = `${status(401)}, and the error invalid_client`
        assert.deepStrictEqual(yield* portal.logIn(), [line("code exchange", why)])
        for (let login = 0; login < 59; login++) {
          yield* TestClock.adjust("1 second")
          assert.deepStrictEqual(yield* portal.logIn(), [])
        }
        yield* TestClock.adjust("1 second")
        const more = "; requests that failed since the last such line: 59"
        assert.deepStrictEqual(yield* portal.logIn(), [line("code exchange", why + more)])
      }),
    ),
  )

  it.effect("a request for its keys is logged with the status", () =>
    withBravo((portal) =>
      Effect.gen(function* () {
        portal.answer = { status: 503, body: "{}" }
        assert.deepStrictEqual(yield* portal.logIn(token), [line("keys", status(503))])
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(yield* portal.logIn(token), [])
      }),
    ),
  )
})

describe("a portal that is down", () => {
  const down =
    "stderr Warn the portal bravo counts as down (code exchange) after 5 failures in a row; logins that need this are refused"
  const back = "stderr Warn the portal bravo answers again (code exchange)"

  it.effect("is logged when that begins and when it ends, and not for each login", () =>
    withBravo((portal) =>
      Effect.gen(function* () {
        portal.answer = { status: 500, body: "{}" }
        const logged: Array<string> = []
        for (let login = 0; login < 1000; login++) logged.push(...(yield* portal.logIn()))
        assert.deepStrictEqual(logged, [line("code exchange", status(500)), down])
        yield* TestClock.adjust("1 second")
        portal.answer = { status: 200, body: '{"id_token":"none"}' }
        assert.deepStrictEqual(yield* portal.logIn(), [back])
        assert.deepStrictEqual(yield* portal.logIn(), [])
      }),
    ),
  )

  it.effect("again and again in a minute is logged once in it", () =>
    withBravo((portal) =>
      Effect.gen(function* () {
        const logged: Array<string> = []
        for (let time = 0; time < 50; time++) {
          portal.answer = { status: 500, body: "{}" }
          for (let login = 0; login < 5; login++) logged.push(...(yield* portal.logIn()))
          yield* TestClock.adjust("1 second")
          portal.answer = { status: 200, body: '{"id_token":"none"}' }
          logged.push(...(yield* portal.logIn()))
        }
        assert.deepStrictEqual(logged, [line("code exchange", status(500)), down, back])
      }),
    ),
  )
})
