/**
 * The one place where values become answers. What an operation answers with is encoded as its declaration says, tagged,
 * and compared with the tag of the request (decisions, section 2; RFC 9110, section 13.1).
 */
import { matchesStrongly, matchesWeakly, quoteEtag } from "@garrison/core/kernel/wire/Etag"
import type { Redirection } from "@garrison/core/oauth/schema"
import { writerOf } from "@garrison/core/operation/answer"
import type { Feed } from "@garrison/core/operation/Feed"
import { hash } from "node:crypto"
import type { Success } from "../contract/success.ts"
import { type Answer, CACHE, JSON_TYPE, json } from "./Answer.ts"
import { transportAnswer } from "./refusal.ts"
import { EVENTS_HEADERS, EVENTS_TYPE, type EventOptions, eventsOf } from "./events.ts"
import { headerOf, type Request } from "./Request.ts"

/** A 200 with an ETag; `etag` comes quoted. */
const tagged = (text: string, etag: string, cache: ReadonlyArray<string>): Answer => ({
  status: 200,
  headers: ["Content-Type", JSON_TYPE, "ETag", etag, ...cache],
  body: text,
})

/** A 304: the tag and the cache rules, no body (RFC 9110, section 15.4.5). */
export const notModified = (etag: string, cache: ReadonlyArray<string>): Answer => ({
  status: 304,
  headers: ["ETag", etag, ...cache],
  body: undefined,
})

/** The tag of these bytes: equal tags mean equal bytes. */
const etagOf = (text: string): string => hash("sha256", text, "base64url")

/** Whether the request is for other content than that of these tags (RFC 9110, section 13.1.1). */
export const isOther = (request: Request, ...tags: ReadonlyArray<string>): boolean => {
  const condition = headerOf(request, "if-match")
  return condition !== undefined && !tags.some((tag) => matchesStrongly(condition, tag))
}

/** The answer to a request that is for other content. */
export const preconditionFailed: Answer = transportAnswer("precondition_failed")

/** 200 with the text and its tag; 304 when the request names that tag, 412 when it is for another one. */
const conditional = (request: Request, text: string, cache: ReadonlyArray<string>): Answer => {
  const tag = etagOf(text)
  if (isOther(request, tag)) return preconditionFailed
  return matchesWeakly(headerOf(request, "if-none-match"), tag)
    ? notModified(quoteEtag(tag), cache)
    : tagged(text, quoteEtag(tag), cache)
}

/** 200 with the text and its tag, whatever the request names. */
const withTag = (text: string, cache: ReadonlyArray<string>): Answer => tagged(text, quoteEtag(etagOf(text)), cache)

/** Makes the answer from what an operation answers with. */
export type Reply = (request: Request, outcome: unknown) => Answer

const redirectReply = (status: number): Reply => {
  const redirect: Reply = (_, outcome) => ({
    status,
    headers: ["Location", (outcome as Redirection).address, ...CACHE.secret],
    body: undefined,
  })
  return redirect
}

/** A feed as it comes. The answer has a type and no length. */
const streamReply = (options: EventOptions): Reply => {
  const stream: Reply = (_, outcome) => ({
    status: 200,
    headers: ["Content-Type", EVENTS_TYPE, ...CACHE.stream, ...EVENTS_HEADERS],
    body: eventsOf(outcome as Feed, options),
  })
  return stream
}

/** How an operation replies; undefined when its handler writes the answer. Make it once for each operation. */
export const replyOf = (success: Success, streams: EventOptions): Reply | undefined => {
  if (success.sent === "written") return undefined
  if (success.sent === "redirect") return redirectReply(success.status)
  if (success.sent === "stream") return streamReply(streams)
  const encode = writerOf(success.answer)
  const cache = CACHE[success.cache]
  const revalidated: Reply = (request, outcome) => conditional(request, encode(outcome), cache)
  const withItsTag: Reply = (_, outcome) => withTag(encode(outcome), cache)
  const plain: Reply = (_, outcome) => json(200, encode(outcome), cache)
  if (success.isRevalidated) return revalidated
  return success.isTagged ? withItsTag : plain
}
