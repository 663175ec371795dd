/** Identifiers as the databases keep them: `uuid` in Postgres, 16 bytes in SQLite; outside of them they are text. */
import { UUID_BYTES, uuidBytes, uuidText } from "@garrison/core/kernel/wire/UuidBytes"
import type * as SqlClient from "effect/sql/SqlClient"

/** An identifier as a parameter of a statement; NULL, which equals nothing, for what is no identifier. */
export type UuidParameter = string | Uint8Array | null

/** Makes the parameter for an identifier. */
export type IdEncoder = (value: string | null | undefined) => UuidParameter

/** The identifier before all others. */
export const NIL = "00000000-0000-0000-0000-000000000000"

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const encoder = (encode: (text: string) => UuidParameter): IdEncoder => {
  const encodeId: IdEncoder = (value) => (typeof value === "string" && canonical.test(value) ? encode(value) : null)
  return encodeId
}

const asText = encoder((text) => text)
const asBytes = encoder(uuidBytes)

/** What a statement writes for identifiers: the parameter for one, and the type to cast to. */
export const uuids = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () => ({ id: asText, type: sql.literal("UUID") }),
    orElse: () => ({ id: asBytes, type: sql.literal("BLOB") }),
  })

/** An identifier in a column, as text in lower case. */
export const uuid = (value: unknown): string => {
  if (value instanceof Uint8Array && value.length === UUID_BYTES) return uuidText(value)
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
