/** The facts above the sheets of an entry, by names. */
import type { Fact } from "../../part/facts.tsx"
import { shortTime } from "../../part/table/lines.ts"
import { usesWords } from "../catalog/lines.ts"
import { called, givesWords, pricesWords } from "./reference.ts"
import type { EntryState } from "./state.ts"

const oddsFact = ({ entry, odds, player }: EntryState): Fact => {
  const whose =
    player === undefined
      ? "for a player without items"
      : `for ${player.includes("=") ? "one who owns" : "player"} ${player}`
  const how =
    odds === undefined || typeof odds === "string"
      ? ""
      : odds.exact
        ? ", exact"
        : `, estimated from ${String(odds.samples ?? "some")} samples${odds.cut_short === true ? ", cut short" : ""}`
  return {
    label: "odds",
    value: entry?.kind === "loot" ? `${whose}${odds === "asked" ? ", computing…" : how}` : undefined,
  }
}

const promotionFacts = ({ promotion }: EntryState): ReadonlyArray<Fact> =>
  promotion === undefined
    ? []
    : [
        { label: "used", value: usesWords(promotion) },
        { label: "good", value: `from ${shortTime(promotion.start)} until ${shortTime(promotion.end)}` },
      ]

/** The facts, as far as they are known. */
export const entryFacts = (state: EntryState): ReadonlyArray<Fact> => {
  const { entry, version, wanted } = state
  if (entry === undefined) return [{ label: "entry", value: wanted }]
  const isOff = entry.active === false
  return [
    { label: entry.kind.replace("_", " "), value: called(entry.kind, entry.id, entry.name) },
    { label: "in version", value: `${entry.version}${version === undefined ? ", the current one" : ""}` },
    {
      label: "type",
      value: entry.type && `${entry.type}${isOff ? ", switched off" : ""}`,
      tone: isOff ? "warning" : undefined,
    },
    { label: "of vendor", value: called("vendor", entry.vendor_id, entry.vendor_name) },
    { label: "does", value: entry.kind === "loot" ? givesWords(entry) : undefined },
    { label: "gives", value: called("loot", entry.loot_id, entry.loot_name) },
    {
      label: "costs",
      value:
        entry.kind === "loot" || entry.kind === "price_point" ? (pricesWords(entry.prices) ?? "nothing") : undefined,
    },
    { label: "weight", value: entry.drop_weight === undefined ? undefined : `${entry.drop_weight} in a draw` },
    oddsFact(state),
    ...promotionFacts(state),
    { label: "led to by", value: entry.kind === "loot" ? undefined : `${entry.led_to_by} entries` },
  ]
}
