/** JSON request bodies: from bytes to a value that the schemas may look at. */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import { parseJson, withoutNulls } from "@garrison/core/kernel/Json"
import * as Result from "effect/Result"
import { mayBeUnstorable, unstorableDetails } from "./storable.ts"

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
  const details = mayBeUnstorable(text) ? unstorableDetails(parsed.success, ["body"]) : nothing
  return { value: nulls === "kept" ? parsed.success : withoutNulls(parsed.success), details }
}
