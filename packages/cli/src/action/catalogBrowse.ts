/** What `garrison catalog items`, `loot`, `vendors`, `prices` and `show ENTRY` do. */
import type { CatalogEntry } from "@garrison/core/catalog/browseView"
import { browseCatalog } from "@garrison/core/catalog/operations/browseCatalog"
import { showEntry } from "@garrison/core/catalog/operations/showEntry"
import { withName } from "@garrison/core/catalog/rules/names"
import { canonicalJson } from "@garrison/core/kernel/wire/Json"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { isForPeople, type ListForm, operate, type OperationAnswer, sayNext, showAnswer, showList } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { nothingPublished } from "../output/explain.ts"
import { amountsText, conditionLine } from "../output/oddsForms.ts"
import { printable, printMessage } from "../output/print.ts"
import { type Column, facts, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"

type Kind = CatalogEntry["kind"]
type Shown = OperationAnswer<typeof showEntry>

interface BrowseInput extends ListForm {
  readonly kind: Kind
  readonly version: Option.Option<number>
  readonly find: Option.Option<string>
  readonly limit: Option.Option<number>
  readonly after: Option.Option<string>
}

const pricesText = ({ prices = [] }: CatalogEntry): string =>
  prices
    .map(({ price, price_item_id: id, price_item_name: name, quantity }) => {
      const tier = quantity === 1 ? "" : ` from ${quantity} on`
      return `${price} of ${withName(id, name)}${tier}`
    })
    .join(", ") || "-"

const whatLootDoes = (entry: CatalogEntry): string => {
  if (entry.sub_vendor_id !== undefined) return `fulfils vendor ${withName(entry.sub_vendor_id, entry.sub_vendor_name)}`
  if (entry.item_id === undefined) return "nothing"
  return `${entry.operation} ${entry.quantity} of ${withName(entry.item_id, entry.item_name)}`
}

const id: Column<CatalogEntry> = { heading: "ID", text: (entry) => entry.id }
const name: Column<CatalogEntry> = { heading: "NAME", text: (entry) => entry.name ?? "-", cuttable: true }
const type: Column<CatalogEntry> = { heading: "TYPE", text: (entry) => entry.type ?? "-" }
const state: Column<CatalogEntry> = { heading: "ACTIVE", text: (entry) => (entry.active === false ? "no" : "yes") }
const leads: Column<CatalogEntry> = { heading: "LED TO BY", text: (entry) => String(entry.led_to_by) }
const prices: Column<CatalogEntry> = { heading: "PRICE OF ONE", text: pricesText, cuttable: true }

const columns: Readonly<Record<Kind, ReadonlyArray<Column<CatalogEntry>>>> = {
  item: [id, type, state, leads, name],
  vendor: [id, type, { heading: "LOOT", text: (entry) => String(entry.size ?? 0) }, leads, name],
  loot: [
    id,
    { heading: "VENDOR", text: (entry) => withName(entry.vendor_id ?? "-", entry.vendor_name), cuttable: true },
    leads,
    name,
    { heading: "WHAT IT DOES", text: whatLootDoes, cuttable: true },
    prices,
  ],
  price_point: [id, leads, prices],
  promotion: [
    id,
    {
      heading: "GIVES",
      text: (entry) => `${entry.quantity} of loot ${withName(entry.loot_id ?? "-", entry.loot_name)}`,
    },
  ],
}

const noVersion = (version: number | undefined): CommandFailure =>
  version === undefined
    ? nothingPublished
    : new CommandFailure({
        kind: "notFound",
        sentence: `There is no catalog version ${version}.`,
        next: "garrison catalog list shows the versions.",
      })

/** Lists entries of one kind. */
export const browseEntries = Effect.fn("Catalog.browse")(function* (input: BrowseInput) {
  const { after, find, kind, limit, version } = input
  const page = yield* operate(browseCatalog, { kind, ...givenOnly({ after, find, limit, version }) }).pipe(
    Effect.catchTag("CatalogNotFound", (error) => Effect.fail(noVersion(error.version))),
  )
  if (page.entries.length === 0 && isForPeople(input))
    return yield* printMessage("Nothing like that is in this catalog.")
  yield* showList(browseCatalog, input, page, "entries", () => table<CatalogEntry>(columns[kind], page.entries))
  return yield* sayNext(input, page.next)
})

const numberText = (number: NonNullable<Shown["odds"]>["items"][number]["expected"]): string =>
  typeof number === "string" ? number : `about ${Number(number.value.toPrecision(4))}`

/** A prize, and a line for each of its conditions. */
const prizeLines = (prize: NonNullable<NonNullable<Shown["odds"]>["conditional"]>[number]): ReadonlyArray<string> => [
  `  item ${prize.item_id}: ${amountsText(prize)}, only if`,
  ...prize.conditions.map(conditionLine),
]

const WORDS: Readonly<Record<Shown["leads"][number]["by"], string>> = {
  gives: "gives it",
  takes: "takes it",
  checks: "checks how many there are",
  requires: "requires it",
  multiplies_by: "multiplies by it",
  fulfils: "fulfils it",
  holds: "has it",
  costs: "costs it",
  cost_before_the_sale: "cost it before the sale",
  is_paid_in: "is paid in it",
  entitles_to: "entitles to it",
  rewards_levels_by: "rewards levels by it",
  discounts: "lowers its price",
  refers_to: "refers to it",
  is_a_code_for: "is a code for it",
}

const leadLine = (lead: Shown["leads"][number]): string => {
  const vendor = lead.vendor_id === undefined ? "" : ` of vendor ${withName(lead.vendor_id, lead.vendor_name)}`
  return `  ${lead.kind} ${withName(lead.id, lead.name)}${vendor} ${WORDS[lead.by]}`
}

const section = (heading: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", heading, ...lines.map(printable)]

const more = (shown: number, all: number): ReadonlyArray<string> => (shown < all ? [`  … and ${all - shown} more`] : [])

const entryText = (entry: Shown): string =>
  [
    facts([
      [entry.kind, withName(entry.id, entry.name)],
      ["version", String(entry.version)],
      ["type", entry.type],
      ["vendor", entry.vendor_id === undefined ? undefined : withName(entry.vendor_id, entry.vendor_name)],
      ["does", entry.kind === "loot" ? whatLootDoes(entry) : undefined],
      ["gives", entry.loot_id === undefined ? undefined : `loot ${withName(entry.loot_id, entry.loot_name)}`],
      ["active", entry.active === undefined ? undefined : entry.active ? "yes" : "no"],
      ["price of one", entry.prices === undefined ? undefined : pricesText(entry)],
      ["fields", canonicalJson(entry.authored)],
    ]),
    ...section("Loot", [
      ...entry.loot.map((loot) => `  ${withName(loot.id, loot.name)}: ${whatLootDoes(loot)}, ${pricesText(loot)}`),
      ...more(entry.loot.length, entry.size ?? 0),
    ]),
    ...section(
      "What it gives, ordered once",
      (entry.odds?.items ?? []).map(
        (odds) =>
          `  item ${odds.item_id}: ${amountsText(odds)}, on average ${numberText(odds.expected)}, ` +
          `chance of any ${numberText(odds.at_least_one)}`,
      ),
    ),
    ...section("Given only on a condition", (entry.odds?.conditional ?? []).flatMap(prizeLines)),
    ...section("Who leads here", [...entry.leads.map(leadLine), ...more(entry.leads.length, entry.led_to_by)]),
  ].join("\n")

interface ShowInput {
  readonly entry: Option.Option<string>
  readonly kind: Option.Option<Kind>
  readonly version: Option.Option<number>
  readonly odds: boolean
  readonly player: Option.Option<string>
  readonly owning: Option.Option<string>
  readonly xp: Option.Option<string>
  readonly json: boolean
}

/** Shows one entry whole. */
export const showOneEntry = Effect.fn("Catalog.showEntry")(function* (input: ShowInput) {
  const { entry: named, json, kind, odds, owning, player, version, xp } = input
  const wanted = { odds, ...givenOnly({ id: named, kind, version, player_uuid: player, owning, xp }) }
  const shown = yield* operate(showEntry, wanted).pipe(
    Effect.catchTag("CatalogNotFound", (error) => Effect.fail(noVersion(error.version))),
    Effect.catchTag("EntryNotFound", (error) =>
      Effect.fail(
        new CommandFailure({
          kind: "notFound",
          sentence: error.message,
          next: "garrison catalog items --find TEXT looks for a part of a name; so do vendors, loot and prices.",
        }),
      ),
    ),
  )
  yield* showAnswer(showEntry, json, shown, () => entryText(shown))
})
