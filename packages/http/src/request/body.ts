/** JSON request bodies: from bytes to a value for the schemas. */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import { parseJson } from "@garrison/core/kernel/Json"
import { copyPlain, LEFT_OUT, withoutNulls } from "@garrison/core/kernel/PlainValue"
import { unstorable } from "@garrison/core/kernel/Storable"
import * as Result from "effect/Result"

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

/** How null members are read: as "not given" (decisions, section 2), or kept where null has a meaning of its own. */
export type Nulls = "dropped" | "kept"

const nothing: ReadonlyArray<InvalidDetail> = []

/** JSON writes characters that cannot be stored as escapes only, so a text without such an escape needs no check. */
const mayBeUnstorable = (text: string): boolean => /\\u(?:0000|[dD][89a-fA-F])/.test(text)

/** The value, and where it holds text that cannot be stored, keys included. */
const checkedForStorage = (parsed: unknown, nulls: Nulls): ParsedBody => {
  const details: Array<InvalidDetail> = []
  const value = copyPlain(parsed, {
    dropsNulls: nulls === "dropped",
    checksTexts: true,
    checksKinds: false,
    sizeMax: Number.POSITIVE_INFINITY,
    countsCharacters: false,
    onProblem: ({ is }, path, text) => {
      details.push({ loc: ["body", ...path], msg: unstorable.message, type: unstorable.type })
      return is === "key" ? LEFT_OUT : text
    },
  })
  return { value, details }
}

/** Parses a body. Skips a byte order mark before the text, as RFC 8259 (section 8.1) allows. */
export const parseBody = (bytes: Uint8Array, nulls: Nulls): ParsedBody => {
  if (bytes.length === 0) return { value: ABSENT, details: nothing }
  const text = textOf(bytes)
  if (text === undefined) return unreadable({ loc: ["body"], msg: "the body is not UTF-8", type: "json_invalid" })
  const parsed = parseJson(text)
  if (Result.isFailure(parsed)) {
    const { message, path, type } = parsed.failure
    return unreadable({ loc: ["body", ...path], msg: message, type })
  }
  if (mayBeUnstorable(text)) return checkedForStorage(parsed.success, nulls)
  return { value: nulls === "kept" ? parsed.success : withoutNulls(parsed.success), details: nothing }
}
