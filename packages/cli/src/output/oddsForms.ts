/** The odds of a loot or a vendor as a table for people, as CSV and as Markdown. */
import { withName } from "@garrison/core/catalog/rules/names"
import { CONFIDENCE } from "@garrison/core/odds/rules/sample"
import type { OddsAnswer, OddsNumber } from "@garrison/core/odds/schema"
import { printable } from "./print.ts"
import { facts, table } from "./table.ts"

/** Names of items by id. */
type Names = ReadonlyMap<number, string>

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

/** Odds without what they are of. */
type Numbers = Pick<OddsAnswer, "cut_short" | "exact" | "failures" | "items" | "samples">

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
      { heading: "EXPECTED", text: ({ expected }) => shown(expected) },
      { heading: "AT LEAST ONE", text: ({ at_least_one }) => percent(at_least_one) },
      { heading: "ODDS", text: ({ at_least_one }) => oneIn(at_least_one) },
    ],
    odds.items,
  )
  return [head, "", odds.items.length === 0 ? "No item can be given." : rows].join("\n")
}

/** A table for people. `title`: the name of the loot, where it has one. */
export const oddsTable = (odds: OddsAnswer, title: string | undefined, names: Names): string => {
  const [kind, id] = subjectOf(odds)
  const of = [
    [kind, withName(id, title)],
    ["quantity", String(odds.quantity)],
    ["etag", odds.etag],
  ] as const
  return numbersTable(odds, of, names)
}

const markdownText = (text: string): string => printable(text).replace(/[\\|*_`<>[\]]/g, "\\$&")

/** A section in Markdown: a heading, the catalog, and a table. */
export const oddsMarkdown = (odds: OddsAnswer, title: string | undefined, names: Names): string => {
  const [kind, id] = subjectOf(odds)
  const row = ({ at_least_one, expected, item_id }: Item) => {
    const name = markdownText(names.get(item_id) ?? `Item ${item_id}`)
    return `| ${name} | ${shown(expected)} | ${percent(at_least_one)} | ${oneIn(at_least_one)} |`
  }
  const failures = (odds.failures ?? []).map(
    ({ probability, result }) => `- fails with \`${result}\`: ${percent(probability)}`,
  )
  return [
    `## ${markdownText(title ?? `${kind} ${id}`)}`,
    "",
    `- ${kind}: ${id}, quantity ${odds.quantity}`,
    `- catalog: \`${odds.etag}\``,
    `- exact: ${exactness(odds)}`,
    ...failures,
    "",
    "| Item | Expected | At least one | Odds |",
    "| --- | ---: | ---: | ---: |",
    ...odds.items.map(row),
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
]

/** The heading of CSV. */
export const oddsCsvHeading = CSV_HEADINGS.join(",")

/** Lines of CSV without the heading: one for each item, then one for each way to fail. Exact numbers are fractions. */
export const oddsCsvLines = (odds: OddsAnswer, names: Names): ReadonlyArray<string> => {
  const [kind, id] = subjectOf(odds)
  const first = [odds.etag, kind === "loot" ? id : "", kind === "vendor" ? id : "", String(odds.quantity)]
  const items = odds.items.map(({ at_least_one, expected, item_id }) => [
    String(item_id),
    names.get(item_id) ?? "",
    ...bounds(expected),
    ...bounds(at_least_one),
    "",
    "",
    "",
    "",
  ])
  const failures = (odds.failures ?? []).map(({ probability, result }) => [
    ...Array.from({ length: 8 }, () => ""),
    result,
    ...bounds(probability),
  ])
  return [...items, ...failures].map((row) => [...first, ...row].map(csvCell).join(","))
}
