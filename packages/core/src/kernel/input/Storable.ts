/**
 * Text that every storage can keep. Postgres refuses the character U+0000, and half a surrogate pair does not survive
 * UTF-8 (decisions, section 2).
 */
import type { Complaint } from "./Field.ts"

/** Whether every character of `text` can be stored. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

/** The complaint about a text that cannot be stored. */
export const unstorable: Complaint = {
  type: "value_error",
  message: "must not contain U+0000 or half a surrogate pair",
}
