/** The answer of the root when documentation is served. */
import { type Answer, CACHE } from "../request/Answer.ts"

/** Redirects a browser from the root, which has this prefix, to the page that shows the document. */
export const toDocumentation = (prefix: string): Answer => ({
  status: 307,
  headers: ["Location", `${prefix}/docs`, ...CACHE.keys],
  body: undefined,
})
