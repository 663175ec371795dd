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

/** Bytes of the first piece of a text that is being written, and of each later one. */
const FIRST_PIECE_BYTES = 16 * 1024
const PIECE_BYTES = 1024 * 1024

/** A large text that is written as UTF-8, so that it is never held as a whole string. */
export class Utf8Writer {
  readonly #full: Array<Uint8Array> = []
  #piece = new Uint8Array(FIRST_PIECE_BYTES)
  #used = 0

  /** Appends a text. A surrogate without its other half becomes U+FFFD. */
  write(text: string): void {
    let rest = text
    for (;;) {
      const { read, written } = encoder.encodeInto(rest, this.#piece.subarray(this.#used))
      this.#used += written
      if (read === rest.length) return
      rest = rest.slice(read)
      this.#full.push(this.#piece.subarray(0, this.#used))
      this.#piece = new Uint8Array(PIECE_BYTES)
      this.#used = 0
    }
  }

  /** The bytes of `head` and of everything that was written. Empties the writer. */
  bytes(head = ""): Uint8Array {
    const pieces = this.#full.splice(0)
    pieces.push(this.#piece.subarray(0, this.#used))
    this.#used = 0
    const first = utf8(head)
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, first.length))
    whole.set(first)
    let at = whole.length
    for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
      at -= piece.length
      whole.set(piece, at)
    }
    return whole
  }
}
