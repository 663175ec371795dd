/**
 * What operations answer with when they refuse: the error body of the interface, section 2.1, with the codes that may
 * stand in it, by status.
 */
import { errorBodyFields } from "@garrison/core/kernel/ErrorBody"
import { DETAIL_TYPES, Enumeration, ListOf, Text } from "@garrison/core/kernel/Field"
import { AgreementsRequiredBody, LoginRestrictedBody } from "@garrison/core/login/schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"

/** The error body of every refusal (interface, section 2.1). */
export const ErrorBody = Schema.Struct(errorBodyFields).annotate({
  identifier: "Error",
  description: "Why a request was refused.",
})

/** Statuses that carry an error body. */
export type ErrorStatus = 400 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 422 | 431 | 500 | 503

/** The codes of an operation by status; a code may stand under one status only. */
export type ErrorsByStatus = Readonly<Partial<Record<ErrorStatus, ReadonlyArray<string>>>>

/** A refusal of one status whose `error_code` is one of `codes`. */
const refusal = (status: ErrorStatus, codes: ReadonlyArray<string>) =>
  Schema.Struct({ ...errorBodyFields, error_code: Schema.Literals(codes) }).pipe(HttpApiSchema.status(status))

/** One broken field: `loc` names the part of the request, then the field; array indexes are integers. */
const ValidationDetail = Schema.Struct({
  loc: ListOf(Schema.Union([Text, Schema.Int])),
  msg: Text,
  type: Enumeration(DETAIL_TYPES),
}).annotate({ identifier: "ValidationDetail" })

/** The validation error body (interface, section 2.2). */
export const ValidationErrorBody = Schema.Struct({ detail: ListOf(ValidationDetail) })

/** Every 422. */
const invalid = ValidationErrorBody.annotate({
  identifier: "ValidationError",
  description: "Every field of the request that is not acceptable.",
}).pipe(HttpApiSchema.status(422))

/** Refusals that every operation may answer with. */
const always: ErrorsByStatus = {
  400: ["malformed_request"],
  405: ["method_not_allowed"],
  408: ["request_timeout"],
  431: ["request_headers_too_large"],
  500: ["internal_error"],
  503: ["service_unavailable"],
}

/** Refusals of operations that read a body. */
const withBody: ErrorsByStatus = { 413: ["request_too_large"], 415: ["unsupported_media_type"] }

/** Refusals of reads that answer with a tag. */
export const conditionalRefusals = { 412: ["precondition_failed"] } as const satisfies ErrorsByStatus

const joined = (...lists: ReadonlyArray<ErrorsByStatus>): ReadonlyMap<ErrorStatus, ReadonlyArray<string>> => {
  const byStatus = new Map<ErrorStatus, ReadonlyArray<string>>()
  for (const list of lists) {
    for (const [status, codes] of Object.entries(list)) {
      const key = Number(status) as ErrorStatus
      byStatus.set(key, [...new Set([...(byStatus.get(key) ?? []), ...codes])])
    }
  }
  return byStatus
}

const schemasOf = (byStatus: ReadonlyMap<ErrorStatus, ReadonlyArray<string>>) => [
  ...Array.from(byStatus, ([status, codes]) => refusal(status, codes)),
  invalid,
]

/** The error schemas of an operation without a body: its own codes and those of every operation. */
export const refusals = (own: ErrorsByStatus = {}) => schemasOf(joined(own, always))

/** The error schemas of an operation that reads a body. */
export const refusalsWithBody = (own: ErrorsByStatus = {}) => schemasOf(joined(own, always, withBody))

const isPlain = (code: string): boolean => code !== "user_needs_agreements" && code !== "user_auth_restricted"

/**
 * The error schemas of the login: of its 403 codes two carry more than the error body, the agreements that are missing
 * (interface, section 2.4) and the restrictions that refuse (decisions, section 4).
 */
export const loginRefusals = (refused: ReadonlyArray<string>, busy: ReadonlyArray<string>) => [
  ...refusalsWithBody({ 403: refused.filter(isPlain), 503: busy }),
  Schema.Struct({ ...AgreementsRequiredBody.fields, error_code: Schema.Literal("user_needs_agreements") })
    .annotate({ identifier: "AgreementsRequired" })
    .pipe(HttpApiSchema.status(403)),
  Schema.Struct({ ...LoginRestrictedBody.fields, error_code: Schema.Literal("user_auth_restricted") })
    .annotate({ identifier: "LoginRestricted" })
    .pipe(HttpApiSchema.status(403)),
]
