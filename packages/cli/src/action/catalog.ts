/** What `garrison catalog …` does. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { checkCatalog as examine, type CheckedDocument, checkForPublication } from "@garrison/core/catalog/publishable"
import { type CheckReport, FINDINGS_LISTED_MAX } from "@garrison/core/catalog/rules/findings"
import type { CatalogVersion } from "@garrison/core/catalog/schema"
import { parseJson } from "@garrison/core/kernel/Json"
import { formatTimestamp } from "@garrison/core/kernel/Timestamp"
import { digestLayer } from "@garrison/sql/Cryptography"
import type * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import {
  type CatalogFile,
  findingText,
  parsedCatalog,
  placeFindings,
  readCatalogFile,
} from "../document/catalogFile.ts"
import { withDatabase } from "../local.ts"
import { catalogCounts } from "../document/catalogNames.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { nothingPublished } from "../output/explain.ts"
import { counted } from "../output/counted.ts"
import { present, printData, printJson, printMessage, whileShowing } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { type ActInput, actOf, confirmAct, sayDryRun } from "./operator.ts"

/** Findings shown to people; `--json` has all of them. */
const FINDINGS_SHOWN_MAX = 50

const countsText = ({ counts, refusals, warnings }: CheckReport): string =>
  `${counted(counts.items, "item")}, ${counted(counts.vendors, "vendor")}, ${counts.loot} loot: ` +
  `${counted(refusals, "error")}, ${counted(warnings, "warning")}`

const findingLines = (file: CatalogFile, report: CheckReport): ReadonlyArray<string> => {
  // Errors come first in a report, so that warnings never keep one from being shown.
  const findings = placeFindings(file, report.findings.slice(0, FINDINGS_SHOWN_MAX))
  const lines = findings.map((finding) => findingText(file, finding))
  const more = report.refusals + report.warnings - lines.length
  if (more === 0) return lines
  const isWhole = report.findings.length === report.refusals + report.warnings
  const listed = isWhole ? "all of them" : `${FINDINGS_LISTED_MAX} of each kind`
  return [...lines, `… and ${more} more; garrison catalog check --json lists ${listed}`]
}

const wireReport = (file: CatalogFile, report: CheckReport) => ({
  ...report,
  findings: placeFindings(file, report.findings),
})

/** Why a document is not taken: it has errors, or warnings where those count as errors. Undefined: it is. */
const objection = (report: CheckReport, strict: boolean): string | undefined => {
  if (!report.accepted) return countsText(report)
  return strict && report.warnings > 0 ? `${countsText(report)}, and --strict allows none` : undefined
}

/** Parses a document and does something with it; `unreadable` stands for one that cannot be parsed. */
const withDocument = <A>(
  file: CatalogFile,
  use: (document: unknown) => Effect.Effect<A, never, Digest.Digest>,
  unreadable: (report: CheckReport) => A,
): Effect.Effect<A> =>
  Effect.suspend(() => {
    const parsed = parsedCatalog(file)
    return Result.isFailure(parsed)
      ? Effect.succeed(unreadable(parsed.failure))
      : Effect.provide(use(parsed.success), digestLayer)
  })

const reportOf = (file: CatalogFile): Effect.Effect<CheckReport> => withDocument(file, examine, (report) => report)

const checkedFrom = (file: CatalogFile): Effect.Effect<CheckedDocument> =>
  withDocument(file, checkForPublication, (report) => ({ report, publishable: undefined }))

/** Checks a document and prints what was found. */
export const checkCatalog = Effect.fn("Catalog.check")(function* (input: {
  readonly file: string
  readonly strict: boolean
  readonly json: boolean
}) {
  const file = yield* readCatalogFile(input.file)
  const report = yield* reportOf(file).pipe(whileShowing("checking"))
  yield* present(input.json, wireReport(file, report), () =>
    [...findingLines(file, report), countsText(report)].join("\n"),
  )
  const why = objection(report, input.strict)
  if (why === undefined) return undefined
  return yield* new CommandFailure({ kind: "usage", sentence: `The catalog would be refused: ${why}.` })
})

const refused = Effect.fnUntraced(function* (json: boolean, file: CatalogFile, report: CheckReport, why: string) {
  if (json) yield* printJson(wireReport(file, report))
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `The catalog was refused, and nothing was changed: ${why}.`,
    details: json ? [] : findingLines(file, report),
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

interface PublishInput extends ActInput {
  readonly file: Option.Option<string>
  readonly strict: boolean
  readonly version: Option.Option<number>
  readonly ifMatch: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

const publishFile = Effect.fnUntraced(function* (name: string, input: PublishInput) {
  const act = yield* actOf(input)
  const file = yield* readCatalogFile(name)
  // Before there is a database: what is refused must not leave one behind.
  const checked = yield* checkedFrom(file).pipe(whileShowing("checking"))
  const why = objection(checked.report, input.strict)
  if (why !== undefined) return yield* refused(input.json, file, checked.report, why)
  const options = { ifMatch: Option.getOrUndefined(input.ifMatch) }
  const { version, report, unchanged } = yield* withDatabase(
    input.dryRun ? "upgrade" : "create",
    Catalogs.use((catalogs) => catalogs.publishChecked(checked, options, act)),
  ).pipe(whileShowing("publishing"))
  const warnings = input.json ? [] : findingLines(file, report)
  yield* Effect.forEach(warnings, printMessage, { discard: true })
  yield* present(input.json, { ...wireVersion(version), unchanged, report: wireReport(file, report) }, () =>
    [versionFacts(version, unchanged, input), countsText(report)].join("\n"),
  )
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

const publishVersion = Effect.fnUntraced(function* (number: number, input: PublishInput) {
  const wanted = yield* withDatabase("upgrade", versionNumbered(number))
  if (wanted === undefined) return yield* noSuchVersion(number)
  const unchanged = wanted.current
  const question = `Catalog version ${number} of ${moment(wanted.created)} becomes the current one.`
  const act = yield* actOf(input)
  if (!unchanged) yield* confirmAct(input, question)
  const options = { ifMatch: Option.getOrUndefined(input.ifMatch) }
  const version = yield* withDatabase(
    "upgrade",
    Catalogs.use((catalogs) => catalogs.republish(number, options, act)),
  ).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(noSuchVersion(number))))
  yield* present(input.json, { ...wireVersion(version), unchanged }, () => versionFacts(version, unchanged, input))
  return yield* sayDryRun(input)
})

/** Shows a version: the current one, or the one that is asked for. With JSON its document, too. */
export const showCatalog = Effect.fn("Catalog.show")(function* (input: {
  readonly version: Option.Option<number>
  readonly json: boolean
}) {
  const shown = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      const catalogs = yield* Catalogs
      const number = Option.isSome(input.version) ? input.version.value : (yield* catalogs.current).version
      const version = yield* versionNumbered(number)
      const { document } = yield* catalogs.version(number)
      return version === undefined ? yield* noSuchVersion(number) : { version, document }
    }),
  ).pipe(
    Effect.catchTag("CatalogNotFound", ({ version }) =>
      Effect.fail(version === undefined ? nothingPublished : noSuchVersion(version)),
    ),
  )
  const { version } = shown
  const document = Result.getOrThrow(parseJson(shown.document, Number.POSITIVE_INFINITY))
  yield* present(input.json, { ...wireVersion(version), document }, () => {
    const { items, loot, vendors } = catalogCounts(document)
    return facts([
      ["version", String(version.version)],
      ["current", version.current ? "yes" : "no"],
      ["created", moment(version.created)],
      ["etag", version.etag],
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
    if (Option.isSome(input.file) === Option.isSome(input.version)) return Effect.fail(eitherFileOrVersion)
    return Option.isSome(input.version)
      ? publishVersion(input.version.value, input)
      : publishFile(
          Option.getOrElse(input.file, () => "-"),
          input,
        )
  }).pipe(Effect.catchTag("CatalogConflict", () => Effect.fail(conflicting)))

const everyVersion = Catalogs.use((catalogs) =>
  Effect.gen(function* () {
    const found: Array<CatalogVersion> = []
    for (;;) {
      const page = yield* catalogs.versions({ before: found.at(-1)?.version })
      if (page.length === 0) return found
      found.push(...page)
    }
  }),
)

/** Lists the published versions. */
export const listCatalogs = Effect.fn("Catalog.list")(function* (input: { readonly json: boolean }) {
  const versions = yield* withDatabase("read", everyVersion)
  if (input.json) return yield* printJson({ versions: versions.map(wireVersion) })
  if (versions.length === 0) {
    return yield* printMessage("No catalog has been published yet. Publish one with garrison catalog publish.")
  }
  return yield* printData(
    table<CatalogVersion>(
      [
        { heading: "VERSION", text: (version) => String(version.version) },
        { heading: "CURRENT", text: (version) => (version.current ? "yes" : "") },
        { heading: "CREATED", text: (version) => moment(version.created) },
        { heading: "ETAG", text: (version) => version.etag },
      ],
      versions,
    ),
  )
})
