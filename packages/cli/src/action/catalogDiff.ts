/** What `garrison catalog diff` does. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import {
  type CatalogDifferences,
  type CatalogPart,
  differencesOf,
  type EntryDifference,
  type FieldDifference,
  type PriceDifference,
} from "@garrison/core/catalog/rules/differences"
import { link } from "@garrison/core/catalog/rules/linked"
import type { PublishedCatalog } from "@garrison/core/catalog/rules/published"
import { canonicalJson } from "@garrison/core/kernel/wire/Json"
import { type OddsDifference, type OddsDifferences, oddsDifferences } from "@garrison/core/odds/oddsDifferences"
import type { OddsNumber } from "@garrison/core/odds/schema"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readCatalog, shownName } from "../document/catalogFile.ts"
import { type CatalogNames, catalogNames, named } from "../document/catalogNames.ts"
import { checkedFrom } from "../document/checkedCatalog.ts"
import { withDatabase } from "../local.ts"
import { counted } from "../output/counted.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { nothingPublished } from "../output/explain.ts"
import { present, whileShowing } from "../output/print.ts"

const unsound = (name: string, errors: number): CommandFailure =>
  new CommandFailure({
    kind: "usage",
    sentence: `The catalog ${name} has ${counted(errors, "error")}, so it cannot be compared.`,
    next: `garrison catalog check ${name} lists every error with its line.`,
  })

const fromFile = Effect.fnUntraced(function* (name: string) {
  const { publishable, report } = yield* checkedFrom(yield* readCatalog([name], Option.none()))
  return publishable === undefined ? yield* unsound(shownName(name), report.refusals) : publishable.published
})

const noSuchVersion = (version: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no catalog version ${version}.`,
    next: `garrison catalog list shows the versions. A file with this name is ./${version}.`,
  })

const ofVersion = (number: number) =>
  withDatabase(
    "read",
    Catalogs.use((catalogs) => catalogs.published(number)),
  ).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(noSuchVersion(String(number)))))

const ofPublished = withDatabase(
  "read",
  Catalogs.use((catalogs) => Effect.flatMap(catalogs.current, ({ version }) => catalogs.published(version))),
).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)))

/** The catalog that an argument names. */
const catalogNamed = Effect.fnUntraced(function* (name: string) {
  if (name === "published") return yield* ofPublished
  return /^[0-9]{1,15}$/.test(name) ? yield* ofVersion(Number(name)) : yield* fromFile(name)
})

const HEADINGS: Readonly<Record<CatalogPart, string>> = {
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

/** The field is only named where a value is longer; `--json` has every value. */
const VALUE_LENGTH_MAX = 40

const valueText = (value: unknown): string => (value === undefined ? "nothing" : canonicalJson(value))

const fieldText = ({ after, before, field }: FieldDifference): string => {
  const [old, now] = [valueText(before), valueText(after)]
  return Math.max(old.length, now.length) > VALUE_LENGTH_MAX ? `${field} changed` : `${field} ${old} -> ${now}`
}

const idText = ({ id, part }: EntryDifference, { items, loot }: CatalogNames): string =>
  part === "item" ? named(Number(id), items) : part === "loot" ? named(Number(id), loot) : id

const entryLine = (entry: EntryDifference, names: CatalogNames): string => {
  const fields = entry.fields.map(fieldText)
  const end = fields.length === 0 ? "" : `: ${fields.join("; ")}`
  return `  ${SIGNS[entry.change]} ${idText(entry, names)}${end}`
}

const priceLine = (
  { after, before, loot_id, price, price_item_id, quantity }: PriceDifference,
  { items, loot }: CatalogNames,
): string => {
  const kind = price === "current" ? "" : " before the sale"
  const tier = quantity === 1 ? "" : ` from ${quantity} units on`
  const amounts = `${before ?? "no price"} -> ${after ?? "no price"}`
  return `  loot ${named(loot_id, loot)}${kind}${tier}: ${amounts} of item ${named(price_item_id, items)}`
}

/** How many digits of an estimate are shown. */
const ESTIMATE_DIGITS = 4

const numberText = (number: OddsNumber): string =>
  typeof number === "string" ? number : `about ${Number(number.value.toPrecision(ESTIMATE_DIGITS))}`

const oddsLine = (
  { at_least_one, expected, item_id, loot_id }: OddsDifference,
  { items, loot }: CatalogNames,
): string =>
  `  loot ${named(loot_id, loot)}, item ${named(item_id, items)}: ` +
  `on average ${numberText(expected.before)} -> ${numberText(expected.after)}, ` +
  `chance of any ${numberText(at_least_one.before)} -> ${numberText(at_least_one.after)}`

const notComparedText = ({ not_compared: count }: OddsDifferences): ReadonlyArray<string> =>
  count === 0 ? [] : [`  … and ${count} more loot may have other odds; garrison odds computes those of one`]

const section = (heading: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [heading, ...lines, ""]

const forPeople = (differences: CatalogDifferences, odds: OddsDifferences, names: CatalogNames): string => {
  const { chances, entries, items_newly_obtainable, items_no_longer_obtainable, prices, vendors_with_new_etag } =
    differences
  const itemLine = (id: number) => `  ${named(id, names.items)}`
  const lines = [
    ...(Object.keys(HEADINGS) as ReadonlyArray<CatalogPart>).flatMap((part) =>
      section(
        HEADINGS[part],
        entries.filter((entry) => entry.part === part).map((entry) => entryLine(entry, names)),
      ),
    ),
    ...section(
      "Prices of a unit",
      prices.map((price) => priceLine(price, names)),
    ),
    ...section(
      "Chances of a draw, when all loot of the vendor can be drawn",
      chances.map(
        ({ after, before, loot_id, vendor_id }) =>
          `  vendor ${vendor_id}, loot ${named(loot_id, names.loot)}: ${before} -> ${after}`,
      ),
    ),
    ...section("Loot whose results changed, ordered once by a player who owns nothing", [
      ...odds.differences.map((difference) => oddsLine(difference, names)),
      ...notComparedText(odds),
    ]),
    ...section("Items that no loot gives any more", items_no_longer_obtainable.map(itemLine)),
    ...section("Items that loot gives now", items_newly_obtainable.map(itemLine)),
  ]
  const vendors = vendors_with_new_etag.length
  return [...lines, `${counted(entries.length, "change")}; clients fetch ${counted(vendors, "vendor")} again`].join(
    "\n",
  )
}

/** Names of both catalogs; of an item or loot in both, the later name. */
const namesOf = (before: PublishedCatalog, after: PublishedCatalog): CatalogNames => {
  const [old, now] = [catalogNames(JSON.stringify(before)), catalogNames(JSON.stringify(after))]
  return { items: new Map([...old.items, ...now.items]), loot: new Map([...old.loot, ...now.loot]) }
}

/** Prints what changed between two catalogs. */
export const diffCatalogs = Effect.fn("Catalog.diff")(function* (input: {
  readonly before: string
  readonly after: string
  readonly json: boolean
}) {
  const before = yield* catalogNamed(input.before).pipe(whileShowing("reading"))
  const after = yield* catalogNamed(input.after).pipe(whileShowing("reading"))
  const differences = differencesOf(before, after)
  const state = { now: yield* Clock.currentTimeMillis, records: [], platform: undefined }
  const odds = yield* oddsDifferences(link(0, before), link(0, after), state).pipe(whileShowing("computing odds"))
  const data = { ...differences, odds: odds.differences, odds_not_compared: odds.not_compared }
  yield* present(input.json, data, () =>
    differences.entries.length === 0
      ? "The catalogs do not differ."
      : forPeople(differences, odds, namesOf(before, after)),
  )
})
