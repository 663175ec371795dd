/** How a version takes the place of the current one: one publication after the other, each behind the one before. */
import * as Effect from "effect/Effect"
import { matchesStrongly } from "../kernel/Etag.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { type CatalogHead, CatalogStore, type CatalogTexts } from "./CatalogStore.ts"
import { CatalogConflict } from "./errors.ts"
import type { Publishable } from "./prepare.ts"

/** Publications that may get in the way of one that does not insist on If-Match, before it gives up. */
const ATTEMPTS_MAX = 16

const conflict = Effect.fail(new CatalogConflict({ code: "catalog_etag_mismatch" }))

const isMatch = (ifMatch: string | undefined, head: CatalogHead | undefined): boolean =>
  matchesStrongly(ifMatch, head?.etag) || matchesStrongly(ifMatch, head?.documentEtag)

/** Runs `write` as the publication `after` the current one, again as long as others publish and `ifMatch` allows. */
const publishNext = Effect.fnUntraced(function* <A>(
  ifMatch: string | undefined,
  write: (store: CatalogStore["Service"], after: number, current: CatalogHead | undefined) => Effect.Effect<A>,
) {
  const store = yield* CatalogStore
  const transaction = yield* Transaction
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const current = yield* store.head
    if (!isMatch(ifMatch, current)) break
    const outcome = yield* transaction.run(write(store, current?.publication ?? 0, current))
    if (outcome !== "superseded") return outcome as Exclude<A, "superseded">
  }
  return yield* conflict
})

/** What is stored of a document. */
export const textsOf = ({ prepared, compilable, documentEtag, document, body }: Publishable): CatalogTexts => ({
  etag: prepared.cache_info.etag,
  documentEtag,
  document,
  prepared: JSON.stringify(compilable),
  body,
})

/** Whether these are the document that is current and the collection that is served for it. */
const isCurrent = (texts: CatalogTexts, current: CatalogHead | undefined): current is CatalogHead =>
  texts.documentEtag === current?.documentEtag && texts.etag === current.etag

/** Stores a new version and publishes it, unless the current one is the same: then the current one, `unchanged`. */
export const publishTexts = (texts: CatalogTexts, now: Timestamp, ifMatch: string | undefined) =>
  publishNext(ifMatch, (store, after, current) =>
    isCurrent(texts, current)
      ? Effect.succeed({ ...current, unchanged: true })
      : Effect.map(store.publish(after, texts, now), (outcome) =>
          outcome === "superseded" ? outcome : { ...outcome, unchanged: false },
        ),
  )

/** Publishes a stored version again. */
export const republishVersion = (version: number, now: Timestamp, ifMatch: string | undefined) =>
  publishNext(ifMatch, (store, after) => store.republish(after, version, now))
