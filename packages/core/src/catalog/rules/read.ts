/**
 * Decodes a parsed document by the schema. Every value that does not fit is a finding with its place in the document.
 * So is every field that nothing reads.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { invalidDetails } from "../../kernel/input/Invalid.ts"
import { Guesses } from "../../kernel/input/nearest.ts"
import { isPlainKey } from "../../kernel/input/PlainValue.ts"
import { CatalogDocument } from "../document.ts"
import { decodeSound } from "./decodeSound.ts"
import { type Finding, type FindingPath, finding, misfit } from "./findings.ts"
import { type BrokenPlaces, brokenPlacesAt, NOTHING_BROKEN } from "./brokenPlaces.ts"
import { plainDocument } from "./plain.ts"
import { findUnknownFields, meantValue, mendDocument } from "./shape.ts"

const decodeWhole = Schema.decodeUnknownResult(CatalogDocument, { errors: "all", reportInput: true })

const decode = (given: unknown): ReturnType<typeof decodeWhole> => {
  const sound = decodeSound(given)
  return sound === undefined ? decodeWhole(given) : Result.succeed(sound)
}

/**
 * A decoded document, and the findings of decoding. Values that do not fit the schema are removed or replaced, and the
 * document is then checked, but never published. Undefined: the value as a whole cannot become a document.
 */
export interface ReadDocument {
  readonly document: CatalogDocument | undefined
  /** The places of the values that do not fit. */
  readonly broken: BrokenPlaces
  readonly findings: ReadonlyArray<Finding>
}

/** What a document may have besides what the schema knows. */
export interface ReadOptions {
  /** Whether a field that the schema does not know is left out with a warning. Absent: it is an error. */
  readonly allowUnknown?: boolean | undefined
}

const valueAt = (document: unknown, path: FindingPath): unknown =>
  path.reduce(
    (at, key) => (typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    document,
  )

const shapeFindings = (error: Schema.SchemaError, given: unknown): ReadonlyArray<Finding> => {
  const guesses = new Guesses()
  return invalidDetails(error.issue).map(({ loc, msg, type }) => {
    const value = valueAt(given, loc)
    return misfit(type, loc, msg, value, type === "enum" ? meantValue(loc, value, guesses) : undefined)
  })
}

const hasEntries = (part: object | undefined): boolean => part !== undefined && Object.keys(part).length > 0

/**
 * Findings about the parts of a document: unknown parts, and an empty document. A document with a broken or misspelt
 * part does not count as empty.
 */
const partFindings = (
  given: unknown,
  document: CatalogDocument,
  broken: BrokenPlaces,
  { allowUnknown = false }: ReadOptions,
): ReadonlyArray<Finding> => {
  const found = findUnknownFields(given, allowUnknown)
  const isAccountedFor =
    broken.within.has("items") || broken.within.has("vendors") || found.some(({ code }) => code === "unknown_part")
  return isAccountedFor || hasEntries(document.items) || hasEntries(document.vendors)
    ? found
    : [finding("catalog_empty", []), ...found]
}

const placeOf = ({ path }: Finding): string => JSON.stringify(path.map(String))

/** Decodes a parsed document. `null` counts as "not given" everywhere (decisions, section 2). */
export const readDocument = (input: unknown, options: ReadOptions = {}): ReadDocument => {
  const { value: given, findings: unplain } = plainDocument(input)
  if (given === undefined && unplain.length > 0)
    return { document: undefined, broken: NOTHING_BROKEN, findings: unplain }
  const decoded = decode(given)
  if (Result.isSuccess(decoded) && unplain.length === 0) {
    return {
      document: decoded.success,
      broken: NOTHING_BROKEN,
      findings: partFindings(given, decoded.success, NOTHING_BROKEN, options),
    }
  }
  // A value that was not plain data is now absent or has the wrong type. Report it as one mistake.
  const known = new Set(unplain.map(placeOf))
  const misshapen = Result.isSuccess(decoded) ? [] : shapeFindings(decoded.failure, given)
  const findings = [...unplain, ...misshapen.filter((finding) => !known.has(placeOf(finding)))]
  const paths = findings.map(({ path }) => path)
  const broken = brokenPlacesAt(paths)
  // An entry with an invalid key was removed with its key, so no reference can name it.
  mendDocument(
    given,
    paths.filter((path) => isPlainKey(String(path.at(-1)))),
  )
  const mended = broken.broken ? decoded : decode(given)
  if (Result.isFailure(mended)) return { document: undefined, broken, findings }
  return {
    document: mended.success,
    broken,
    findings: [...findings, ...partFindings(given, mended.success, broken, options)],
  }
}
