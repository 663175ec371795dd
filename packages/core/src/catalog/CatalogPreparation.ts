/**
 * Checks documents and makes what is stored of them. It is computation alone, and takes seconds for a large catalog. A
 * host with threads provides a form of it that computes in another thread, so that a process that serves players goes
 * on serving; `@garrison/sql` has one.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Digest from "effect/crypto/Digest"
import type { CatalogNotPrepared } from "./errors.ts"
import { checkCatalog, prepareCatalog, type PreparationOptions, type PreparedCatalog } from "./publishable.ts"
import type { CheckReport } from "./rules/findings.ts"

/** The preparation of documents. */
export interface Preparation {
  /** Everything that the checker finds in a parsed document. */
  readonly check: (
    document: unknown,
    options?: PreparationOptions,
  ) => Effect.Effect<CheckReport, CatalogNotPrepared, Digest.Digest>
  /** Checks a parsed document, and makes the texts that are stored when the checker found no error. */
  readonly prepare: (
    document: unknown,
    options?: PreparationOptions,
  ) => Effect.Effect<PreparedCatalog, CatalogNotPrepared, Digest.Digest>
}

/** Computes in the thread of the caller, which does nothing else meanwhile. */
export const preparationHere: Preparation = { check: checkCatalog, prepare: prepareCatalog }

/** The preparation in force: in the thread of the caller, unless the host provides another. */
export const CatalogPreparation = Context.Reference<Preparation>("@garrison/core/catalog/CatalogPreparation", {
  defaultValue: () => preparationHere,
})
