/**
 * The validation error body (interface, section 2.2), of limited size: a request of 64 KiB can be wrong in thousands of
 * places, under very long keys.
 */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"

/** Most details of one answer; the first ones are sent. */
export const DETAILS_MAX = 250

/** Longest part of a `loc`, in UTF-16 code units; what follows is left out. */
export const LOC_LENGTH_MAX = 512

/** A part of a `loc` as it is sent; half a surrogate pair, in a key or made by cutting, becomes U+FFFD. */
const partOf = (part: string | number): string | number => {
  if (typeof part === "number") return part
  return (part.length > LOC_LENGTH_MAX ? `${part.slice(0, LOC_LENGTH_MAX)}…` : part).toWellFormed()
}

/** The body that lists these details. */
export const validationBody = (detail: ReadonlyArray<InvalidDetail>): string =>
  JSON.stringify({ detail: detail.slice(0, DETAILS_MAX).map((each) => ({ ...each, loc: each.loc.map(partOf) })) })
