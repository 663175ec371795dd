/** Where catalog versions are kept: immutable, numbered, and published one after the other (decisions, section 10). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { WireJson } from "../kernel/WireJson.ts"
import type { CatalogVersion } from "./schema.ts"

/** What is served now: which version, and the number of the publication that made it so (they count up from 1). */
export interface CatalogHead {
  readonly publication: number
  readonly version: number
  readonly etag: string
  readonly documentEtag: string
}

/** What is stored of a new version. */
export interface CatalogTexts {
  readonly etag: string
  readonly documentEtag: string
  /** The document as authored, in canonical JSON. */
  readonly document: string
  /** The normal form (rules/published.ts), as JSON: what is linked. */
  readonly published: string
  /** The vendor collection as sent. */
  readonly body: WireJson
}

/**
 * The form in which versions are stored now. 1: bodies and etags of what authors wrote, and nothing for what they left
 * out. 2: with the values that count there.
 */
export const STORED_FORM = 2

/** What is made of a version's document to serve it; of another form, it is made anew. */
export interface ServedTexts {
  readonly etag: string
  readonly published: string
  readonly body: WireJson
}

/** What serving a version takes. */
export interface StoredCatalog extends ServedTexts {
  readonly version: number
  /** {@link STORED_FORM} of the program that stored it. */
  readonly form: number
}

/** Storage of catalog versions. Writes belong into a unit of work. */
export class CatalogStore extends Context.Service<
  CatalogStore,
  {
    /** What is served now; undefined before the first publication. Cheap: asked every second. */
    readonly head: Effect.Effect<CatalogHead | undefined>
    /** What serving a version takes; undefined when there is no such version. */
    readonly load: (version: number) => Effect.Effect<StoredCatalog | undefined>
    /**
     * Replaces what is served of a version by its present form. Nothing happens when that was done already: every
     * process makes the same of it.
     */
    readonly renew: (version: number, texts: ServedTexts) => Effect.Effect<void>
    /** The authored document of a version; undefined when there is no such version. */
    readonly document: (version: number) => Effect.Effect<string | undefined>
    /** At most `limit` versions, newest first, older than `before` when it is given. */
    readonly versions: (page: {
      readonly before: number | undefined
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<CatalogVersion>>
    /**
     * Stores a new version and publishes it as the publication next to `after` (0: the first). `superseded`, and
     * nothing is stored, when another publication has taken that place.
     */
    readonly publish: (after: number, texts: CatalogTexts, now: Timestamp) => Effect.Effect<CatalogHead | "superseded">
    /** Publishes a stored version again, in the same manner. */
    readonly republish: (
      after: number,
      version: number,
      now: Timestamp,
    ) => Effect.Effect<CatalogHead | "superseded" | "not_found">
  }
>()("@garrison/core/catalog/CatalogStore") {}
