/**
 * Text that no storage takes: the character U+0000, which Postgres refuses, and halves of surrogate pairs, which are
 * no character at all and do not survive UTF-8.
 */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"

/** Whether every character of `text` can be stored. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

const unstorable = (loc: ReadonlyArray<string | number>): InvalidDetail => ({
  loc,
  msg: "must not contain U+0000 or half a surrogate pair",
  type: "value_error",
})

/** Where `value` (parsed JSON) holds text that cannot be stored, keys included. */
export const unstorableDetails = (
  value: unknown,
  path: ReadonlyArray<string | number>,
): ReadonlyArray<InvalidDetail> => {
  if (typeof value === "string") return isStorable(value) ? [] : [unstorable(path)]
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorableDetails(item, [...path, index]))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    isStorable(key) ? unstorableDetails(member, [...path, key]) : [unstorable(path)],
  )
}

/** JSON writes both only as escapes, so a text without such an escape needs no walk over its value. */
export const mayBeUnstorable = (text: string): boolean => /\\u(?:0000|[dD][89a-fA-F])/.test(text)
