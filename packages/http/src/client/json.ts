/** JSON with integers of 64 bits: those beyond 2^53 are `bigint`, in and out. */

/** A number that may be beyond 2^53. In a text it may also stand inside a string, which costs time and nothing else. */
const LONG_NUMBER = /\d{16}/

const exact = (_: string, value: unknown, context?: { readonly source?: string }): unknown => {
  const isInexact = typeof value === "number" && !Number.isSafeInteger(value)
  return isInexact && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context?.source ?? "") : value
}

/** The value of a JSON text. Throws where it is none. An engine whose `JSON.parse` tells no sources rounds. */
export const parsedJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, exact) : JSON.parse(text)

const raw = (JSON as { readonly rawJSON?: (text: string) => unknown }).rawJSON

const written = (_: string, value: unknown): unknown => {
  if (typeof value !== "bigint") return value
  if (raw !== undefined) return raw(String(value))
  if (Number.isSafeInteger(Number(value))) return Number(value)
  throw new TypeError("This engine has no JSON.rawJSON, so it cannot send an integer beyond 2^53.")
}

/** The JSON text of an input. Members that are undefined are left out. */
export const jsonOf = (input: unknown): string => JSON.stringify(input, written)
