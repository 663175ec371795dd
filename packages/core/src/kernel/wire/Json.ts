/**
 * JSON as Garrison reads and writes it: integers exact beyond 2^53, input bounded in depth, ambiguous objects refused,
 * and the canonical form (RFC 8785) that etags are computed over.
 */
import * as Result from "effect/Result"

declare global {
  interface JSON {
    /** ECMAScript source-text access: a value that `JSON.stringify` writes as the given text, unquoted. */
    rawJSON(text: string): object
    /** Whether `value` is one that `rawJSON` made. */
    isRawJSON(value: unknown): boolean
  }
}

/**
 * Why a text is not acceptable JSON. `type` is the detail type of decisions, section 2; `path` is the place (object
 * keys and array indexes), as far as it is known.
 */
export interface JsonProblem {
  readonly type: "json_invalid" | "value_error"
  readonly message: string
  readonly path: ReadonlyArray<string | number>
}

/** How deeply arrays and objects may nest in a request body. */
export const JSON_DEPTH_MAX = 32

/** Integers that a number may round: 16 digits or more, or an exponent. */
const mayBeRounded = /\d(?:\.?\d){15}|(?:^|[:,[\s])-?[\d.]+[eE]/
const numberSource = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** Longest integer that is read digit by digit. Int64 has 19 digits; a longer one is out of every field's range. */
const DIGITS_MAX = 40

/** Number of characters without the zeros at the end. A pattern would take quadratic time. */
const lengthWithoutZeros = (digits: string): number => {
  let length = digits.length
  while (digits.charCodeAt(length - 1) === 48) length--
  return length
}

const bits = new DataView(new ArrayBuffer(8))

/**
 * The number next to an integer, away from 0. It replaces a fraction that a number would round to that integer. From
 * 2^52 on every number is an integer, so no number can replace the fraction.
 */
const fractionNextTo = (integer: number): number => {
  if (Math.abs(integer) >= 2 ** 52) return Number.NaN
  bits.setFloat64(0, integer)
  bits.setBigUint64(0, bits.getBigUint64(0) + 1n)
  return bits.getFloat64(0)
}

/** The exact value of a number's text. */
const exactNumber = (source: string): number | bigint => {
  const value = Number(source)
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = numberSource.exec(source) ?? []
  const digits = (whole + fraction).replace(/^0+/, "")
  const length = lengthWithoutZeros(digits)
  if (length === 0) return value
  // The integer of the first `length` digits, times ten to the power of this. The exponent may have any length.
  const power = Number(exponent) - fraction.length + (digits.length - length)
  if (power < 0) return Math.trunc(value) === value ? fractionNextTo(value) : value
  if (Number.isSafeInteger(value) || length + power > DIGITS_MAX) return value
  return BigInt(`${sign}${digits.slice(0, length)}${"0".repeat(power)}`)
}

/** An array or an object that `JSON.parse` made. */
type Container = Record<string | number, unknown>

interface Frame {
  isObject: boolean
  /** The keys of the object up to now. Made with its first key, and kept for the next object that is as deep. */
  keys: Set<string> | undefined
  key: string
  index: number
  /** Of a text with numbers that may be rounded. */
  container: Container
}

const NO_CONTAINER: Container = {}

const newFrame = (): Frame => ({ isObject: false, keys: undefined, key: "", index: 0, container: NO_CONTAINER })

/** Keys that a set keeps room for, though it is emptied. */
const KEYS_KEPT_MAX = 64

const begin = (frame: Frame, isObject: boolean, container: Container): Frame => {
  if (frame.keys !== undefined && frame.keys.size > 0) {
    if (frame.keys.size > KEYS_KEPT_MAX) frame.keys = undefined
    else frame.keys.clear()
  }
  frame.isObject = isObject
  frame.key = ""
  frame.index = 0
  frame.container = container
  return frame
}

/** A number that may be rounded: where it stands in the result of `JSON.parse`, and its text. */
interface Rounded {
  readonly container: Container
  readonly step: string | number
  readonly source: string
}

const stepOf = (frame: Frame): string | number => (frame.isObject ? frame.key : frame.index)

const pathOf = (frames: ReadonlyArray<Frame>): ReadonlyArray<string | number> => frames.map(stepOf)

/** The index just past the string literal that opens at `start`; the text is already known to be valid JSON. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return text.length
    let backslashes = 0
    while (text.charCodeAt(quote - 1 - backslashes) === 92) backslashes++
    if (backslashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

/** The text of the string literal between these indexes, which few keys need to be decoded for. */
const keyBetween = (text: string, start: number, end: number): string => {
  const plain = text.slice(start + 1, end - 1)
  return plain.includes("\\") ? JSON.parse(text.slice(start, end)) : plain
}

const followedByColon = (text: string, at: number): boolean => {
  let next = at
  while (next < text.length) {
    const code = text.charCodeAt(next)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code === 58
    next++
  }
  return false
}

/** The index just past the number that begins at `start`. */
const endOfNumber = (text: string, start: number): number => {
  let at = start + 1
  for (;;) {
    const code = text.charCodeAt(at)
    const isDigit = code >= 48 && code <= 57
    // Signs, the point, and both letters of an exponent.
    if (!isDigit && code !== 46 && code !== 45 && code !== 43 && code !== 101 && code !== 69) return at
    at++
  }
}

/** The container that opens now, as it was parsed. Of a key that is given twice, `JSON.parse` keeps the last value. */
const containerIn = (top: Frame | undefined, root: Container): Container => {
  const inner = top === undefined ? root[""] : top.container[stepOf(top)]
  return typeof inner === "object" && inner !== null ? (inner as Container) : {}
}

/**
 * One pass over the text of `root[""]`, for what `JSON.parse` accepts: nesting without bound, a key twice, `__proto__`.
 * Adds the numbers that may be rounded to `rounded`, if it is given. A reviver of `JSON.parse` would be called for each
 * value of a text with one such number, at ten times the cost of the text.
 */
const findProblem = (
  text: string,
  depthMax: number,
  root: Container,
  rounded: Array<Rounded> | undefined,
): JsonProblem | undefined => {
  const frames: Array<Frame> = []
  // As many as the text is deep, however many lists and objects it has.
  const made: Array<Frame> = []
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    const top = frames[frames.length - 1]
    if (code === 34) {
      const end = endOfString(text, at)
      if (top?.isObject === true && followedByColon(text, end)) {
        const key = keyBetween(text, at, end)
        const pathOfKey = () => [...pathOf(frames.slice(0, -1)), key]
        if (key === "__proto__")
          return { type: "value_error", message: "the key __proto__ is not allowed", path: pathOfKey() }
        const keys = (top.keys ??= new Set())
        if (keys.has(key)) return { type: "json_invalid", message: "the key is given twice", path: pathOfKey() }
        keys.add(key)
        top.key = key
      }
      at = end
      continue
    }
    if (rounded !== undefined && (code === 45 || (code >= 48 && code <= 57))) {
      const end = endOfNumber(text, at)
      // The shortest number with an exponent has three characters.
      const source = end - at < 3 ? "" : text.slice(at, end)
      if (mayBeRounded.test(source)) {
        rounded.push({ container: top?.container ?? root, step: top === undefined ? "" : stepOf(top), source })
      }
      at = end
      continue
    }
    if (code === 123 || code === 91) {
      if (frames.length === depthMax) {
        return { type: "json_invalid", message: `nested deeper than ${depthMax} levels`, path: [] }
      }
      const frame = (made[frames.length] ??= newFrame())
      frames.push(begin(frame, code === 123, rounded === undefined ? NO_CONTAINER : containerIn(top, root)))
    } else if (code === 125 || code === 93) frames.pop()
    else if (code === 44 && top !== undefined) top.index++
    at++
  }
  return undefined
}

/**
 * Parses a JSON text. Integers outside ±(2^53-1) become `bigint`, however they are written, so that none is rounded.
 * Integers of more than 40 digits become the nearest number, which is out of range for every integer field. A fraction
 * never becomes an integer: if the nearest number is an integer, the result is the number next to it, or `NaN` from
 * 2^52 on. Fails with a {@link JsonProblem} if the text is not JSON, nests deeper than `depthMax`, repeats a key, or
 * contains the key `__proto__`.
 */
export const parseJson = (text: string, depthMax: number = JSON_DEPTH_MAX): Result.Result<unknown, JsonProblem> => {
  const root: Container = {}
  try {
    root[""] = JSON.parse(text)
  } catch {
    return Result.fail({ type: "json_invalid", message: "the text is not valid JSON", path: [] })
  }
  const rounded: Array<Rounded> | undefined = mayBeRounded.test(text) ? [] : undefined
  const problem = findProblem(text, depthMax, root, rounded)
  if (problem !== undefined) return Result.fail(problem)
  for (const { container, step, source } of rounded ?? []) container[step] = exactNumber(source)
  return Result.succeed(root[""])
}

/**
 * The value of a JSON text that Garrison wrote, with large integers exact. Such a text has no key twice, and its depth
 * is that of its schema, so only a text with an integer that may be rounded is looked through.
 */
export const readOwnJson = (text: string): unknown =>
  mayBeRounded.test(text) ? Result.getOrThrow(parseJson(text, Number.POSITIVE_INFINITY)) : JSON.parse(text)

/** The wire form of an integer of any size: a number where it is exact, the digits themselves where it is not. */
export const exactInteger = (value: bigint): number | object => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(value.toString())
}

const canonicalMembers = (value: Readonly<Record<string, unknown>>): string => {
  let text = ""
  // Texts are sorted by their UTF-16 code units.
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member === undefined) continue
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`
  }
  return text
}

/**
 * The canonical text of a JSON value (RFC 8785): members sorted by UTF-16 code units, no white space, numbers as
 * ECMAScript writes them. Integers beyond 2^53 keep all their digits.
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === "bigint") return value.toString()
  if (Number.isFinite(value)) return String(value)
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (JSON.isRawJSON(value)) return JSON.stringify(value)
  return `{${canonicalMembers(value as Readonly<Record<string, unknown>>)}}`
}
