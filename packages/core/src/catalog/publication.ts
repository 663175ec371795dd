/** How a version takes the place of the current one: one publication after the other, each behind the one before. */
import * as Effect from "effect/Effect"
import type { Act } from "../audit/Actor.ts"
import { Audit, type Done, type Store } from "../audit/Audit.ts"
import type { AuditSubject } from "../audit/schema.ts"
import { matchesStrongly } from "../kernel/Etag.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { type CatalogHead, CatalogStore, type CatalogTexts } from "./CatalogStore.ts"
import { CatalogConflict, CatalogNotFound } from "./errors.ts"
import type { Publishable } from "./publishable.ts"
import type { CatalogVersion } from "./schema.ts"

/** Publications that may get in the way of one that does not insist on If-Match, before it gives up. */
const ATTEMPTS_MAX = 16

const conflict = Effect.fail(new CatalogConflict({ code: "catalog_etag_mismatch" }))

const isMatch = (ifMatch: string | undefined, head: CatalogHead | undefined): boolean =>
  matchesStrongly(ifMatch, head?.etag) || matchesStrongly(ifMatch, head?.documentEtag)

/** What an audit row names. */
export const CATALOG_SUBJECT: AuditSubject = { kind: "catalog", id: "catalog" }

/** What an audit row says of what is served. */
const describe = (head: CatalogHead | undefined) =>
  head && { version: head.version, etag: head.etag, document_etag: head.documentEtag }

/** Which catalog a publication may take the place of, and how it is stored. */
export interface Publication {
  readonly now: Timestamp
  readonly ifMatch: string | undefined
  readonly act: Act
  readonly save: Store
}

/** What is served after a publication; `unchanged`: it was before. */
interface Written extends CatalogHead {
  readonly unchanged: boolean
}

/** What is served after a publication, with its version as it is listed. */
interface Served {
  readonly head: Written
  readonly version: CatalogVersion
}

/**
 * Carries out `write` as the publication `after` the current one, again as long as others publish and `ifMatch` and the
 * act allow. The number of the publication is the revision.
 */
const publishNext = Effect.fnUntraced(function* <E>(
  { act, ifMatch, save }: Publication,
  write: (
    store: CatalogStore["Service"],
    after: number,
    current: CatalogHead | undefined,
  ) => Effect.Effect<Written | "superseded", E>,
) {
  const store = yield* CatalogStore
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const current = yield* store.head
    const revision = current?.publication ?? 0
    if (!isMatch(ifMatch, current)) break
    if (act.ifRevision !== undefined && act.ifRevision !== revision) {
      return yield* (yield* Audit).changedSince(CATALOG_SUBJECT, act, revision)
    }
    const unit = Effect.gen(function* (): Effect.fn.Return<Done<Served | "superseded">, E> {
      const written = yield* write(store, revision, current)
      if (written === "superseded") return { answer: written, change: undefined }
      const [version] = yield* store.versions({ before: written.version + 1, limit: 1 })
      if (version === undefined) return yield* Effect.die(new Error("the published version is not there"))
      const change = { revision: written.publication, before: describe(current), after: describe(written) }
      return { answer: { head: written, version }, change: written.unchanged ? undefined : change }
    })
    const outcome = yield* save(unit)
    if (outcome !== "superseded") return outcome
  }
  return yield* conflict
})

/** What is stored of a document. */
export const textsOf = ({ etags, published, documentEtag, document, body }: Publishable): CatalogTexts => ({
  etag: etags.collection,
  documentEtag,
  document,
  published: JSON.stringify(published),
  body,
})

/** Whether these are the document that is current and the collection that is served for it. */
const isCurrent = (texts: CatalogTexts, current: CatalogHead | undefined): current is CatalogHead =>
  texts.documentEtag === current?.documentEtag && texts.etag === current.etag

const changed = <Outcome extends string>(outcome: CatalogHead | Outcome) =>
  typeof outcome === "string" ? outcome : { ...outcome, unchanged: false }

/** Stores a new version and publishes it, unless the current one is the same: then the current one, `unchanged`. */
export const publishTexts = (texts: CatalogTexts, publication: Publication) =>
  publishNext(publication, (store, after, current) =>
    isCurrent(texts, current)
      ? Effect.succeed({ ...current, unchanged: true })
      : Effect.map(store.publish(after, texts, publication.now), changed),
  )

/** Publishes a stored version again. */
export const republishVersion = (version: number, publication: Publication) =>
  publishNext(
    publication,
    Effect.fnUntraced(function* (store, after) {
      const outcome = changed(yield* store.republish(after, version, publication.now))
      return outcome === "not_found" ? yield* new CatalogNotFound({ code: "resource_not_found", version }) : outcome
    }),
  )
