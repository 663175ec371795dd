/**
 * Expands an authored document: forms become the interface's own document before anything else sees it. A document
 * without forms and names stays as it is.
 */
import type { CheckReport } from "../rules/findings.ts"
import { isId } from "../rules/keys.ts"
import { Allowance, lootAllowed, TooLarge } from "./allowance.ts"
import { Expansion } from "./Expansion.ts"
import { type Fields, isGiven, isRecord, put, without } from "./Fields.ts"
import { itemReferences, priceReferences, promotionReferences, referred, referredList } from "./form/reference.ts"
import { TABLE_FIELDS, tableLoot } from "./form/tables.ts"
import { Ids, type WrittenIds } from "./Ids.ts"
import type { Lock } from "./lock.ts"
import { merge } from "./merge.ts"
import { indexNames, isAuthored, isName, type Kind, KINDS, named, type Name, SECTIONS, within } from "./names.ts"
import {
  type AuthoredFile,
  type AuthoredFinding,
  type AuthoredReport,
  authoredReport,
  entryPlace,
  inside,
  Origins,
  type Place,
} from "./places.ts"
import { expandRow } from "./rows.ts"

/** An expanded document, and the way back to the authored one. */
export interface Expanded {
  /** The document in the form of the interface; undefined: its forms expand into too much, as a finding says. */
  readonly document: unknown
  /** What is wrong with the forms and names, at its authored place. */
  readonly findings: ReadonlyArray<AuthoredFinding>
  /** The lock file that belongs to the document; undefined: no entry has a name. */
  readonly lock: Lock | undefined
  /** These findings, and the report of the checker about the document with each finding at its authored place. */
  readonly authored: (report: CheckReport) => AuthoredReport
}

const idsOf = (entries: unknown): ReadonlyArray<number> =>
  isRecord(entries) ? Object.keys(entries).filter(isId).map(Number) : []

/** The ids that the author wrote as keys. */
const writtenIds = (document: Fields): WrittenIds => {
  const vendors = isRecord(document["vendors"]) ? Object.values(document["vendors"]) : []
  const loot = vendors.flatMap((vendor) => (isRecord(vendor) ? idsOf(vendor["loot"]) : []))
  return {
    item: new Set(idsOf(document["items"])),
    vendor: new Set(idsOf(document["vendors"])),
    xp_table: new Set(idsOf(document["xp_tables"])),
    time_frame: new Set(idsOf(document["time_frames"])),
    item_portal_use_ruleset: new Set(idsOf(document["item_portal_use_rulesets"])),
    loot: new Set(loot),
  }
}

/** The parts whose entries are asked for by name, so that a name which is not shown is kept. */
const NAMED_PARTS: ReadonlySet<string> = new Set(["items", "vendors", "loot"])

/** An entry under a name shows that name, unless it has another. */
const withShownName = (fields: Fields, name: string, part: string): Fields => {
  const { custom_data: data } = fields
  if (data !== undefined && data !== null && !isRecord(data)) return fields
  const isHidden = isRecord(data) && isGiven(data, "name") && data["name"] !== name
  const kept = isHidden && NAMED_PARTS.has(part) ? { authored_name: name } : undefined
  return { ...fields, ...kept, custom_data: { name, ...data } }
}

/** An entry that renames another: the other must be gone, and must have no id of its own. */
const checkRenamed = (expansion: Expansion, kind: Kind, { before, now }: Name, fields: Fields, place: Place): void => {
  const { was } = fields
  if (!isGiven(fields, "was")) return
  expansion.hasForms = true
  const at = inside(place, "was")
  if (typeof was !== "string" || !isName(was))
    expansion.report("name_taken", at, "was is the former name", { fix: "write the former name, as was: sword" })
  else if (expansion.names[kind].has(before)) expansion.report("name_taken", at, `${before} is still in the document`)
  else {
    const [nowId, beforeId] = [now, before].map((name) => expansion.ids.locked(kind, name))
    if (nowId === undefined || beforeId === undefined || nowId === beforeId) return
    expansion.report("name_taken", at, `the lock file has ${nowId} for ${now} and ${beforeId} for ${before}`)
  }
}

/** Expands a part that is a map by id or name. `expandEntry` expands an entry; the id is that of its name. */
const expandMap = (
  expansion: Expansion,
  section: keyof typeof SECTIONS,
  entries: unknown,
  expandEntry: (fields: Fields, place: Place, name: Name, id: number) => Fields,
): unknown => {
  if (!isRecord(entries)) return entries
  const kind = SECTIONS[section]
  const made: Record<string, unknown> = {}
  for (const [key, fields] of Object.entries(entries)) {
    const place = entryPlace(expansion.origins, section, key)
    const isNamed = isName(key)
    if (!isRecord(fields) || (!isNamed && !isId(key))) {
      put(made, key, fields)
      continue
    }
    if (isNamed) expansion.hasForms = true
    const name = named(key, fields)
    checkRenamed(expansion, kind, name, fields, place)
    const id = isNamed ? expansion.idOf(kind, name) : Number(key)
    const expanded = expandEntry(isGiven(fields, "was") ? without(fields, ["was"]) : fields, place, name, id)
    made[id] = isNamed ? withShownName(expanded, key, section) : expanded
    if (isNamed) expansion.origins.set([section, String(id)], place)
  }
  return made
}

const expandItem = (expansion: Expansion) => (fields: Fields, place: Place) => {
  const item = referred(expansion, fields, itemReferences, place)
  const { coupon_discount_loot: list } = item
  const loot = referredList(expansion, "loot", list, inside(place, "coupon_discount_loot"))
  return loot === list ? item : { ...item, coupon_discount_loot: loot }
}

const VENDOR_FORMS = ["loot_defaults", ...TABLE_FIELDS]

const expandLoot = (expansion: Expansion, vendor: Fields, vendorId: number, name: Name, place: Place): Fields => {
  const { loot_defaults: defaults, loot, type } = vendor
  const isDrawn = type === "randomly_sampled"
  const table = { fields: vendor, place, name, defaults: isRecord(defaults) ? defaults : {} }
  const made: Record<string, unknown> = expansion.lootOf(vendorId, name, place, tableLoot(expansion, table, expandRow))
  const setOrigin = expansion.origins.lootOf(String(vendorId))
  for (const [key, written] of isRecord(loot) ? Object.entries(loot) : []) {
    const at = inside(place, "loot", key)
    if (!isRecord(written)) {
      put(made, key, written)
      continue
    }
    const own = within(name, "/", named(key, written))
    const isNamed = isName(key)
    if (isNamed) expansion.hasForms = true
    checkRenamed(expansion, "loot", own, written, at)
    const fields = isRecord(defaults) ? { ...defaults, ...written } : written
    const expanded = expandRow(expansion, { fields, place: at, name: own, list: "loot", isDrawn }).loot
    const id = isNamed ? String(expansion.idOf("loot", own)) : key
    put(made, id, isNamed ? withShownName(expanded, key, "loot") : expanded)
    if (isNamed) setOrigin(id, at)
  }
  return made
}

const expandVendor = (expansion: Expansion) => (vendor: Fields, place: Place, name: Name, id: number) => {
  const { loot_defaults: defaults, loot, type } = vendor
  const hasTable = TABLE_FIELDS.some((field) => isGiven(vendor, field))
  if (hasTable && type === "randomly_sampled") {
    expansion.report("form_conflict", inside(place, "type"), "a vendor with a drop table is a recipe", {
      fix: "take type away: one_of draws by weight",
    })
  }
  if (isGiven(vendor, "loot_defaults")) {
    expansion.hasForms = true
    if (!isRecord(defaults)) {
      expansion.report("form_malformed", inside(place, "loot_defaults"), "loot_defaults are fields of loot", {
        fix: "write fields and their values: { quantity: 10 }",
      })
    }
  }
  if (isGiven(vendor, "loot") && !isRecord(loot)) return without(vendor, VENDOR_FORMS)
  const expanded = expandLoot(expansion, vendor, id, name, place)
  const isSame = !hasTable && !isGiven(vendor, "loot_defaults") && !isRecord(loot)
  return isSame ? vendor : { ...without(vendor, VENDOR_FORMS), loot: expanded }
}

const expandPromotions = (expansion: Expansion, promotions: unknown): unknown => {
  if (!isRecord(promotions)) return promotions
  const entries = Object.entries(promotions).map(([code, fields]) => {
    const place = entryPlace(expansion.origins, "promotions", code)
    return [code, isRecord(fields) ? referred(expansion, fields, promotionReferences, place) : fields]
  })
  return Object.fromEntries(entries) as Fields
}

/** The value with each object in it, at any depth, replaced by what `change` makes of it. */
const eachObject = (value: unknown, place: Place, change: (fields: Fields, place: Place) => Fields): unknown => {
  if (Array.isArray(value)) {
    return (value as ReadonlyArray<unknown>).map((one, index) => eachObject(one, inside(place, index), change))
  }
  return isRecord(value) ? change(value, place) : value
}

const expandPrices = (expansion: Expansion, points: unknown): unknown => {
  if (!isRecord(points)) return points
  const currency = (fields: Fields, place: Place) => referred(expansion, fields, priceReferences, place)
  const breakpoint = (fields: Fields, place: Place) =>
    isGiven(fields, "currencies")
      ? { ...fields, currencies: eachObject(fields["currencies"], inside(place, "currencies"), currency) }
      : fields
  const entries = Object.entries(points).map(([guid, point]) => {
    if (!isRecord(point)) return [guid, point]
    const place = entryPlace(expansion.origins, "price_points", guid)
    const lists = ["current_breakpoints", "pre_sale_breakpoints"].filter((name) => isGiven(point, name))
    const expanded = lists.map((name) => [name, eachObject(point[name], inside(place, name), breakpoint)])
    return [guid, { ...point, ...(Object.fromEntries(expanded) as Fields) }]
  })
  return Object.fromEntries(entries) as Fields
}

const same = (fields: Fields): Fields => fields

const expandDocument = (expansion: Expansion, document: Fields): Fields => {
  const made: Record<string, unknown> = {}
  for (const [part, value] of Object.entries(document)) {
    if (part === "items") made[part] = expandMap(expansion, part, value, expandItem(expansion))
    else if (part === "vendors") made[part] = expandMap(expansion, part, value, expandVendor(expansion))
    else if (part === "price_points") made[part] = expandPrices(expansion, value)
    else if (part === "promotions") made[part] = expandPromotions(expansion, value)
    else if (part === "xp_tables" || part === "time_frames" || part === "item_portal_use_rulesets") {
      made[part] = expandMap(expansion, part, value, same)
    } else made[part] = value
  }
  if (isRecord(made["vendors"])) made["vendors"] = { ...made["vendors"], ...expansion.vendors }
  return made
}

/** Names that are gone, and are named in one finding. */
const GONE_NAMED_MAX = 5

const checkLock = (expansion: Expansion): void => {
  const { ids } = expansion
  for (const kind of KINDS) {
    for (const [name, id] of ids.conflicts(kind)) {
      expansion.report("id_locked", { file: 0, path: [] }, `the lock file keeps ${kind} ${id} for ${name}`)
    }
  }
  const gone = KINDS.flatMap((kind) =>
    ids
      .gone(kind)
      .filter(isAuthored)
      .map((name) => `${kind} ${name}`),
  )
  if (gone.length === 0) return
  const rest = gone.length - GONE_NAMED_MAX
  const named = [...gone.slice(0, GONE_NAMED_MAX), ...(rest > 0 ? [`${rest} more`] : [])].join(", ")
  // Where most of its names are gone, the lock file is that of another document.
  const fix = gone.length > ids.size ? "name the lock file of this document with --lock" : undefined
  expansion.report("name_gone", { file: 0, path: [] }, named, { fix })
}

/** The expanded document; undefined: the forms expand into too much, which is reported. */
const expandedWithin = (expansion: Expansion, document: Fields): Fields | undefined => {
  try {
    return expandDocument(expansion, document)
  } catch (thrown) {
    if (!(thrown instanceof TooLarge)) throw thrown
    const detail = `at most ${thrown.lootMax} loot for a document of this size`
    expansion.report("form_too_large", { file: 0, path: ["vendors"] }, detail)
    return undefined
  }
}

/** Expands the parsed documents of one catalog, one for each file, with the ids of its lock file. */
export const expandCatalog = (files: ReadonlyArray<AuthoredFile>, lock: Lock): Expanded => {
  const origins = new Origins()
  const { document, findings } = merge(files, origins)
  const answer = (document: unknown, findings: ReadonlyArray<AuthoredFinding>, ids?: Ids): Expanded => ({
    document,
    findings,
    get lock() {
      return ids === undefined || ids.size === 0 ? undefined : ids.lock
    },
    authored: (report) => authoredReport(report, findings, files, origins),
  })
  if (!isRecord(document)) return answer(document, findings)
  const allowance = new Allowance(lootAllowed(document))
  const ids = new Ids(lock, writtenIds(document))
  const expansion = new Expansion(document, ids, indexNames(document), origins, allowance)
  const expanded = expandedWithin(expansion, document)
  if (expanded === undefined) return answer(undefined, [...findings, ...expansion.found])
  checkLock(expansion)
  return answer(expansion.hasForms ? expanded : document, [...findings, ...expansion.found], expansion.ids)
}
