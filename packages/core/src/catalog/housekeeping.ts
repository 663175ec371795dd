/**
 * Deletes the texts of catalogs that no version names. A publication that ends without a version deletes its own texts
 * at once. This loop is for those of processes that were killed.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { pruning, untilNone } from "../kernel/work/Background.ts"
import { CatalogStore } from "./CatalogStore.ts"

/** A publication takes less time, so a text that no version names after it belongs to none. */
const STAGED_MILLIS = 60 * 60 * 1000
/** How many texts are looked for at once. Each may have many parts. */
const prunedAtOnce = 20

/** Deletes texts until none is left. Answers with their number. */
export const prune = Effect.gen(function* () {
  const store = yield* CatalogStore
  const now = yield* Clock.currentTimeMillis
  return yield* untilNone(store.prune(now - STAGED_MILLIS, prunedAtOnce))
}).pipe(Effect.withSpan("catalog.prune"))

/** Prunes every ten minutes for as long as the layer lives. */
export const layer = pruning("texts of unfinished catalog publications were not pruned", prune)
