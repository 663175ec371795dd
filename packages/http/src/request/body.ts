/** JSON request bodies: from bytes to a value that the schemas may look at. */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import { parseJson } from "@garrison/core/kernel/Json"
import { copyPlain, LEFT_OUT, withoutNulls } from "@garrison/core/kernel/PlainValue"
import { unstorable } from "@garrison/core/kernel/Storable"
import * as Result from "effect/Result"

/** The body was not there: whether that is acceptable is for the operation to say. */
export const ABSENT = Symbol("absent body")

/** The body is no acceptable JSON: there is nothing for a schema to look at. */
export const UNREADABLE = Symbol("unreadable body")

/** What a body turned out to be, and what is wrong with it before any schema looked. */
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

/** JSON writes what cannot be stored as escapes only: a text without such an escape needs no second look. */
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

/** Parses a body. A byte order mark before the text is passed over, as RFC 8259 (section 8.1) allows. */
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
