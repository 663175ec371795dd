/** Draws the screen of a comparison. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { Facts } from "../../part/facts.tsx"
import { refusalWords } from "../../part/refusal.ts"
import { safeText } from "../../part/safeText.ts"
import { Sheets } from "../../part/sheets/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import type { Comparison } from "./lines.ts"
import { comparedTo, type ComparisonState } from "./state.ts"

const counts = ({ entries, prices }: Comparison): string => {
  const of = (change: Comparison["entries"][number]["change"]): number =>
    entries.filter((entry) => entry.change === change).length
  return `${of("added")} added, ${of("removed")} removed, ${of("changed")} changed; ${prices.length} prices`
}

const reach = (found: Comparison): string => {
  const { items_newly_obtainable: come, items_no_longer_obtainable: gone, vendors_with_new_etag: vendors } = found
  return `${gone.length} items no longer obtainable, ${come.length} newly; clients fetch ${vendors.length} vendors again`
}

const nameOf = ({ versions }: ComparisonState, number: number | undefined): string => {
  const isCurrent = versions.some(({ current, version }) => current && version === number)
  return number === undefined ? "the current version" : `version ${number}${isCurrent ? " (the current one)" : ""}`
}

/** What is compared, how much differs, and the lists of it. */
export const ComparisonView = ({ now, size, state, theme }: ViewProps<ComparisonState>): ReactNode => {
  const { found, hasOdds, refusal, sheets } = state
  const compared = `from ${nameOf(state, state.from)} to ${nameOf(state, comparedTo(state))}`
  const left = hasOdds && found !== undefined && found.odds_not_compared > 0
  const facts = [
    { label: "compared", value: compared },
    { label: "entries", value: found && counts(found) },
    {
      label: "reach",
      value: found && `${reach(found)}${left ? `; the odds of ${found.odds_not_compared} loot were not compared` : ""}`,
    },
  ]
  return (
    <Box flexDirection="column" height={size.rows} overflow="hidden">
      <Facts facts={facts} columns={size.columns} theme={theme} />
      {found === undefined || refusal !== undefined ? (
        <Text wrap="truncate" {...toned(theme, refusal === undefined ? "dim" : "bad")}>
          {refusal === undefined ? "Comparing…" : safeText(refusalWords(refusal), size.columns)}
        </Text>
      ) : null}
      {found === undefined ? null : <Sheets state={sheets} columns={size.columns} now={now} theme={theme} />}
    </Box>
  )
}
