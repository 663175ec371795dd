/** The answer of the root when documentation is served. */
import { type Answer, CACHE } from "../request/Answer.ts"

/** Redirects a browser from the root to the page that shows the document. */
export const toDocumentation: Answer = {
  status: 307,
  headers: ["Location", "/docs", ...CACHE.keys],
  body: undefined,
}
