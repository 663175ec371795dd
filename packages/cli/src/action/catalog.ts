/** What `garrison catalog …` does. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { checkCatalog as examine } from "@garrison/core/catalog/prepare"
import type { CheckReport } from "@garrison/core/catalog/rules/findings"
import type { CatalogVersion } from "@garrison/core/catalog/schema"
import { formatTimestamp } from "@garrison/core/kernel/Timestamp"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import {
  type CatalogFile,
  findingText,
  parseCatalogFile,
  placeFindings,
  readCatalogFile,
} from "../document/catalogFile.ts"
import { withDatabase } from "../local.ts"
import { confirm } from "../output/ask.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { present, printData, printJson, printMessage, whileShowing } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"

/** Findings shown to people; `--json` has all of them. */
const FINDINGS_SHOWN_MAX = 50

const countsText = ({ counts, refusals, warnings }: CheckReport): string =>
  `${counts.items} items, ${counts.vendors} vendors, ${counts.loot} loot: ${refusals} errors, ${warnings} warnings`

const findingLines = (file: CatalogFile, report: CheckReport): ReadonlyArray<string> => {
  const findings = placeFindings(file, report.findings)
  const lines = findings.slice(0, FINDINGS_SHOWN_MAX).map((finding) => findingText(file, finding))
  const more = report.refusals + report.warnings - lines.length
  return more > 0 ? [...lines, `… and ${more} more; garrison catalog check --json lists them`] : lines
}

const wireReport = (file: CatalogFile, report: CheckReport) => ({
  ...report,
  findings: placeFindings(file, report.findings),
})

/** Checks a document and prints what was found. */
export const checkCatalog = Effect.fn("Catalog.check")(function* (input: {
  readonly file: string
  readonly json: boolean
}) {
  const file = yield* readCatalogFile(input.file)
  const parsed = parseCatalogFile(file)
  const report = Result.isFailure(parsed)
    ? parsed.failure
    : yield* Effect.provide(examine(parsed.success), NodeCrypto.layerDigest).pipe(whileShowing("checking"))
  yield* present(input.json, wireReport(file, report), () =>
    [...findingLines(file, report), countsText(report)].join("\n"),
  )
  if (!report.accepted) {
    return yield* new CommandFailure({
      kind: "usage",
      sentence: `The catalog would be refused: ${countsText(report)}.`,
    })
  }
  return undefined
})

const refused = Effect.fnUntraced(function* (json: boolean, file: CatalogFile, report: CheckReport) {
  if (json) yield* printJson(wireReport(file, report))
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `The catalog was refused, and nothing was changed: ${countsText(report)}.`,
    details: json ? [] : findingLines(file, report),
    next: "Correct the document; garrison catalog check checks it without publishing.",
  })
})

const conflicting = new CommandFailure({
  kind: "conflict",
  sentence: "The current catalog is not the one of --if-match; nothing was changed.",
  next: "garrison catalog list shows the current version and its etag.",
})

const wireVersion = (version: CatalogVersion) => ({ ...version, created: formatTimestamp(version.created) })

const versionFacts = (version: CatalogVersion): string =>
  facts([
    ["version", String(version.version)],
    ["etag", version.etag],
    ["created", moment(version.created)],
  ])

interface PublishInput {
  readonly file: Option.Option<string>
  readonly version: Option.Option<number>
  readonly ifMatch: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

const publishFile = Effect.fnUntraced(function* (name: string, input: PublishInput) {
  const file = yield* readCatalogFile(name)
  const parsed = parseCatalogFile(file)
  if (Result.isFailure(parsed)) return yield* refused(input.json, file, parsed.failure)
  const options = { ifMatch: Option.getOrUndefined(input.ifMatch) }
  const { version, report } = yield* withDatabase(
    { mayCreate: true },
    Catalogs.use((catalogs) => catalogs.publish(parsed.success, options)),
  ).pipe(
    whileShowing("publishing"),
    Effect.catchTag("CatalogRefused", (error) => refused(input.json, file, error.report)),
  )
  const warnings = input.json ? [] : findingLines(file, report)
  yield* Effect.forEach(warnings, printMessage, { discard: true })
  return yield* present(input.json, { ...wireVersion(version), report: wireReport(file, report) }, () =>
    [versionFacts(version), countsText(report)].join("\n"),
  )
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
  const wanted = yield* withDatabase({ mayCreate: false }, versionNumbered(number))
  if (wanted === undefined) return yield* noSuchVersion(number)
  yield* confirm(input.yes, `Catalog version ${number} of ${moment(wanted.created)} becomes the current one.`)
  const options = { ifMatch: Option.getOrUndefined(input.ifMatch) }
  const version = yield* withDatabase(
    { mayCreate: false },
    Catalogs.use((catalogs) => catalogs.republish(number, options)),
  ).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(noSuchVersion(number))))
  return yield* present(input.json, wireVersion(version), () => versionFacts(version))
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
  const versions = yield* withDatabase({ mayCreate: false }, everyVersion)
  if (input.json) return yield* printJson({ versions: versions.map(wireVersion) })
  if (versions.length === 0) {
    return yield* printMessage("Nothing has been published yet; garrison catalog publish does that.")
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
