/**
 * What `garrison catalog publish` and `republish` do. Both print what changes for players, and ask the person at the
 * terminal. A script that publishes a file is asked nothing: the file was looked at before it got there.
 */
import { type AuthoredReport, isMatch, readPublished } from "@garrison/core/catalog/authoring"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { backTo } from "@garrison/core/catalog/operations/servedBefore"
import type { CatalogVersion } from "@garrison/core/catalog/schema"
import { formatTimestamp } from "@garrison/core/kernel/time/Timestamp"
import { finished } from "@garrison/core/kernel/work/Work"
import { compareCatalogs } from "@garrison/core/odds/rules"
import { publishedFacts } from "@garrison/core/catalog/show"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type DocumentInput, type ReadCatalog, readCatalog, writeLock } from "../document/catalogFile.ts"
import { type Prepared, preparedFrom } from "../document/checkedCatalog.ts"
import { lookedUp, withDatabase } from "../local.ts"
import { sayUndo } from "../operate.ts"
import { runWords } from "../row/run.ts"
import { factsText } from "../row/show.ts"
import { conflicting } from "../rows/catalog.ts"
import { confirmAtTerminal } from "../output/ask.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { present, printData, printJson, printMessage, whileShowing } from "../output/print.ts"
import { printDifference } from "./catalogDiff.ts"
import { countsText, findingLines, objection, wireReport } from "./catalogFindings.ts"
import { givenOnly } from "./givenOnly.ts"
import { sayLock } from "./catalogLock.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"

const refused = Effect.fnUntraced(function* (json: boolean, catalog: ReadCatalog, report: AuthoredReport, why: string) {
  if (json) yield* printJson(wireReport(catalog, report))
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `The catalog was refused, and nothing was changed: ${why}.`,
    details: json ? [] : findingLines(catalog, report),
    next: "Correct the document; garrison catalog check checks it without publishing.",
  })
})

const conflict = new CommandFailure({ kind: "conflict", ...conflicting })

const wireVersion = (version: CatalogVersion) => ({ ...version, created: formatTimestamp(version.created) })

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

interface PublishInput extends ActInput, Omit<DocumentInput, "lock"> {
  readonly lock: Option.Option<string>
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
    else yield* printDifference(compareCatalogs(current.published, finished(readPublished(texts.published)), true))
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
  const catalog = yield* readCatalog({ ...input, lock: Option.getOrUndefined(input.lock) })
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
    Effect.catchTag("CatalogConflict", () => Effect.fail(isOfQuestion ? overtaken : conflict)),
  )
  const back = backTo(before, version.version)
  const data = { ...wireVersion(version), unchanged, ...back, report: wireReport(catalog, report) }
  yield* present(input.json, data, () => [factsText(publishedFacts(input.dryRun), data), countsText(report)].join("\n"))
  yield* sayUndo(back, input)
  return yield* sayDryRun(input)
})

const eitherFileOrVersion = new CommandFailure({
  kind: "usage",
  sentence: "Publish either a file or, with --version, an earlier version.",
  next: "Run `garrison catalog publish --help` for examples.",
})

/** Makes an earlier version the current one. */
const publishVersion = (version: number, { dryRun, ifMatch, json, reason, yes }: PublishInput) => {
  const given = { version, dryRun, json, yes, ...givenOnly({ "if-match": ifMatch, reason }) }
  return runWords("catalog republish", given)
}

/** Publishes a document, or an earlier version again. */
export const publishCatalog = (input: PublishInput) =>
  Effect.suspend(() => {
    if (input.files.length > 0 === Option.isSome(input.version)) return Effect.fail(eitherFileOrVersion)
    return Option.isSome(input.version) ? publishVersion(input.version.value, input) : publishFiles(input)
  })
