/**
 * Decodes a document that fits the schema. Items, vendors and loot have many fields, a large catalog has a hundred
 * thousand of them, and each has few. The whole schema looks for every field, also for those that are absent. So an
 * entry is decoded by the part of the schema that it has. A document has few such parts.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { CatalogDocument, DocumentItem, DocumentLoot, DocumentVendor } from "../document.ts"

/** Most parts of a schema that are kept. An entry with a further part is decoded by the whole schema. */
const PARTS_MAX = 200

type Given = Readonly<Record<string, unknown>>

/** Thrown for a value that does not fit. */
class Misfit extends Error {}

const isGiven = (value: unknown): value is Given => typeof value === "object" && value !== null && !Array.isArray(value)

/** Decodes a value, or throws. */
type Decode = (given: unknown) => unknown

const decoding = (schema: Schema.Codec<unknown>): Decode => {
  const decode = Schema.decodeUnknownResult(schema)
  return (given) => {
    const decoded = decode(given)
    if (Result.isFailure(decoded)) throw new Misfit()
    return decoded.success
  }
}

/** Decodes entries with these fields, all of which are optional. */
const entryDecoding = (fields: Readonly<Record<string, Schema.Codec<unknown>>>): Decode => {
  const whole = decoding(Schema.Struct(fields))
  const parts = new Map<string, Decode>()
  return (given) => {
    if (!isGiven(given)) throw new Misfit()
    // Only names of the schema, none of which has a comma: other names could read like several.
    const part = Object.keys(given)
      .filter((name) => Object.hasOwn(fields, name))
      .join()
    const known = parts.get(part)
    if (known !== undefined) return known(given)
    if (parts.size >= PARTS_MAX) return whole(given)
    const present = Object.keys(fields).filter((name) => Object.hasOwn(given, name))
    // The schema without a field takes every value as it is.
    const decode = present.length === 0 ? () => ({}) : decoding(Schema.Struct(Struct.pick(fields, present)))
    parts.set(part, decode)
    return decode(given)
  }
}

const decodedMap = (given: unknown, decode: Decode): Given => {
  if (!isGiven(given)) throw new Misfit()
  const decoded: Record<string, unknown> = {}
  for (const key of Object.keys(given)) decoded[key] = decode(given[key])
  return decoded
}

const decodeItem = entryDecoding(DocumentItem.fields)
const decodeLoot = entryDecoding(DocumentLoot.fields)
const decodeVendorAlone = entryDecoding(Struct.omit(DocumentVendor.fields, ["loot"]))
const decodeTables = decoding(Schema.Struct(Struct.omit(CatalogDocument.fields, ["items", "vendors"])))

const decodeVendor: Decode = (given) => {
  if (!isGiven(given)) throw new Misfit()
  const { loot, ...alone } = given
  const vendor = decodeVendorAlone(alone)
  return loot === undefined ? vendor : Object.assign(vendor as object, { loot: decodedMap(loot, decodeLoot) })
}

/** The document as the schema decodes it; undefined: a value does not fit. Members must not be undefined. */
export const decodeSound = (given: unknown): CatalogDocument | undefined => {
  if (!isGiven(given)) return undefined
  const { items, vendors, ...tables } = given
  try {
    const document: unknown = {
      ...(items === undefined ? {} : { items: decodedMap(items, decodeItem) }),
      ...(vendors === undefined ? {} : { vendors: decodedMap(vendors, decodeVendor) }),
      ...(decodeTables(tables) as object),
    }
    return document as CatalogDocument
  } catch (thrown) {
    if (thrown instanceof Misfit) return undefined
    throw thrown
  }
}
