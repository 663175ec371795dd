/** Identifiers as the databases keep them: `uuid` in Postgres, 16 bytes in SQLite; outside of them they are text. */
import type * as SqlClient from "effect/sql/SqlClient"

/** An identifier as a parameter of a statement; NULL, which equals nothing, for what is no identifier. */
export type UuidParameter = string | Uint8Array | null

/** The identifier before all others. */
export const NIL = "00000000-0000-0000-0000-000000000000"

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const pairs: ReadonlyArray<string> = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** Where the text of an identifier has the pair of digits of each byte. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const

const digit = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code > 57 ? code - 87 : code - 48
}

const toBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(16)
  for (let at = 0; at < 16; at++) {
    const place = places[at] as number
    bytes[at] = digit(text, place) * 16 + digit(text, place + 1)
  }
  return bytes
}

const toText = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < 16; at++) {
    if (at === 4 || at === 6 || at === 8 || at === 10) text += "-"
    text += pairs[bytes[at] as number] as string
  }
  return text
}

const encoder =
  (encode: (text: string) => UuidParameter) =>
  (value: string | null | undefined): UuidParameter =>
    typeof value === "string" && canonical.test(value) ? encode(value) : null

const asText = encoder((text) => text)
const asBytes = encoder(toBytes)

/** What a statement writes for identifiers: the parameter for one, and the type to cast to. */
export const uuids = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () => ({ id: asText, type: sql.literal("UUID") }),
    orElse: () => ({ id: asBytes, type: sql.literal("BLOB") }),
  })

/** An identifier in a column, as text in lower case. */
export const uuid = (value: unknown): string => {
  if (value instanceof Uint8Array && value.length === 16) return toText(value)
  if (typeof value === "string" && canonical.test(value)) return value
  throw new TypeError(`expected a uuid in a column, got ${value === null ? "null" : typeof value}`)
}

/** As {@link uuid}, NULL being `undefined`. */
export const uuidOrUndefined = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : uuid(value)

/** What sorts before every version 7 identifier made at `at`, in ms, or later. */
export const earliestId = (at: number): string => {
  const digits = Math.max(0, at).toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}${NIL.slice(13)}`
}
