/** Answers that are tagged by their bytes and revalidated (decisions, section 2; RFC 9110, section 13.1.2). */
import { matchesStrongly, matchesWeakly, quoteEtag } from "@garrison/core/kernel/Etag"
import { hash } from "node:crypto"
import { type Answer, notModified, tagged } from "./Answer.ts"
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
export const conditional = (request: Request, text: string, cache: ReadonlyArray<string>): Answer => {
  const tag = etagOf(text)
  if (isOther(request, tag)) return preconditionFailed
  return matchesWeakly(headerOf(request, "if-none-match"), tag)
    ? notModified(quoteEtag(tag), cache)
    : tagged(text, quoteEtag(tag), cache)
}

/** 200 with the text and its tag, whatever the request names. */
export const withTag = (text: string, cache: ReadonlyArray<string>): Answer =>
  tagged(text, quoteEtag(etagOf(text)), cache)
