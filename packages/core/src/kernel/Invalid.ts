/**
 * Input that does not fit its schema: every broken field, in the form of the interface's validation error body
 * (section 2.2; detail types in decisions, section 2).
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import { type Complaint, COMPLAINT, DETAIL_TYPES, Enumeration, ListOf, Text } from "./Field.ts"

/** Where a value came from; the first element of every `loc`. */
export type Source = "body" | "query" | "path" | "header"

/** One broken field. `loc` names the source, then the field; array indexes are integers. */
export const InvalidDetail = Schema.Struct({
  loc: ListOf(Schema.Union([Text, Schema.Int])),
  msg: Text,
  type: Enumeration(DETAIL_TYPES),
})
export type InvalidDetail = typeof InvalidDetail.Type

/** The validation error body of every 422 (interface, section 2.2). */
export const ValidationErrorBody = Schema.Struct({ detail: Schema.optionalKey(ListOf(InvalidDetail)) })

/** The caller's input is not acceptable; `detail` lists every broken field. Answered as 422. */
export class InvalidInput extends Data.TaggedError("InvalidInput")<{ readonly detail: ReadonlyArray<InvalidDetail> }> {}

const fallback: Complaint = { type: "value_error", message: "has a value that is not allowed" }

const complaintIn = (annotations: object | undefined): Complaint | undefined => {
  const found = (annotations as Readonly<Record<string, unknown>> | undefined)?.[COMPLAINT]
  return found === undefined ? undefined : (found as Complaint)
}

const leaf = (path: ReadonlyArray<string | number>, found: Complaint | undefined): InvalidDetail => {
  const { type, message } = found ?? fallback
  return { loc: path, msg: message, type }
}

const notAnObject: Complaint = { type: "dict_type", message: "must be an object" }

const typeComplaint = (ast: SchemaIssue.InvalidType["ast"]): Complaint | undefined =>
  complaintIn(ast.annotations) ?? (ast._tag === "Objects" ? notAnObject : undefined)

/**
 * A union says itself what is wrong when it carries a complaint. Otherwise (a field that takes `null` too) the members
 * that took the type of the value say it, or, when none did, the first member that is not `null`.
 */
const unionDetails = (issue: SchemaIssue.AnyOf, path: ReadonlyArray<string | number>): ReadonlyArray<InvalidDetail> => {
  const own = complaintIn(issue.ast.annotations)
  if (own !== undefined) return [leaf(path, own)]
  if (issue.issues.length > 0) return issue.issues.flatMap((inner) => detailsOf(inner, path))
  const expected = issue.ast.types.find((member) => member._tag !== "Null")
  return [leaf(path, expected === undefined ? undefined : typeComplaint(SchemaAST.toEncoded(expected)))]
}

/** Every leaf of the issue as a detail, the path to it in `loc`. */
const detailsOf = (issue: SchemaIssue.Issue, path: ReadonlyArray<string | number>): ReadonlyArray<InvalidDetail> => {
  switch (issue._tag) {
    case "Pointer":
      return detailsOf(issue.issue, [
        ...path,
        ...issue.path.map((key) => (typeof key === "symbol" ? String(key) : key)),
      ])
    case "Composite":
      return issue.issues.flatMap((inner) => detailsOf(inner, path))
    case "Encoding":
      return detailsOf(issue.issue, path)
    case "Filter": {
      const found = complaintIn(issue.filter.annotations)
      return found === undefined ? detailsOf(issue.issue, path) : [leaf(path, found)]
    }
    case "MissingKey":
      return [leaf(path, { type: "missing", message: "is required" })]
    case "InvalidType":
      return [leaf(path, typeComplaint(issue.ast))]
    case "AnyOf":
      return unionDetails(issue, path)
    case "OneOf":
      return [leaf(path, complaintIn(issue.ast.annotations))]
    case "InvalidValue":
      return [leaf(path, complaintIn(issue.annotations))]
    default:
      return [leaf(path, undefined)]
  }
}

/** The details of a schema issue, each `loc` starting with `source`. */
export const invalidDetails = (source: Source, issue: SchemaIssue.Issue): ReadonlyArray<InvalidDetail> =>
  detailsOf(issue, [source])

/**
 * A decoder of unknown input that reports every broken field, not only the first. Fails with {@link InvalidInput}.
 * Build it once per schema, at module level.
 */
export const decoder = <S extends Schema.ConstraintDecoder<unknown>>(source: Source, schema: S) => {
  const decode = Schema.decodeUnknownExit(schema)
  return (input: unknown): Effect.Effect<S["Type"], InvalidInput> => {
    // Looking for every error takes a slow way through the schema: only what is refused is worth a second look.
    const decoded = decode(input)
    const exit = Exit.isSuccess(decoded) ? decoded : decode(input, { errors: "all" })
    if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
    const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
    return failure === undefined
      ? Effect.die(exit.cause)
      : Effect.fail(new InvalidInput({ detail: invalidDetails(source, failure.error.issue) }))
  }
}
