/** The names of items and loot that commands show beside ids. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { fromUtf8 } from "@garrison/core/kernel/wire/Utf8"
import * as Effect from "effect/Effect"
import { type CatalogNames, catalogNames } from "../document/catalogNames.ts"

/** No names. */
export const noNames: CatalogNames = { items: new Map(), loot: new Map() }

/** The names of a version of the catalog. */
export const namesOf = (version: number) =>
  Effect.gen(function* () {
    return catalogNames(fromUtf8(yield* (yield* Catalogs).document(version)))
  }).pipe(Effect.orElseSucceed(() => noNames))

/** The names of the catalog that is served; none before the first publication. */
export const currentNames = Effect.gen(function* () {
  return yield* namesOf((yield* (yield* Catalogs).current).version)
}).pipe(Effect.orElseSucceed(() => noNames))
