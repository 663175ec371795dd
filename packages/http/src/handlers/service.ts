/** Probes and the service's own description over HTTP (decisions, section 14). */
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"
import { Lifecycle } from "../Lifecycle.ts"
import { Readiness } from "../Readiness.ts"
import { json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { aliveAnswer, notReady } from "../request/probeAnswers.ts"
import { documentation } from "./documentation.ts"
import { type Content, Representations } from "./Representations.ts"

const alive = Effect.succeed(aliveAnswer)

/** The process answers. */
const livez = Effect.succeed<Handler<"livez">>(() => alive)

const ready = json(200, '{"status":"ready"}')
const readyBehind = json(200, '{"status":"ready","warnings":["clock"]}')

/** Whether the process should get requests. */
const readyz = Effect.gen(function* () {
  const readiness = yield* Readiness
  const lifecycle = yield* Lifecycle
  const overload = (): ReadonlyArray<string> => (lifecycle.isOverloaded() ? ["the server is overloaded"] : [])
  const handler: Handler<"readyz"> = () => {
    lifecycle.watched()
    // A balancer has to hear of a stop at once, however slow storage is.
    if (lifecycle.isDraining()) {
      return Effect.succeed(notReady(["the server is stopping", ...readiness.known(), ...overload()]))
    }
    return Effect.map(readiness.missing, (missing) => {
      // Storage that does not answer makes requests wait: it comes before the overload.
      const reasons = [...missing, ...overload()]
      if (reasons.length > 0) return notReady(reasons)
      return readiness.isClockBehind() ? readyBehind : ready
    })
  }
  return handler
})

const tagged = (body: Uint8Array, contentType: string, policy?: string): Content => ({
  body,
  etag: hash("sha256", body, "base64url"),
  contentType,
  ...(policy !== undefined && { policy }),
})

/** Answers with content that is made at the first request. Several requests at once make it once. */
const prepared = (make: (prefix: string) => Promise<Content>) =>
  Effect.sync((): Handler<"openapi" | "docs"> => {
    let forms: Promise<Representations> | undefined
    const formsBelow = (prefix: string): Promise<Representations> => {
      if (forms !== undefined) return forms
      const making = make(prefix).then((content) => new Representations(content))
      forms = making
      making.catch(() => (forms = undefined))
      return making
    }
    return (_, request) =>
      Effect.flatMap(
        Effect.promise(() => formsBelow(request.prefix)),
        (made) => made.answer(request),
      )
  })

/** The OpenAPI document. */
const openapi = prepared(async (prefix) => {
  const { text } = await documentation({ of: "openapi", prefix })
  return tagged(Buffer.from(text), "application/json")
})

/** The page that shows the document, the same below every prefix. */
const docs = prepared(async () => {
  const { policy, text } = await documentation({ of: "docs", prefix: "" })
  return tagged(Buffer.from(text), "text/html; charset=utf-8", policy)
})

/** The handlers of this area. */
export const service = { livez, readyz, openapi, docs }
