/** Answers that are tagged by their bytes and revalidated (decisions, section 2; RFC 9110, section 13.1.2). */
import { matchesWeakly, quoteEtag } from "@garrison/core/kernel/Etag"
import { hash } from "node:crypto"
import { type Answer, notModified, tagged } from "../request/Answer.ts"
import { headerOf, type Request } from "../request/Request.ts"

/** The tag of these bytes: equal tags mean equal bytes. */
const etagOf = (text: string): string => hash("sha256", text, "base64url")

/** 200 with the text and its tag, or 304 when the request names that tag. */
export const conditional = (request: Request, text: string, cache: ReadonlyArray<string>): Answer => {
  const tag = etagOf(text)
  return matchesWeakly(headerOf(request, "if-none-match"), tag)
    ? notModified(quoteEtag(tag), cache)
    : tagged(text, quoteEtag(tag), cache)
}

/** 200 with the text and its tag, whatever the request names. */
export const withTag = (text: string, cache: ReadonlyArray<string>): Answer =>
  tagged(text, quoteEtag(etagOf(text)), cache)
