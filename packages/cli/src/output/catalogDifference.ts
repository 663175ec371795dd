/** What differs between two catalogs, in lines for people. */
import type { CatalogPart } from "@garrison/core/catalog/authoring"
import { withName } from "@garrison/core/catalog/rules/names"
import { canonicalJson } from "@garrison/core/kernel/wire/Json"
import type { CatalogComparison } from "@garrison/core/odds/rules"
import type { OddsNumber } from "@garrison/core/odds/schema"
import { counted } from "@garrison/core/operation/show/counted"

const HEADINGS: Readonly<Record<CatalogPart, string>> = {
  catalog: "Document",
  item: "Items",
  vendor: "Vendors",
  loot: "Loot",
  price_point: "Price points",
  xp_table: "XP tables",
  time_frame: "Time frames",
  inventory_bucket_use_rule_set: "Bucket use rule sets",
  item_portal_use_ruleset: "Platform rule sets of items",
  promotion: "Promotions",
}

const SIGNS = { added: "+", removed: "-", changed: "~" } as const

type Row<Part extends "entries" | "prices" | "odds"> = CatalogComparison[Part][number]

/** The field is only named where a value is longer; `--json` has every value. */
const VALUE_LENGTH_MAX = 40

const valueText = (value: unknown): string => (value === undefined ? "nothing" : canonicalJson(value))

const fieldText = ({ after, before, field }: Row<"entries">["fields"][number]): string => {
  const [old, now] = [valueText(before), valueText(after)]
  return Math.max(old.length, now.length) > VALUE_LENGTH_MAX ? `${field} changed` : `${field} ${old} -> ${now}`
}

const entryLine = (entry: Row<"entries">): string => {
  const fields = entry.fields.map(fieldText)
  const end = fields.length === 0 ? "" : `: ${fields.join("; ")}`
  return `  ${SIGNS[entry.change]} ${withName(entry.id, entry.name)}${end}`
}

const priceLine = (row: Row<"prices">): string => {
  const kind = row.price === "current" ? "" : " before the sale"
  const tier = row.quantity === 1 ? "" : ` from ${row.quantity} units on`
  const amounts = `${row.before ?? "no price"} -> ${row.after ?? "no price"}`
  const currency = withName(row.price_item_id, row.price_item_name)
  const coupon =
    row.coupon_item_id === undefined ? "" : ` with coupon ${withName(row.coupon_item_id, row.coupon_item_name)}`
  return `  loot ${withName(row.loot_id, row.loot_name)}${kind}${tier}${coupon}: ${amounts} of item ${currency}`
}

/** How many digits of an estimate are shown. */
const ESTIMATE_DIGITS = 4

const numberText = (number: OddsNumber): string =>
  typeof number === "string" ? number : `about ${Number(number.value.toPrecision(ESTIMATE_DIGITS))}`

const oddsLine = ({ at_least_one, expected, item_id, item_name, loot_id, loot_name }: Row<"odds">): string =>
  `  loot ${withName(loot_id, loot_name)}, item ${withName(item_id, item_name)}: ` +
  `on average ${numberText(expected.before)} -> ${numberText(expected.after)}, ` +
  `chance of any ${numberText(at_least_one.before)} -> ${numberText(at_least_one.after)}`

const notComparedText = (count: number): ReadonlyArray<string> =>
  count === 0 ? [] : [`  … and ${count} more loot may have other odds; garrison odds computes those of one`]

const section = (heading: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [heading, ...lines, ""]

/** What differs between two catalogs, in lines for people. */
export const differenceText = (compared: CatalogComparison): string => {
  const { chances, entries, items_newly_obtainable, items_no_longer_obtainable, prices, vendors_with_new_etag } =
    compared
  if (entries.length === 0) return "The catalogs do not differ."
  const names = compared.item_names
  // A weight is said with the chance that it makes.
  const drawn = new Map(chances.map(({ loot_id: id }) => [String(id), ""]))
  const told = entries.flatMap((entry): ReadonlyArray<Row<"entries">> => {
    const weight = entry.fields.find(({ field }) => field === "drop_weight")
    if (entry.part !== "loot" || weight === undefined || !drawn.has(entry.id)) return [entry]
    drawn.set(entry.id, `, drop_weight ${valueText(weight.before)} -> ${valueText(weight.after)}`)
    const fields = entry.fields.filter((field) => field !== weight)
    return fields.length === 0 ? [] : [{ ...entry, fields }]
  })
  const itemLine = (id: number) => `  ${withName(id, names[id])}`
  const lines = [
    ...(Object.keys(HEADINGS) as ReadonlyArray<CatalogPart>).flatMap((part) =>
      section(HEADINGS[part], told.filter((entry) => entry.part === part).map(entryLine)),
    ),
    ...section("Prices of a unit", prices.map(priceLine)),
    ...section(
      "Chances of a draw, when all loot of the vendor can be drawn",
      chances.map(
        ({ after, before, loot_id, loot_name, vendor_id, vendor_name }) =>
          `  vendor ${withName(vendor_id, vendor_name)}, loot ${withName(loot_id, loot_name)}: ${before} -> ${after}` +
          (drawn.get(String(loot_id)) ?? ""),
      ),
    ),
    ...section("Loot whose results changed, ordered once by a player who owns nothing", [
      ...compared.odds.map(oddsLine),
      ...notComparedText(compared.odds_not_compared),
    ]),
    ...section("Items that no loot gives any more", items_no_longer_obtainable.map(itemLine)),
    ...section("Items that loot gives now", items_newly_obtainable.map(itemLine)),
  ]
  const vendors = vendors_with_new_etag.length
  return [...lines, `${counted(entries.length, "change")}; clients fetch ${counted(vendors, "vendor")} again`].join(
    "\n",
  )
}
