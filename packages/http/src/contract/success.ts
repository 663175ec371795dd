/** The successful answers of operations. */
import { type Answer, value } from "@garrison/core/operation/answer"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { etagHeader, locationHeader } from "./headers.ts"

/** Which caches may keep an answer, and how long (decisions, section 2). */
export type CacheRule = "secret" | "personal" | "shared" | "keys" | "settings" | "stream"

/**
 * Who makes what is sent. `encoded`: the answer of the operation is encoded. `written`: a handler of its own writes
 * compressed content, probes, and parts with statuses. `redirect`: the answer is an address to go to. `stream`: the
 * values of a feed are sent as server-sent events.
 */
type Sent = "encoded" | "written" | "redirect" | "stream"

/** An answer of success: its content, with the headers that belong to it. */
export interface Success<out S extends Schema.Top = Schema.Top> {
  readonly status: 200 | 303 | 307
  /** The content with its headers. */
  readonly schema: S
  /** The content alone, and the form in which it comes. */
  readonly answer: Answer
  readonly sent: Sent
  readonly cache: CacheRule
  readonly isTagged: boolean
  /** Whether a request may name a tag, and is answered with 304 or 412 accordingly. */
  readonly isRevalidated: boolean
}

/** A success whose type says what clients and handlers need to know of it. */
export interface Sends<S extends Schema.Top, How extends Sent, Revalidated extends boolean> extends Success<S> {
  readonly sent: How
  readonly isRevalidated: Revalidated
}

/** Content without a tag. */
export const content = <S extends Schema.Top>(
  answer: Answer<S>,
  cache: CacheRule = "secret",
): Sends<S, "encoded", false> => ({
  status: 200,
  schema: answer.schema,
  answer,
  sent: "encoded",
  cache,
  isTagged: false,
  isRevalidated: false,
})

type WithTag<S extends Schema.Top> = HttpApiSchema.WithHeaders<S, Schema.Struct<typeof etagHeader>>

/**
 * Content with its tag, after a write. The answer is complete, also when the request names this tag (RFC 9110, section
 * 13.1.2).
 */
export const tagged = <S extends Schema.Top>(answer: Answer<S>): Sends<WithTag<S>, "encoded", false> => ({
  ...content(answer, "personal"),
  schema: HttpApiSchema.WithHeaders(answer.schema, etagHeader),
  isTagged: true,
})

/** Content with its tag, which a request may name (RFC 9110, section 13.1). */
export const revalidated = <S extends Schema.Top>(answer: Answer<S>): Sends<WithTag<S>, "encoded", true> => ({
  ...tagged(answer),
  isRevalidated: true,
})

/** An address to go to. After 303 the browser sends a GET; after 307 it sends what it sent here (RFC 9110, 15.4). */
export const redirect = (status: 303 | 307) => ({
  ...content(value(HttpApiSchema.Empty(status))),
  schema: HttpApiSchema.WithHeaders(HttpApiSchema.Empty(status), locationHeader),
  status,
  sent: "redirect" as const,
})

/** The same, written by the handler. */
export const written = <S extends Schema.Top, Revalidated extends boolean>(
  success: Sends<S, "encoded", Revalidated>,
): Sends<S, "written", Revalidated> => ({ ...success, sent: "written" })

/** Content with its tag, the same for every caller, which the handler sends in the coding that the client prefers. */
export const inCodings = <S extends Schema.Top>(answer: Answer<S>): Sends<WithTag<S>, "written", true> => ({
  ...written(revalidated(answer)),
  cache: "shared",
})

/** Server-sent events. */
const EventText = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))

/** A feed as server-sent events, each with one value of the answer. */
export const events = (answer: Answer): Sends<typeof EventText, "stream", false> => ({
  ...content(answer, "stream"),
  schema: EventText,
  sent: "stream",
})
