/**
 * The refusals of operations: the error body of the interface, section 2.1, with its codes by status.
 */
import { errorBodyFields } from "@garrison/core/kernel/wire/ErrorBody"
import { described, DETAIL_TYPES, Enumeration, ListOf, Text } from "@garrison/core/kernel/input/Field"
import { permissionCodes } from "@garrison/core/permission/errors"
import { tokenCodes } from "@garrison/core/token/errors"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** The error body of every refusal (interface, section 2.1). */
export const ErrorBody = Schema.Struct(errorBodyFields).annotate({
  identifier: "Error",
  description: "Why a request was refused.",
})

/** Statuses that carry an error body. */
export type ErrorStatus = 400 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 422 | 431 | 500 | 503

/** The codes of an operation by status; a code has one status only. */
export type ErrorsByStatus = Readonly<Partial<Record<ErrorStatus, ReadonlyArray<string>>>>

/** A refusal of one status whose `error_code` is one of `codes`. */
const refusal = (status: ErrorStatus, codes: ReadonlyArray<string>) =>
  Schema.Struct({ ...errorBodyFields, error_code: Schema.Literals(codes) }).pipe(HttpApiSchema.status(status))

/** One broken field: `loc` names the part of the request, then the field; array indexes are integers. */
const ValidationDetail = Schema.Struct({
  loc: described(
    ListOf(Schema.Union([Text, Schema.Int])),
    "Where it is: the part of the request, then names of fields and indexes of lists.",
  ),
  msg: described(Text, "What is wrong, for people."),
  type: described(Enumeration(DETAIL_TYPES), "What is wrong, for programs."),
}).annotate({ identifier: "ValidationDetail", description: "One broken field." })

/** The validation error body (interface, section 2.2). */
export const ValidationErrorBody = Schema.Struct({
  detail: described(ListOf(ValidationDetail), "Every broken field."),
}).annotate({
  identifier: "ValidationError",
  description: "Every field of the request that is not acceptable.",
})

/** Every 422. */
const invalid = ValidationErrorBody.pipe(HttpApiSchema.status(422))

/** The parts of an operation that decide which refusals it shares with similar operations. */
export interface RefusingOperation {
  /** Codes of its own by status. */
  readonly refusals?: ErrorsByStatus | undefined
  /** The body of each code with more fields than the error body. */
  readonly refusalBodies?: RefusalBodies | undefined
  /** Whether it takes an access token. */
  readonly isGuarded: boolean
  /** Whether it answers with a tag that a request may name. */
  readonly isRevalidated: boolean
  readonly readsBody: boolean
}

/** Bodies of refusals with more fields than the error body, by code. */
export type RefusalBodies = Readonly<Record<string, Schema.Struct<typeof errorBodyFields>>>

type Listed = readonly [ErrorStatus, ReadonlyArray<string>]

/** Refusals that every operation may answer with. */
const always: ErrorsByStatus = {
  400: ["malformed_request"],
  405: ["method_not_allowed"],
  408: ["request_timeout"],
  431: ["request_headers_too_large"],
  500: ["internal_error"],
  503: ["service_unavailable"],
}

/** Broken tokens, and callers without the permission (interface, section 7). */
const guarded: ErrorsByStatus = { 403: [...Object.keys(tokenCodes), ...Object.keys(permissionCodes)] }
const revalidated: ErrorsByStatus = { 412: ["precondition_failed"] }
const withBody: ErrorsByStatus = { 413: ["request_too_large"], 415: ["unsupported_media_type"] }

/** The codes of an operation by status: its own, and those of its sort. */
const codesByStatus = (operation: RefusingOperation): ReadonlyArray<Listed> => {
  const { isGuarded, isRevalidated, readsBody, refusals = {} } = operation
  const lists = [
    refusals,
    ...(isGuarded ? [guarded] : []),
    ...(isRevalidated ? [revalidated] : []),
    always,
    ...(readsBody ? [withBody] : []),
  ]
  const byStatus = new Map<ErrorStatus, ReadonlyArray<string>>()
  for (const list of lists) {
    for (const [key, codes] of Object.entries(list)) {
      const status = Number(key) as ErrorStatus
      byStatus.set(status, [...new Set([...(byStatus.get(status) ?? []), ...codes])])
    }
  }
  return Array.from(byStatus)
}

const narrowedTo = (code: string, body: RefusalBodies[string], status: ErrorStatus) =>
  Schema.Struct({ ...body.fields, error_code: Schema.Literal(code) })
    .annotate({ identifier: SchemaAST.resolveIdentifier(body.ast) ?? code })
    .pipe(HttpApiSchema.status(status))

/** Those that were made, by code: the document has one schema of each, however many operations refuse with it. */
const made = new Map<string, ReturnType<typeof narrowedTo>>()

/** A refusal with a body of its own, narrowed to its code. */
const particular = (code: string, body: RefusalBodies[string], byStatus: ReadonlyArray<Listed>) =>
  byStatus.flatMap(([status, codes]) => {
    if (!codes.includes(code)) return []
    const schema = made.get(code) ?? narrowedTo(code, body, status)
    made.set(code, schema)
    return [schema]
  })

/** The refusals of an operation, as a typed client reads them. */
export type RefusalSchema<Bodies extends RefusalBodies> =
  | typeof ErrorBody
  | typeof ValidationErrorBody
  | Bodies[keyof Bodies]

/** The schemas of all refusals of an operation. */
export const refusalSchemas = (operation: RefusingOperation): ReadonlyArray<Schema.Top> => {
  const { refusalBodies = {} } = operation
  const byStatus = codesByStatus(operation)
  const plain = (codes: ReadonlyArray<string>) => codes.filter((code) => !Object.hasOwn(refusalBodies, code))
  return [
    ...byStatus.map(([status, codes]) => refusal(status, plain(codes))),
    invalid,
    ...Object.entries(refusalBodies).flatMap(([code, body]) => particular(code, body, byStatus)),
  ]
}
