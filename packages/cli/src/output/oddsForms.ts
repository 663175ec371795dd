/** The odds of a loot or a vendor as a table for people, as CSV and as Markdown. */
import { CONFIDENCE } from "@garrison/core/odds/rules"
import type { OddsAnswer, OddsNumber } from "@garrison/core/odds/schema"
import { withName } from "@garrison/core/catalog/rules/names"
import { printable } from "./print.ts"
import { facts, table } from "./table.ts"

/** Names of items by id. */
type Names = Pick<ReadonlyMap<number, string>, "get">

type Item = OddsAnswer["items"][number]

/** Digits that people are shown of a decimal. */
const DIGITS = 6

/** The value of a fraction. Its parts can be longer than any JSON number, so it is divided as a fraction. */
const decimalOf = (number: OddsNumber): number => {
  if (typeof number !== "string") return number.value
  const [over = "0", under = "1"] = number.split("/")
  const [numerator, denominator] = [BigInt(over), BigInt(under)]
  // Enough digits for the rarest drop that a JSON number can say.
  const digits = 40 + under.length
  return Number(`${(numerator * 10n ** BigInt(digits)) / denominator}e-${digits}`)
}

const short = (value: number): string => String(Number(value.toPrecision(DIGITS)))

const rangeText = (number: OddsNumber): string =>
  typeof number === "string" ? "" : ` (${short(number.low)} to ${short(number.high)})`

const shown = (number: OddsNumber): string => `${short(decimalOf(number))}${rangeText(number)}`

const hundredths = (value: number): string => `${short(value * 100)} %`

const percent = (number: OddsNumber): string =>
  typeof number === "string"
    ? hundredths(decimalOf(number))
    : `${hundredths(number.value)} (${hundredths(number.low)} to ${hundredths(number.high)})`

/** "1 in 128"; a dash where there is no chance. */
const oneIn = (number: OddsNumber): string => {
  const value = decimalOf(number)
  return value <= 0 ? "-" : `1 in ${short(1 / value)}`
}

const subjectOf = (odds: OddsAnswer): readonly ["loot" | "vendor", string] =>
  "loot_id" in odds ? ["loot", String(odds.loot_id)] : ["vendor", String(odds.vendor_id)]

/** What odds are of, beyond their ids. */
export interface OddsOf {
  /** The name of the loot, where it has one. */
  readonly name: string | undefined
  /** What the player owns, in words; undefined: nothing, or what a player of the database owns. */
  readonly owned: string | undefined
  /** Whether the odds are the average of many orders; absent: those of one. */
  readonly isLongRun?: boolean
}

/** Odds without what they are of. */
type Numbers = Omit<OddsAnswer, "etag" | "loot_id" | "vendor_id" | "quantity">

type Prize = NonNullable<Numbers["conditional"]>[number]

/** An amount or a range of amounts; a dash where it is not known. */
export const amountsText = ({ least, most }: Pick<Prize, "least" | "most">): string => {
  if (least === undefined || most === undefined) return "-"
  return least === most ? String(least) : `${least} to ${most}`
}

/** The chance of the prize's item for this player, from whatever gives it. */
const chanceOf = ({ items }: Numbers, { item_id }: Prize): OddsNumber =>
  items.find((item) => item.item_id === item_id)?.at_least_one ?? "0"

const conditionsText = ({ conditions }: Prize): string => conditions.map(({ message }) => message).join(", and ")

/** A condition, and whether it holds for this player. */
export const conditionLine = ({ is_met, message }: Prize["conditions"][number]): string =>
  `    ${message}${is_met === undefined ? "" : is_met ? " (yes)" : " (no)"}`

/** Whether all conditions hold for this player: yes, no, or that it is not known. */
const metText = ({ conditions }: Prize): "yes" | "no" | "not known" => {
  if (conditions.some(({ is_met }) => is_met === false)) return "no"
  return conditions.every(({ is_met }) => is_met === true) ? "yes" : "not known"
}

const MORE_CONDITIONAL = "there may be more prizes with conditions"

const prizeName = ({ item_id }: Prize, names: Names): string => withName(item_id, names.get(item_id))

/** The prizes with conditions, a line for each condition, so that no terminal is too narrow for them. */
const conditionalLines = (odds: Numbers, names: Names): ReadonlyArray<string> => {
  const prizes = odds.conditional ?? []
  if (prizes.length === 0) return []
  return [
    "",
    "Given only on a condition (the chance is that of the item for this player):",
    ...prizes.flatMap((prize) => [
      printable(`  ${amountsText(prize)} of ${prizeName(prize, names)}, ${percent(chanceOf(odds, prize))}, only if`),
      ...prize.conditions.map((condition) => printable(conditionLine(condition))),
    ]),
    ...(odds.conditional_cut_short === true ? [`  … ${MORE_CONDITIONAL}`] : []),
  ]
}

const exactness = ({ cut_short, exact, samples }: Numbers): string => {
  if (exact) return "yes"
  const cut = cut_short === true ? "; the budget of steps ended the computation, so the bounds are wide" : ""
  return `no: estimates from ${samples} samples, with ${CONFIDENCE * 100} % confidence${cut}`
}

/** A table of any odds for people, below the facts `of` what they are of. */
export const numbersTable = (odds: Numbers, of: Parameters<typeof facts>[0], names: Names): string => {
  const head = facts([
    ...of,
    ["exact", exactness(odds)],
    ...(odds.failures ?? []).map(({ probability, result }) => ["fails", `${percent(probability)}: ${result}`] as const),
  ])
  const rows = table<Item>(
    [
      { heading: "ITEM", text: ({ item_id }) => String(item_id) },
      { heading: "NAME", text: ({ item_id }) => names.get(item_id) ?? "-", cuttable: true },
      { heading: "HOW MANY", text: amountsText },
      { heading: "EXPECTED", text: ({ expected }) => shown(expected) },
      { heading: "AT LEAST ONE", text: ({ at_least_one }) => percent(at_least_one) },
      { heading: "ODDS", text: ({ at_least_one }) => oneIn(at_least_one) },
    ],
    odds.items,
  )
  const given = odds.items.length === 0 ? "This player is given no item." : rows
  return [head, "", given, ...conditionalLines(odds, names)].join("\n")
}

const LONG_RUN = "of an order in the long run"

/** A table for people. */
export const oddsTable = (odds: OddsAnswer, { isLongRun, name, owned }: OddsOf, names: Names): string => {
  const [kind, id] = subjectOf(odds)
  const of = [
    [kind, withName(id, name)],
    ["quantity", String(odds.quantity)],
    [isLongRun === true ? "at first" : "player owns", owned],
    ["average", isLongRun === true ? LONG_RUN : undefined],
    ["etag", odds.etag],
  ] as const
  return numbersTable(odds, of, names)
}

const markdownText = (text: string): string => printable(text).replace(/[\\|*_`<>[\]]/g, "\\$&")

/** A section in Markdown: a heading, the catalog, and a table. */
export const oddsMarkdown = (odds: OddsAnswer, { isLongRun, name, owned }: OddsOf, names: Names): string => {
  const [kind, id] = subjectOf(odds)
  const itemName = (itemId: number) => markdownText(names.get(itemId) ?? `Item ${itemId}`)
  const row = ({ at_least_one, expected, item_id, least, most }: Item) => {
    return `| ${itemName(item_id)} | ${amountsText({ least, most })} | ${shown(expected)} | ${percent(at_least_one)} | ${oneIn(at_least_one)} |`
  }
  const failures = (odds.failures ?? []).map(
    ({ probability, result }) => `- fails with \`${result}\`: ${percent(probability)}`,
  )
  const prizeRow = (prize: Prize) =>
    `| ${itemName(prize.item_id)} | ${amountsText(prize)} | ${markdownText(conditionsText(prize))} | ${percent(chanceOf(odds, prize))} |`
  const prizes = odds.conditional ?? []
  const conditional =
    prizes.length === 0
      ? []
      : [
          "",
          "| Given only on a condition | How many | Only if | At least one now |",
          "| --- | ---: | --- | ---: |",
          ...prizes.map(prizeRow),
          ...(odds.conditional_cut_short === true ? ["", `- ${MORE_CONDITIONAL}`] : []),
        ]
  return [
    `## ${markdownText(name ?? `${kind} ${id}`)}`,
    "",
    `- ${kind}: ${id}, quantity ${odds.quantity}`,
    `- for a player who ${isLongRun === true ? "at first " : ""}owns ${owned === undefined ? "nothing else" : markdownText(owned)}`,
    ...(isLongRun === true ? [`- ${LONG_RUN}`] : []),
    `- catalog: \`${odds.etag}\``,
    `- exact: ${exactness(odds)}`,
    ...failures,
    "",
    "| Item | How many | Expected | At least one | Odds |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...odds.items.map(row),
    ...conditional,
  ].join("\n")
}

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const bounds = (number: OddsNumber): ReadonlyArray<string> =>
  typeof number === "string" ? [number, "", ""] : [number.value, number.low, number.high].map(String)

const CSV_HEADINGS = [
  "etag",
  "loot_id",
  "vendor_id",
  "quantity",
  "item_id",
  "name",
  "expected",
  "expected_low",
  "expected_high",
  "at_least_one",
  "at_least_one_low",
  "at_least_one_high",
  "failure",
  "probability",
  "probability_low",
  "probability_high",
  "least",
  "most",
  "condition",
  "condition_is_met",
]

const empty = (cells: number): ReadonlyArray<string> => Array.from({ length: cells }, () => "")

/** The heading of CSV. */
export const oddsCsvHeading = CSV_HEADINGS.join(",")

/**
 * Lines of CSV without the heading: one for each item, one for each way to fail, and one for each prize with
 * conditions. Exact numbers are fractions.
 */
export const oddsCsvLines = (odds: OddsAnswer, names: Names): ReadonlyArray<string> => {
  const [kind, id] = subjectOf(odds)
  const first = [odds.etag, kind === "loot" ? id : "", kind === "vendor" ? id : "", String(odds.quantity)]
  const items = odds.items.map(({ at_least_one, expected, item_id, least, most }) => [
    String(item_id),
    names.get(item_id) ?? "",
    ...bounds(expected),
    ...bounds(at_least_one),
    ...empty(4),
    String(least),
    String(most),
    ...empty(2),
  ])
  const failures = (odds.failures ?? []).map(({ probability, result }) => [
    ...empty(8),
    result,
    ...bounds(probability),
    ...empty(4),
  ])
  const conditional = (odds.conditional ?? []).map((prize) => [
    String(prize.item_id),
    names.get(prize.item_id) ?? "",
    ...empty(3),
    ...bounds(chanceOf(odds, prize)),
    ...empty(4),
    prize.least === undefined ? "" : String(prize.least),
    prize.most === undefined ? "" : String(prize.most),
    conditionsText(prize),
    metText(prize),
  ])
  return [...items, ...failures, ...conditional].map((row) => [...first, ...row].map(csvCell).join(","))
}
