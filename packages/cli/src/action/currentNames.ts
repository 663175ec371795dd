/** The names of items and loot that commands show beside ids. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Effect from "effect/Effect"
import { catalogNames, noNames } from "../document/catalogNames.ts"
import { withDatabase } from "../local.ts"

/** The names of the catalog that is served; none before the first publication. */
export const currentNames = Effect.gen(function* () {
  return catalogNames((yield* (yield* Catalogs).current).linked)
}).pipe(Effect.orElseSucceed(() => noNames))

/** The names for an answer: none where it is JSON, which has ids. */
export const namesFor = (json: boolean) => (json ? Effect.succeed(noNames) : withDatabase("read", currentNames))
