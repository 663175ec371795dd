/**
 * A server of Node whose requests a fetch handler answers, as the frameworks make one: each request becomes a
 * web-standard Request, and its Response is written as fast as the client reads.
 */
import { once } from "node:events"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import type { ReadableStream as NodeReadableStream } from "node:stream/web"

/** What the bridge passes beside the request. */
export interface Peer {
  readonly address: string | undefined
}

/** What answers. */
export type Answering = (request: Request, peer: Peer) => Promise<Response>

const requestOf = (incoming: IncomingMessage, signal: AbortSignal): Request => {
  const { headers: given, method = "GET", rawHeaders, url = "/" } = incoming
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "")
  const hasBody = method !== "GET" && method !== "HEAD"
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null
  const isSent = given["transfer-encoding"] !== undefined || Number(given["content-length"] ?? 0) > 0
  return new Request(url.startsWith("/") ? `http://${given.host ?? "localhost"}${url}` : url, {
    method,
    headers,
    signal,
    ...(body !== null && isSent && { body, duplex: "half" as const }),
  })
}

/** The names as they are usually written. `Headers` has them in lower case; they mean the same in any. */
const conventional = (name: string): string =>
  ({ etag: "ETag", "www-authenticate": "WWW-Authenticate" })[name] ??
  name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase())

const write = async (response: Response, outgoing: ServerResponse): Promise<void> => {
  const left = once(outgoing, "close")
  const headers = [...response.headers].flatMap(([name, value]) => [conventional(name), value])
  outgoing.writeHead(response.status, headers).flushHeaders()
  if (response.body !== null) {
    const reading = Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>)
    outgoing.once("close", () => reading.destroy())
    reading.on("error", () => outgoing.destroy())
    for await (const part of reading) if (!outgoing.write(part)) await Promise.race([once(outgoing, "drain"), left])
  }
  outgoing.end()
}

/** A listener that has `answer` answer. What no Request can carry is answered 400. */
export const fetchListener =
  (answer: Answering): RequestListener =>
  (incoming, outgoing) => {
    const controller = new AbortController()
    outgoing.once("close", () => controller.abort())
    const answering = async () => {
      let request: Request
      try {
        request = requestOf(incoming, controller.signal)
      } catch {
        outgoing.writeHead(400, { connection: "close" }).end()
        return
      }
      await write(await answer(request, { address: incoming.socket.remoteAddress }), outgoing)
    }
    answering().catch(() => outgoing.destroy())
  }
