/** Forms: bodies that are spelled as a query is (`application/x-www-form-urlencoded`). */
import type { Fields } from "../contract/operation.ts"
import { ABSENT, type ParsedBody, UNREADABLE } from "./body.ts"
import { QUERY_BYTES_MAX, queryReader } from "./query.ts"

/** The media type of forms. */
export const FORM_TYPE = "application/x-www-form-urlencoded"

const decoder = new TextDecoder("utf-8", { fatal: true })

const unreadable = (msg: string): ParsedBody => ({
  value: UNREADABLE,
  details: [{ loc: ["body"], msg, type: "value_error" }],
})

/** Makes the function that parses a form with these fields. A field may be given once. */
export const formParser = (fields: Fields) => {
  const read = queryReader(fields, {}, "body")
  return (bytes: Uint8Array): ParsedBody => {
    if (bytes.length === 0) return { value: ABSENT, details: [] }
    if (bytes.length > QUERY_BYTES_MAX) return unreadable(`must be at most ${QUERY_BYTES_MAX} bytes long`)
    try {
      const { details, values } = read(decoder.decode(bytes))
      return { value: values, details }
    } catch {
      return unreadable("the body is not UTF-8")
    }
  }
}
