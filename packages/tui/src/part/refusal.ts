/** A refusal in the words that screens show of it. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { safeText } from "./safeText.ts"

/** The sentence of a refusal, and its code for those who look it up. */
export const refusalWords = ({ code, message }: RefusalJson): string =>
  `Refused: ${safeText(message)} (${safeText(code)})`
