/**
 * Requests to portals: the one place from which Garrison calls other servers. The addresses come from the settings
 * alone, never from a credential. Each request has a time limit, follows no redirect, and reads a bounded answer
 * (decisions, section 4; guarantees R18).
 */
import { parseJson } from "@garrison/core/kernel/wire/Json"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

/** Largest answer that is read, in bytes. */
const ANSWER_BYTES_MAX = 64 * 1024

/** What is kept of the text of a refusal, in characters. */
const REFUSAL_LENGTH_MAX = 256

/** How a portal refused a request: an answer with a status from 400 on. */
export interface Refusal {
  readonly status: number
  /** The members of an OAuth error (RFC 6749, section 5.2); undefined where the answer has no such text. */
  readonly error: string | undefined
  readonly description: string | undefined
}

/** A portal did not give a usable answer. `message` says why, and nothing of what was sent. */
export class OutboundFailed extends Data.TaggedError("OutboundFailed")<{
  readonly message: string
  /** The status of the answer. Absent: there was no answer, or it broke off. */
  readonly status?: number
  /** Absent: the answer has a status below 400. */
  readonly refusal?: Refusal
}> {}

/** Whether the portal understood the request and refused it. */
export const isRefused = ({ refusal }: OutboundFailed): boolean => refusal !== undefined && refusal.status < 500

/**
 * Whether the portal answered, and said of no fault of its own: it is not down, whatever the answer is. Codes that
 * strangers make up are refused by some portals with a redirect, or with a page for a browser.
 */
export const isAnswered = ({ status }: OutboundFailed): boolean => status !== undefined && status < 500

/** A place that takes requests. The address is one of the settings. */
export interface Destination {
  readonly url: string
  /** For how long an answer is waited for. */
  readonly timeoutSeconds: number
  /** Headers of the request; none by default. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A JSON document as a portal answered it. */
export interface JsonAnswer {
  /** What the JSON says; whether it has the expected form is for the caller to check. */
  readonly body: unknown
  /** For how long the portal lets the document be kept, in seconds; undefined where it does not say. */
  readonly maxAgeSeconds: number | undefined
}

const failed = (message: string, status?: number) =>
  Effect.fail(new OutboundFailed(status === undefined ? { message } : { message, status }))

/** The part of a media type that a message repeats. */
const typeName = /^[\w.+-]{1,40}\/[\w.+-]{1,40}/

const jsonType = /^application\/(?:[\w.-]+\+)?json(?:\s*;.*)?$/i

const maxAgeOf = (cacheControl: string): number | undefined => {
  if (/(?:^|[\s,])no-(?:store|cache)\b/i.test(cacheControl)) return 0
  const [, seconds] = /(?:^|[\s,])max-age="?(\d{1,10})\b/i.exec(cacheControl) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/**
 * What lies behind a failed request: `fetch` wraps the error of the network in one or two of its own. The text of an
 * error is left out, because it may repeat the address or a header.
 */
const networkError = (error: unknown): string => {
  if (!(error instanceof Error)) return "unknown"
  if (error.cause !== undefined) return networkError(error.cause)
  return "code" in error ? String(error.code) : error.name
}

// One pass over the chunks: a pipeline of streams for the limit and the decoding costs as much as the request itself.
const textOf = Effect.fnUntraced(function* (response: HttpClientResponse) {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ""
  const gather = (chunks: ReadonlyArray<Uint8Array>) => {
    for (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > ANSWER_BYTES_MAX) {
        return failed(`the answer has more than ${ANSWER_BYTES_MAX} bytes`, response.status)
      }
      text += decoder.decode(chunk, { stream: true })
    }
    return Effect.void
  }
  yield* Stream.runForEachArray(response.stream, gather).pipe(
    Effect.catchTag("HttpClientError", ({ reason }) => failed(`the answer broke off: ${networkError(reason)}`)),
  )
  return text + decoder.decode()
})

const RefusalBody = Schema.Struct({
  error: Schema.optionalKey(Schema.Unknown),
  error_description: Schema.optionalKey(Schema.Unknown),
})
const decodeRefusal = Schema.decodeUnknownOption(RefusalBody)

const shortText = (value: unknown): string | undefined =>
  typeof value === "string" && value.length <= REFUSAL_LENGTH_MAX ? value : undefined

/** The refusal in an answer that is not 200. Its text is for decisions alone: it is neither logged nor shown. */
const refused = Effect.fnUntraced(function* (response: HttpClientResponse) {
  const { status } = response
  const message = `the answer has the status ${status}, not 200`
  if (status < 400) return yield* failed(message, status)
  const text = yield* Effect.orElseSucceed(textOf(response), () => "")
  const body = Option.getOrUndefined(Option.flatMap(Result.getSuccess(parseJson(text)), decodeRefusal))
  const refusal = { status, error: shortText(body?.error), description: shortText(body?.error_description) }
  return yield* new OutboundFailed({ message, status, refusal })
})

const answerOf = Effect.fnUntraced(function* (response: HttpClientResponse) {
  const { status } = response
  if (status !== 200) return yield* refused(response)
  const type = response.headers["content-type"] ?? ""
  if (!jsonType.test(type)) {
    return yield* failed(`the answer is ${typeName.exec(type)?.[0] ?? "of no type"}, not JSON`, status)
  }
  const parsed = parseJson(yield* textOf(response))
  if (Result.isFailure(parsed)) {
    return yield* failed(`the answer is no acceptable JSON: ${parsed.failure.message}`, status)
  }
  const answer: JsonAnswer = {
    body: parsed.success,
    maxAgeSeconds: maxAgeOf(response.headers["cache-control"] ?? ""),
  }
  return answer
})

const ask = (
  request: HttpClientRequest.HttpClientRequest,
  { headers = {}, timeoutSeconds }: Destination,
): Effect.Effect<JsonAnswer, OutboundFailed, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    // The scope aborts the request when the rest of its answer is not wanted.
    const client = HttpClient.withScope(yield* HttpClient.HttpClient)
    const asking = HttpClientRequest.acceptJson(HttpClientRequest.setHeaders(request, headers))
    return yield* answerOf(yield* client.execute(asking))
  }).pipe(
    Effect.scoped,
    Effect.catchTag("HttpClientError", ({ reason }) => failed(`there was no answer: ${networkError(reason)}`)),
    Effect.timeoutOrElse({
      duration: timeoutSeconds * 1000,
      orElse: () => failed(`there was no whole answer within ${timeoutSeconds} seconds`),
    }),
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    // The ids of Garrison's own traces are no business of a portal.
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
  )

/** The JSON document at an address. */
export const getJson = (at: Destination) => ask(HttpClientRequest.get(at.url), at)

/** The answer to a form. */
export const postForm = (at: Destination, form: Readonly<Record<string, string>>) =>
  ask(HttpClientRequest.bodyUrlParams(HttpClientRequest.post(at.url), form), at)

/** The answer to a JSON object. */
export const postJson = (at: Destination, body: Readonly<Record<string, string>>) =>
  ask(HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(at.url), body), at)
