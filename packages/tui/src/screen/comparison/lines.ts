/** What differs between two versions of the catalog, as lines that lead to the entry. */
import type { OperationAnswer } from "../../operation.ts"
import type { Sheet } from "../../part/sheets/state.ts"
import type { Tone } from "@garrison/core/operation/show/Shown"
import { type Line, tableOf } from "../../part/table/lines.ts"
import { oddsWords } from "../entry/lines.ts"
import { called, isKind } from "../entry/reference.ts"

/** What differs. */
export type Comparison = OperationAnswer<"catalog.diff">

type Change = Comparison["entries"][number]

/** The sheets, in their order. */
export const comparisonSheets: ReadonlyArray<Sheet> = [
  {
    name: "entries",
    title: "Entries",
    kind: tableOf(
      "Every entry is the same.",
      ["Change", 7, 8],
      ["What", 16, 44],
      ["Field", 12, 28],
      ["Before", 10, 30, { grows: true }],
      ["After", 10, 30, { grows: true }],
    ),
  },
  {
    name: "prices",
    title: "Prices",
    kind: tableOf(
      "Every price is the same.",
      ["Loot", 16, 44, { grows: true }],
      ["Paid in", 12, 28],
      ["Before", 10, 14],
      ["After", 10, 14],
      ["From units", 10, 10, { isNumber: true }],
      ["Price", 8, 8],
    ),
  },
  {
    name: "chances",
    title: "Chances",
    kind: tableOf(
      "Every chance of a draw is the same.",
      ["Drawn loot", 16, 44, { grows: true }],
      ["Before", 10, 20],
      ["After", 10, 20],
      ["From vendor", 14, 36],
    ),
  },
  {
    name: "reach",
    title: "Reach",
    kind: tableOf(
      "The same items can be obtained, and clients fetch no vendor again.",
      ["What", 16, 44, { grows: true }],
      ["How", 26, 40],
    ),
  },
  {
    name: "odds",
    title: "Odds",
    kind: tableOf(
      "No odds differ, or they were not compared: o compares them.",
      ["Loot", 14, 36, { grows: true }],
      ["Item", 14, 36],
      ["Average before", 14, 24],
      ["Average after", 14, 24],
      ["Any before", 12, 24],
      ["Any after", 12, 24],
    ),
  },
]

const tones: Readonly<Record<Change["change"], Tone>> = { added: "good", removed: "bad", changed: "warning" }

const written = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)

const changeLines = ({ change, fields, id, name, part }: Change): ReadonlyArray<Line> => {
  const what = isKind(part) ? called(part, id, name) : `${part.replaceAll("_", " ")} ${id}`
  const shown = fields.length === 0 ? [{ field: "", before: undefined, after: undefined }] : fields
  return shown.map((one) => ({
    id: `${part} ${id} ${one.field}`,
    cells: [change, what ?? "", one.field, written(one.before), written(one.after)],
    tones: [tones[change]],
    row: { ...one, kind: part, id, name, change },
  }))
}

const count = (value: number | undefined): string => (value === undefined ? "not for sale" : String(value))

const priceLine = (price: Comparison["prices"][number], at: number): Line => ({
  id: String(at),
  cells: [
    called("loot", price.loot_id, price.loot_name) ?? "",
    called("item", price.price_item_id, price.price_item_name) ?? "",
    count(price.before),
    count(price.after),
    String(price.quantity),
    price.coupon_item_id === undefined
      ? price.price.replace("_", " ")
      : `coupon ${called("item", price.coupon_item_id, price.coupon_item_name)}`,
  ],
  row: { ...price, kind: "loot", id: price.loot_id },
})

const chanceLine = (chance: Comparison["chances"][number]): Line => ({
  id: `${String(chance.vendor_id)} ${String(chance.loot_id)}`,
  cells: [
    called("loot", chance.loot_id, chance.loot_name) ?? "",
    oddsWords(chance.before),
    oddsWords(chance.after),
    called("vendor", chance.vendor_id, chance.vendor_name) ?? "",
  ],
  row: { ...chance, kind: "loot", id: chance.loot_id },
})

const reachLine = (kind: "item" | "vendor", id: number, name: string | undefined, how: string, tone?: Tone): Line => ({
  id: `${kind} ${String(id)} ${how}`,
  cells: [called(kind, id, name) ?? "", how],
  tones: [undefined, tone],
  row: { kind, id, how },
})

const oddsLine = (odds: Comparison["odds"][number]): Line => ({
  id: `${String(odds.loot_id)} ${String(odds.item_id)}`,
  cells: [
    called("loot", odds.loot_id, odds.loot_name) ?? "",
    called("item", odds.item_id, odds.item_name) ?? "",
    oddsWords(odds.expected.before),
    oddsWords(odds.expected.after),
    oddsWords(odds.at_least_one.before),
    oddsWords(odds.at_least_one.after),
  ],
  row: { ...odds, kind: "loot", id: odds.loot_id },
})

/** The lines of each sheet, by its name. */
export const linesOfComparison = (found: Comparison): Readonly<Record<string, ReadonlyArray<Line>>> => {
  const item = (how: string, tone: Tone) => (id: number) =>
    reachLine("item", id, found.item_names[String(id)], how, tone)
  return {
    entries: found.entries.flatMap(changeLines),
    prices: found.prices.map(priceLine),
    chances: found.chances.map(chanceLine),
    reach: [
      ...found.items_no_longer_obtainable.map(item("can no longer be obtained", "bad")),
      ...found.items_newly_obtainable.map(item("can be obtained now", "good")),
      ...found.vendors_with_new_etag.map((id) => reachLine("vendor", id, undefined, "is fetched again by clients")),
    ],
    odds: found.odds.map(oddsLine),
  }
}
