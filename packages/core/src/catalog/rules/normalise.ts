/**
 * Completes a decoded document: takes ids from keys, keeps or derives uuids, and gives every reference both as id and
 * as uuid. Reports references to things that do not exist.
 */
import type { CatalogDocument, DocumentItem, DocumentLoot, DocumentVendor } from "../document.ts"
import { Guesses } from "../../kernel/input/nearest.ts"
import { type Finding, type FindingPath, finding, misfit } from "./findings.ts"
import { type BrokenPlaces, isBroken } from "./brokenPlaces.ts"
import type {
  PublishedCatalog,
  PublishedItem,
  PublishedLoot,
  PublishedPromotion,
  PublishedVendor,
  PublishedXpTable,
} from "./published.ts"
import { danglingId, indexReferences, isDangling, type ReferenceIndex, resolve, type Written } from "./references.ts"
import type { DerivedUuids, UuidKind } from "./uuids.ts"

type Fields = Readonly<Record<string, unknown>>

/** A reference field pair `<name>_id` and `<name>_uuid`, and the kind of thing it names. */
interface ReferencePair {
  readonly kind: UuidKind
  readonly idField: string
  readonly uuidField: string
}

const pair = (kind: UuidKind, name: string): ReferencePair => ({
  kind,
  idField: `${name}_id`,
  uuidField: `${name}_uuid`,
})

const itemPairs = [pair("loot", "entitled_loot"), pair("xp_table", "level_xp_table"), pair("vendor", "level_vendor")]

const lootPairs = [
  pair("item", "item"),
  pair("vendor", "sub_vendor"),
  pair("item", "required_item"),
  pair("item", "quantity_mult_inventory_item"),
]

const written = (fields: Fields, { idField, uuidField }: ReferencePair): Written => ({
  idField,
  uuidField,
  id: fields[idField] as number | undefined,
  uuid: fields[uuidField] as string | undefined,
})

/** The id and uuid fields of every reference in `pairs` that the entry contains. */
const resolvePairs = (
  pairs: ReadonlyArray<ReferencePair>,
  fields: Fields,
  references: ReferenceIndex,
  path: FindingPath,
  found: Array<Finding>,
): Fields => {
  const resolved: Record<string, unknown> = {}
  for (const one of pairs) {
    if (fields[one.idField] === undefined && fields[one.uuidField] === undefined) continue
    const referent = resolve(references[one.kind], written(fields, one), path, found)
    if (referent === undefined) continue
    resolved[one.idField] = referent.id
    resolved[one.uuidField] = referent.uuid
  }
  return resolved
}

interface Context {
  readonly document: CatalogDocument
  readonly broken: BrokenPlaces
  readonly references: ReferenceIndex
  readonly found: Array<Finding>
  readonly guesses: Guesses
  /** The keys of a section, listed when the first of them is guessed. */
  readonly keys: Map<string, ReadonlyArray<string>>
}

/** The key of a section that was probably meant; ids have neighbours instead ({@link danglingId}). */
const meantKey = (section: keyof CatalogDocument, key: string, { document, guesses, keys }: Context) => {
  const known = keys.get(section) ?? Object.keys(document[section] ?? {})
  keys.set(section, known)
  return guesses.nearest(key, known)
}

const requireKey = (
  section: "item_portal_use_rulesets" | "inventory_bucket_use_rule_sets" | "time_frames" | "price_points",
  key: string | number | undefined,
  path: FindingPath,
  context: Context,
): void => {
  const { document, broken, found } = context
  if (key === undefined || Object.hasOwn(document[section] ?? {}, String(key)) || isBroken(broken, [section])) return
  const meant = typeof key === "string" ? meantKey(section, key, context) : undefined
  found.push(finding("reference_dangling", path, undefined, meant))
}

const couponLoot = (item: DocumentItem, path: FindingPath, { broken, references, found }: Context): Fields => {
  if (item.coupon_discount_loot === undefined && item.coupon_discount_loot_uuid === undefined) return {}
  const loot = new Map<number, string>()
  const lookUp = (entry: Written, index: number) => {
    const field = entry.id === undefined ? "coupon_discount_loot_uuid" : "coupon_discount_loot"
    const here: Array<Finding> = []
    const referent = resolve(references.loot, entry, [], here)
    const at = [...path, field, index]
    if (referent !== undefined) loot.set(referent.id, referent.uuid)
    else if (here[0] !== undefined && !isBroken(broken, at)) found.push({ ...here[0], path: at })
  }
  const nothing = { idField: "", uuidField: "" }
  item.coupon_discount_loot?.forEach((id, index) => lookUp({ ...nothing, id, uuid: undefined }, index))
  item.coupon_discount_loot_uuid?.forEach((uuid, index) => lookUp({ ...nothing, id: undefined, uuid }, index))
  return { coupon_discount_loot: [...loot.keys()], coupon_discount_loot_uuid: [...loot.values()] }
}

const normalItem = (key: string, item: DocumentItem, context: Context): PublishedItem => {
  const { references, found } = context
  const path = ["items", key]
  const currency = item.coupon_discount_currency_item_id
  if (currency !== undefined && isDangling(references.item, currency)) {
    found.push(danglingId(references.item, currency, [...path, "coupon_discount_currency_item_id"]))
  }
  const ruleset = "item_portal_use_ruleset_id"
  const ruleSet = "inventory_bucket_use_rule_set_id"
  requireKey("item_portal_use_rulesets", item[ruleset], [...path, ruleset], context)
  requireKey("inventory_bucket_use_rule_sets", item[ruleSet], [...path, ruleSet], context)
  return {
    ...item,
    ...resolvePairs(itemPairs, item, references, path, found),
    ...couponLoot(item, path, context),
    item_id: Number(key),
    item_uuid: references.item.byId.get(Number(key))?.uuid ?? "",
  }
}

const normalLoot = (key: string, loot: DocumentLoot, vendor: PublishedVendor, context: Context): PublishedLoot => {
  const { broken, references, found } = context
  const vendorPath = ["vendors", String(vendor.vendor_id)]
  const path = [...vendorPath, "loot", key]
  if (loot.vendor_uuid !== undefined && loot.vendor_uuid.toLowerCase() !== vendor.vendor_uuid) {
    const isKnown = !isBroken(broken, [...vendorPath, "vendor_uuid"])
    if (isKnown) found.push(finding("reference_ambiguous", [...path, "vendor_uuid"]))
  }
  requireKey("time_frames", loot.time_frame_id, [...path, "time_frame_id"], context)
  for (const field of ["current_price_point_guid", "pre_sale_price_point_guid"] as const) {
    requireKey("price_points", loot[field], [...path, field], context)
  }
  return {
    ...loot,
    ...resolvePairs(lootPairs, loot, references, path, found),
    loot_id: Number(key),
    loot_uuid: references.loot.byId.get(Number(key))?.uuid ?? "",
    vendor_id: vendor.vendor_id,
    vendor_uuid: vendor.vendor_uuid,
  }
}

const normalVendor = (key: string, vendor: DocumentVendor, context: Context): PublishedVendor => {
  const vendor_id = Number(key)
  const vendor_uuid = context.references.vendor.byId.get(vendor_id)?.uuid ?? ""
  const whole: PublishedVendor = { ...vendor, vendor_id, vendor_uuid, loot: {} }
  return { ...whole, loot: mapEntries(vendor.loot, (lootKey, loot) => normalLoot(lootKey, loot, whole, context)) }
}

const normalPromotions = ({
  document,
  broken,
  references,
  found,
}: Context): Readonly<Record<string, PublishedPromotion>> =>
  mapEntries(document.promotions, (code, promotion) => {
    const path = ["promotions", code]
    const { loot_id, loot_uuid } = promotion
    const isKnown = !isBroken(broken, [...path, "loot_id"]) && !isBroken(broken, [...path, "loot_uuid"])
    if (loot_id === undefined && loot_uuid === undefined && isKnown) {
      found.push(misfit("missing", [...path, "loot_id"], "is required", undefined))
    }
    const reference = { idField: "loot_id", id: loot_id, uuidField: "loot_uuid", uuid: loot_uuid }
    const loot = resolve(references.loot, reference, path, found)
    return { ...promotion, loot_id: loot?.id ?? -1, loot_uuid: loot?.uuid ?? "" }
  })

const checkPriceItems = ({ document, broken, references, found }: Context): void => {
  for (const [guid, point] of Object.entries(document.price_points ?? {})) {
    for (const list of ["current_breakpoints", "pre_sale_breakpoints"] as const) {
      point[list]?.forEach(({ currencies }, tier) =>
        currencies.forEach(({ price_item_id }, index) => {
          if (!isDangling(references.item, price_item_id)) return
          const path = ["price_points", guid, list, tier, "currencies", index, "price_item_id"]
          if (!isBroken(broken, path)) found.push(danglingId(references.item, price_item_id, path))
        }),
      )
    }
  }
}

const mapEntries = <Entry, Result>(
  entries: Readonly<Record<string, Entry>> | undefined,
  map: (key: string, entry: Entry) => Result,
): Readonly<Record<string, Result>> => {
  const mapped: Record<string, Result> = {}
  for (const [key, entry] of Object.entries(entries ?? {})) mapped[key] = map(key, entry)
  return mapped
}

/**
 * The completed document, and a finding for every reference to a thing that does not exist. References to `broken`
 * places, or inside them, are not reported. Use the result only when there is no error.
 */
export const normalise = (
  document: CatalogDocument,
  uuids: DerivedUuids,
  broken: BrokenPlaces,
): { readonly catalog: PublishedCatalog; readonly findings: ReadonlyArray<Finding> } => {
  const findings: Array<Finding> = []
  const references = indexReferences(document, { uuids, broken, found: findings })
  const context: Context = {
    document,
    broken,
    references,
    found: findings,
    guesses: new Guesses(),
    keys: new Map(),
  }
  checkPriceItems(context)
  const catalog: PublishedCatalog = {
    items: mapEntries(document.items, (key, item) => normalItem(key, item, context)),
    vendors: mapEntries(document.vendors, (key, vendor) => normalVendor(key, vendor, context)),
    price_points: document.price_points ?? {},
    xp_tables: mapEntries(document.xp_tables, (key, table): PublishedXpTable => ({
      ...table,
      xp_table_id: Number(key),
      xp_table_uuid: context.references.xp_table.byId.get(Number(key))?.uuid ?? "",
    })),
    time_frames: document.time_frames ?? {},
    inventory_bucket_use_rule_sets: document.inventory_bucket_use_rule_sets ?? {},
    item_portal_use_rulesets: document.item_portal_use_rulesets ?? {},
    promotions: normalPromotions(context),
    ...(document.custom_data === undefined ? {} : { custom_data: document.custom_data }),
  }
  return { catalog, findings }
}
