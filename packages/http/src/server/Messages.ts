/**
 * A request and its response as the listener uses them: the part of Node's two classes that it needs. Another host than
 * `node:http` gives the same members (`embedding/fetchMessages.ts`), so that there is one pipeline for all.
 */
import type { HeaderValues } from "../request/Request.ts"

/** Events of a request whose body arrives. */
interface IncomingEvents {
  (event: "data", listener: (chunk: Buffer) => void): Incoming
  (event: "end" | "error" | "close", listener: () => void): Incoming
}

/** A request: `IncomingMessage` of Node is one. */
export interface Incoming {
  readonly method?: string | undefined
  /** The request target. */
  readonly url?: string | undefined
  /** The target that the host was asked for, where its framework may have taken a part off `url`, and says so. */
  readonly originalUrl?: string | undefined
  readonly headers: HeaderValues
  readonly httpVersionMajor: number
  readonly httpVersionMinor: number
  /** The connection, by which `Connections` knows it. */
  readonly socket: object & { readonly remoteAddress?: string | undefined }
  /** Whether the whole body has arrived. */
  readonly complete: boolean
  /** Null: no error. */
  readonly errored: Error | null
  /** Whether anybody has read of the body. */
  readonly readableDidRead: boolean
  /** Bytes of the body that have arrived and were not read. */
  readonly readableLength: number
  /** False: another server has the connection, and sees to the rest of a body that is not read. */
  readonly hasConnection?: false
  /** What has arrived of the body; null: nothing. With 0: only asks for the body to be read. */
  read(size?: number): Buffer | null
  pause(): unknown
  resume(): unknown
  readonly on: IncomingEvents
  readonly off: IncomingEvents
}

/** Events of a response. */
interface OutgoingEvents {
  (event: "close" | "drain" | "socket", listener: () => void): unknown
}

/** A response: `ServerResponse` of Node is one. */
export interface Outgoing {
  statusCode: number
  /** Whether nothing more can be written, because the client is gone or has everything. */
  readonly destroyed: boolean
  readonly headersSent: boolean
  /** Bytes that the client has not taken. */
  readonly writableLength: number
  /** Whether the whole answer has been handed over. */
  readonly writableFinished: boolean
  /** Null until the response is the next one of its connection. */
  readonly socket: object | null
  /** `headers` is a flat list of names and values. */
  writeHead(status: number, headers: Array<string>): unknown
  flushHeaders(): void
  /** False: the client has not taken what was written before; "drain" follows. */
  write(part: string | Uint8Array): boolean
  write(part: string | Uint8Array, encoding: "latin1" | "utf8"): boolean
  end(part?: string | Uint8Array): unknown
  end(part: string | Uint8Array | undefined, encoding: "latin1" | "utf8"): unknown
  /** Cuts the answer off. */
  destroy(): unknown
  readonly on: OutgoingEvents
  readonly once: OutgoingEvents
  readonly off: OutgoingEvents
}
