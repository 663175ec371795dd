/** Answers with their tags, so that an unchanged one is not sent again (RFC 9110, section 13.1.2). */
import type { CacheOptions } from "./options.ts"

/** An answer that is kept. */
interface Kept {
  readonly etag: string
  readonly value: unknown
  readonly bytes: number
}

/** Freezes a value, because later calls get the same one. */
const frozen = (value: unknown): unknown => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) frozen(member)
  }
  return value
}

/** Keeps the answers that were asked for last, within its bounds. */
export class AnswerCache {
  readonly #entriesMax: number
  readonly #bytesMax: number
  /** By address; the one that was asked for longest ago comes first. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  constructor({ bytesMax = 16 * 1024 * 1024, entriesMax = 500 }: CacheOptions = {}) {
    this.#entriesMax = entriesMax
    this.#bytesMax = bytesMax
  }

  /** The tag of what is kept for an address. */
  etagOf(url: string): string | undefined {
    return this.#kept.get(url)?.etag
  }

  /** What is kept under this tag; undefined where it went meanwhile. */
  revalidated(url: string, etag: string): { readonly value: unknown } | undefined {
    const kept = this.#kept.get(url)
    if (kept?.etag !== etag) return undefined
    this.#kept.delete(url)
    this.#kept.set(url, kept)
    return kept
  }

  /** Keeps an answer, if it fits. The value is frozen. */
  keep(url: string, etag: string, value: unknown, bytes: number): void {
    this.#forget(url)
    if (bytes > this.#bytesMax || this.#entriesMax < 1) return
    this.#kept.set(url, { etag, value: frozen(value), bytes })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#entriesMax && this.#bytes <= this.#bytesMax) break
      this.#forget(oldest)
    }
  }

  #forget(url: string): void {
    this.#bytes -= this.#kept.get(url)?.bytes ?? 0
    this.#kept.delete(url)
  }
}
