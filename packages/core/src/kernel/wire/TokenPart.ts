/** The parts of a JWT that are JSON: header and claims. */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import { parseJson } from "./Json.ts"

/**
 * The JSON object in a part of a token, which is not verified. Undefined when there is none. A member given twice is
 * refused, because another reader may take the other value.
 */
export const objectInPart = (part: string): Readonly<Record<string, unknown>> | undefined => {
  const parsed = Result.flatMap(Base64Url.decodeString(part), (text): Result.Result<unknown, unknown> =>
    parseJson(text),
  )
  if (Result.isFailure(parsed)) return undefined
  const value = parsed.success
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}
