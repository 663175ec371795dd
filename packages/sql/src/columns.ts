/**
 * Decoding of single columns. The databases hand back the same value in different JavaScript types (an 8-byte integer
 * is a `bigint` from Postgres and, when it fits, a `number` from SQLite), so every column of every row goes through one
 * of these. A value of another type is a defect: the schema, not the caller, is wrong.
 */

/** A row as the databases hand it back. */
export type Row = Readonly<Record<string, unknown>>

const unexpected = (expected: string, value: unknown): never => {
  throw new TypeError(`expected ${expected} in a column, got ${value === null ? "null" : typeof value}`)
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined

/**
 * An integer between -(2^53-1) and 2^53-1. One outside of that is a defect; columns that may hold one take
 * {@link bigint64}.
 */
export const integer = (value: unknown): number => {
  const converted = typeof value === "bigint" ? Number(value) : value
  return Number.isSafeInteger(converted) ? (converted as number) : unexpected("an integer below 2^53", value)
}

/** As {@link integer}, NULL being `undefined`. */
export const integerOrUndefined = (value: unknown): number | undefined => (isAbsent(value) ? undefined : integer(value))

/** The one large integer that `node:sqlite` hands over as a number, which happens to hold it exactly. */
const LEAST = -(2 ** 63)

/** A signed 64-bit integer, exact. */
export const bigint64 = (value: unknown): bigint => {
  if (typeof value === "bigint") return value
  if (value === LEAST) return BigInt(LEAST)
  return Number.isSafeInteger(value) ? BigInt(value as number) : unexpected("an integer", value)
}

/** A text. */
export const text = (value: unknown): string => (typeof value === "string" ? value : unexpected("a text", value))

/** As {@link text}, NULL being `undefined`. */
export const textOrUndefined = (value: unknown): string | undefined => (isAbsent(value) ? undefined : text(value))

/** Bytes. */
export const bytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : unexpected("bytes", value))

/** As {@link bytes}, NULL being `undefined`. */
export const bytesOrUndefined = (value: unknown): Uint8Array | undefined => (isAbsent(value) ? undefined : bytes(value))

/** A boolean, stored as 0 or 1 because neither database takes the other's booleans. */
export const flag = (value: unknown): boolean => {
  const number = integer(value)
  return number === 0 || number === 1 ? number === 1 : unexpected("0 or 1", value)
}

/** The stored form of a boolean. */
export const fromFlag = (value: boolean): number => (value ? 1 : 0)

/** The stored form of JSON where there may be none: NULL for what is absent. */
export const fromJson = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

/** The environment of a portal user as a part of its key, which does not have it where the column is empty. */
export const environmentIn = (value: unknown): { readonly environment?: string } => {
  const environment = text(value)
  return environment === "" ? {} : { environment }
}
