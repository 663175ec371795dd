/** What `garrison catalog …` does. */
import { catalogSchema } from "@garrison/core/catalog/authoring/jsonSchema"
import type { AuthoredReport } from "@garrison/core/catalog/authoring/places"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { listVersions } from "@garrison/core/catalog/operations/listVersions"
import { backTo } from "@garrison/core/catalog/operations/servedBefore"
import { republishVersion } from "@garrison/core/catalog/operations/republishVersion"
import { showVersion } from "@garrison/core/catalog/operations/showVersion"
import { type CheckReport, FINDINGS_LISTED_MAX } from "@garrison/core/catalog/rules/findings"
import { readPublished } from "@garrison/core/catalog/rules/publishedText"
import { finished } from "@garrison/core/kernel/work/Work"
import type { PublishedCatalog } from "@garrison/core/catalog/rules/published"
import type { CatalogVersion } from "@garrison/core/catalog/schema"
import { formatTimestamp } from "@garrison/core/kernel/time/Timestamp"
import { compareCatalogs } from "@garrison/core/odds/comparison"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import {
  type DocumentInput,
  findingText,
  type PlacedFinding,
  placeFindings,
  type ReadCatalog,
  readCatalog,
  staleLock,
  writeLock,
} from "../document/catalogFile.ts"
import { differenceText } from "./catalogDiff.ts"
import { printWitnesses } from "./catalogWitness.ts"
import { preparedFrom, reportOf } from "../document/checkedCatalog.ts"
import { withDatabase } from "../local.ts"
import { isForPeople, type ListForm, operate, sayUndo, showAnswer, showList } from "../operate.ts"
import { catalogCounts } from "../document/catalogNames.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { nothingPublished } from "../output/explain.ts"
import { counted } from "../output/counted.ts"
import { present, printData, printJson, printMessage, whileShowing } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { type ActInput, actOf, confirmAct, sayDryRun } from "./operator.ts"

/** Findings shown to people; `--json` has all of them. */
const FINDINGS_SHOWN_MAX = 50

const countsText = ({ counts, refusals, warnings }: CheckReport): string =>
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
const explainedLines = (findings: ReadonlyArray<PlacedFinding>): ReadonlyArray<string> =>
  fixedLines(findings, ({ why }) => [`  why: ${why}`])

const findingLines = (
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

const wireReport = (catalog: ReadCatalog, report: AuthoredReport) => ({
  ...report,
  findings: placeFindings(catalog, report.findings),
})

/** Why a document is not taken: it has errors, or warnings where those count as errors. Undefined: it is. */
const objection = (report: CheckReport, strict: boolean): string | undefined => {
  if (!report.accepted) return countsText(report)
  return strict && report.warnings > 0 ? `${countsText(report)}, and --strict allows none` : undefined
}

/** The report with a finding about a lock file that does not fit, if `--check-lock` asks for it. */
const lockChecked = (catalog: ReadCatalog, report: AuthoredReport, isAsked: boolean): AuthoredReport => {
  const stale = isAsked ? staleLock(catalog) : []
  if (stale.length === 0) return report
  return { ...report, accepted: false, refusals: report.refusals + 1, findings: [...stale, ...report.findings] }
}

interface CheckInput extends DocumentInput {
  readonly checkLock: boolean
  readonly strict: boolean
  readonly witness: Option.Option<string>
  readonly json: boolean
}

/** Checks a document and prints what was found. */
export const checkCatalog = Effect.fn("Catalog.check")(function* (input: CheckInput) {
  const catalog = yield* readCatalog(input)
  if (Option.isSome(input.witness)) return yield* printWitnesses(catalog, input.witness.value)
  const found = yield* reportOf(catalog).pipe(whileShowing("checking"))
  const report = lockChecked(catalog, found, input.checkLock)
  yield* present(input.json, wireReport(catalog, report), () =>
    [...findingLines(catalog, report, explainedLines), countsText(report)].join("\n"),
  )
  const why = objection(report, input.strict)
  if (why === undefined) return undefined
  return yield* new CommandFailure({ kind: "usage", sentence: `The catalog would be refused: ${why}.` })
})

const sayLock = (name: string | undefined) =>
  name === undefined ? Effect.void : printMessage(`Wrote ${name}. Keep it beside the document, under version control.`)

/** Prints the document that the authoring forms expand into. */
export const expandCatalog = Effect.fn("Catalog.expand")(function* (
  input: Omit<DocumentInput, "allowUnknown"> & {
    readonly checkLock: boolean
    readonly writeLock: boolean
    readonly yaml: boolean
    readonly json: boolean
  },
) {
  const catalog = yield* readCatalog({ ...input, allowUnknown: true })
  const { expanded } = catalog
  const empty = { accepted: true, findings: [], refusals: 0, warnings: 0, counts: { items: 0, vendors: 0, loot: 0 } }
  const ofForms = Result.isFailure(expanded) ? expanded.failure : expanded.success.authored(empty)
  const report = lockChecked(catalog, ofForms, input.checkLock)
  const lines = findingLines(catalog, report)
  if (Result.isFailure(expanded) || !report.accepted) {
    return yield* new CommandFailure({
      kind: "usage",
      sentence: `The catalog cannot be expanded: ${counted(report.refusals, "error")}.`,
      details: lines,
    })
  }
  yield* Effect.forEach(lines, printMessage, { discard: true })
  const { document } = expanded.success
  const text = input.yaml
    ? yield* Effect.promise(async () => (await import("../document/yamlText.ts")).yamlTextOf(document))
    : JSON.stringify(document, undefined, 2)
  yield* printData(text)
  return input.writeLock ? yield* sayLock(yield* writeLock(catalog)) : undefined
})

/** Prints the JSON Schema of a document. */
export const printSchema = Effect.suspend(() => printData(JSON.stringify(catalogSchema(), undefined, 2)))

const refused = Effect.fnUntraced(function* (json: boolean, catalog: ReadCatalog, report: AuthoredReport, why: string) {
  if (json) yield* printJson(wireReport(catalog, report))
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `The catalog was refused, and nothing was changed: ${why}.`,
    details: json ? [] : findingLines(catalog, report),
    next: "Correct the document; garrison catalog check checks it without publishing.",
  })
})

const conflicting = new CommandFailure({
  kind: "conflict",
  sentence: "The current catalog does not have the etag of --if-match; nothing was changed.",
  next: "garrison catalog list shows the current version and its etag.",
})

const wireVersion = (version: CatalogVersion) => ({ ...version, created: formatTimestamp(version.created) })

const versionFacts = (version: CatalogVersion, unchanged: boolean, { dryRun }: ActInput): string =>
  facts([
    ["state", unchanged ? "unchanged: this was the current version already" : dryRun ? "not published" : "published"],
    ["version", String(version.version)],
    ["etag", version.etag],
    ["created", moment(version.created)],
  ])

interface PublishInput extends ActInput, DocumentInput {
  readonly strict: boolean
  readonly version: Option.Option<number>
  readonly ifMatch: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

const publishFiles = Effect.fnUntraced(function* (input: PublishInput) {
  const act = yield* actOf(input)
  const catalog = yield* readCatalog(input)
  // Before there is a database: what is refused must not leave one behind.
  const checked = yield* preparedFrom(catalog).pipe(whileShowing("checking"))
  const { report } = checked
  const why = objection(report, input.strict)
  if (why !== undefined) return yield* refused(input.json, catalog, report, why)
  // Before the version is stored: an id that players were given must not be forgotten.
  if (!input.dryRun) yield* sayLock(yield* writeLock(catalog))
  const options = { ifMatch: Option.getOrUndefined(input.ifMatch) }
  const { before, version, unchanged } = yield* withDatabase(
    input.dryRun ? "upgrade" : "create",
    Catalogs.use((catalogs) => catalogs.publishChecked(checked, options, act)),
  ).pipe(whileShowing("publishing"))
  const warnings = input.json ? [] : findingLines(catalog, report)
  yield* Effect.forEach(warnings, printMessage, { discard: true })
  const back = backTo(before, version.version)
  const data = { ...wireVersion(version), unchanged, ...back, report: wireReport(catalog, report) }
  yield* present(input.json, data, () => [versionFacts(version, unchanged, input), countsText(report)].join("\n"))
  if (input.dryRun && checked.texts !== undefined) {
    yield* showDifference(input.json, finished(readPublished(checked.texts.published)))
  }
  yield* sayUndo(back, input)
  return yield* sayDryRun(input)
})

const noSuchVersion = (number: number): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no catalog version ${number}.`,
    next: "garrison catalog list shows the versions.",
  })

const versionNumbered = (number: number) =>
  Catalogs.use((catalogs) => catalogs.versions({ before: number + 1 })).pipe(
    Effect.map(([version]) => (version?.version === number ? version : undefined)),
  )

interface RepublishInput extends ActInput {
  readonly ifMatch: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

/** Shows people what the catalog that is current differs in from the one that a dry run would make current. */
const showDifference = Effect.fnUntraced(function* (json: boolean, after: PublishedCatalog) {
  if (json) return
  const before = yield* withDatabase(
    "read",
    Catalogs.use((catalogs) => Effect.flatMap(catalogs.current, ({ version }) => catalogs.published(version))),
  ).pipe(Effect.catchTag("CatalogNotFound", () => Effect.succeed(undefined)))
  if (before === undefined) return
  const compared = yield* compareCatalogs(before, after, true).pipe(whileShowing("computing odds"))
  yield* printData(differenceText(compared))
})

const republishing = Effect.fnUntraced(function* (number: number, input: RepublishInput) {
  const wanted = yield* withDatabase("upgrade", versionNumbered(number))
  if (wanted === undefined) return yield* noSuchVersion(number)
  const question = `Catalog version ${number} of ${moment(wanted.created)} becomes the current one.`
  const act = yield* actOf(input)
  if (!wanted.current) yield* confirmAct(input, question)
  const again = { version: number, ...givenOnly({ if_match: input.ifMatch }) }
  const version = yield* operate(republishVersion, again, act).pipe(
    Effect.catchTag("CatalogNotFound", () => Effect.fail(noSuchVersion(number))),
  )
  yield* showAnswer(republishVersion, input.json, version, () => versionFacts(version, version.unchanged, input))
  if (input.dryRun) {
    const after = withDatabase(
      "read",
      Catalogs.use((catalogs) => catalogs.published(number)),
    )
    yield* showDifference(
      input.json,
      yield* Effect.catchTag(after, "CatalogNotFound", () => Effect.fail(noSuchVersion(number))),
    )
  }
  yield* sayUndo(version, input)
  return yield* sayDryRun(input)
})

/** Makes an earlier version the current one. */
export const publishVersion = (number: number, input: RepublishInput) =>
  Effect.catchTag(republishing(number, input), "CatalogConflict", () => Effect.fail(conflicting))

/** Shows a version: the current one, or the one that is asked for. With JSON its document, too. */
export const showCatalog = Effect.fn("Catalog.show")(function* (input: {
  readonly version: Option.Option<number>
  readonly json: boolean
}) {
  const shown = yield* operate(showVersion, givenOnly({ version: input.version })).pipe(
    Effect.catchTag("CatalogNotFound", ({ version }) =>
      Effect.fail(version === undefined ? nothingPublished : noSuchVersion(version)),
    ),
  )
  yield* showAnswer(showVersion, input.json, shown, () => {
    const { items, loot, vendors } = catalogCounts(shown.document)
    return facts([
      ["version", String(shown.version)],
      ["current", shown.current ? "yes" : "no"],
      ["created", moment(shown.created)],
      ["etag", shown.etag],
      ["holds", `${counted(items, "item")}, ${counted(vendors, "vendor")}, ${loot} loot`],
    ])
  })
})

const eitherFileOrVersion = new CommandFailure({
  kind: "usage",
  sentence: "Publish either a file or, with --version, an earlier version.",
  next: "Run `garrison catalog publish --help` for examples.",
})

/** Publishes a document, or an earlier version again. */
export const publishCatalog = (input: PublishInput) =>
  Effect.suspend(() => {
    if (input.files.length > 0 === Option.isSome(input.version)) return Effect.fail(eitherFileOrVersion)
    return Option.isSome(input.version) ? publishVersion(input.version.value, input) : publishFiles(input)
  }).pipe(Effect.catchTag("CatalogConflict", () => Effect.fail(conflicting)))

/** Lists the published versions. */
export const listCatalogs = Effect.fn("Catalog.list")(function* (form: ListForm) {
  const answered = yield* operate(listVersions, {})
  if (answered.versions.length === 0 && isForPeople(form)) {
    return yield* printMessage("No catalog has been published yet. Publish one with garrison catalog publish.")
  }
  return yield* showList(listVersions, form, answered, "versions", () =>
    table<CatalogVersion>(
      [
        { heading: "VERSION", text: (version) => String(version.version) },
        { heading: "CURRENT", text: (version) => (version.current ? "yes" : "") },
        { heading: "CREATED", text: (version) => moment(version.created) },
        { heading: "ETAG", text: (version) => version.etag },
      ],
      answered.versions,
    ),
  )
})
