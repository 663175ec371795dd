/**
 * The JSON Schema (draft 2020-12) of an authored document, with its forms: editors complete fields by it and show what
 * each means. The fields are those of the schemas by which a document is decoded.
 */
import * as Schema from "effect/Schema"
import { ListOf, Text } from "../../kernel/input/Field.ts"
import {
  Breakpoint,
  BreakpointCurrency,
  BucketUseRuleSet,
  CatalogDocument,
  DocumentItem,
  DocumentLoot,
  DocumentVendor,
  ItemPortalUseRuleset,
  PricePoint,
  Promotion,
  TimeFrame,
  XpTable,
} from "../document.ts"
import { AuthoredId, Count, itemDefaults, lootDefaults, vendorDefaults } from "../schema.ts"
import { Chance } from "./form/chance.ts"
import { QuantityRange } from "./form/quantity.ts"
import {
  itemReferences,
  lootReferences,
  priceReferences,
  promotionReferences,
  Reference,
  type ReferenceFields,
} from "./form/reference.ts"
import { Has, Lacks } from "./form/when.ts"
import * as Notes from "./fieldNotes.ts"
import { NAME_PATTERN } from "./names.ts"

/** A JSON Schema, or a part of one. */
export type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** effect puts a single further condition into an `allOf` of its own, and leaves objects open. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (!isJson(value)) return value
  const { allOf, ...rest } = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)])) as Json
  const parts = Array.isArray(allOf) ? (allOf as ReadonlyArray<Json>) : []
  const joined: Json = Object.assign({}, rest, ...parts)
  return isJson(joined["properties"]) ? { ...joined, additionalProperties: false } : joined
}

const jsonOf = (schema: Schema.Constraint): Json =>
  plain(Schema.toJsonSchemaDocument(Schema.toEncoded(schema)).schema) as Json

const reference = (name: string): Json => ({ $ref: `#/$defs/${name}` })
const mapOf = (value: Json, keys?: Json): Json => ({
  type: "object",
  ...(keys === undefined ? {} : { propertyNames: keys }),
  additionalProperties: value,
})
const listOf = (value: Json): Json => ({ type: "array", items: value })

const idOrName: Json = { pattern: `^(0|[1-9][0-9]*)$|${NAME_PATTERN}` }
const named = (value: Json): Json => mapOf(value, idOrName)

const referencesOf = (fields: ReferenceFields): Json =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, jsonOf(Reference)]))

/** A definition: its fields, each with its sentence and its default. */
interface Definition {
  readonly title: string
  readonly properties: Json
  readonly required: ReadonlyArray<string>
  readonly notes: Readonly<Record<string, string>>
  readonly defaults: Json
}

const define = (
  title: string,
  schema: Schema.Constraint,
  notes: Readonly<Record<string, string>>,
  added: Json = {},
  defaults: Json = {},
): Definition => {
  const { properties, required } = jsonOf(schema)
  return {
    title,
    properties: { ...(properties as Json), ...added },
    required: Array.isArray(required) ? (required as ReadonlyArray<string>) : [],
    notes,
    defaults,
  }
}

const was: Json = { was: { type: "string", pattern: NAME_PATTERN } }
const rows: Json = { anyOf: [listOf(reference("row")), mapOf(reference("row"))] }
const tables: Json = { always: rows, sometimes: rows, one_of: rows }
/** Fields that the wire adds, so that a document may be copied from there. */
const wire: Json = { cache_info: { type: "object" } }

const loot: Json = {
  ...referencesOf(lootReferences),
  ...was,
  ...tables,
  ...wire,
  item: { anyOf: [jsonOf(Reference), { type: "object", description: "The item as the wire shows it; left out." }] },
  quantity: { anyOf: [jsonOf(Count), jsonOf(QuantityRange)] },
  chance: jsonOf(Chance),
  when: { anyOf: [reference("condition"), listOf(reference("condition"))] },
}

const row: Json = {
  ...loot,
  weight: jsonOf(Count),
  nothing: { type: "boolean" },
  name: { type: "string", pattern: NAME_PATTERN },
}

/** The definitions of the schema, by name. */
export const definitions = {
  item: define(
    "Item",
    DocumentItem,
    Notes.itemNotes,
    {
      ...referencesOf(itemReferences),
      ...was,
      ...wire,
      coupon_discount_loot: jsonOf(ListOf(Schema.Union([AuthoredId, Text]))),
    },
    itemDefaults,
  ),
  vendor: define(
    "Vendor",
    DocumentVendor,
    Notes.vendorNotes,
    { ...was, ...tables, ...wire, loot: named(reference("loot")), loot_defaults: reference("loot") },
    vendorDefaults,
  ),
  loot: define("Loot", DocumentLoot, Notes.lootNotes, loot, lootDefaults),
  row: define("Row of a drop table", DocumentLoot, { ...Notes.lootNotes, ...Notes.rowNotes }, row, {
    ...lootDefaults,
    quantity_type: "absolute",
  }),
  price_point: define("Price point", PricePoint, Notes.pricePointNotes, {
    current_breakpoints: listOf(reference("breakpoint")),
    pre_sale_breakpoints: listOf(reference("breakpoint")),
  }),
  breakpoint: define("Breakpoint of a price point", Breakpoint, Notes.breakpointNotes, {
    currencies: listOf(reference("price")),
  }),
  price: define("Price in a currency", BreakpointCurrency, Notes.currencyNotes, referencesOf(priceReferences)),
  xp_table: define("XP table", XpTable, Notes.xpTableNotes, was),
  time_frame: define("Time frame", TimeFrame, Notes.timeFrameNotes, was),
  inventory_bucket_use_rule_set: define("Bucket use rule set", BucketUseRuleSet, Notes.bucketNotes),
  item_portal_use_ruleset: define("Portal use rule set", ItemPortalUseRuleset, Notes.portalNotes, was),
  promotion: define("Promotion", Promotion, Notes.promotionNotes, referencesOf(promotionReferences)),
} satisfies Readonly<Record<string, Definition>>

/** The document: its parts. */
export const documentDefinition = define("Catalog document", CatalogDocument, Notes.documentNotes, {
  $schema: { type: "string" },
  ...wire,
  items: named(reference("item")),
  vendors: named(reference("vendor")),
  price_points: mapOf(reference("price_point")),
  xp_tables: named(reference("xp_table")),
  time_frames: named(reference("time_frame")),
  inventory_bucket_use_rule_sets: mapOf(reference("inventory_bucket_use_rule_set")),
  item_portal_use_rulesets: named(reference("item_portal_use_ruleset")),
  promotions: mapOf(reference("promotion")),
})

const objectOf = ({ defaults, notes, properties, required, title }: Definition): Json => ({
  title,
  type: "object",
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      {
        ...(schema as Json),
        ...(notes[name] === undefined ? {} : { description: notes[name] }),
        ...(defaults[name] === undefined ? {} : { default: defaults[name] }),
      },
    ]),
  ),
  // A price may be given by name instead of by id.
  ...(required.length === 0 ? {} : { required: required.filter((name) => name !== "price_item_id") }),
  additionalProperties: false,
})

const condition: Json = {
  title: "Condition on what the player owns",
  anyOf: [
    jsonOf(Has),
    jsonOf(Lacks),
    { type: "object", properties: { not: reference("condition") }, required: ["not"], additionalProperties: false },
  ],
}

/** The JSON Schema of an authored document. */
export const catalogSchema = (): Json => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...objectOf(documentDefinition),
  $defs: {
    ...Object.fromEntries(Object.entries(definitions).map(([name, definition]) => [name, objectOf(definition)])),
    condition,
  },
})
