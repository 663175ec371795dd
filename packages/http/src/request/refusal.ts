/**
 * Turns failures of operations into answers: error bodies, validation bodies, and defects. The core names fields; this
 * file adds the part of the request, as the validation body needs it (interface, section 2.2).
 */
import type { ErrorCode } from "@garrison/core/errorCodes"
import { DETAILS_MAX } from "@garrison/core/kernel/input/Field"
import { type InvalidDetail, InvalidInput } from "@garrison/core/kernel/input/Invalid"
import type { Refusal } from "@garrison/core/kernel/Refusal"
import type { StorageReport } from "@garrison/core/kernel/work/Transaction"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import type { InputSchemas } from "../contract/route.ts"
import { transportCodes, type TransportCode, transportStatus } from "../contract/transportCodes.ts"
import { errorAnswers } from "../contract/errorAnswers.ts"
import { CACHE, json, type TextAnswer } from "./Answer.ts"

/** A part of a request; the first element of every `loc` that is sent. */
export type Source = "body" | "query" | "path" | "header"

/** The details of a request, each `loc` beginning with its {@link Source}: what is wrong before the core was asked. */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{
  readonly detail: ReadonlyArray<InvalidDetail>
}> {}

/** Puts the place of each detail into the part of the request that it came in. */
export type Locate = (detail: ReadonlyArray<InvalidDetail>) => ReadonlyArray<InvalidDetail>

/** Puts all places into this part. */
export const prefixLoc =
  (source: Source): Locate =>
  (detail) =>
    detail.map((each) => ({ ...each, loc: [source, ...each.loc] }))

/**
 * Finds the part by the name of the field, as the operation declares it: a parameter or header of that name, or else
 * the body. No operation gives one name to two parts (`test/http/request/refusal.test.ts`).
 */
export const locator = ({ headers, params, query }: InputSchemas): Locate => {
  const sources = new Map<string | number | undefined, Source>()
  for (const name of Object.keys(headers ?? {})) sources.set(name, "header")
  for (const name of Object.keys(query ?? {})) sources.set(name, "query")
  for (const name of Object.keys(params ?? {})) sources.set(name, "path")
  return (detail) => detail.map((each) => ({ ...each, loc: [sources.get(each.loc[0]) ?? "body", ...each.loc] }))
}

/** A refusal by the HTTP layer itself. */
export class TransportRefused extends Data.TaggedError("TransportRefused")<{
  readonly code: TransportCode
  /** More headers of the answer, as a flat list. */
  readonly headers?: ReadonlyArray<string>
  /** Closes the connection, because the rest of the request must not be read. */
  readonly close?: boolean
  /** The limit of the server that refused the request. */
  readonly limit?: string | undefined
}> {}

/** Everything that an operation may fail with. */
export type OperationFailure = InvalidRequest | TransportRefused | Refusal<ErrorCode>

const bodyOf = (authSuccess: boolean, code: string, desc: string, details?: Refusal["details"]) =>
  JSON.stringify({ auth_success: authSuccess, error_code: code, desc, ...details })

/**
 * Seconds to wait: at least one, and by chance up to half more, so that refused clients do not return at the same time.
 * The chance is not that of the domain, which tests replace: no rule and no stored value depends on it.
 */
const retryAfter = (seconds: number): ReadonlyArray<string> => {
  const base = Math.max(1, Math.ceil(seconds))
  return ["Retry-After", String(base + Math.floor(Math.random() * (base / 2 + 1)))]
}

/** The answer to a refusal by the edge. */
export const transportAnswer = (
  code: TransportCode,
  options: Pick<TextAnswer, "close" | "limit"> & {
    readonly headers?: ReadonlyArray<string>
    readonly desc?: string
  } = {},
): TextAnswer => {
  const waiting = code === "service_unavailable" ? retryAfter(1) : []
  const headers = [...CACHE.secret, ...waiting, ...(options.headers ?? [])]
  const body = bodyOf(true, code, options.desc ?? transportCodes[code])
  return {
    ...json(transportStatus[code], body, headers),
    close: options.close ?? false,
    errorCode: code,
    limit: options.limit,
  }
}

/** Ready-made, because under overload there are many: with one second to wait, and with two. */
const busyAnswers = [1, 2].map((seconds) => ({
  ...json(503, bodyOf(true, "service_unavailable", transportCodes.service_unavailable), [
    ...CACHE.secret,
    "Retry-After",
    String(seconds),
  ]),
  errorCode: "service_unavailable",
})) as [TextAnswer, TextAnswer]

/**
 * The answer to a request for which there is no room. Half of these clients return a second later than the others.
 */
export const busyAnswer = (): TextAnswer => busyAnswers[Math.random() < 0.5 ? 0 : 1]

const coreAnswer = ({ code, details, limit, message, retryAfterSeconds }: Refusal<ErrorCode>): TextAnswer => {
  const { authSuccess, status } = errorAnswers[code]
  const waiting = status === 503 ? retryAfter(retryAfterSeconds ?? 1) : []
  return {
    ...json(status, bodyOf(authSuccess, code, message, details), [...CACHE.secret, ...waiting]),
    errorCode: code,
    limit,
  }
}

/** Longest part of a `loc`, in UTF-16 code units; what follows is left out. */
export const LOC_LENGTH_MAX = 512

/** A part of a `loc` as it is sent; half a surrogate pair, in a key or made by cutting, becomes U+FFFD. */
const partOf = (part: string | number): string | number => {
  if (typeof part === "number") return part
  return (part.length > LOC_LENGTH_MAX ? `${part.slice(0, LOC_LENGTH_MAX)}…` : part).toWellFormed()
}

/**
 * The validation body that lists these details (interface, section 2.2), of limited size: a request of 64 KiB can be
 * wrong in thousands of places, under very long keys.
 */
export const validationBody = (detail: ReadonlyArray<InvalidDetail>): string =>
  JSON.stringify({ detail: detail.slice(0, DETAILS_MAX).map((each) => ({ ...each, loc: each.loc.map(partOf) })) })

const invalidAnswer = (detail: ReadonlyArray<InvalidDetail>): TextAnswer => ({
  ...json(422, validationBody(detail)),
  errorCode: "invalid_input" satisfies ErrorCode,
})

/** The answer to a refusal. */
const refusalAnswer = (failure: OperationFailure, locate: Locate): TextAnswer => {
  if (failure instanceof InvalidRequest) return invalidAnswer(failure.detail)
  if (failure instanceof InvalidInput) return invalidAnswer(locate(failure.detail))
  return failure instanceof TransportRefused ? transportAnswer(failure.code, failure) : coreAnswer(failure)
}

const isUnavailable = (defect: unknown): defect is Pick<StorageReport, "limit"> =>
  typeof defect === "object" && defect !== null && "_tag" in defect && defect._tag === "StorageUnavailable"

/** A failed request: its answer, and its defect if there is one to report. */
export interface Failure {
  readonly answer: TextAnswer
  readonly defect: Cause.Cause<unknown> | undefined
}

/**
 * The answer to a failed run. A defect shows only the id under which the log has the details (decisions, section 2;
 * guarantees R33). Storage that cannot answer is 503. `locate` is that of the operation.
 */
export const failureOf = (
  cause: Cause.Cause<OperationFailure>,
  requestId: string,
  locate: Locate = prefixLoc("body"),
): Failure => {
  for (const reason of cause.reasons) {
    if (Cause.isFailReason(reason)) return { answer: refusalAnswer(reason.error, locate), defect: undefined }
    if (Cause.isDieReason(reason)) {
      if (isUnavailable(reason.defect)) {
        const { limit } = reason.defect
        return { answer: transportAnswer("service_unavailable", { limit }), defect: cause }
      }
      const desc = `${transportCodes.internal_error}; correlation id ${requestId}`
      return { answer: transportAnswer("internal_error", { desc }), defect: cause }
    }
  }
  return { answer: transportAnswer("service_unavailable"), defect: undefined }
}
