/** What the root answers, where documentation is served. */
import { type Answer, CACHE } from "../request/Answer.ts"

/** Leads a browser that was pointed at the server itself to the page that shows the document. */
export const toDocumentation: Answer = {
  status: 307,
  headers: ["Location", "/docs", ...CACHE.keys],
  body: undefined,
}
