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
import { type Coding, preferredCoding } from "./contentCoding.ts"

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

/** One form of one version: what is sent, whole or as "unchanged". */
interface Representation {
  readonly tag: string
  readonly whole: Answer
  readonly unchanged: Answer
}

const representation = (etag: string, coding: Coding, body: Uint8Array): Representation => {
  const tag = coding === "identity" ? etag : `${etag}-${coding}`
  const encoding = coding === "identity" ? [] : ["Content-Encoding", coding]
  const headers = ["Content-Type", "application/json", ...encoding, "ETag", quoteEtag(tag), ...CACHE.shared]
  return { tag, whole: { status: 200, headers, body }, unchanged: notModified(quoteEtag(tag), CACHE.shared) }
}

/** The forms of one catalog version, each made when it is first asked for. */
class Representations {
  readonly #catalog: LoadedCatalog
  readonly #identity: Buffer
  readonly #made = new Map<Coding, Representation>()
  readonly #making = new Map<Coding, Promise<Representation>>()

  constructor(catalog: LoadedCatalog) {
    this.#catalog = catalog
    this.#identity = Buffer.from(catalog.body)
    this.#made.set("identity", representation(catalog.etag, "identity", this.#identity))
  }

  /** The form in this coding: at once where it exists, else after compressing, once for all who ask meanwhile. */
  in(coding: Coding): Effect.Effect<Representation> {
    const made = this.#made.get(coding)
    if (made !== undefined) return Effect.succeed(made)
    if (coding === "identity") return Effect.die("identity is always there")
    return Effect.promise(() => this.#make(coding))
  }

  #make(coding: Exclude<Coding, "identity">): Promise<Representation> {
    const making = this.#making.get(coding)
    if (making !== undefined) return making
    const started = this.#compress(coding).finally(() => this.#making.delete(coding))
    this.#making.set(coding, started)
    return started
  }

  async #compress(coding: Exclude<Coding, "identity">): Promise<Representation> {
    const bytes = await compressors[coding](this.#identity)
    const made = representation(this.#catalog.etag, coding, bytes)
    this.#made.set(coding, made)
    return made
  }
}

/** All vendors. A tag of the version in another form counts too: `cache_info.etag` is the tag of the plain one. */
export const vendors = Effect.map(Catalogs, (catalogs): Handler<"vendors"> => {
  let latest: { readonly catalog: LoadedCatalog; readonly forms: Representations } | undefined
  const formsOf = (catalog: LoadedCatalog): Representations => {
    if (latest?.catalog !== catalog) latest = { catalog, forms: new Representations(catalog) }
    return latest.forms
  }
  return (_, request) =>
    Effect.flatMap(catalogs.current, (catalog) => {
      const coding = preferredCoding(headerOf(request, "accept-encoding"))
      const condition = headerOf(request, "if-none-match")
      return Effect.map(formsOf(catalog).in(coding), (form) =>
        matchesWeakly(condition, form.tag) || matchesWeakly(condition, catalog.etag) ? form.unchanged : form.whole,
      )
    })
})
