/**
 * Content that is read often and seldom changes: compressed once per coding, each form with a strong tag of its own,
 * and revalidated by that (decisions, section 10; RFC 9110, sections 8.8.3 and 13.1).
 */
import { matchesWeakly, quoteEtag } from "@garrison/core/kernel/wire/Etag"
import * as Effect from "effect/Effect"
import { promisify } from "node:util"
import * as NodeZlib from "node:zlib"
import { type Answer, CACHE } from "../request/Answer.ts"
import { headerOf, type Request } from "../request/Request.ts"
import { isOther, notModified, preconditionFailed } from "../request/reply.ts"
import { type Coding, CODINGS, preferredCoding } from "./contentCoding.ts"

type Compress = (bytes: Uint8Array) => Promise<Uint8Array>

const brotli = promisify(NodeZlib.brotliCompress)
const zstd = promisify(NodeZlib.zstdCompress)
const deflate = promisify(NodeZlib.gzip)

/** Levels that compress well, and fast enough for a client that waits, or a publication. */
const compressors: Readonly<Record<Exclude<Coding, "identity">, Compress>> = {
  br: (bytes) =>
    brotli(bytes, {
      params: {
        [NodeZlib.constants.BROTLI_PARAM_QUALITY]: 6,
        [NodeZlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  zstd: (bytes) => zstd(bytes, { params: { [NodeZlib.constants.ZSTD_c_compressionLevel]: 9 } }),
  gzip: (bytes) => deflate(bytes, { level: 8 }),
}

const tagOf = (etag: string, coding: Coding): string => (coding === "identity" ? etag : `${etag}-${coding}`)

/** The content, and what is sent along with it. */
export interface Content {
  readonly body: Uint8Array
  /** Tag of the plain form, without quotes. */
  readonly etag: string
  readonly contentType: string
  /** A Content-Security-Policy of its own. */
  readonly policy?: string
}

/** The answers with one content. Each body is made when all are prepared, or else at its first request. */
export class Representations {
  readonly #content: Content
  readonly #made = new Map<Coding, Answer>()
  readonly #making = new Map<Coding, Promise<Answer>>()
  readonly #unchanged = new Map<Coding, Answer>()

  constructor(content: Content) {
    this.#content = content
    this.#made.set("identity", this.#whole("identity", content.body))
    for (const coding of CODINGS) {
      this.#unchanged.set(coding, notModified(quoteEtag(tagOf(content.etag, coding)), CACHE.shared))
    }
  }

  /** Makes every body that there is not yet, one after the other, so that the rest of the process goes on. */
  get prepare(): Effect.Effect<void> {
    return Effect.promise(async () => {
      for (const coding of CODINGS) {
        if (coding !== "identity" && !this.#made.has(coding)) await this.#make(coding)
      }
    })
  }

  /** The answer in the form that the client prefers, or a 304 when the client's form is unchanged. */
  answer(request: Request): Effect.Effect<Answer> {
    const coding = preferredCoding(headerOf(request, "accept-encoding"))
    const { etag } = this.#content
    if (isOther(request, tagOf(etag, coding), etag)) return Effect.succeed(preconditionFailed)
    const unchanged = this.#unchangedIn(coding, headerOf(request, "if-none-match"))
    return unchanged === undefined ? this.#in(coding) : Effect.succeed(unchanged)
  }

  /**
   * 304 when `condition` names the form in this coding, or the plain form, whose tag is that of `cache_info`. The 304
   * names the unchanged form, as a cache of several forms needs (RFC 9111, section 4.3.4).
   */
  #unchangedIn(coding: Coding, condition: string | undefined): Answer | undefined {
    if (condition === undefined) return undefined
    const { etag } = this.#content
    if (matchesWeakly(condition, tagOf(etag, coding))) return this.#unchanged.get(coding)
    return matchesWeakly(condition, etag) ? this.#unchanged.get("identity") : undefined
  }

  /** The form in this coding: at once if it exists, else after compressing once for all requests that wait. */
  #in(coding: Coding): Effect.Effect<Answer> {
    const made = this.#made.get(coding)
    if (made !== undefined) return Effect.succeed(made)
    if (coding === "identity") return Effect.die("identity is always there")
    return Effect.promise(() => this.#make(coding))
  }

  #make(coding: Exclude<Coding, "identity">): Promise<Answer> {
    const making = this.#making.get(coding)
    if (making !== undefined) return making
    const started = this.#compress(coding).finally(() => this.#making.delete(coding))
    this.#making.set(coding, started)
    return started
  }

  async #compress(coding: Exclude<Coding, "identity">): Promise<Answer> {
    const made = this.#whole(coding, await compressors[coding](this.#content.body))
    this.#made.set(coding, made)
    return made
  }

  #whole(coding: Coding, body: Uint8Array): Answer {
    const { contentType, etag, policy } = this.#content
    const encoding = coding === "identity" ? [] : ["Content-Encoding", coding]
    const guarded = policy === undefined ? [] : ["Content-Security-Policy", policy]
    const tag = quoteEtag(tagOf(etag, coding))
    return {
      status: 200,
      headers: ["Content-Type", contentType, ...encoding, "ETag", tag, ...CACHE.shared, ...guarded],
      body,
      hasPolicy: policy !== undefined,
    }
  }
}
