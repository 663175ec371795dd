/**
 * From a text to a decoded document: JSON or YAML, then the schema. Every value that does not fit is a finding with its
 * place in the document; fields that no one knows are warnings.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Yaml from "effect/encoding/Yaml"
import { invalidDetails } from "../../kernel/Invalid.ts"
import { parseJson, withoutNulls } from "../../kernel/Json.ts"
import {
  Breakpoint,
  BreakpointCurrency,
  BucketUseRuleSet,
  CatalogDocument,
  DocumentItem,
  DocumentLoot,
  DocumentVendor,
  ItemPortalUseRuleset,
  PricePoint,
  Promotion,
  TimeFrame,
  XpTable,
} from "../document.ts"
import { type Finding, type FindingPath, refusal, warning } from "./findings.ts"

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

/** A tree of the field names that a document knows: `fields` of an object, or `each` entry of a map or list. */
interface Known {
  readonly fields?: Readonly<Record<string, Known | undefined>>
  readonly each?: Known
}

const fieldsOf = (schema: { readonly fields: object }, inner: Readonly<Record<string, Known>> = {}): Known => ({
  fields: { ...Object.fromEntries(Object.keys(schema.fields).map((name) => [name, {}])), ...inner },
})

const breakpoints = { each: fieldsOf(Breakpoint, { currencies: { each: fieldsOf(BreakpointCurrency) } }) }

/** `cache_info` and the inline `item` are what the wire adds: a document taken from there is read without remarks. */
const added = { cache_info: {}, item: {} }

const known: Known = fieldsOf(CatalogDocument, {
  ...added,
  items: { each: fieldsOf(DocumentItem, added) },
  vendors: { each: fieldsOf(DocumentVendor, { ...added, loot: { each: fieldsOf(DocumentLoot, added) } }) },
  price_points: {
    each: fieldsOf(PricePoint, { current_breakpoints: breakpoints, pre_sale_breakpoints: breakpoints }),
  },
  xp_tables: { each: fieldsOf(XpTable) },
  time_frames: { each: fieldsOf(TimeFrame) },
  inventory_bucket_use_rule_sets: { each: fieldsOf(BucketUseRuleSet) },
  item_portal_use_rulesets: { each: fieldsOf(ItemPortalUseRuleset) },
  promotions: { each: fieldsOf(Promotion) },
})

const findUnknown = (value: unknown, shape: Known, path: FindingPath, found: Array<Finding>): void => {
  if (typeof value !== "object" || value === null) return
  if (shape.fields === undefined && shape.each === undefined) return
  for (const [key, member] of Object.entries(value)) {
    const inner = shape.each ?? (Object.hasOwn(shape.fields ?? {}, key) ? shape.fields?.[key] : undefined)
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    if (inner === undefined) found.push(warning("unknown_field", at))
    else findUnknown(member, inner, at, found)
  }
}

/** A decoded document, or undefined when it does not fit the schema; and what was found on the way. */
export interface ReadDocument {
  readonly document: CatalogDocument | undefined
  readonly findings: ReadonlyArray<Finding>
}

/** Decodes a parsed document. `null` counts as "not given" everywhere (decisions, section 2). */
export const readDocument = (input: unknown): ReadDocument => {
  const given = withoutNulls(input)
  const decoded = decode(given)
  if (Result.isFailure(decoded)) {
    const findings = invalidDetails("body", decoded.failure.issue).map(({ loc, msg, type }): Finding => ({
      severity: "refusal",
      code: type,
      path: loc.slice(1),
      message: msg,
    }))
    return { document: undefined, findings }
  }
  const findings: Array<Finding> = []
  findUnknown(given, known, [], findings)
  return { document: decoded.success, findings }
}
