/** What is found in a catalog document, in lines for people and as JSON for scripts. */
import { type AuthoredReport, type CheckReport, FINDINGS_LISTED_MAX } from "@garrison/core/catalog/authoring"
import { findingText, type PlacedFinding, placeFindings, type ReadCatalog } from "../document/catalogFile.ts"
import { counted } from "@garrison/core/operation/show/counted"

/** Findings shown to people; `--json` has all of them. */
const FINDINGS_SHOWN_MAX = 50

/** How much a document holds, and how much was found. */
export const countsText = ({ counts, refusals, warnings }: CheckReport): string =>
  `${counted(counts.items, "item")}, ${counted(counts.vendors, "vendor")}, ${counts.loot} loot: ` +
  `${counted(refusals, "error")}, ${counted(warnings, "warning")}`

/** The findings to show. Errors come first in a report, so that warnings never keep one from being shown. */
const shownFindings = (catalog: ReadCatalog, report: AuthoredReport): ReadonlyArray<PlacedFinding> =>
  placeFindings(catalog, report.findings.slice(0, FINDINGS_SHOWN_MAX))

/** A line for each finding, and below it what to write instead, unless a finding of the code before had the same. */
const fixedLines = (
  findings: ReadonlyArray<PlacedFinding>,
  furtherOf: (finding: PlacedFinding) => ReadonlyArray<string> = () => [],
): ReadonlyArray<string> => {
  const said = new Set<string>()
  const once = (code: string, line: string): ReadonlyArray<string> => {
    const key = `${code} ${line}`
    if (said.has(key)) return []
    said.add(key)
    return [line]
  }
  return findings.flatMap((finding) => [
    findingText(finding),
    ...[...furtherOf(finding), `  fix: ${finding.fix}`].flatMap((line) => once(finding.code, line)),
  ])
}

/** The same with why each code matters, below the first finding of the code. */
export const explainedLines = (findings: ReadonlyArray<PlacedFinding>): ReadonlyArray<string> =>
  fixedLines(findings, ({ why }) => [`  why: ${why}`])

/** The lines of the findings, of which {@link FINDINGS_SHOWN_MAX} are shown. */
export const findingLines = (
  catalog: ReadCatalog,
  report: AuthoredReport,
  linesOf: (findings: ReadonlyArray<PlacedFinding>) => ReadonlyArray<string> = fixedLines,
): ReadonlyArray<string> => {
  const findings = shownFindings(catalog, report)
  const lines = linesOf(findings)
  const more = report.refusals + report.warnings - findings.length
  if (more === 0) return lines
  const isWhole = report.findings.length === report.refusals + report.warnings
  const listed = isWhole ? "all of them" : `${FINDINGS_LISTED_MAX} of each kind`
  return [...lines, `… and ${more} more; garrison catalog check --json lists ${listed}`]
}

/** The report with each finding at its line, as JSON has it. */
export const wireReport = (catalog: ReadCatalog, report: AuthoredReport) => ({
  ...report,
  findings: placeFindings(catalog, report.findings),
})

/** Why a document is not taken: it has errors, or warnings where those count as errors. Undefined: it is. */
export const objection = (report: CheckReport, strict: boolean): string | undefined => {
  if (!report.accepted) return countsText(report)
  return strict && report.warnings > 0 ? `${countsText(report)}, and --strict allows none` : undefined
}
