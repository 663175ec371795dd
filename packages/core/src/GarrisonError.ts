/** What the promises of {@link open} reject with, made of what the core failed with. */
import type { CheckReport } from "./catalog/rules/findings.ts"
import { KeySecretRefused } from "./environment/AtRest.ts"
import { type ErrorCode, isRefusal } from "./errorCodes.ts"
import type { InvalidDetail } from "./kernel/Invalid.ts"
import { listing, type Refusal } from "./kernel/Refusal.ts"
import type { Restriction } from "./restriction/schema.ts"
import { SettingsRefused } from "./settings.ts"

/**
 * A code of the interface's section 7 or of decisions; besides, `invalid_input` for what HTTP answers with 422,
 * `service_unavailable` when the database cannot be opened or cannot answer now, `invalid_settings` when `open` was
 * given some that cannot be used, and `closed` after `close`.
 */
export type GarrisonErrorCode = ErrorCode | "invalid_settings" | "service_unavailable" | "closed"

/**
 * What is known beside the code, named as in the bodies of the HTTP server. Everything is absent where it says nothing.
 */
export interface GarrisonErrorDetails {
  /** Of `invalid_input` and `invalid_settings`: every broken field, and where it is. */
  readonly detail?: ReadonlyArray<InvalidDetail>
  /** Of `user_auth_restricted`: the restrictions that refuse. */
  readonly restrictions?: ReadonlyArray<typeof Restriction.Encoded>
  /** Of `user_needs_agreements`, as the next two: which are missing. */
  readonly needs_eula?: boolean
  readonly needs_tos?: boolean
  readonly needs_privacy_policy?: boolean
  /** Of `catalog_refused`: everything that the checker found. */
  readonly report?: CheckReport
  /** How long to wait before trying again, where that may help. */
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

const ofRefusal = (refusal: Refusal<ErrorCode>): GarrisonError => {
  const { code, details, message, retryAfterSeconds } = refusal
  const all = retryAfterSeconds === undefined ? details : { ...details, retryAfterSeconds }
  return new GarrisonError(code, message, all, refusal)
}

const unavailable = (sentence: string, failure: unknown): GarrisonError =>
  new GarrisonError("service_unavailable", sentence, { retryAfterSeconds: 1 }, failure)

/** The error of every call after `close`. */
export const closed = (): GarrisonError => new GarrisonError("closed", "This Garrison has been closed.")

/**
 * The error that a host gets for a failure or defect: a {@link GarrisonError} for what can happen to a right program,
 * the failure itself when it is an error that was not expected, and an error around it when it is none at all.
 */
export const errorOf = (failure: unknown): Error => {
  if (failure instanceof SettingsRefused) {
    return new GarrisonError(
      "invalid_settings",
      listing(failure.detail.map(({ loc, msg }) => `${loc.join(".")} ${msg}`)),
      { detail: failure.detail },
      failure,
    )
  }
  if (failure instanceof KeySecretRefused) {
    return new GarrisonError("invalid_settings", `The keys cannot be read: ${failure.message}.`, {}, failure)
  }
  if (isRefusal(failure)) return ofRefusal(failure)
  if (isUnavailable(failure)) return unavailable("The database cannot answer now. Trying again may succeed.", failure)
  return failure instanceof Error ? failure : new Error("Something unexpected happened.", { cause: failure })
}

/** As {@link errorOf}, of opening: what the database or the network said is told, which names a mistyped address. */
export const openingErrorOf = (failure: unknown): Error =>
  isUnavailable(failure)
    ? unavailable(`The database cannot be opened (${failure.message}).`, failure)
    : errorOf(failure)
