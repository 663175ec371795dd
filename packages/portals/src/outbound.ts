/**
 * Requests to portals: the one place from which Garrison calls other servers. The addresses come from the settings
 * alone, never from a credential. Each request has a time limit, follows no redirect, and reads a bounded answer
 * (decisions, section 4; guarantees R18).
 */
import { parseJson } from "@garrison/core/kernel/Json"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

/** Largest answer that is read, in bytes. */
const ANSWER_BYTES_MAX = 64 * 1024

/** A portal did not give a usable answer. `message` says why, and nothing of what was sent. */
export class OutboundFailed extends Data.TaggedError("OutboundFailed")<{ readonly message: string }> {}

/** A JSON document as a portal answered it. */
export interface JsonAnswer {
  /** What the JSON says; whether it has the expected form is for the caller to check. */
  readonly body: unknown
  /** For how long the portal lets the document be kept, in seconds; undefined where it does not say. */
  readonly maxAgeSeconds: number | undefined
}

const failed = (message: string) => Effect.fail(new OutboundFailed({ message }))

const jsonType = /^application\/(?:[\w.-]+\+)?json(?:\s*;.*)?$/i

const maxAgeOf = (cacheControl: string): number | undefined => {
  if (/(?:^|[\s,])no-(?:store|cache)\b/i.test(cacheControl)) return 0
  const [, seconds] = /(?:^|[\s,])max-age="?(\d{1,10})\b/i.exec(cacheControl) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/** What lies behind a failed request: `fetch` wraps the error of the network in one or two of its own. */
const networkError = (error: unknown): string => {
  if (!(error instanceof Error)) return ""
  if (error.cause !== undefined) return networkError(error.cause)
  return "code" in error ? String(error.code) : error.message
}

const textOf = (response: HttpClientResponse) =>
  response.stream.pipe(
    Stream.mapError(({ message }) => new OutboundFailed({ message })),
    Stream.limitBytes(ANSWER_BYTES_MAX, () =>
      Stream.fail(new OutboundFailed({ message: `the answer has more than ${ANSWER_BYTES_MAX} bytes` })),
    ),
    Stream.decodeText,
    Stream.mkString,
  )

const answerOf = Effect.fnUntraced(function* (response: HttpClientResponse) {
  if (response.status !== 200) return yield* failed(`the answer has the status ${response.status}, not 200`)
  const type = response.headers["content-type"] ?? ""
  if (!jsonType.test(type)) return yield* failed(`the answer is ${type === "" ? "of no type" : type}, not JSON`)
  const parsed = parseJson(yield* textOf(response))
  if (Result.isFailure(parsed)) return yield* failed(`the answer is no acceptable JSON: ${parsed.failure.message}`)
  const answer: JsonAnswer = {
    body: parsed.success,
    maxAgeSeconds: maxAgeOf(response.headers["cache-control"] ?? ""),
  }
  return answer
})

/** The JSON document at `url`, read within `timeoutSeconds`. */
export const getJson = (
  url: string,
  timeoutSeconds: number,
): Effect.Effect<JsonAnswer, OutboundFailed, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    // The scope aborts the request when the rest of its answer is not wanted.
    const client = HttpClient.withScope(yield* HttpClient.HttpClient)
    return yield* answerOf(yield* client.get(url, { acceptJson: true }))
  }).pipe(
    Effect.scoped,
    Effect.catchTag("HttpClientError", (error) => failed(`${error.message}: ${networkError(error.reason)}`)),
    Effect.timeoutOrElse({
      duration: timeoutSeconds * 1000,
      orElse: () => failed(`there was no whole answer within ${timeoutSeconds} seconds`),
    }),
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    // The ids of Garrison's own traces are no business of a portal.
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
  )
