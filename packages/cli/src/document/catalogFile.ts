/** Catalog documents in files: read, parsed, and their findings given a line to go to. */
import { type CheckReport, type Finding, report } from "@garrison/core/catalog/rules/findings"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { CommandFailure } from "../output/CommandFailure.ts"
import { readDocumentText, type ReadText, type TextProblem } from "./documentText.ts"
import { readInput } from "./textFile.ts"

/** A document as it was read from a file. */
export interface CatalogFile {
  readonly name: string
  readonly read: Result.Result<ReadText, TextProblem>
}

/** A finding with its place in the file. */
export type PlacedFinding = Finding & { readonly line: number; readonly column: number }

/** Reads a catalog document; `-` is stdin. */
export const readCatalogFile = Effect.fnUntraced(function* (name: string) {
  const text = yield* readInput(name, "catalog")
  const shown = name === "-" ? "stdin" : name
  if (text.trim() === "")
    return yield* new CommandFailure({ kind: "usage", sentence: `The catalog ${shown} is empty.` })
  const file: CatalogFile = { name: shown, read: yield* readDocumentText(shown, text) }
  return file
})

/** The parsed document; fails with the report of a text that cannot be parsed. */
export const parsedCatalog = ({ read }: CatalogFile): Result.Result<unknown, CheckReport> =>
  Result.mapBoth(read, {
    onSuccess: ({ value }) => value,
    onFailure: ({ message, path }) =>
      report([{ severity: "refusal", code: "text_unreadable", path, message }], { items: 0, vendors: 0, loot: 0 }),
  })

const byPlace = (left: PlacedFinding, right: PlacedFinding): number =>
  left.line - right.line || left.column - right.column

/** The findings with their places, in the order of the document. */
export const placeFindings = (
  { read }: CatalogFile,
  findings: ReadonlyArray<Finding>,
): ReadonlyArray<PlacedFinding> => {
  if (Result.isFailure(read)) return findings.map((finding) => ({ ...finding, ...read.failure.place }))
  const places = findings.length === 0 ? [] : read.success.placesOf(findings.map(({ path }) => path))
  return findings
    .map((finding, index) => ({ ...finding, ...(places[index] ?? { line: 1, column: 1 }) }))
    .toSorted(byPlace)
}

/** One finding on one line, the way compilers write them. */
export const findingText = (file: CatalogFile, finding: PlacedFinding): string => {
  const where = `${file.name}:${finding.line}:${finding.column}`
  const path = finding.path.length === 0 ? "" : ` ${finding.path.join(".")}:`
  return `${where}: ${finding.severity === "refusal" ? "error" : "warning"}:${path} ${finding.message} (${finding.code})`
}
