/** What `garrison catalog check`, `expand` and `schema` do. */
import { catalogSchema } from "@garrison/core/catalog/authoring"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type DocumentInput, readCatalog, writeLock } from "../document/catalogFile.ts"
import { reportOf } from "../document/checkedCatalog.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { present, printData, printMessage, whileShowing } from "../output/print.ts"
import { countsText, explainedLines, findingLines, objection, wireReport } from "./catalogFindings.ts"
import { lockChecked, sayLock } from "./catalogLock.ts"
import { printWitnesses } from "./catalogWitness.ts"

interface CheckInput extends DocumentInput {
  readonly checkLock: boolean
  readonly strict: boolean
  readonly witness?: string
  readonly json: boolean
}

/** Checks a document and prints what was found. */
export const checkCatalog = Effect.fn("Catalog.check")(function* (input: CheckInput) {
  const catalog = yield* readCatalog(input)
  if (input.witness !== undefined) return yield* printWitnesses(catalog, input.witness)
  const found = yield* reportOf(catalog).pipe(whileShowing("checking"))
  const report = lockChecked(catalog, found, input.checkLock)
  yield* present(input.json, wireReport(catalog, report), () =>
    [...findingLines(catalog, report, explainedLines), countsText(report)].join("\n"),
  )
  const why = objection(report, input.strict)
  if (why === undefined) return undefined
  // The report has the counts already.
  const strictly = report.accepted ? ": --strict allows no warnings" : ""
  return yield* new CommandFailure({ kind: "usage", sentence: `The catalog would be refused${strictly}.` })
})

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
