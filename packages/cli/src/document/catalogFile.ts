/** Catalog documents in files: read, parsed, and their findings given a line to go to. */
import { type Finding, report, type CheckReport } from "@garrison/core/catalog/rules/findings"
import { parseDocument } from "@garrison/core/catalog/rules/read"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { CommandFailure } from "../output/CommandFailure.ts"
import { findJsonError, type Place, placesOf } from "./jsonPlaces.ts"
import { readInput } from "./textFile.ts"

/** A document as it was read from a file. */
export interface CatalogFile {
  readonly name: string
  readonly text: string
  readonly format: "json" | "yaml"
}

/** A finding with the line it is about, where that is known. */
export type PlacedFinding = Finding & { readonly line?: number; readonly column?: number }

const formatOf = (name: string, text: string): CatalogFile["format"] => {
  if (/\.ya?ml$/i.test(name)) return "yaml"
  if (/\.json$/i.test(name)) return "json"
  return /^\s*[{[]/.test(text) ? "json" : "yaml"
}

/** Reads a catalog document; `-` is stdin. */
export const readCatalogFile = Effect.fnUntraced(function* (name: string) {
  const text = yield* readInput(name, "catalog")
  const shown = name === "-" ? "stdin" : name
  if (text.trim() === "")
    return yield* new CommandFailure({ kind: "usage", sentence: `The catalog ${shown} is empty.` })
  const file: CatalogFile = { name: shown, text, format: formatOf(name, text) }
  return file
})

/** The parsed document; fails with the report of a text that cannot be parsed. */
export const parseCatalogFile = (file: CatalogFile): Result.Result<unknown, CheckReport> =>
  Result.mapError(parseDocument(file.text, file.format), (finding) =>
    report([finding], { items: 0, vendors: 0, loot: 0 }),
  )

const placed = (finding: Finding, place: Place | undefined): PlacedFinding =>
  place === undefined ? finding : { ...finding, line: place.line, column: place.column }

const byPlace = (left: PlacedFinding, right: PlacedFinding): number =>
  (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0)

/**
 * The findings with their lines, in the order of the document. A YAML reader keeps no lines: there they stay as they
 * are.
 */
export const placeFindings = (file: CatalogFile, findings: ReadonlyArray<Finding>): ReadonlyArray<PlacedFinding> => {
  if (file.format !== "json") return findings
  const broken = findJsonError(file.text)
  if (broken !== undefined) return findings.map((finding) => placed(finding, broken))
  // A missing field has no place of its own; what it is missing from has.
  const places = placesOf(
    file.text,
    findings.flatMap(({ path }) => [path, path.slice(0, -1)]),
  )
  return findings.map((finding, index) => placed(finding, places[2 * index] ?? places[2 * index + 1])).toSorted(byPlace)
}

/** One finding on one line, the way compilers write them. */
export const findingText = (file: CatalogFile, finding: PlacedFinding): string => {
  const where = finding.line === undefined ? file.name : `${file.name}:${finding.line}:${finding.column}`
  const path = finding.path.length === 0 ? "" : ` ${finding.path.join(".")}:`
  return `${where}: ${finding.severity === "refusal" ? "error" : "warning"}:${path} ${finding.message} (${finding.code})`
}
