/** JSON request bodies: from bytes to a value that the schemas may look at. */
import { InvalidInput, type InvalidDetail } from "@garrison/core/kernel/Invalid"
import { parseJson, withoutNulls } from "@garrison/core/kernel/Json"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { mayBeUnstorable, unstorableDetails } from "./storable.ts"

/** The body was not there: whether that is acceptable is for the operation to say. */
export const ABSENT = Symbol("absent body")

const decoder = new TextDecoder("utf-8", { fatal: true })

const refuse = (...detail: ReadonlyArray<InvalidDetail>) => Effect.fail(new InvalidInput({ detail }))

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** How null members are read: as "not given" (decisions, section 2), or kept where null has a meaning of its own. */
export type Nulls = "dropped" | "kept"

/** Parses a body, or fails with everything that makes it no acceptable JSON. */
export const parseBody = (bytes: Uint8Array, nulls: Nulls): Effect.Effect<unknown, InvalidInput> => {
  if (bytes.length === 0) return Effect.succeed(ABSENT)
  const text = textOf(bytes)
  if (text === undefined) return refuse({ loc: ["body"], msg: "the body is not UTF-8", type: "json_invalid" })
  const parsed = parseJson(text)
  if (Result.isFailure(parsed)) {
    const { message, path, type } = parsed.failure
    return refuse({ loc: ["body", ...path], msg: message, type })
  }
  const unstorable = mayBeUnstorable(text) ? unstorableDetails(parsed.success, ["body"]) : []
  if (unstorable.length > 0) return refuse(...unstorable)
  return Effect.succeed(nulls === "kept" ? parsed.success : withoutNulls(parsed.success))
}
