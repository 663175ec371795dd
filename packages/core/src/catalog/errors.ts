/** Refusals of the catalog operations. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { listing, refusal } from "../kernel/Refusal.ts"
import { type CheckReport, isError } from "./rules/findings.ts"

/** Every error code of this area with its description. */
export const catalogCodes = {
  catalog_refused: "The catalog document has errors; nothing was stored.",
  catalog_etag_mismatch: "The catalog has been published by someone else in the meantime.",
  catalog_not_prepared: "The catalog document was not checked to its end; nothing was stored.",
} as const

/** No catalog has been published, or no catalog has the number `version`. */
export class CatalogNotFound extends refusal("CatalogNotFound", notFoundCodes)<{
  readonly code: "resource_not_found"
  readonly version?: number
}> {
  override get message() {
    return this.version === undefined
      ? "No catalog has been published yet."
      : `There is no version ${this.version} of the catalog.`
  }
}

/** The current version of the catalog has no vendor with this id. */
export class VendorNotFound extends refusal("VendorNotFound", notFoundCodes)<{
  readonly code: "resource_not_found"
}> {
  override get message() {
    return "The catalog has no such vendor."
  }
}

/** No loot of the current version of the catalog names a price point with this guid. */
export class PricePointNotFound extends refusal("PricePointNotFound", notFoundCodes)<{
  readonly code: "resource_not_found"
}> {
  override get message() {
    return "No loot of the catalog names such a price point."
  }
}

/** The version of the catalog has no entry with this id or name. */
export class EntryNotFound extends refusal("EntryNotFound", notFoundCodes)<{
  readonly code: "resource_not_found"
}> {
  override get message() {
    return "This version of the catalog has nothing with this id or name."
  }
}

const errorsText = ({ findings }: CheckReport): string =>
  listing(
    findings
      .filter(isError)
      .map(({ fix, message, path }) => `${path.join(".") || "the document"}: ${message}; fix: ${fix}`),
  )

/** The checker refused the document; `report` lists its findings. */
export class CatalogRefused extends refusal("CatalogRefused", catalogCodes)<{
  readonly code: "catalog_refused"
  readonly report: CheckReport
}> {
  override get message() {
    return `${catalogCodes.catalog_refused} ${errorsText(this.report)}`
  }
  override get details() {
    return { report: this.report }
  }
}

/** The computation that checks a document did not come to its end; `reason` is a sentence. */
export class CatalogNotPrepared extends refusal("CatalogNotPrepared", catalogCodes)<{
  readonly code: "catalog_not_prepared"
  readonly reason: string
  /** Undefined: the same document fails again. */
  readonly retryAfterSeconds: number | undefined
}> {
  override get message() {
    return `${catalogCodes.catalog_not_prepared} ${this.reason}`
  }
}

/** The catalog that the caller meant to replace is no longer current. */
export class CatalogConflict extends refusal("CatalogConflict", catalogCodes)<{
  readonly code: "catalog_etag_mismatch"
}> {}
