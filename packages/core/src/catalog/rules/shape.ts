/**
 * The shape of a document as a tree, for what the schema itself does not do: finding fields that no one knows, and
 * putting something that fits in the place of a broken value, so that the rest of the document can be checked.
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
import { nearest } from "../../kernel/nearest.ts"
import { type Finding, type FindingPath, FINDINGS_LISTED_MAX, refusal, warning } from "./findings.ts"

/** A place of a document: the `fields` of an object, or `each` entry of a map or list. */
interface Shape {
  readonly fields?: Readonly<Record<string, Shape | undefined>>
  readonly each?: Shape
  /** Fits here, where something must stand: required fields, elements of lists, and entries whose key counts. */
  readonly standIn?: unknown
}

const fieldsOf = (schema: { readonly fields: object }, inner: Readonly<Record<string, Shape>> = {}): Shape => ({
  fields: { ...Object.fromEntries(Object.keys(schema.fields).map((name) => [name, {}])), ...inner },
})

const zero: Shape = { standIn: 0 }

const currency: Shape = {
  standIn: { price_item_id: 0, price: 0 },
  ...fieldsOf(BreakpointCurrency, { price_item_id: zero, price: zero }),
}

const breakpoint: Shape = {
  standIn: { quantity: 1, currencies: [] },
  ...fieldsOf(Breakpoint, { quantity: { standIn: 1 }, currencies: { standIn: [], each: currency } }),
}

const platforms: Shape = { each: { standIn: "Anon" } }

/** `cache_info` and the inline `item` are what the wire adds: a document taken from there is read without remarks. */
const added = { cache_info: {}, item: {} }

const item: Shape = {
  standIn: {},
  ...fieldsOf(DocumentItem, {
    ...added,
    coupon_discount_loot: { each: zero },
    coupon_discount_loot_uuid: { each: { standIn: "" } },
  }),
}

const loot: Shape = { standIn: {}, ...fieldsOf(DocumentLoot, added) }

const shape: Shape = fieldsOf(CatalogDocument, {
  // What the wire adds, and what editors look for.
  cache_info: {},
  $schema: {},
  items: { each: item },
  vendors: { each: { standIn: {}, ...fieldsOf(DocumentVendor, { ...added, loot: { each: loot } }) } },
  price_points: {
    each: {
      standIn: {},
      ...fieldsOf(PricePoint, {
        current_breakpoints: { each: breakpoint },
        pre_sale_breakpoints: { each: breakpoint },
      }),
    },
  },
  xp_tables: {
    each: { standIn: { levels: {} }, ...fieldsOf(XpTable, { levels: { standIn: {}, each: zero } }) },
  },
  time_frames: { each: { standIn: { start: 0, end: 0 }, ...fieldsOf(TimeFrame, { start: zero, end: zero }) } },
  inventory_bucket_use_rule_sets: {
    each: {
      standIn: { buckets: {} },
      ...fieldsOf(BucketUseRuleSet, {
        buckets: { standIn: {}, each: { standIn: [], each: { standIn: "anon" } } },
      }),
    },
  },
  item_portal_use_rulesets: {
    each: {
      standIn: { platforms: [] },
      ...fieldsOf(ItemPortalUseRuleset, { platforms: { standIn: [], ...platforms } }),
    },
  },
  promotions: { each: { standIn: {}, ...fieldsOf(Promotion, { platforms }) } },
})

const within = (place: Shape, key: string | number): Shape | undefined =>
  place.each ?? (Object.hasOwn(place.fields ?? {}, key) ? place.fields?.[key] : undefined)

const parts = Object.keys(CatalogDocument.fields)

/** A name that no field of `place` has: with what was probably meant, for a report that is read. */
const unknown = (path: FindingPath, { fields = {} }: Shape, isListed: boolean): Finding => {
  const name = isListed ? nearest(String(path.at(-1)), Object.keys(fields)) : undefined
  const guess = name === undefined ? undefined : `did you mean ${name}?`
  return path.length === 1
    ? refusal("unknown_part", path, guess ?? `its parts are ${parts.join(", ")}`)
    : warning("unknown_field", path, guess)
}

const find = (value: unknown, place: Shape, path: FindingPath, found: Array<Finding>): void => {
  if (typeof value !== "object" || value === null) return
  if (place.fields === undefined && place.each === undefined) return
  for (const [key, member] of Object.entries(value)) {
    const inner = within(place, key)
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    if (inner === undefined) found.push(unknown(at, place, found.length < FINDINGS_LISTED_MAX))
    else find(member, inner, at, found)
  }
}

/**
 * What no field of the document has as its name: a refusal for a whole part, which would be missing, and a warning for
 * anything within the parts.
 */
export const findUnknownFields = (document: unknown): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  find(document, shape, [], found)
  return found
}

/** Puts what fits in the place of the value at `path`, or takes the value away where nothing need stand. */
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
 * Makes a document fit the schema by changing it in place, given the place of every value that does not fit. Keys stay,
 * broken entries included: what refers to them refers to something.
 */
export const mendDocument = (document: unknown, broken: Iterable<FindingPath>): void => {
  for (const path of broken) mend(document, path)
}
