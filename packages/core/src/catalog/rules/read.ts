/**
 * From a text to a decoded document: JSON or YAML, then the schema. Every value that does not fit is a finding with its
 * place in the document; fields that no one knows are warnings.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Yaml from "effect/encoding/Yaml"
import { invalidDetails } from "../../kernel/Invalid.ts"
import { parseJson, withoutNulls } from "../../kernel/Json.ts"
import { CatalogDocument } from "../document.ts"
import { type Finding, refusal } from "./findings.ts"
import { type Gaps, gapsAt, NO_GAPS } from "./gaps.ts"
import { findUnknownFields, mendDocument } from "./shape.ts"

const parseYaml = (text: string): Result.Result<unknown, string> => {
  try {
    return Result.succeed(Yaml.parse(text))
  } catch (thrown) {
    return Result.fail(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

/** Parses the text of a document; fails with the one finding `text_unreadable`. */
export const parseDocument = (text: string, format: "json" | "yaml"): Result.Result<unknown, Finding> =>
  format === "json"
    ? Result.mapError(parseJson(text), (problem) => refusal("text_unreadable", problem.path, problem.message))
    : Result.mapError(parseYaml(text), (message) => refusal("text_unreadable", [], message))

const decode = Schema.decodeUnknownResult(CatalogDocument, { errors: "all" })

/**
 * A decoded document, and what was found on the way. With values that do not fit the schema it is what is left of the
 * document without them, to be checked and never to be published; nothing is left of what is no object.
 */
export interface ReadDocument {
  readonly document: CatalogDocument | undefined
  /** The places of the values that do not fit. */
  readonly gaps: Gaps
  readonly findings: ReadonlyArray<Finding>
}

const shapeFindings = (error: Schema.SchemaError): ReadonlyArray<Finding> =>
  invalidDetails("body", error.issue).map(({ loc, msg, type }) => ({
    severity: "refusal",
    code: type,
    path: loc.slice(1),
    message: msg,
  }))

/** Decodes a parsed document. `null` counts as "not given" everywhere (decisions, section 2). */
export const readDocument = (input: unknown): ReadDocument => {
  // A copy of the input, down to the last object, so that it may be mended in place.
  const given = withoutNulls(input)
  const decoded = decode(given)
  if (Result.isSuccess(decoded)) {
    return { document: decoded.success, gaps: NO_GAPS, findings: findUnknownFields(given) }
  }
  const findings = shapeFindings(decoded.failure)
  const broken = findings.map(({ path }) => path)
  const gaps = gapsAt(broken)
  mendDocument(given, broken)
  const mended = gaps.broken ? decoded : decode(given)
  if (Result.isFailure(mended)) return { document: undefined, gaps, findings }
  return { document: mended.success, gaps, findings: [...findings, ...findUnknownFields(given)] }
}
