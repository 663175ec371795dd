/**
 * The vendor collection over HTTP (interface, section 4.6; decisions, section 10): encoded once per catalog version,
 * compressed once per version and coding, each form with a strong tag of its own.
 */
import { Catalogs, type LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import { matchesWeakly, quoteEtag } from "@garrison/core/kernel/Etag"
import * as Effect from "effect/Effect"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib"
import { type Answer, CACHE, notModified } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { headerOf } from "../request/Request.ts"
import { type Coding, CODINGS, preferredCoding } from "./contentCoding.ts"

type Compress = (bytes: Uint8Array) => Promise<Uint8Array>

const brotli = promisify(brotliCompress)
const zstd = promisify(zstdCompress)
const deflate = promisify(gzip)

/** Strong enough to be worth it once per version, quick enough not to keep the first client waiting. */
const compressors: Readonly<Record<Exclude<Coding, "identity">, Compress>> = {
  br: (bytes) =>
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  zstd: (bytes) => zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
  gzip: (bytes) => deflate(bytes, { level: 8 }),
}

const tagOf = (etag: string, coding: Coding): string => (coding === "identity" ? etag : `${etag}-${coding}`)

const whole = (etag: string, coding: Coding, body: Uint8Array): Answer => {
  const encoding = coding === "identity" ? [] : ["Content-Encoding", coding]
  const tag = quoteEtag(tagOf(etag, coding))
  return {
    status: 200,
    headers: ["Content-Type", "application/json", ...encoding, "ETag", tag, ...CACHE.shared],
    body,
  }
}

/** The answers of one catalog version, each body made when it is first asked for. */
class Representations {
  readonly #catalog: LoadedCatalog
  readonly #identity: Buffer
  readonly #made = new Map<Coding, Answer>()
  readonly #making = new Map<Coding, Promise<Answer>>()
  readonly #unchanged = new Map<Coding, Answer>()

  constructor(catalog: LoadedCatalog) {
    this.#catalog = catalog
    this.#identity = Buffer.from(catalog.body)
    this.#made.set("identity", whole(catalog.etag, "identity", this.#identity))
    for (const coding of CODINGS) {
      this.#unchanged.set(coding, notModified(quoteEtag(tagOf(catalog.etag, coding)), CACHE.shared))
    }
  }

  /**
   * 304 when `condition` names the form in this coding, or the plain one, whose tag is that of `cache_info`: it names
   * the form that is unchanged, which is what a cache of several forms goes by (RFC 9111, section 4.3.4).
   */
  unchanged(coding: Coding, condition: string | undefined): Answer | undefined {
    if (condition === undefined) return undefined
    const { etag } = this.#catalog
    if (matchesWeakly(condition, tagOf(etag, coding))) return this.#unchanged.get(coding)
    return matchesWeakly(condition, etag) ? this.#unchanged.get("identity") : undefined
  }

  /** The form in this coding: at once where it exists, else after compressing, once for all who ask meanwhile. */
  in(coding: Coding): Effect.Effect<Answer> {
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
    const bytes = await compressors[coding](this.#identity)
    const made = whole(this.#catalog.etag, coding, bytes)
    this.#made.set(coding, made)
    return made
  }
}

/** All vendors, in the form that the client prefers, or the word that the form it holds is unchanged. */
export const vendors = Effect.map(Catalogs, (catalogs): Handler<"vendors"> => {
  let latest: { readonly catalog: LoadedCatalog; readonly forms: Representations } | undefined
  const formsOf = (catalog: LoadedCatalog): Representations => {
    if (latest?.catalog !== catalog) latest = { catalog, forms: new Representations(catalog) }
    return latest.forms
  }
  return (_, request) =>
    Effect.flatMap(catalogs.current, (catalog) => {
      const coding = preferredCoding(headerOf(request, "accept-encoding"))
      const forms = formsOf(catalog)
      const unchanged = forms.unchanged(coding, headerOf(request, "if-none-match"))
      return unchanged === undefined ? forms.in(coding) : Effect.succeed(unchanged)
    })
})
