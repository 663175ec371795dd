/**
 * What `garrison catalog publish` and `republish` do. Both print what changes for players, and ask the person at the
 * terminal. A script that publishes a file is asked nothing: the file was looked at before it got there.
 */
import type { AuthoredReport } from "@garrison/core/catalog/authoring/places"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { backTo } from "@garrison/core/catalog/operations/servedBefore"
import { republishVersion } from "@garrison/core/catalog/operations/republishVersion"
import { isMatch } from "@garrison/core/catalog/publication"
import type { PublishedCatalog } from "@garrison/core/catalog/rules/published"
import { readPublished } from "@garrison/core/catalog/rules/publishedText"
import type { CatalogVersion } from "@garrison/core/catalog/schema"
import { formatTimestamp } from "@garrison/core/kernel/time/Timestamp"
import { finished } from "@garrison/core/kernel/work/Work"
import { compareCatalogs } from "@garrison/core/odds/comparison"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type DocumentInput, type ReadCatalog, readCatalog, writeLock } from "../document/catalogFile.ts"
import { type Prepared, preparedFrom } from "../document/checkedCatalog.ts"
import { lookedUp, withDatabase } from "../local.ts"
import { operate, sayUndo, showAnswer } from "../operate.ts"
import { confirmAtTerminal } from "../output/ask.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchVersion } from "../output/explain.ts"
import { present, printData, printJson, printMessage, whileShowing } from "../output/print.ts"
import { facts, moment } from "../output/table.ts"
import { differenceText } from "./catalogDiff.ts"
import { countsText, findingLines, objection, wireReport } from "./catalogFindings.ts"
import { givenOnly } from "./givenOnly.ts"
import { sayLock } from "./catalogLock.ts"
import { type ActInput, actOf, confirmAct, sayDryRun } from "./operator.ts"

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

const overtaken = new CommandFailure({
  kind: "conflict",
  sentence: "Another catalog was published while you were asked; nothing was changed.",
  next: "Publish again to see what differs from that one.",
})

/** The version that is served, and its catalog. */
const served = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const { version } = yield* catalogs.current
  const [described] = yield* catalogs.versions({ before: version + 1 })
  if (described === undefined) return undefined
  const { document_etag: documentEtag, etag } = described
  return { version, etag, documentEtag, published: yield* catalogs.published(version) }
}).pipe(Effect.catchTag("CatalogNotFound", () => Effect.succeed(undefined)))

/** Prints what players would get otherwise than now. Scripts have `garrison catalog diff --json`. */
const printDifference = Effect.fnUntraced(function* (before: PublishedCatalog, after: PublishedCatalog) {
  const compared = yield* compareCatalogs(before, after, true).pipe(whileShowing("computing odds"))
  yield* printData(`${differenceText(compared)}\n`)
})

interface PublishInput extends ActInput, DocumentInput {
  readonly strict: boolean
  readonly version: Option.Option<number>
  readonly ifMatch: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

/** Where the publication of a document stands: what it replaces, and whether that must still be so. */
interface Consent {
  readonly ifMatch: string | undefined
  /** Whether the condition is that of the question, and not of the person who asks. */
  readonly isOfQuestion: boolean
}

/** Prints what changes, and asks the person at the terminal. */
const consentTo = Effect.fnUntraced(function* (input: PublishInput, { texts }: Prepared) {
  const ifMatch = Option.getOrUndefined(input.ifMatch)
  const unasked: Consent = { ifMatch, isOfQuestion: false }
  if (texts === undefined) return unasked
  const current = yield* lookedUp(served, "upgrade")
  // What is refused, or changes nothing, is no question.
  if (!isMatch(ifMatch, current) || current?.documentEtag === texts.documentEtag) return unasked
  if (!input.json) {
    if (current === undefined) yield* printData("No catalog is served yet, so there is nothing to compare with.\n")
    else yield* printDifference(current.published, finished(readPublished(texts.published)))
  }
  const instead = current === undefined ? "" : `, in place of version ${current.version}`
  const isAsked = yield* confirmAtTerminal(
    input.yes || input.dryRun,
    `This becomes the catalog that players get${instead}.`,
  )
  const seen = isAsked && ifMatch === undefined ? current?.documentEtag : undefined
  return seen === undefined ? unasked : ({ ifMatch: `"${seen}"`, isOfQuestion: true } satisfies Consent)
})

const publishFiles = Effect.fnUntraced(function* (input: PublishInput) {
  const act = yield* actOf(input)
  const catalog = yield* readCatalog(input)
  // Before there is a database: what is refused must not leave one behind.
  const checked = yield* preparedFrom(catalog).pipe(whileShowing("checking"))
  const { report } = checked
  const why = objection(report, input.strict)
  if (why !== undefined) return yield* refused(input.json, catalog, report, why)
  const warnings = input.json ? [] : findingLines(catalog, report)
  yield* Effect.forEach(warnings, printMessage, { discard: true })
  const { ifMatch, isOfQuestion } = yield* consentTo(input, checked)
  // Before the version is stored: an id that players were given must not be forgotten.
  if (!input.dryRun) yield* sayLock(yield* writeLock(catalog))
  const { before, version, unchanged } = yield* withDatabase(
    input.dryRun ? "upgrade" : "create",
    Catalogs.use((catalogs) => catalogs.publishChecked(checked, { ifMatch }, act)),
  ).pipe(
    whileShowing("publishing"),
    Effect.catchTag("CatalogConflict", () => Effect.fail(isOfQuestion ? overtaken : conflicting)),
  )
  const back = backTo(before, version.version)
  const data = { ...wireVersion(version), unchanged, ...back, report: wireReport(catalog, report) }
  yield* present(input.json, data, () => [versionFacts(version, unchanged, input), countsText(report)].join("\n"))
  yield* sayUndo(back, input)
  return yield* sayDryRun(input)
})

const versionNumbered = (number: number) =>
  Effect.gen(function* () {
    const catalogs = yield* Catalogs
    const [version] = yield* catalogs.versions({ before: number + 1 })
    if (version?.version !== number) return undefined
    return { ...version, published: yield* catalogs.published(number), before: yield* served }
  }).pipe(Effect.catchTag("CatalogNotFound", () => Effect.succeed(undefined)))

interface RepublishInput extends ActInput {
  readonly ifMatch: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

const republishing = Effect.fnUntraced(function* (number: number, input: RepublishInput) {
  const wanted = yield* withDatabase("upgrade", versionNumbered(number))
  if (wanted === undefined) return yield* noSuchVersion(number)
  const act = yield* actOf(input)
  const isRefused = !isMatch(Option.getOrUndefined(input.ifMatch), wanted.before)
  if (!wanted.current && !isRefused) {
    if (!input.json && wanted.before !== undefined) yield* printDifference(wanted.before.published, wanted.published)
    yield* confirmAct(input, `Catalog version ${number} of ${moment(wanted.created)} becomes the current one.`)
  }
  const again = { version: number, ...givenOnly({ if_match: input.ifMatch }) }
  const version = yield* operate(republishVersion, again, act).pipe(
    Effect.catchTag("CatalogNotFound", () => Effect.fail(noSuchVersion(number))),
  )
  yield* showAnswer(republishVersion, input.json, version, () => versionFacts(version, version.unchanged, input))
  yield* sayUndo(version, input)
  return yield* sayDryRun(input)
})

/** Makes an earlier version the current one. */
export const publishVersion = (number: number, input: RepublishInput) =>
  Effect.catchTag(republishing(number, input), "CatalogConflict", () => Effect.fail(conflicting))

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
  })
