/** Calls a server over a real socket, holds every answer against the OpenAPI document, and collects its code. */
import { Agent, request } from "node:http"
import { LOOPBACK } from "./loopback.ts"
import { type Answered, answerProblems } from "./openapi.ts"
import { collectCode } from "./reachedCodes.ts"

/** What a call sends. */
export interface CallOptions {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it stands; content type JSON unless the headers say otherwise. */
  readonly raw?: string | Uint8Array
}

/** What came back. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly bytes: Buffer
  readonly text: string
  /** The parsed body; undefined when there is none or it is no JSON. */
  readonly json: unknown
}

/** Calls; throws when the answer is not one that the document declares. */
export interface Caller {
  (method: string, path: string, options?: CallOptions): Promise<Reply>
  /** Closes the connections that are kept. */
  readonly close: () => void
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const payloadOf = ({ body, raw }: CallOptions): string | Uint8Array | undefined =>
  raw ?? (body === undefined ? undefined : JSON.stringify(body))

const problemsOf = (answered: Answered): ReadonlyArray<string> => {
  try {
    return answerProblems(answered)
  } catch (error) {
    return [String(error)]
  }
}

const isPlain = (reply: Reply): boolean => reply.headers["content-encoding"] === undefined

const lengthOf = (payload: string | Uint8Array, headers: CallOptions["headers"]) =>
  headers?.["transfer-encoding"] === undefined ? { "content-length": String(Buffer.byteLength(payload)) } : {}

/** A caller of the server on this port. */
export const caller = (port: number): Caller => {
  const agent = new Agent({ keepAlive: true })
  const call = (method: string, path: string, options: CallOptions = {}) =>
    new Promise<Reply>((resolve, reject) => {
      const payload = payloadOf(options)
      const headers = {
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...(payload !== undefined && lengthOf(payload, options.headers)),
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
        ...options.headers,
      } as Record<string, string>
      const sent = request({ host: LOOPBACK, port, method, path, headers, agent }, (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("error", reject)
        const isStream = incoming.headers["content-type"] === "text/event-stream"
        // A stream is read up to its first event, because it has no end.
        if (isStream && method === "GET") {
          incoming.once("data", () => {
            incoming.off("error", reject).destroy()
            finish()
          })
        }
        const finish = () => {
          const bytes = Buffer.concat(chunks)
          const text = bytes.toString("utf8")
          const reply = { status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text, json: parsed(text) }
          const answered = { method, path: path.split("?", 1)[0] ?? "", ...reply }
          collectCode(method, answered.path, reply)
          const problems = isPlain(reply) ? problemsOf(answered) : []
          if (problems.length === 0) resolve(reply)
          else reject(new Error(`${method} ${path} ${reply.status}: ${problems.join("; ")}\n${text.slice(0, 500)}`))
        }
        incoming.once("end", finish)
      })
      sent.on("error", reject)
      sent.end(payload)
    })
  return Object.assign(call, { close: () => agent.destroy() })
}
