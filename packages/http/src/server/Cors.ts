/**
 * Games in a browser whose page is of another origin: which pages may read answers, and send what a page may not send
 * by itself (the Fetch standard, "CORS protocol"). Without the setting no header of it is sent. Cookies are never
 * allowed: no login uses one.
 */
import type { Answer } from "../request/Answer.ts"
import { headerOf, type Request } from "../request/Request.ts"

/** The setting under which every page may read answers. */
const EVERY_ORIGIN = "*"

/** What a game sends beyond what a page may send by itself. */
const SENT = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id"

/** What a game reads beyond what a page may read by itself. */
const READ = "Allow, ETag, Retry-After, X-Request-Id"

/** Methods of an unknown path: so the game reads the 404 itself, and not a refused question of the browser. */
const EVERY_METHOD = "GET, HEAD, POST, PUT, PATCH, DELETE"

/**
 * How long a browser may remember that it may ask, in seconds: as long as the most patient of them does. Chromium
 * remembers for two hours at most.
 */
const REMEMBERED_SECONDS = 24 * 60 * 60

/** An origin as browsers send it (RFC 6454, section 6.2). Apps have schemes of their own. */
const plainOrigin = /^[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** The origin of a web address as browsers send it; undefined: none can be made of the text. */
const originOf = (text: string): string | undefined => {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { host, protocol } = new URL(address)
  const origin = `${protocol}//${host}`
  return plainOrigin.test(origin) ? origin : undefined
}

/** Whether browsers send the text as an origin, or it stands for every one. */
export const isOrigin = (text: string): boolean =>
  text === EVERY_ORIGIN || (plainOrigin.test(text) && originOf(text) === text)

/** The origin to write instead of a text that is none; undefined: none can be told from it. */
export const meantOrigin = (text: string): string | undefined => (text === "null" ? undefined : originOf(text))

/** What is said to pages of other origins. */
export interface Cors {
  /** The headers of every answer to a page of this origin; undefined: the request named none. A flat list. */
  readonly headers: (origin: string | undefined) => ReadonlyArray<string>
  /**
   * The answer to a browser that asks whether a page may send a request; undefined: the request is no such question.
   * `allow` are the methods of the path; undefined: an unknown path.
   */
  readonly preflight: (request: Pick<Request, "headers" | "method">, allow: string | undefined) => Answer | undefined
}

const readable = (origin: string): ReadonlyArray<string> => [
  "Access-Control-Allow-Origin",
  origin,
  "Access-Control-Expose-Headers",
  READ,
]

const preflightFrom =
  (isAllowed: (origin: string) => boolean): Cors["preflight"] =>
  (request, allow = EVERY_METHOD) => {
    if (request.method !== "OPTIONS") return undefined
    const origin = headerOf(request, "origin")
    if (origin === undefined || headerOf(request, "access-control-request-method") === undefined) return undefined
    const allowed = [
      "Access-Control-Allow-Methods",
      allow,
      "Access-Control-Allow-Headers",
      SENT,
      "Access-Control-Max-Age",
      String(REMEMBERED_SECONDS),
    ]
    return { status: 204, headers: isAllowed(origin) ? allowed : [], body: undefined }
  }

/** The rules for these origins; undefined: no page of another origin may read anything. */
export const corsOf = (origins: ReadonlyArray<string>): Cors | undefined => {
  if (origins.length === 0) return undefined
  if (origins.includes(EVERY_ORIGIN)) {
    // The answer is the same for all, so no cache has to keep them apart.
    const forAll = readable(EVERY_ORIGIN)
    return { headers: () => forAll, preflight: preflightFrom(() => true) }
  }
  const known = new Map(origins.map((origin) => [origin, ["Vary", "Origin", ...readable(origin)]]))
  const others = ["Vary", "Origin"]
  return {
    headers: (origin) => (origin === undefined ? others : (known.get(origin) ?? others)),
    preflight: preflightFrom((origin) => known.has(origin)),
  }
}
