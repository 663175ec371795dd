/**
 * Loads stored versions in the form in which they are served now. The document of a version never changes. The served
 * texts are made from it, and are made again when an earlier program made them in an older form (decisions, section
 * 10).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { warningOf } from "../kernel/work/Background.ts"
import { inParts } from "../kernel/work/Work.ts"
import { CatalogStore, STORED_FORM } from "./CatalogStore.ts"
import { servedFrom } from "./publishable.ts"
import { readPublished } from "./rules/publishedText.ts"

/**
 * A version with its texts, as it is served; undefined: the version does not exist. Texts of an older form are made
 * again and stored. When they cannot be stored, they are served all the same: every process makes the same texts.
 */
export const loadServed = Effect.fnUntraced(function* (version: number) {
  const store = yield* CatalogStore
  const stored = yield* store.load(version)
  if (stored === undefined || stored.form >= STORED_FORM) return stored
  const texts = yield* servedFrom(yield* inParts(readPublished(stored.published), 1))
  const now = yield* Clock.currentTimeMillis
  yield* warningOf(`version ${version} of the catalog was not stored anew`)(store.renew(version, texts, now))
  return { ...texts, version }
})
