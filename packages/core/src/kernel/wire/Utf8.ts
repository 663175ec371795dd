/** UTF-8: the bytes that hashes and keys are computed over, and the bytes of large texts. */

/** Every platform has these classes (WHATWG Encoding); the core compiles without the types of any platform. */
declare const TextEncoder: new () => {
  readonly encode: (text: string) => Uint8Array
  readonly encodeInto: (text: string, into: Uint8Array) => { readonly read: number; readonly written: number }
}
declare const TextDecoder: new (
  label: "utf-8",
  options: { readonly fatal: true; readonly ignoreBOM: true },
) => { readonly decode: (bytes: Uint8Array) => string }

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The UTF-8 bytes of a text. A surrogate without its other half becomes U+FFFD. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** The text of UTF-8 bytes. Throws a `TypeError` if the bytes are not UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)

/** Room of a writer at its beginning. */
const FIRST_BYTES = 16 * 1024
/** By so many bytes the room of a large text grows. */
const STEP_BYTES = 1024 * 1024
/** Largest text. Only the addresses are reserved for it: memory is taken for what is written. */
const LARGEST_BYTES = 1024 * 1024 * 1024
/** Most bytes of a UTF-16 code unit in UTF-8. */
const UNIT_BYTES = 3

/** A large text that is written as UTF-8, so that it is never held as a whole string, nor twice. */
export class Utf8Writer {
  #bytes = new Uint8Array(FIRST_BYTES)
  #used = 0

  /** Appends a text. A surrogate without its other half becomes U+FFFD. */
  write(text: string): void {
    const needed = this.#used + text.length * UNIT_BYTES
    if (needed > this.#bytes.length) this.#grow(needed)
    this.#used += encoder.encodeInto(text, this.#bytes.subarray(this.#used)).written
  }

  /** Writes over what was written from this byte on. */
  overwrite(at: number, text: string): void {
    encoder.encodeInto(text, this.#bytes.subarray(at))
  }

  /** Everything that was written. Ends the writer. */
  bytes(): Uint8Array {
    const { buffer } = this.#bytes
    if (!buffer.resizable) return this.#bytes.slice(0, this.#used)
    buffer.resize(this.#used)
    return new Uint8Array(buffer, 0, this.#used)
  }

  #grow(needed: number): void {
    const length = Math.ceil(needed / STEP_BYTES) * STEP_BYTES
    const { buffer } = this.#bytes
    if (buffer.resizable) return buffer.resize(length)
    const written = this.#bytes
    this.#bytes = new Uint8Array(new ArrayBuffer(length, { maxByteLength: LARGEST_BYTES }))
    return this.#bytes.set(written)
  }
}
