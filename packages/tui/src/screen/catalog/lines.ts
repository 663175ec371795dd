/** The tabs of the catalog: their columns, and entries, promotions and versions as lines. */
import type { OperationAnswer } from "../../operation.ts"
import type { Sheet } from "../../part/sheets/state.ts"
import { type Line, shortTime, tableOf } from "../../part/table/lines.ts"
import { called, type CatalogEntry, type EntryKind, givesWords, pricesWords } from "../entry/reference.ts"

/** A published version. */
export type CatalogVersion = OperationAnswer<"catalog.listVersions">["versions"][number]

type Promotion = OperationAnswer<"catalog.listPromotions">["promotions"][number]

/** The name of the tab of versions. */
export const VERSIONS = "versions"

/** The name of the tab of promotions. */
export const PROMOTIONS = "promotions"

const paged = (name: string, title: string, ...columns: Parameters<typeof tableOf>): Sheet => ({
  name,
  title,
  kind: { ...tableOf(...columns), isPaged: true },
})

const led = ["Led to by", 9, 9, { isNumber: true }] as const

/** The tabs, in their order. */
export const catalogSheets: ReadonlyArray<Sheet> = [
  paged(
    "item",
    "Items",
    "The catalog has no such item.",
    ["Id", 6, 10, { isNumber: true }],
    ["Name", 14, 32, { grows: true }],
    ["Type", 8, 14],
    ["State", 8, 12],
    led,
  ),
  paged(
    "loot",
    "Loot",
    "The catalog has no such loot.",
    ["Id", 6, 10, { isNumber: true }],
    ["Name", 12, 24],
    ["Gives", 20, 44, { grows: true }],
    ["Price", 14, 30],
    ["Vendor", 14, 28],
    ["Weight", 7, 9, { isNumber: true }],
    led,
  ),
  paged(
    "vendor",
    "Vendors",
    "The catalog has no such vendor.",
    ["Id", 6, 10, { isNumber: true }],
    ["Name", 14, 32, { grows: true }],
    ["Type", 8, 20],
    ["Loot", 6, 8, { isNumber: true }],
    led,
  ),
  paged(
    "price_point",
    "Prices",
    "The catalog has no such price point.",
    ["Price point", 12, 36],
    ["Price of a unit", 20, 50, { grows: true }],
    led,
  ),
  {
    name: PROMOTIONS,
    title: "Promotions",
    kind: tableOf(
      "The current catalog has no promotion codes.",
      ["Code", 10, 24],
      ["Used", 8, 16],
      ["Gives", 12, 24, { grows: true }],
      ["From", 19, 19],
      ["Until", 19, 19],
      ["Platforms", 9, 40],
    ),
  },
  {
    name: VERSIONS,
    title: "Versions",
    kind: tableOf(
      "No catalog was published yet: p publishes one.",
      ["Version", 7, 9, { isNumber: true }],
      ["State", 7, 7],
      ["Published", 19, 19],
      ["Etag of the document", 12, 44, { grows: true }],
      ["Etag for clients", 12, 44],
    ),
  },
]

const countWords = (count: number | undefined): string => (count === undefined ? "" : String(count))

const cellsOf: Readonly<Record<EntryKind, (entry: CatalogEntry) => ReadonlyArray<string>>> = {
  item: ({ active, id, name, type }) => [id, name ?? "", type ?? "", active === false ? "switched off" : "active"],
  loot: (entry) => [
    entry.id,
    entry.name ?? "",
    givesWords(entry) ?? "",
    pricesWords(entry.prices) ?? "",
    called("vendor", entry.vendor_id, entry.vendor_name) ?? "",
    countWords(entry.drop_weight),
  ],
  vendor: ({ id, name, size, type }) => [id, name ?? "", type ?? "", countWords(size)],
  price_point: ({ id, prices }) => [id, pricesWords(prices) ?? ""],
  promotion: ({ id, loot_id: loot, loot_name: name }) => [id, "", called("loot", loot, name) ?? ""],
}

/** An entry. */
export const entryLine = (entry: CatalogEntry): Line => ({
  id: `${entry.kind} ${entry.id}`,
  cells: [...cellsOf[entry.kind](entry), String(entry.led_to_by)],
  tones: entry.active === false ? [undefined, undefined, undefined, "warning"] : [],
  row: { ...entry },
})

/** How often a promotion was used. */
export const usesWords = ({ uses, uses_maximum: most }: Promotion): string =>
  most === undefined ? "not counted" : `${String(uses ?? 0)} of ${String(most)}`

/** A promotion. */
export const promotionLine = (promotion: Promotion): Line => {
  const { code, end, loot_id: loot, platforms, quantity, start, uses = 0, uses_maximum: most } = promotion
  return {
    id: code,
    cells: [
      code,
      usesWords(promotion),
      `${String(quantity)} × loot ${String(loot)}`,
      shortTime(start),
      shortTime(end),
      platforms?.join(" ") ?? "everywhere",
    ],
    tones: [undefined, most !== undefined && uses >= most ? "warning" : undefined],
    row: { ...promotion, kind: "promotion", id: code },
  }
}

/** A version. */
export const versionLine = (version: CatalogVersion): Line => ({
  id: String(version.version),
  cells: [
    String(version.version),
    version.current ? "current" : "earlier",
    shortTime(version.created),
    version.document_etag,
    version.etag,
  ],
  tones: [undefined, version.current ? "good" : "dim"],
  row: { ...version },
})
