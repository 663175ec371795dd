/** Replaces the current version by another. Publications are numbered, and each follows the publication before it. */
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit, type Done, type Store } from "../audit/Audit.ts"
import type { AuditSubject } from "../audit/schema.ts"
import { matchesStrongly } from "../kernel/wire/Etag.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { type CatalogHead, CatalogStore, type CatalogTexts } from "./CatalogStore.ts"
import { CatalogConflict, CatalogNotFound } from "./errors.ts"
import type { CatalogVersion } from "./schema.ts"

/** How often a publication without If-Match tries again after other publications, before it fails. */
const ATTEMPTS_MAX = 16

const conflict = Effect.fail(new CatalogConflict({ code: "catalog_etag_mismatch" }))

/** Whether a version is the one that an If-Match names: by the etag for clients, or by that of the document. */
export const isMatch = (
  ifMatch: string | undefined,
  head: Pick<CatalogHead, "etag" | "documentEtag"> | undefined,
): boolean => matchesStrongly(ifMatch, head?.etag) || matchesStrongly(ifMatch, head?.documentEtag)

/** The subject of an audit row. */
export const CATALOG_SUBJECT: AuditSubject = { kind: "catalog", id: "catalog" }

/** The served version, as an audit row states it. */
const describe = (head: CatalogHead | undefined) =>
  head && { version: head.version, etag: head.etag, document_etag: head.documentEtag }

/** The conditions of a publication, and how it is stored. */
export interface Publication {
  readonly now: Timestamp
  readonly ifMatch: string | undefined
  readonly act: Act
  readonly save: Store
}

/** The served version after a publication; `unchanged`: the same version was served before. */
interface Written extends CatalogHead {
  readonly unchanged: boolean
}

/** The served version after a publication, and its entry in the list of versions. */
interface Served {
  readonly head: Written
  readonly version: CatalogVersion
  /** The number of the version that was served before; undefined: none was. */
  readonly before: number | undefined
}

/**
 * Runs the write that `prepare` answers with as the publication after the current one. When another publication takes
 * its number, tries again, as long as `ifMatch` and the act allow. The number of the publication is the revision.
 * `prepare` runs outside of the unit of work.
 */
const publishNext = Effect.fnUntraced(function* <E, R>(
  { act, ifMatch, save }: Publication,
  prepare: (
    after: number,
    current: CatalogHead | undefined,
  ) => Effect.Effect<Effect.Effect<Written | "superseded", E>, never, R>,
) {
  const store = yield* CatalogStore
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const current = yield* store.head
    const revision = current?.publication ?? 0
    if (!isMatch(ifMatch, current)) break
    if (act.ifRevision !== undefined && act.ifRevision !== revision) {
      return yield* (yield* Audit).changedSince(CATALOG_SUBJECT, act, revision)
    }
    const write = yield* prepare(revision, current)
    const unit = Effect.gen(function* (): Effect.fn.Return<Done<Served | "superseded">, E> {
      const written = yield* write
      if (written === "superseded") return { answer: written, change: undefined }
      const [version] = yield* store.versions({ before: written.version + 1, limit: 1 })
      if (version === undefined) return yield* Effect.die(new Error("the published version is not there"))
      const change = { revision: written.publication, before: describe(current), after: describe(written) }
      return {
        answer: { head: written, version, before: current?.version },
        change: written.unchanged ? undefined : change,
      }
    })
    const outcome = yield* save(unit)
    if (outcome !== "superseded") return outcome
  }
  return yield* conflict
})

/** Whether the current version has the same document and the same served collection. */
const isCurrent = (texts: CatalogTexts, current: CatalogHead | undefined): current is CatalogHead =>
  texts.documentEtag === current?.documentEtag && texts.etag === current.etag

const changed = <Outcome extends string>(outcome: CatalogHead | Outcome) =>
  typeof outcome === "string" ? outcome : { ...outcome, unchanged: false }

/**
 * Stores a new version and publishes it. When the current version is the same, answers with that version, `unchanged`.
 */
export const publishTexts = Effect.fnUntraced(function* (texts: CatalogTexts, publication: Publication) {
  const store = yield* CatalogStore
  // The first attempt that is no repetition of the current version stages the texts. Further attempts use the same.
  const staged = yield* Effect.cached(store.stage(texts, publication.now))
  return yield* publishNext(publication, (after, current) =>
    isCurrent(texts, current)
      ? Effect.succeed(Effect.succeed({ ...current, unchanged: true }))
      : Effect.map(staged, ({ publish }) => Effect.map(publish(after), changed)),
  )
}, Effect.scoped)

/** Publishes a stored version again. */
export const republishVersion = Effect.fnUntraced(function* (version: number, publication: Publication) {
  const store = yield* CatalogStore
  const write = Effect.fnUntraced(function* (after: number) {
    const outcome = changed(yield* store.republish(after, version, publication.now))
    return outcome === "not_found" ? yield* new CatalogNotFound({ code: "resource_not_found", version }) : outcome
  })
  return yield* publishNext(publication, (after) => Effect.succeed(write(after)))
})
