/**
 * Stored versions in the form in which they are served now. The document of a version never changes; what is served is
 * made of it, and made anew where an earlier program made it otherwise (decisions, section 10).
 */
import * as Effect from "effect/Effect"
import { warningOf } from "../kernel/Background.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { CatalogStore, type ServedTexts, STORED_FORM } from "./CatalogStore.ts"
import { publishedFrom } from "./publishable.ts"
import type { PublishedCatalog } from "./rules/published.ts"

/**
 * What serving a version takes; undefined when there is no such version. One of an earlier form is made anew and stored
 * so. Where it cannot be stored, it is served all the same: everybody makes the same of it.
 */
export const loadServed = Effect.fnUntraced(function* (version: number) {
  const store = yield* CatalogStore
  const stored = yield* store.load(version)
  if (stored === undefined || stored.form >= STORED_FORM) return stored
  const { body, etags, published } = yield* publishedFrom(JSON.parse(stored.published) as PublishedCatalog)
  const texts: ServedTexts = { etag: etags.collection, published: JSON.stringify(published), body }
  const transaction = yield* Transaction
  yield* warningOf(`version ${version} of the catalog was not stored anew`)(
    transaction.run(store.renew(version, texts)),
  )
  return { ...texts, version }
})
