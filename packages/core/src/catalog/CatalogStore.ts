/**
 * Storage of catalog versions. Versions are immutable and numbered, and are published in turn (decisions, section 10).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { CatalogVersion } from "./schema.ts"

/** The version that is served now, and the number of its publication (publications count up from 1). */
export interface CatalogHead {
  readonly publication: number
  readonly version: number
  readonly etag: string
  readonly documentEtag: string
}

/**
 * The form in which versions are stored now. 1: bodies and etags without the values that authors left out. 2: bodies
 * and etags with the default values.
 */
export const STORED_FORM = 2

/**
 * The texts made from a version's document to serve it. Texts of an older form are made again. The texts of a version
 * are UTF-8 bytes, because they are large, and are sent and stored as bytes.
 */
export interface ServedTexts {
  readonly etag: string
  /** The normal form, as rules/publishedText.ts writes it. The linked catalog is made from it. */
  readonly published: Uint8Array
  /** The vendor collection as sent. */
  readonly body: Uint8Array
}

/** The stored texts of a new version. */
export interface CatalogTexts extends ServedTexts {
  readonly documentEtag: string
  /** The document as authored, in canonical JSON. */
  readonly document: Uint8Array
}

/** A new version whose texts are written, and which is not published yet. */
export interface StagedCatalog {
  /**
   * Stores the version and publishes it as the publication after number `after` (0: the first). `superseded`: another
   * publication took that number, and the version is not stored. Belongs into a unit of work.
   */
  readonly publish: (after: number) => Effect.Effect<CatalogHead | "superseded">
}

/** A version with its texts, as it is served. */
export interface StoredCatalog extends ServedTexts {
  readonly version: number
  /** {@link STORED_FORM} of the program that stored it. */
  readonly form: number
}

/**
 * Storage of catalog versions. Texts are read and written part by part, and the process does other work between two
 * parts. Reads are no part of a unit of work.
 */
export class CatalogStore extends Context.Service<
  CatalogStore,
  {
    /**
     * The version that is served now; undefined before the first publication. A cheap read: each process makes it every
     * second.
     */
    readonly head: Effect.Effect<CatalogHead | undefined>
    /**
     * A version with its texts; undefined: the version does not exist. A text that is not whole in storage is a defect
     * that says so.
     */
    readonly load: (version: number) => Effect.Effect<StoredCatalog | undefined>
    /**
     * Replaces the served texts of a version by texts of the present form. Does nothing when the version has that form
     * already: every process makes the same texts. Runs units of work of its own.
     */
    readonly renew: (version: number, texts: ServedTexts, now: Timestamp) => Effect.Effect<void>
    /** The authored document of a version; undefined: the version does not exist. */
    readonly document: (version: number) => Effect.Effect<Uint8Array | undefined>
    /** At most `limit` versions, newest first, older than `before` when it is given. */
    readonly versions: (page: {
      readonly before: number | undefined
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<CatalogVersion>>
    /**
     * Writes the texts of a new version, by short units of work of its own. When the scope closes, they are deleted,
     * unless the version was published. A small catalog is written by the unit of work that publishes it.
     */
    readonly stage: (texts: CatalogTexts, now: Timestamp) => Effect.Effect<StagedCatalog, never, Scope.Scope>
    /**
     * Deletes at most `limit` texts that no version names since `unnamedUpTo` or longer, and answers with their number.
     * Runs units of work of its own.
     */
    readonly prune: (unnamedUpTo: Timestamp, limit: number) => Effect.Effect<number>
    /**
     * Publishes a stored version again, as the publication after number `after`. Belongs into a unit of work.
     */
    readonly republish: (
      after: number,
      version: number,
      now: Timestamp,
    ) => Effect.Effect<CatalogHead | "superseded" | "not_found">
  }
>()("@garrison/core/catalog/CatalogStore") {}
