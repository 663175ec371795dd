/** One entry of a catalog whole, as people read it. */
import type { showEntry } from "@garrison/core/odds/operations/showEntry"
import { withName } from "@garrison/core/catalog/rules/names"
import { pricesText, whatLootDoes } from "@garrison/core/catalog/show"
import { canonicalJson } from "@garrison/core/kernel/wire/Json"
import { amountsText, conditionLine } from "./oddsForms.ts"
import { printable } from "./print.ts"
import { facts } from "./table.ts"

type Shown = (typeof showEntry)["answer"]["schema"]["Encoded"]

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

/** The entry, with what it gives and who leads to it. */
export const entryText = (entry: Shown): string =>
  [
    facts([
      [entry.kind, withName(entry.id, entry.name)],
      ["version", String(entry.version)],
      ["type", entry.type],
      ["vendor", entry.vendor_id === undefined ? undefined : withName(entry.vendor_id, entry.vendor_name)],
      ["does", entry.kind === "loot" ? whatLootDoes(entry) : undefined],
      ["gives", entry.loot_id === undefined ? undefined : `loot ${withName(entry.loot_id, entry.loot_name)}`],
      ["active", entry.active === undefined ? undefined : entry.active ? "yes" : "no"],
      ["price of one", entry.prices === undefined ? undefined : (pricesText(entry) ?? "-")],
      ["fields", canonicalJson(entry.authored)],
    ]),
    ...section("Loot", [
      ...entry.loot.map(
        (loot) => `  ${withName(loot.id, loot.name)}: ${whatLootDoes(loot)}, ${pricesText(loot) ?? "-"}`,
      ),
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
