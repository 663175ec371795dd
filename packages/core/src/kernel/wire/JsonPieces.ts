/**
 * The JSON text of a large value in pieces, so that a process that writes it does other work between two pieces. Only a
 * value that JSON keeps whole is written: what `JSON.parse` makes of the text is equal to the value.
 */
import { JSON_DEPTH_MAX } from "./Json.ts"

/** Thrown for a value that is not written. */
class NotWritten extends Error {}

/** Whether JSON keeps an object as it is: one of a class, or with a form of its own, becomes another value. */
const isKept = (value: object): boolean => {
  const kind = Object.prototype.toString.call(value)
  return (kind === "[object Object]" || kind === "[object Array]") && !("toJSON" in value)
}

/**
 * The size of a value: each value counts 1, and each key and text counts its characters. Stops above `most`. Throws
 * {@link NotWritten} for a value that JSON does not keep whole; members that are `undefined` count as not there.
 */
const sizeOf = (value: unknown, most: number, depth: number): number => {
  if (typeof value === "string") return 1 + value.length
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return 1
  if (typeof value !== "object" || depth === JSON_DEPTH_MAX || !isKept(value)) throw new NotWritten()
  let size = 1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && size <= most; index++) {
      size += sizeOf(value[index], most - size, depth + 1)
    }
    return size
  }
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key)
    if (member !== undefined) size += key.length + sizeOf(member, most - size, depth + 1)
    if (size > most) return size
  }
  return size
}

/** Whether a value is larger than this; false where its beginning shows that JSON does not keep it. */
export const isLargeJson = (value: unknown, size: number): boolean => {
  try {
    return sizeOf(value, size, 0) > size
  } catch (thrown) {
    if (thrown instanceof NotWritten) return false
    throw thrown
  }
}

/** Largest size of a value that is written at once: a millisecond or two. */
const SIZE_AT_ONCE = 64 * 1024
/** Characters of a piece. */
const PIECE_LENGTH = 64 * 1024

class Pieces {
  #text = ""
  #left: number

  constructor(sizeMax: number) {
    this.#left = sizeMax
  }

  *write(value: unknown, depth: number): Generator<string, void> {
    const size = sizeOf(value, SIZE_AT_ONCE, depth)
    if (size <= SIZE_AT_ONCE || typeof value !== "object" || value === null) {
      this.#left -= size
      if (this.#left < 0) throw new NotWritten()
      this.#text += JSON.stringify(value)
    } else if (Array.isArray(value)) yield* this.#elements(value, depth + 1)
    else yield* this.#members(value, depth + 1)
    if (this.#text.length >= PIECE_LENGTH) yield this.rest()
  }

  /** The text that was not yet answered. */
  rest(): string {
    const text = this.#text
    this.#text = ""
    return text
  }

  *#elements(values: ReadonlyArray<unknown>, depth: number): Generator<string, void> {
    this.#text += "["
    for (let index = 0; index < values.length; index++) {
      if (index > 0) this.#text += ","
      yield* this.write(values[index], depth)
    }
    this.#text += "]"
  }

  *#members(value: object, depth: number): Generator<string, void> {
    let separator = "{"
    for (const key of Object.keys(value)) {
      const member: unknown = Reflect.get(value, key)
      if (member === undefined) continue
      this.#left -= key.length
      this.#text += `${separator}${JSON.stringify(key)}:`
      separator = ","
      yield* this.write(member, depth)
    }
    this.#text += separator === "{" ? "{}" : "}"
  }
}

/**
 * The JSON text of a value in pieces. Answers at the end whether the text is whole: false for a value that JSON does
 * not keep whole (a cycle, a function, `NaN`, a `bigint`), that nests too deeply, or that is larger than `sizeMax`.
 */
export function* jsonPieces(value: unknown, sizeMax: number): Generator<string, boolean> {
  const pieces = new Pieces(sizeMax)
  try {
    yield* pieces.write(value, 0)
    yield pieces.rest()
    return true
  } catch (thrown) {
    if (thrown instanceof NotWritten) return false
    throw thrown
  }
}
