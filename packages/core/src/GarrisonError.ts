/** The errors that the promises of {@link open} reject with, made from failures of the core. */
import type { CheckReport } from "./catalog/rules/findings.ts"
import type { SettingsCode } from "./environment/errors.ts"
import { type ErrorCode, isRefusal, isSettingsRefusal } from "./errorCodes.ts"
import type { InvalidDetail } from "./kernel/input/Invalid.ts"
import type { Refusal } from "./kernel/Refusal.ts"
import type { MergeCounts } from "./hostTypes.ts"
import type { Restriction } from "./restriction/schema.ts"

/**
 * A code of the interface's section 7 or of decisions, or one of four more: `invalid_input` where HTTP answers 422,
 * `service_unavailable` when the database cannot be opened or cannot answer now, `invalid_settings` when `open` got
 * unusable settings, and `closed` after `close`.
 */
export type GarrisonErrorCode = ErrorCode | SettingsCode | "service_unavailable" | "closed"

/**
 * Details of a refusal, named as in the bodies of the HTTP server. Members without a value are absent.
 */
export interface GarrisonErrorDetails {
  /** Of `invalid_input` and `invalid_settings`: every broken field with its place. */
  readonly detail?: ReadonlyArray<InvalidDetail>
  /** Of `user_auth_restricted`: the restrictions that refuse. */
  readonly restrictions?: ReadonlyArray<typeof Restriction.Encoded>
  /** Of `user_needs_agreements`, like the next two: whether this agreement is missing. */
  readonly needs_eula?: boolean
  readonly needs_tos?: boolean
  readonly needs_privacy_policy?: boolean
  /** Of `portal_user_taken`: what a merge would join. */
  readonly merge?: MergeCounts
  /** Of `catalog_refused`: everything that the checker found. */
  readonly report?: CheckReport
  /** Seconds to wait before trying again, if that may help. */
  readonly retryAfterSeconds?: number
}

/** A refusal. Its message begins with the code; `cause` is the failure as the core raised it. */
export class GarrisonError extends Error {
  override readonly name = "GarrisonError"
  readonly code: GarrisonErrorCode
  readonly details: GarrisonErrorDetails

  constructor(code: GarrisonErrorCode, sentence: string, details: GarrisonErrorDetails = {}, cause?: unknown) {
    super(`${code}: ${sentence}`, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }
}

const isTagged = (failure: unknown): failure is { readonly _tag: unknown } =>
  typeof failure === "object" && failure !== null && "_tag" in failure

const isUnavailable = (failure: unknown): failure is Error =>
  failure instanceof Error && isTagged(failure) && failure._tag === "StorageUnavailable"

const ofRefusal = (refusal: Refusal<ErrorCode | SettingsCode>): GarrisonError => {
  const { code, details, message, retryAfterSeconds } = refusal
  const all = retryAfterSeconds === undefined ? details : { ...details, retryAfterSeconds }
  return new GarrisonError(code, message, all, refusal)
}

const unavailable = (sentence: string, failure: unknown): GarrisonError =>
  new GarrisonError("service_unavailable", sentence, { retryAfterSeconds: 1 }, failure)

/** The error of every call after `close`. */
export const closed = (): GarrisonError => new GarrisonError("closed", "This Garrison has been closed.")

/**
 * The error that a host gets for a failure or defect: a {@link GarrisonError} for failures that a correct program can
 * meet, an unexpected error itself, and an error around any other value.
 */
export const errorOf = (failure: unknown): Error => {
  if (isRefusal(failure) || isSettingsRefusal(failure)) return ofRefusal(failure)
  if (isUnavailable(failure)) return unavailable("The database cannot answer now. Trying again may succeed.", failure)
  return failure instanceof Error ? failure : new Error("Something unexpected happened.", { cause: failure })
}

/**
 * As {@link errorOf}, for opening. The message has the words of the database or network, which name a wrong address.
 */
export const openingErrorOf = (failure: unknown): Error =>
  isUnavailable(failure)
    ? unavailable(`The database cannot be opened (${failure.message}).`, failure)
    : errorOf(failure)
