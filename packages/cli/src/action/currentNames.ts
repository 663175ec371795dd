/** The names of items and loot that commands show beside ids. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Effect from "effect/Effect"
import { catalogNames, noNames } from "../document/catalogNames.ts"

/** The names of the catalog that is served; none before the first publication. */
export const currentNames = Effect.gen(function* () {
  return catalogNames((yield* (yield* Catalogs).current).linked)
}).pipe(Effect.orElseSucceed(() => noNames))
