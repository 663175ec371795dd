/**
 * The shape of a document as a tree, for two tasks that the schema does not do. It finds unknown fields. It replaces
 * broken values by fitting values, so that the rest of the document can be checked.
 */
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
import * as Notes from "../authoring/fieldNotes.ts"
import { Guesses } from "../../kernel/input/nearest.ts"
import { Platform } from "../../kernel/Platform.ts"
import { INVENTORY_BUCKETS } from "../schema.ts"
import { type Finding, type FindingPath, finding, leftOut } from "./findings.ts"

/** A place of a document: the `fields` of an object, or `each` entry of a map or list. */
interface Shape {
  readonly fields?: Readonly<Record<string, Shape | undefined>>
  /** The fields that an author may have meant, with those of authoring forms. */
  readonly authored?: ReadonlyArray<string>
  readonly each?: Shape
  /**
   * A fitting value for a place that must have a value: required fields, elements of lists, and entries whose key
   * counts.
   */
  readonly standIn?: unknown
  /** The values that the place may have, where they are a closed list. */
  readonly values?: ReadonlyArray<string>
}

/** The closed list of values of a field; undefined: it has none. */
const literalsOf = (field: object): ReadonlyArray<string> | undefined => {
  const { literals, schema } = field as { literals?: ReadonlyArray<string>; schema?: object }
  return literals ?? (schema === undefined ? undefined : literalsOf(schema))
}

const shapeOf = (field: object): Shape => {
  const values = literalsOf(field)
  return values === undefined ? {} : { values }
}

/** An object with the fields of a schema. `notes` has every field that an author may write. */
const fieldsOf = (
  schema: { readonly fields: object },
  notes: object,
  inner: Readonly<Record<string, Shape>> = {},
): Shape => ({
  authored: Object.keys(notes),
  fields: {
    ...Object.fromEntries(Object.entries(schema.fields).map(([name, field]) => [name, shapeOf(field as object)])),
    ...inner,
  },
})

const zero: Shape = { standIn: 0 }

const currency: Shape = {
  standIn: { price_item_id: 0, price: 0 },
  ...fieldsOf(BreakpointCurrency, Notes.currencyNotes, { price_item_id: zero, price: zero }),
}

const breakpoint: Shape = {
  standIn: { quantity: 1, currencies: [] },
  ...fieldsOf(Breakpoint, Notes.breakpointNotes, {
    quantity: { standIn: 1 },
    currencies: { standIn: [], each: currency },
  }),
}

const platforms: Shape = { each: { standIn: "Anon", values: Platform.literals } }

/** The wire adds `cache_info` and the inline `item`. So a document copied from there is read without warnings. */
const added = { cache_info: {}, item: {} }

const item: Shape = {
  standIn: {},
  ...fieldsOf(DocumentItem, Notes.itemNotes, {
    ...added,
    coupon_discount_loot: { each: zero },
    coupon_discount_loot_uuid: { each: { standIn: "" } },
  }),
}

const loot: Shape = {
  standIn: {},
  ...fieldsOf(DocumentLoot, { ...Notes.lootNotes, ...Notes.rowNotes }, added),
}

const vendor: Shape = {
  standIn: {},
  ...fieldsOf(DocumentVendor, Notes.vendorNotes, { ...added, loot: { each: loot } }),
}

const shape: Shape = fieldsOf(CatalogDocument, Notes.documentNotes, {
  // Fields that the wire adds or that editors look for.
  cache_info: {},
  $schema: {},
  items: { each: item },
  vendors: { each: vendor },
  price_points: {
    each: {
      standIn: {},
      ...fieldsOf(PricePoint, Notes.pricePointNotes, {
        current_breakpoints: { each: breakpoint },
        pre_sale_breakpoints: { each: breakpoint },
      }),
    },
  },
  xp_tables: {
    each: {
      standIn: { levels: {} },
      ...fieldsOf(XpTable, Notes.xpTableNotes, { levels: { standIn: {}, each: zero } }),
    },
  },
  time_frames: {
    each: { standIn: { start: 0, end: 0 }, ...fieldsOf(TimeFrame, Notes.timeFrameNotes, { start: zero, end: zero }) },
  },
  inventory_bucket_use_rule_sets: {
    each: {
      standIn: { buckets: {} },
      ...fieldsOf(BucketUseRuleSet, Notes.bucketNotes, {
        buckets: { standIn: {}, each: { standIn: [], each: { standIn: "anon", values: INVENTORY_BUCKETS } } },
      }),
    },
  },
  item_portal_use_rulesets: {
    each: {
      standIn: { platforms: [] },
      ...fieldsOf(ItemPortalUseRuleset, Notes.portalNotes, { platforms: { standIn: [], ...platforms } }),
    },
  },
  promotions: { each: { standIn: {}, ...fieldsOf(Promotion, Notes.promotionNotes, { platforms }) } },
})

const within = (place: Shape, key: string | number): Shape | undefined =>
  place.each ?? (Object.hasOwn(place.fields ?? {}, key) ? place.fields?.[key] : undefined)

const parts = Object.keys(CatalogDocument.fields)

/** Words of everyday speech for fields: the first field of those that the place has was probably meant. */
const SYNONYMS: Readonly<Record<string, ReadonlyArray<string>>> = {
  amount: ["quantity", "price"],
  cost: ["current_price_point_guid", "price"],
  count: ["quantity"],
  currency: ["price_item", "currencies"],
  discount: ["coupon_discount_percentage"],
  price: ["current_price_point_guid"],
  probability: ["chance"],
}

/** Words of everyday speech for values. */
const VALUE_SYNONYMS: Readonly<Record<string, string>> = {
  currency: "unit",
  draw: "randomly_sampled",
  give: "add",
  grant: "add",
  random: "randomly_sampled",
  remove: "subtract",
  sampled: "randomly_sampled",
  table: "randomly_sampled",
  take: "subtract",
  weighted: "randomly_sampled",
}

/** The field that was probably meant by a name that is none; undefined: no field is close. */
const meantField = (given: string, fields: ReadonlyArray<string>, guesses: Guesses): string | undefined =>
  (Object.hasOwn(SYNONYMS, given) ? SYNONYMS[given] : undefined)?.find((field) => fields.includes(field)) ??
  guesses.nearest(given, fields)

/** Longest value that a fix repeats. */
const REPEATED_LENGTH_MAX = 60

/** Where a text of the author's own belongs. */
const ownFix = (name: string, value: unknown): string | undefined => {
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean"
  const text = isScalar ? JSON.stringify(String(value)) : ""
  return text === "" || text.length > REPEATED_LENGTH_MAX ? undefined : `write custom_data: { ${name}: ${text} }`
}

/** A price is no number of the loot: it stands in a price point, which the loot names. */
const fixOfGuess = (given: string, guess: string): string | undefined =>
  guess === "current_price_point_guid" && ["cost", "price"].includes(given)
    ? `write ${guess}: NAME, and the price under this name in price_points`
    : undefined

/** A finding about a field that `place` does not have, with the field that the author probably meant. */
const unknown = (path: FindingPath, { authored = [] }: Shape, guesses: Guesses, value: unknown): Finding => {
  const given = String(path.at(-1))
  const name = meantField(given, authored, guesses)
  // A form that is not expanded has the right name in the wrong place.
  const guess = name === given ? undefined : name
  if (path.length === 1) {
    return finding("unknown_part", path, guess === undefined ? `its parts are ${parts.join(", ")}` : undefined, guess)
  }
  if (guess !== undefined) return finding("unknown_field", path, undefined, guess, fixOfGuess(given, guess))
  if (authored.includes("custom_data"))
    return finding("unknown_field", path, undefined, undefined, ownFix(given, value))
  return finding("unknown_field", path, `its fields are ${authored.join(", ")}`, undefined, "take the field away")
}

/** The value that was probably meant by a text that is not one of the values of its place; undefined: none is close. */
export const meantValue = (path: FindingPath, given: unknown, guesses: Guesses): string | undefined => {
  const place = path.reduce<Shape | undefined>((at, key) => (at === undefined ? undefined : within(at, key)), shape)
  if (typeof given !== "string" || place?.values === undefined) return undefined
  const { values } = place
  const everyday = Object.hasOwn(VALUE_SYNONYMS, given) ? VALUE_SYNONYMS[given] : undefined
  return everyday !== undefined && values.includes(everyday) ? everyday : guesses.nearest(given, values)
}

/** Whether the fields within a place are those of its author. */
const isLeaf = ({ each, fields }: Shape): boolean => fields === undefined && each === undefined

const find = (value: unknown, place: Shape, path: FindingPath, found: Array<Finding>, guesses: Guesses): void => {
  if (typeof value !== "object" || value === null || isLeaf(place)) return
  for (const [key, member] of Object.entries(value)) {
    const inner = within(place, key)
    if (inner !== undefined && isLeaf(inner)) continue
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    if (inner === undefined) found.push(unknown(at, place, guesses, member))
    else find(member, inner, at, found, guesses)
  }
}

/**
 * Findings about unknown fields, which are errors. Where they are allowed, an unknown field within a part is a warning;
 * an unknown part stays an error, because all of its content would be missing.
 */
export const findUnknownFields = (document: unknown, allowUnknown: boolean): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  find(document, shape, [], found, new Guesses())
  if (!allowUnknown) return found
  return found.map((one) => (one.code === "unknown_field" ? leftOut(one) : one))
}

/** Replaces the value at `path` by a fitting value, or removes the value where none is required. */
const mend = (document: unknown, path: FindingPath): void => {
  let place: Shape | undefined = shape
  let parent: unknown = document
  for (const [depth, key] of path.entries()) {
    if (typeof parent !== "object" || parent === null) return
    place = place === undefined ? undefined : within(place, key)
    if (depth < path.length - 1) parent = Object.hasOwn(parent, key) ? Reflect.get(parent, key) : undefined
    else if (place?.standIn === undefined) Reflect.deleteProperty(parent, key)
    else Reflect.set(parent, key, place.standIn)
  }
}

/**
 * Makes a document fit the schema, by changing it in place at the given places of misfit values. Keys stay, also those
 * of broken entries, so that references to these entries still find them.
 */
export const mendDocument = (document: unknown, broken: Iterable<FindingPath>): void => {
  for (const path of broken) mend(document, path)
}
