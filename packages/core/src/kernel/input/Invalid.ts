/**
 * Input that does not fit its schema: every broken field, by its name and its place in the input (detail types in
 * decisions, section 2). The caller adds where the input came from: body, query or path.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import { type Complaint, COMPLAINT, type DETAIL_TYPES, WHOLE } from "./Field.ts"
import { listing } from "../Refusal.ts"

/** One broken field. */
export interface InvalidDetail {
  /** Field names and array indexes, from the outside in; empty where the input as a whole is wrong. */
  readonly loc: ReadonlyArray<string | number>
  /** What is wrong, for people. */
  readonly msg: string
  /** What is wrong, for programs. */
  readonly type: (typeof DETAIL_TYPES)[number]
}

/** The code that every area shares: input does not fit (decisions, section 2). */
export const invalidCodes = {
  invalid_input: "The input is not acceptable.",
} as const

/** The caller's input is not acceptable; `detail` lists every broken field. */
export class InvalidInput extends Data.TaggedError("InvalidInput")<{
  readonly detail: ReadonlyArray<InvalidDetail>
}> {
  readonly code = "invalid_input"

  override get message() {
    return listing(this.detail.map(({ loc, msg }) => `${loc.length === 0 ? "the input" : loc.join(".")} ${msg}`))
  }

  get details() {
    return { detail: this.detail }
  }
}

/** The parts of locs as a tree. A part can be as long as the input: it is looked up, and never joined to others. */
interface LocTree {
  isTaken: boolean
  readonly within: Map<string | number, LocTree>
}

const newTree = (): LocTree => ({ isTaken: false, within: new Map() })

const madeWithin = ({ within }: LocTree, part: string | number): LocTree => {
  const tree = within.get(part) ?? newTree()
  within.set(part, tree)
  return tree
}

const foundWithin = (tree: LocTree | undefined, part: string | number): LocTree | undefined => tree?.within.get(part)

/** Makes the function that says whether one of these details is about a place. */
export const placesOf = (
  details: ReadonlyArray<InvalidDetail>,
): ((place: ReadonlyArray<string | number>) => boolean) => {
  if (details.length === 0) return () => false
  const root = newTree()
  for (const { loc } of details) loc.reduce(madeWithin, root).isTaken = true
  return (place) => place.reduce(foundWithin, root)?.isTaken === true
}

/** The known details, and those that were found at other places: one detail says enough of one place. */
export const withoutRepeats = (
  known: ReadonlyArray<InvalidDetail>,
  found: ReadonlyArray<InvalidDetail>,
): ReadonlyArray<InvalidDetail> => {
  if (known.length === 0 || found.length === 0) return known.length === 0 ? found : known
  const isKnown = placesOf(known)
  return [...known, ...found.filter(({ loc }) => !isKnown(loc))]
}

/** Fails with the details that a decoder found and with further ones. */
export const failWithMore = <A>(
  decoded: Effect.Effect<A, InvalidInput>,
  further: ReadonlyArray<InvalidDetail>,
): Effect.Effect<A, InvalidInput> =>
  further.length === 0
    ? decoded
    : Effect.matchEffect(decoded, {
        onFailure: ({ detail }) => Effect.fail(new InvalidInput({ detail: withoutRepeats(detail, further) })),
        onSuccess: () => Effect.fail(new InvalidInput({ detail: further })),
      })

/** Every error, each with the value that it is about: by the value a wrong type is told from a wrong value. */
export const EVERYTHING = { errors: "all", reportInput: true } as const

const fallback: Complaint = { type: "value_error", message: "has a value that is not allowed" }

/** The complaint that a schema or a check carries. */
export const complaintIn = (annotations: object | undefined): Complaint | undefined => {
  const found = (annotations as Readonly<Record<string, unknown>> | undefined)?.[COMPLAINT]
  return found === undefined ? undefined : (found as Complaint)
}

const leaf = (path: ReadonlyArray<string | number>, found: Complaint | undefined): InvalidDetail => {
  const { type, message } = found ?? fallback
  return { loc: path, msg: message, type }
}

const notAnObject: Complaint = { type: "dict_type", message: "must be an object" }

const notAText: Complaint = { type: "string_type", message: "must be a string" }

/**
 * What is wrong with an integer that no JSON number carries exactly, and that therefore came as a `bigint`: not its
 * type but its range, whose limits are checks of every integer.
 */
const rangeComplaint = (ast: SchemaAST.AST, value: bigint): Complaint | undefined => {
  const type = value > 0n ? "less_than_equal" : "greater_than_equal"
  return (ast.checks ?? []).map((check) => complaintIn(check.annotations)).find((limit) => limit?.type === type)
}

/** What is wrong with a value that `ast` did not take for its type; `input` is undefined where it is not known. */
const typeComplaint = (ast: SchemaAST.AST, input: unknown): Complaint | undefined => {
  const own = complaintIn(ast.annotations) ?? (ast._tag === "Objects" ? notAnObject : undefined)
  if (own?.type === "int_type" && typeof input === "bigint") return rangeComplaint(ast, input) ?? own
  if (own?.type === "enum" && input !== undefined && typeof input !== "string") return notAText
  return own
}

/**
 * A union says itself what is wrong when it carries a complaint. Otherwise (a field that takes `null` too) the members
 * that took the type of the value say it, or, when none did, the first member that is not `null`.
 */
const unionDetails = (issue: SchemaIssue.AnyOf, path: ReadonlyArray<string | number>): ReadonlyArray<InvalidDetail> => {
  const own = typeComplaint(issue.ast, issue.input)
  if (own !== undefined) return [leaf(path, own)]
  if (issue.issues.length > 0) return issue.issues.flatMap((inner) => detailsOf(inner, path))
  const expected = issue.ast.types.find((member) => member._tag !== "Null")
  return [leaf(path, expected === undefined ? undefined : typeComplaint(SchemaAST.toEncoded(expected), issue.input))]
}

/** What a check found inside of a list or map. */
const checkDetails = (issue: SchemaIssue.Issue, path: ReadonlyArray<string | number>): ReadonlyArray<InvalidDetail> =>
  issue._tag === "Composite" ? issue.issues.flatMap((inner) => detailsOf(inner, path)) : detailsOf(issue, path)

/**
 * Whether details say that a list or map is too large. Its members are passed over: the answer must not grow with them.
 */
export const areTooLarge = (details: ReadonlyArray<InvalidDetail>): boolean =>
  details.some(({ type }) => type === "too_long")

/** What is wrong with a list or map as a whole, whatever its members are. */
export const wholeDetails = (
  ast: SchemaAST.AST,
  input: unknown,
  path: ReadonlyArray<string | number>,
): ReadonlyArray<InvalidDetail> =>
  (ast.checks ?? []).flatMap((check) => {
    const found = check._tag === "Filter" && check.annotations?.[WHOLE] ? check.run(input, ast, EVERYTHING) : undefined
    if (found === undefined) return []
    const own = complaintIn(check.annotations)
    return own === undefined ? checkDetails(found, path) : [leaf(path, own)]
  })

/** What is wrong with the members, and with the whole, which a schema asks about only where all members are right. */
const compositeDetails = (
  { ast, input, issues }: SchemaIssue.Composite,
  path: ReadonlyArray<string | number>,
): ReadonlyArray<InvalidDetail> => {
  const asked = issues.some((inner) => inner._tag === "Filter")
  const whole = asked || input === undefined ? [] : wholeDetails(ast, input, path)
  return areTooLarge(whole) ? whole : [...whole, ...issues.flatMap((inner) => detailsOf(inner, path))]
}

const detailsOf = (issue: SchemaIssue.Issue, path: ReadonlyArray<string | number>): ReadonlyArray<InvalidDetail> => {
  switch (issue._tag) {
    case "Pointer":
      return detailsOf(issue.issue, [
        ...path,
        ...issue.path.map((key) => (typeof key === "symbol" ? String(key) : key)),
      ])
    case "Composite":
      return compositeDetails(issue, path)
    case "Encoding":
      return detailsOf(issue.issue, path)
    case "Filter": {
      const found = complaintIn(issue.filter.annotations)
      return found === undefined ? checkDetails(issue.issue, path) : [leaf(path, found)]
    }
    case "MissingKey":
      return [leaf(path, { type: "missing", message: "is required" })]
    case "InvalidType":
      return [leaf(path, typeComplaint(issue.ast, issue.input))]
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

/** Every leaf of a schema issue as a detail, below `path`. */
export const invalidDetails = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<string | number> = [],
): ReadonlyArray<InvalidDetail> => detailsOf(issue, path)
