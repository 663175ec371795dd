/**
 * Request bodies: whether one can be read as it stands (its media type and its coding: RFC 9110, sections 8.3 and 8.4),
 * and from its bytes, JSON or a form, to a value for the schemas.
 */
import { DETAILS_MAX } from "@garrison/core/kernel/input/Field"
import type { InvalidDetail } from "@garrison/core/kernel/input/Invalid"
import { parseJson } from "@garrison/core/kernel/wire/Json"
import { copyPlain, LEFT_OUT, ofParsed, type WalkRules } from "@garrison/core/kernel/input/PlainValue"
import { unstorable } from "@garrison/core/kernel/input/Storable"
import * as Result from "effect/Result"
import type { Fields } from "../contract/route.ts"
import { QUERY_BYTES_MAX, queryReader } from "./query.ts"

/** There is no body. The operation decides whether that is acceptable. */
export const ABSENT = Symbol("absent body")

/** The body is not acceptable JSON, so there is no value for a schema. */
export const UNREADABLE = Symbol("unreadable body")

/** The value of a body, and the mistakes that were found before any schema. */
export interface ParsedBody {
  /** A JSON value, {@link ABSENT} or {@link UNREADABLE}. */
  readonly value: unknown
  readonly details: ReadonlyArray<InvalidDetail>
}

const decoder = new TextDecoder("utf-8", { fatal: true })

const unreadable = (detail: InvalidDetail): ParsedBody => ({ value: UNREADABLE, details: [detail] })

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

const nothing: ReadonlyArray<InvalidDetail> = []

/** JSON writes characters that cannot be stored as escapes only, so a text without such an escape needs no check. */
const mayBeUnstorable = (text: string): boolean => /\\u(?:0000|[dD][89a-fA-F])/.test(text)

/** Ends a walk that has found enough. */
const ENOUGH = Symbol("enough mistakes")

/**
 * The value in one walk: without the nulls that mean "not given", and where it holds text that cannot be stored, keys
 * included. With many mistakes, they alone.
 */
const walked = (parsed: unknown, rules: Pick<WalkRules, "checksTexts" | "dropsNulls">): ParsedBody => {
  const details: Array<InvalidDetail> = []
  const onProblem: WalkRules["onProblem"] = ({ is }, path, text) => {
    details.push({ loc: ["body", ...path], msg: unstorable.message, type: unstorable.type })
    if (details.length === DETAILS_MAX) throw ENOUGH
    return is === "key" ? LEFT_OUT : text
  }
  try {
    return { value: copyPlain(parsed, { ...ofParsed, ...rules, onProblem }), details }
  } catch (thrown) {
    if (thrown === ENOUGH) return { value: UNREADABLE, details }
    throw thrown
  }
}

/**
 * Parses a body. Skips a byte order mark before the text, as RFC 8259 (section 8.1) allows. Null members count as not
 * given (decisions, section 2), unless `nullsKept`: there null has a meaning of its own.
 */
export const parseBody = (bytes: Uint8Array, nullsKept = false): ParsedBody => {
  if (bytes.length === 0) return { value: ABSENT, details: nothing }
  const text = textOf(bytes)
  if (text === undefined) return unreadable({ loc: ["body"], msg: "the body is not UTF-8", type: "json_invalid" })
  const parsed = parseJson(text)
  if (Result.isFailure(parsed)) {
    const { message, path, type } = parsed.failure
    return unreadable({ loc: ["body", ...path], msg: message, type })
  }
  // A text without the word has no null. One that has it may have it in a string.
  const rules = { dropsNulls: !nullsKept && text.includes("null"), checksTexts: mayBeUnstorable(text) }
  if (rules.dropsNulls || rules.checksTexts) return walked(parsed.success, rules)
  return { value: parsed.success, details: nothing }
}

/** The media type of forms. */
export const FORM_TYPE = "application/x-www-form-urlencoded"

const formProblem = (msg: string): InvalidDetail => ({ loc: ["body"], msg, type: "value_error" })

/** Makes the function that parses a form with these fields. A field may be given once. */
export const formParser = (fields: Fields) => {
  const read = queryReader(fields, {}, "body")
  return (bytes: Uint8Array): ParsedBody => {
    if (bytes.length === 0) return { value: ABSENT, details: nothing }
    if (bytes.length > QUERY_BYTES_MAX) return unreadable(formProblem(`must be at most ${QUERY_BYTES_MAX} bytes long`))
    const text = textOf(bytes)
    if (text === undefined) return unreadable(formProblem("the body is not UTF-8"))
    const { details, values } = read(text)
    return { value: values, details }
  }
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
const PARAMETER = String.raw`;[ \t]*(?:(${TOKEN})[ \t]*=[ \t]*(${TOKEN}|${QUOTED})[ \t]*)?`

const typedPattern = new RegExp(String.raw`^(${TOKEN}/${TOKEN})[ \t]*((?:${PARAMETER})*)$`)
const parameter = new RegExp(PARAMETER, "g")
const utf8 = /^"?utf-8"?$/i

/** The media type in lower case; undefined if its parameters name another charset than UTF-8. */
const typeOf = (contentType: string): string | undefined => {
  const [, type, parameters = ""] = typedPattern.exec(contentType) ?? []
  for (const [, name, value = ""] of parameters.matchAll(parameter)) {
    if (name?.toLowerCase() === "charset" && !utf8.test(value)) return undefined
  }
  return type?.toLowerCase()
}

/**
 * Whether headers announce a body of one of these media types, in UTF-8 and not encoded. Parameters that JSON does
 * not define are ignored (RFC 8259, section 11).
 */
export const plainBodies = (mediaTypes: ReadonlyArray<string>) => {
  const taken: ReadonlySet<string | undefined> = new Set(mediaTypes)
  const isPlain = (contentType: string | undefined, contentEncoding: string | undefined): boolean =>
    contentType !== undefined &&
    (taken.has(contentType) || taken.has(typeOf(contentType))) &&
    (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === "identity")
  return isPlain
}
