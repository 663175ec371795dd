/** Probes and the service's own description over HTTP (decisions, section 14). */
import * as Effect from "effect/Effect"
import { Lifecycle } from "../Lifecycle.ts"
import { Readiness } from "../Readiness.ts"
import { type Answer, CACHE, json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { transportAnswer } from "../request/refusal.ts"

const alive = Effect.succeed(json(200, '{"status":"alive"}'))

/** The process answers. */
export const livez = Effect.succeed<Handler<"livez">>(() => alive)

const ready = json(200, '{"status":"ready"}')
const notReady = (missing: ReadonlyArray<string>): Answer =>
  transportAnswer("service_unavailable", { desc: `not ready: ${missing.join(", ")}` })

/** The process should get requests. */
export const readyz = Effect.gen(function* () {
  const readiness = yield* Readiness
  const lifecycle = yield* Lifecycle
  const handler: Handler<"readyz"> = () =>
    lifecycle.isDraining()
      ? Effect.succeed(notReady(["the server is stopping"]))
      : Effect.map(readiness.missing, (missing) => (missing.length === 0 ? ready : notReady(missing)))
  return handler
})

/** Generates the document at the first request: it takes time and memory that most processes never need. */
const documentText = Effect.promise(async () => {
  const { openApiDocument } = await import("../contract/document.ts")
  return JSON.stringify(openApiDocument())
})

/** The OpenAPI document. */
export const openapi = Effect.map(
  Effect.cached(documentText),
  (document): Handler<"openapi"> =>
    () =>
      Effect.map(document, (text) => json(200, text, ["Cache-Control", "public, no-cache"])),
)

const page = Effect.promise(async () => {
  const { docsPage } = await import("./docsPage.ts")
  return docsPage()
})

/** Nothing on the page comes from elsewhere; its script talks to this server only. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"

/** The page that shows the document. */
export const docs = Effect.map(
  Effect.cached(page),
  (cached): Handler<"docs"> =>
    () =>
      Effect.map(cached, (html) => ({
        status: 200,
        headers: ["Content-Type", "text/html; charset=utf-8", "Content-Security-Policy", POLICY, ...CACHE.keys],
        body: html,
      })),
)
