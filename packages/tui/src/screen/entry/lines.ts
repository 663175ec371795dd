/** The sheets of an entry: its fields, prices, odds, loot, and who leads to it, as lines that lead on. */
import type { OperationAnswer } from "../../operation.ts"
import type { Sheet } from "../../part/sheets/state.ts"
import { type Line, tableOf } from "../../part/table/lines.ts"
import { called, type EntryKind, givesWords, type Price, pricesWords } from "./reference.ts"

/** An entry shown whole. */
export type ShownEntry = OperationAnswer<"catalog.showEntry">

/** The odds of loot. */
export type Odds = NonNullable<ShownEntry["odds"]>

type OddsNumber = Odds["items"][number]["expected"]

const sheets = {
  fields: {
    name: "fields",
    title: "Fields",
    kind: tableOf("It has no fields.", ["Field", 16, 34], ["Value", 16, 40, { grows: true }], ["Named", 12, 36]),
  },
  prices: {
    name: "prices",
    title: "Prices",
    kind: tableOf(
      "Nothing is asked for it.",
      ["From units", 10, 10, { isNumber: true }],
      ["A unit costs", 12, 16, { isNumber: true }],
      ["Of item", 14, 44, { grows: true }],
    ),
  },
  odds: {
    name: "odds",
    title: "Odds",
    kind: tableOf(
      "It has no odds: it is no loot, it is not active, or it gives nothing.",
      ["What", 16, 44, { grows: true }],
      ["How many", 8, 14],
      ["On average", 12, 28],
      ["Any at all", 12, 28],
    ),
  },
  conditions: {
    name: "conditions",
    title: "Conditions",
    kind: tableOf(
      "Nothing of it is given on a condition only, or it has no odds.",
      ["What", 12, 24],
      ["How many", 8, 12],
      ["Only if", 41, 90, { grows: true }],
      ["Now", 3, 3],
    ),
  },
  loot: {
    name: "loot",
    title: "Loot",
    kind: tableOf(
      "It has no loot.",
      ["Id", 6, 10, { isNumber: true }],
      ["Name", 12, 24],
      ["Gives", 20, 44, { grows: true }],
      ["Price", 14, 30],
      ["Weight", 7, 9, { isNumber: true }],
    ),
  },
  leads: {
    name: "leads",
    title: "Who leads here",
    kind: tableOf("Nothing leads here.", ["How", 8, 20], ["What", 16, 40, { grows: true }], ["Of vendor", 14, 36]),
  },
} as const satisfies Readonly<Record<string, Sheet>>

/** The sheets that an entry of a kind has, what it is most looked up for first. */
export const entrySheets: Readonly<Record<EntryKind, ReadonlyArray<Sheet>>> = {
  item: [sheets.leads, sheets.fields],
  loot: [sheets.odds, sheets.prices, sheets.leads, sheets.fields, sheets.conditions],
  vendor: [sheets.loot, sheets.leads, sheets.fields],
  price_point: [sheets.prices, sheets.leads, sheets.fields],
  promotion: [sheets.fields, sheets.leads],
}

/** Fields that refer to an entry, by their names. */
const references: Readonly<Record<string, EntryKind>> = {
  item_id: "item",
  required_item_id: "item",
  quantity_mult_inventory_item_id: "item",
  ref_item_id: "item",
  coupon_discount_currency_item_id: "item",
  vendor_id: "vendor",
  sub_vendor_id: "vendor",
  level_vendor_id: "vendor",
  loot_id: "loot",
  entitled_loot_id: "loot",
  coupon_discount_loot: "loot",
  current_price_point_guid: "price_point",
  pre_sale_price_point_guid: "price_point",
}

const written = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))

const namesIn = (entry: ShownEntry): Readonly<Record<string, string | undefined>> => ({
  item_id: entry.item_name,
  vendor_id: entry.vendor_name,
  sub_vendor_id: entry.sub_vendor_name,
  loot_id: entry.loot_name,
})

const fieldLine = (entry: ShownEntry, field: string, value: unknown, place: string): Line => {
  const kind = references[field]
  const isItself = kind === entry.kind && String(value) === entry.id
  return {
    id: place,
    cells: [place, written(value), namesIn(entry)[field] ?? ""],
    tones: [undefined, kind === undefined || isItself ? undefined : "accent"],
    row: { field: place, value, ...(kind !== undefined && !isItself && { kind, id: value }) },
  }
}

/** The fields as they are published. A list of references is a line for each, so that each can be followed. */
const fieldLines = (entry: ShownEntry): ReadonlyArray<Line> => {
  const { authored } = entry
  if (typeof authored !== "object" || authored === null) return []
  return Object.entries(authored).flatMap(([field, value]) =>
    Array.isArray(value) && field in references
      ? value.map((one, at) => fieldLine(entry, field, one, `${field} ${at + 1}`))
      : [fieldLine(entry, field, value, field)],
  )
}

const priceLine = (price: Price, at: number): Line => {
  const { price: cost, price_item_id: id, price_item_name: name, quantity } = price
  return {
    id: String(at),
    cells: [String(quantity), String(cost), called("item", id, name) ?? ""],
    row: { ...price, kind: "item", id },
  }
}

const lootLine = (loot: ShownEntry["loot"][number]): Line => ({
  id: loot.id,
  cells: [
    loot.id,
    loot.name ?? "",
    givesWords(loot) ?? "",
    pricesWords(loot.prices) ?? "",
    loot.drop_weight === undefined ? "" : String(loot.drop_weight),
  ],
  row: { ...loot },
})

const leadLine = (lead: ShownEntry["leads"][number], at: number): Line => ({
  id: String(at),
  cells: [
    lead.by.replaceAll("_", " "),
    called(lead.kind, lead.id, lead.name) ?? "",
    called("vendor", lead.vendor_id, lead.vendor_name) ?? "",
  ],
  row: { ...lead },
})

const short = (value: number): string => String(Number(value.toPrecision(4)))

/** A number of the odds: a fraction with its value, or an estimate with its bounds. */
export const oddsWords = (number: OddsNumber): string => {
  if (typeof number !== "string") return `≈ ${short(number.value)} (${short(number.low)} to ${short(number.high)})`
  const [above = "", below] = number.split("/")
  const value = Number(above) / Number(below ?? 1)
  return below === undefined || !Number.isFinite(value) ? number : `${number} ≈ ${short(value)}`
}

/** An amount, or a range of amounts; nothing where the inventory decides. */
const amountWords = ({ least, most }: { readonly least?: number; readonly most?: number }): string => {
  if (least === undefined || most === undefined) return ""
  return least === most ? String(least) : `${String(least)} to ${String(most)}`
}

type Prize = NonNullable<Odds["conditional"]>[number]

/** A prize that is given only on conditions: a line for each of them. */
const prizeLines = (prize: Prize, at: number, names: ReadonlyMap<string, string>): ReadonlyArray<Line> => {
  const row = { ...prize, kind: "item", id: prize.item_id }
  const name = called("item", prize.item_id, names.get(String(prize.item_id))) ?? ""
  return prize.conditions.map(({ is_met, message }, index): Line => {
    const met = is_met === undefined ? "" : is_met ? "yes" : "no"
    const what = index === 0 ? [name, amountWords(prize)] : ["and", ""]
    return { id: `${String(at)} ${String(index)}`, cells: [...what, message, met], row }
  })
}

/** The prizes that are given only on conditions. */
export const conditionLines = (odds: Odds, names: ReadonlyMap<string, string>): ReadonlyArray<Line> =>
  (odds.conditional ?? []).flatMap((prize, at) => prizeLines(prize, at, names))

/** The odds, with the names of items as far as they are known, and the failures after them. */
export const oddsLines = (odds: Odds, names: ReadonlyMap<string, string>): ReadonlyArray<Line> => [
  ...odds.items.map((item): Line => ({
    id: `item ${String(item.item_id)}`,
    cells: [
      called("item", item.item_id, names.get(String(item.item_id))) ?? "",
      amountWords(item),
      oddsWords(item.expected),
      oddsWords(item.at_least_one),
    ],
    row: { ...item, kind: "item", id: item.item_id },
  })),
  ...(odds.failures ?? []).map((failure): Line => ({
    id: `failure ${failure.result}`,
    cells: [`fails: ${failure.result.replaceAll("_", " ")}`, "", "", oddsWords(failure.probability)],
    tones: ["warning"],
    row: { ...failure },
  })),
]

/** The lines of each sheet but the odds, by its name. */
export const linesOfEntry = (entry: ShownEntry): Readonly<Record<string, ReadonlyArray<Line>>> => ({
  fields: fieldLines(entry),
  prices: entry.prices?.map(priceLine) ?? [],
  loot: entry.loot.map(lootLine),
  leads: entry.leads.map(leadLine),
})
