/**
 * The one place where values become answers. The result of a handler is encoded as the operation declares, tagged, and
 * compared with the tag of the request (decisions, section 2; RFC 9110, section 13.1).
 */
import { jsonEncoder, keptListEncoder, type WithKeptList } from "@garrison/core/kernel/encoder"
import type { WireJson } from "@garrison/core/kernel/WireJson"
import { matchesStrongly, matchesWeakly, quoteEtag } from "@garrison/core/kernel/Etag"
import type * as Schema from "effect/Schema"
import { hash } from "node:crypto"
import type { Redirection } from "@garrison/core/oauth/redirection"
import type { Success } from "../contract/success.ts"
import { type Answer, CACHE, json, notModified, tagged } from "./Answer.ts"
import { transportAnswer } from "./refusal.ts"
import { headerOf, type Request } from "./Request.ts"

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

/** The result of the handler of an operation with this success. */
export type Outcome<S extends Success> = S extends { readonly form: "answer" }
  ? Answer
  : S extends { readonly form: "redirect" }
    ? Redirection
    : S extends { readonly form: "text" }
      ? WireJson
      : S extends {
            readonly form: "list"
            readonly list: infer List
            readonly content: infer Content extends Schema.Top
          }
        ? WithKeptList<Content["Type"], List & keyof Content["Type"]>
        : S["content"]["Type"]

/** Makes the answer from the result of a handler. */
export type Reply = (request: Request, outcome: unknown) => Answer

const encoderOf = ({ content, form, list }: Success): ((outcome: unknown) => WireJson) => {
  if (form === "text") return (text) => text as WireJson
  if (list === undefined) return jsonEncoder(content)
  return keptListEncoder(content as Schema.Struct<Schema.Struct.Fields>, list) as (outcome: unknown) => WireJson
}

const redirectReply =
  (status: number): Reply =>
  (_, outcome) => ({
    status,
    headers: ["Location", (outcome as Redirection).address, ...CACHE.secret],
    body: undefined,
  })

/** How an operation replies; undefined when its handler writes the answer. Make it once for each operation. */
export const replyOf = (success: Success): Reply | undefined => {
  if (success.form === "answer") return undefined
  if (success.form === "redirect") return redirectReply(success.status)
  const encode = encoderOf(success)
  const cache = CACHE[success.cache]
  if (success.isRevalidated) return (request, outcome) => conditional(request, encode(outcome), cache)
  if (success.isTagged) return (_, outcome) => withTag(encode(outcome), cache)
  return (_, outcome) => json(200, encode(outcome), cache)
}
