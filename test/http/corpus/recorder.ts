/** Sends the requests of the corpus and records the answers, with placeholders for random values. */
import { createHash } from "node:crypto"
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { LOOPBACK } from "../../support/loopback.ts"
import { rawSocket } from "../../support/rawSocket.ts"
import type { Placeholders } from "./placeholders.ts"

/** What a request sends. */
export interface Sent {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it stands. */
  readonly raw?: string | Uint8Array
}

/** What came back. */
export interface Answer {
  readonly status: number
  readonly etag: string
  readonly text: string
  readonly json: Readonly<Record<string, unknown>>
}

/** One request with its answer, as it is recorded. */
export type Exchange = Readonly<Record<string, unknown>>

/** Where requests go, and what moves between them. */
export interface Target {
  readonly port: number
  readonly advanceSeconds: (seconds: number) => void
}

/** A hash in the policy of a page, whose own tests hold it and the page's length. */
const HASH_OF_PAGE = /'sha256-[^']+'/g

/** Headers that say when, or how the connection goes on (RFC 9110, section 7.6.1). */
const UNRECORDED = new Set(["date", "connection", "keep-alive", "transfer-encoding"])
/**
 * Headers that every answer has, recorded as "usual" where each is exactly this; with the next two it is "usual JSON".
 * A request id that no answer had before is left out beside them.
 */
const USUAL = [
  "Content-Security-Policy: frame-ancestors 'none'",
  "Referrer-Policy: no-referrer",
  "X-Content-Type-Options: nosniff",
]
const USUAL_JSON = ["Cache-Control: no-store", "Content-Type: application/json"]
/** Refusals whose `Retry-After` is drawn at random, so that callers do not come back at once. */
const DRAWN_WAIT = /"error_code":"(?:login_capacity_reached|too_many_attempts|connection_limit_reached)"/
/** A longer text is recorded by its hash, unless it has a file of its own. */
const TEXT_LENGTH_MAX = 6000

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** A value where the text is exactly what JavaScript would write of it, otherwise the text. */
const readable = (text: string): unknown => {
  if (text.length > TEXT_LENGTH_MAX) return `${text.length} characters, sha256 ${sha256(text)}: ${text.slice(0, 100)}`
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === "object" && JSON.stringify(value) === text) return value
  } catch {
    // Recorded as text.
  }
  return text
}

/** What is sent, with long runs of one thing shortened: it is shown, and says nothing of the server. */
const shortened = (text: string): string =>
  text.replace(/(.{1,9}?)\1{29,}/gs, (run, part: string) => `${part}{×${run.length / part.length}}`)

const payloadOf = ({ body, raw }: Sent) => raw ?? (body === undefined ? undefined : JSON.stringify(body))

const shownPayload = (payload: string | Uint8Array): string => {
  if (typeof payload === "string") return payload
  const text = Buffer.from(payload).toString("utf8")
  return Buffer.from(text).equals(payload) ? text : `hex ${Buffer.from(payload).toString("hex")}`
}

const basicShown = (value: string): string => {
  const [, encoded] = /^Basic ([\w+/]+=*)$/.exec(value) ?? []
  return encoded === undefined ? value : `Basic base64(${Buffer.from(encoded, "base64").toString("utf8")})`
}

const exchangeOver = async (port: number, method: string, path: string, sent: Sent) => {
  const payload = payloadOf(sent)
  const headers: Record<string, string> = {
    ...(payload !== undefined && { "content-type": "application/json" }),
    ...(payload !== undefined &&
      sent.headers?.["transfer-encoding"] === undefined && { "content-length": String(Buffer.byteLength(payload)) }),
    ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
    ...sent.headers,
  }
  const outgoing = request({ host: LOOPBACK, port, method, path, headers, agent: false })
  outgoing.end(payload)
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage]
  const chunks: Array<Buffer> = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return { headers, incoming, bytes: Buffer.concat(chunks) }
}

/** Records one area after the other. */
export class Recorder {
  readonly #placeholders: Placeholders
  readonly #reseed: () => void
  #isQuiet = false
  #exchanges: Array<Exchange> = []

  /** `reseed`: called before each request, so that what is drawn in one says nothing of what is drawn in the next. */
  constructor(placeholders: Placeholders, reseed: () => void) {
    this.#placeholders = placeholders
    this.#reseed = reseed
  }

  enter(area: string): void {
    this.#placeholders.enter(area)
  }

  /** What was recorded since the last call. */
  take(): ReadonlyArray<Exchange> {
    const taken = this.#exchanges
    this.#exchanges = []
    return taken
  }

  /** Gives a random value its name before it appears in an answer. */
  name(kind: string, value: string): void {
    this.#placeholders.name(kind, value)
  }

  /** Records something that is no answer. */
  note(what: string, text: string): void {
    this.#exchanges.push({ note: what, text: readable(this.#placeholders.replace(text)) })
  }

  /** Sends a request a second after the last one, records the exchange, and gives the answer. */
  async send(target: Target, method: string, path: string, sent: Sent = {}): Promise<Answer> {
    target.advanceSeconds(1)
    this.#reseed()
    const { headers, incoming, bytes } = await exchangeOver(target.port, method, path, sent)
    const coding = incoming.headers["content-encoding"] ?? ""
    const text = (decoders[coding]?.(bytes) ?? bytes).toString("utf8")
    const etag = incoming.headers["etag"] ?? ""
    // The page is made of the document, which is recorded whole, and of how it looks.
    const isPage = path.startsWith("/docs")
    if (isPage || incoming.headers["cache-control"]?.includes("private") === true) this.#nameEtag(etag)
    this.#record({
      request: shortened(`${method} ${path}`),
      sent: this.#shownHeaders(headers),
      body: payloadOf(sent),
      status: incoming.statusCode,
      headers: this.#answeredHeaders(incoming, bytes.length, text),
      answer: isPage && text.startsWith("<!doctype html>") ? "the page" : text,
    })
    return {
      status: incoming.statusCode ?? 0,
      etag,
      text,
      // Not before it is asked for: a collection of a catalog has megabytes.
      get json() {
        return Recorder.#parsed(text)
      },
    }
  }

  /** What `act` sends is not recorded. */
  async quietly<A>(act: () => Promise<A>): Promise<A> {
    this.#isQuiet = true
    try {
      return await act()
    } finally {
      this.#isQuiet = false
    }
  }

  /** Sends bytes that no client library would send, and records everything that comes until the server closes. */
  async raw(target: Target, what: string, bytes: string): Promise<void> {
    target.advanceSeconds(1)
    this.#reseed()
    const socket = await rawSocket(target.port)
    await socket.write(bytes)
    await socket.closed
    const received = socket.received().replace(/\r\nDate: [^\r]*/gi, "")
    for (const [, id = ""] of received.matchAll(/X-Request-Id: ([^\r]+)/g)) this.#placeholders.name("request", id)
    this.#exchanges.push({ raw: what, request: shortened(bytes), received: this.#placeholders.replace(received) })
  }

  static #parsed(text: string): Readonly<Record<string, unknown>> {
    try {
      return JSON.parse(text) as Readonly<Record<string, unknown>>
    } catch {
      return {}
    }
  }

  #nameEtag(etag: string): void {
    const value = /^(?:W\/)?"([^"]+)"$/.exec(etag)?.[1]
    if (value !== undefined) this.#placeholders.name("etag", value)
  }

  #shownHeaders(headers: Readonly<Record<string, string>>) {
    const shown = Object.entries(headers).filter(
      ([name, value]) => name !== "content-length" && !(name === "content-type" && value === "application/json"),
    )
    const entries = shown.map(([name, value]) => [name, shortened(this.#replaced(basicShown(value)))])
    return entries.length === 0 ? undefined : Object.fromEntries(entries)
  }

  #replaced(text: string): string {
    return this.#placeholders.replace(text)
  }

  /** By name; the length is left out where it is that of the body. */
  #answeredHeaders({ rawHeaders }: IncomingMessage, length: number, text: string) {
    const pairs: Array<readonly [string, string]> = []
    const isPage = rawHeaders.some((value) => value.includes("'sha256-"))
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const [name = "", value = ""] = rawHeaders.slice(at, at + 2)
      if (UNRECORDED.has(name.toLowerCase())) continue
      if (name.toLowerCase() === "content-length" && (isPage || value === String(length))) continue
      if (name === "X-Request-Id" && this.#placeholders.isNew("request", value)) continue
      const shown = value.replaceAll(HASH_OF_PAGE, "'sha256-<hash>'")
      pairs.push([name, name === "Retry-After" && DRAWN_WAIT.test(text) ? "<drawn>" : this.#replaced(shown)])
    }
    const lines = pairs.map(([name, value]) => `${name}: ${value}`).sort()
    if (!USUAL.every((usual) => lines.includes(usual))) return lines
    const isJson = USUAL_JSON.every((usual) => lines.includes(usual))
    const left = isJson ? [...USUAL, ...USUAL_JSON] : USUAL
    return [isJson ? "usual JSON" : "usual", ...lines.filter((header) => !left.includes(header))]
  }

  #record({ body, request, sent, answer, headers, ...rest }: Readonly<Record<string, unknown>>): void {
    const payload = body as string | Uint8Array | undefined
    const asked = this.#replaced(String(request))
    const shown = payload === undefined ? undefined : readable(shortened(this.#replaced(shownPayload(payload))))
    const answered = this.#replaced(String(answer))
    if (this.#isQuiet) return
    const tokens = this.#placeholders.takeTokens()
    this.#exchanges.push({
      request: asked,
      sent,
      body: shown,
      ...rest,
      headers,
      answer: readable(answered),
      ...(Object.keys(tokens).length > 0 && { tokens }),
    })
  }
}

const line = (value: unknown): string => JSON.stringify(value)

/** A recording as a file: a few lines for each exchange. */
export const written = (exchanges: ReadonlyArray<Exchange>): string =>
  `[\n${exchanges
    .map(({ request, sent, body, status, headers, answer, tokens, ...rest }) =>
      status === undefined
        ? line({ ...rest, request })
        : [
            `{ "request": ${line(request)}${sent === undefined ? "" : `, "sent": ${line(sent)}`}`,
            ...(body === undefined ? [] : [`  "body": ${line(body)}`]),
            `  "status": ${line(status)}, "headers": ${line(headers)}`,
            `  "answer": ${line(answer)}`,
            ...(tokens === undefined ? [] : [`  "tokens": ${line(tokens)}`]),
          ].join(",\n") + " }",
    )
    .join(",\n")}\n]\n`
