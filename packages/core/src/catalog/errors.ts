/** What the catalog operations refuse with. */
import * as Data from "effect/Data"
import type { CheckReport } from "./rules/findings.ts"

/** Every error code of this area with its description. */
export const catalogCodes = {
  catalog_refused: "The catalog document has errors; nothing was stored.",
  catalog_etag_mismatch: "The catalog has been published by someone else in the meantime.",
} as const

/** No catalog has been published or, where `version` is given, none of this number. */
export class CatalogNotFound extends Data.TaggedError("CatalogNotFound")<{
  readonly code: "resource_not_found"
  readonly version?: number
}> {
  override get message() {
    return this.version === undefined
      ? "No catalog has been published yet."
      : `There is no version ${this.version} of the catalog.`
  }
}

/** The checker refused the document; `report` says everything that it found. */
export class CatalogRefused extends Data.TaggedError("CatalogRefused")<{
  readonly code: "catalog_refused"
  readonly report: CheckReport
}> {}

/** The catalog that the caller meant to replace is not the current one any more. */
export class CatalogConflict extends Data.TaggedError("CatalogConflict")<{
  readonly code: "catalog_etag_mismatch"
}> {}
