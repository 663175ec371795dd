/** One answer, ready to be written: status, headers in wire order, and bytes or a stream of them. */
import type * as Cause from "effect/Cause"
import type * as Stream from "effect/Stream"
import type { CacheRule } from "../contract/success.ts"

/**
 * A body in parts that are made while the client reads. Meanwhile it takes no place of other requests. It is
 * interrupted when the client goes or the server has stopped. A failure cuts the answer off, so refuse before the
 * answer begins.
 */
export type StreamedBody = Stream.Stream<string | Uint8Array, unknown>

/** Where the parts of a live body go. Node's response is one. */
export interface Outlet {
  /** False: this waits to be taken, and `drained` of the reader is called when it was. */
  write(part: Uint8Array): boolean
  /** Bytes that wait. */
  readonly writableLength: number
  end(part: Uint8Array): void
  /** Cuts the answer off. */
  destroy(): void
}

/** What a live body learns of its outlet. */
export interface LiveReader {
  /** What waited was taken. */
  drained(): void
  /** The answer has ended, by whichever side. Nothing is written after that. */
  gone(): void
}

/**
 * A body whose parts are pushed as they come, for as long as the client stays, without a fiber of its own. It holds a
 * place, so it is opened or discarded.
 */
export interface LiveBody {
  /** Begins to write. Called once, after the head. */
  readonly open: (outlet: Outlet) => LiveReader
  /** Gives it up unread. */
  readonly discard: () => void
}

/** The server writes this. `headers` is a flat list of names and values, which Node writes unchecked. */
export interface Answer {
  readonly status: number
  readonly headers: ReadonlyArray<string>
  readonly body: string | Uint8Array | StreamedBody | LiveBody | undefined
  /** The connection is closed after this answer. */
  readonly close?: boolean
  /** The `error_code` of a refusal, for the log. */
  readonly errorCode?: string
  /** The limit of the server that refused the request, for the log. */
  readonly limit?: string | undefined
  /** Why parts of the answer are errors that were not expected, for the observers. */
  readonly defects?: ReadonlyArray<Cause.Cause<unknown>>
  /** The headers hold a Content-Security-Policy. */
  readonly hasPolicy?: boolean
}

/** An answer whose body is text. */
export interface TextAnswer extends Answer {
  readonly body: string
}

/** The media type of JSON. */
export const JSON_TYPE = "application/json"

/** Cache rules of the interface's resources (decisions, section 2). */
export const CACHE = {
  /** Carries tokens, secrets or personal data without a tag. */
  secret: ["Cache-Control", "no-store"],
  /** A personal resource with an ETag. */
  personal: ["Cache-Control", "private, no-cache", "Vary", "Authorization"],
  /** The catalog: one for all, in several encodings. */
  shared: ["Cache-Control", "public, no-cache", "Vary", "Accept-Encoding"],
  /** The key sets: clients and proxies may keep them for five minutes. */
  keys: ["Cache-Control", "public, max-age=300"],
  /** Sent as it comes: nothing in between may keep or change it. */
  stream: ["Cache-Control", "no-store, no-transform"],
  /** Settings for clients: each client keeps them for five minutes. */
  settings: ["Cache-Control", "private, max-age=300"],
} as const satisfies Record<CacheRule, ReadonlyArray<string>>

/** A JSON answer; `text` is already encoded. */
export const json = (status: number, text: string, headers: ReadonlyArray<string> = CACHE.secret): TextAnswer => ({
  status,
  headers: ["Content-Type", JSON_TYPE, ...headers],
  body: text,
})
