/** Bodies that are refused, as large as they may be: each shape a sender may choose so that refusing them is dear. */
import type { Route } from "@garrison/http/contract/route"
import { routes } from "@garrison/http/contract/routes"
import { parseBody } from "@garrison/http/request/body"
import { inputDecoder } from "@garrison/http/request/input"
import { validationBody } from "@garrison/http/request/refusal"
import * as Result from "effect/Result"

/** The operations that read JSON. */
export const readingJson: ReadonlyArray<Route> = routes.filter(
  ({ body }: Route) => body !== undefined && body.isForm !== true,
)

const DEFAULT_BYTES_MAX = 64 * 1024

/** Bytes that the members of a body have around them. */
const AROUND = 256

const repeated = (member: string, bytes: number): string =>
  Array.from({ length: Math.floor(bytes / (member.length + 1)) }, () => member).join()

const numbered = (bytes: number): string =>
  Array.from({ length: Math.floor(bytes / 12) }, (_, index) => `"k${String(index).padStart(6, "0")}":1`).join()

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth)

/** The field of a body that has members: its first list, its first map, or its first field. */
const fieldWithMembers = (fields: Readonly<Record<string, { readonly ast: { readonly _tag: string } }>>): string => {
  const names = Object.keys(fields)
  return (
    names.find((name) => fields[name]?.ast._tag === "Arrays") ??
    names.find((name) => name === "custom_data") ??
    names[0] ??
    ""
  )
}

/** The shapes of bodies for an operation that reads JSON, by name. */
export const hostileBodies = ({ body }: Pick<Route, "body">, bytesMax?: number): Readonly<Record<string, string>> => {
  const bytes = Math.min(body?.bytesMax ?? DEFAULT_BYTES_MAX, bytesMax ?? Number.POSITIVE_INFINITY) - AROUND
  const fields = body !== undefined && "fields" in body.schema ? body.schema.fields : {}
  const field = fieldWithMembers(fields as Parameters<typeof fieldWithMembers>[0])
  const list = (member: string): string => `{"${field}":[${repeated(member, bytes)}]}`
  const inside = `"dynamic_bundle_loot_ids":[${repeated("0.5", bytes / 100 - 90)}],"entries":[{},{}]`
  return {
    "a list of {}": list("{}"),
    "a list of []": list("[]"),
    "a list of numbers": list("1"),
    "a list of strings": list('"a"'),
    "a list of nulls": list("null"),
    "half-filled entries": list('{"type":"fill_loot","quantity":"x","purchase_price":{}}'),
    "right entries, too many": list('{"type":"fill_loot","quantity":1,"loot_id":1}'),
    "nested lists": list('[[],[1],{"a":[]}]'),
    "a hundred lists, all wrong": `{"${field}":[${Array.from({ length: 100 }, () => `{"quantity":1.5,${inside}}`).join()}]}`,
    "one long string": `{"${field}":"${"a".repeat(bytes)}"}`,
    "one long number": `{"${field}":${"9".repeat(bytes)}}`,
    "a number with a long exponent": `{"${field}":1e${"9".repeat(bytes)}}`,
    "many members": `{${numbered(bytes)}}`,
    "a map of many": `{"${field}":{${numbered(bytes)}}}`,
    "deep nesting": list(nested(29)),
    "nesting that is too deep": `{"${field}":${nested(bytes / 2)}}`,
    "escapes that cannot be stored": list(String.raw`"\u0000"`),
    "escapes in one string": `{"${field}":"${String.raw`\u0061`.repeat(bytes / 6)}"}`,
    duplicates: `{${repeated('"a":1', bytes)}}`,
    "a duplicate at the end": `{${numbered(bytes)},"k000000":1}`,
  }
}

const noRequest = {
  method: "POST",
  path: "/",
  query: "",
  headers: {},
  parameters: {},
  prefix: "",
  id: "",
  address: () => "",
}

/** Reads and decodes a body; if it is refused, writes the answer. */
export const answering = ({ body }: Route) => {
  const decode = inputDecoder({ body })
  return (bytes: Uint8Array): string | undefined => {
    const input = decode(noRequest, parseBody(bytes, body?.nullsKept))
    return Result.isSuccess(input) ? undefined : validationBody(input.failure.detail)
  }
}

/** A right order as large as a body may be, with as many entries as it may have. */
export const rightOrder = (): Uint8Array => {
  const data = Object.fromEntries(Array.from({ length: 37 }, (_, index) => [`key${index}`, "value"]))
  const entries = Array.from({ length: 100 }, () => ({ type: "fill_loot", loot_id: 1, quantity: 1, custom_data: data }))
  return Buffer.from(JSON.stringify({ entries }))
}
