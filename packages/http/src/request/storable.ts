/** Where in a body text stands that cannot be stored. */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import { isStorable, unstorable } from "@garrison/core/kernel/Storable"

const detailAt = (loc: ReadonlyArray<string | number>): InvalidDetail => ({
  loc,
  msg: unstorable.message,
  type: unstorable.type,
})

/** Where `value` (parsed JSON) holds text that cannot be stored, keys included. */
export const unstorableDetails = (
  value: unknown,
  path: ReadonlyArray<string | number>,
): ReadonlyArray<InvalidDetail> => {
  if (typeof value === "string") return isStorable(value) ? [] : [detailAt(path)]
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorableDetails(item, [...path, index]))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    isStorable(key) ? unstorableDetails(member, [...path, key]) : [detailAt(path)],
  )
}

/** JSON writes both only as escapes, so a text without such an escape needs no walk over its value. */
export const mayBeUnstorable = (text: string): boolean => /\\u(?:0000|[dD][89a-fA-F])/.test(text)
