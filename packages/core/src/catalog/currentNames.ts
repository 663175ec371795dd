/** The names that the catalog of now gives what an answer mentions. */
import * as Effect from "effect/Effect"
import { Catalogs } from "./Catalogs.ts"
import { namesFor } from "./namesBeside.ts"
import { namesOf } from "./rules/labels.ts"
import type { CatalogNames } from "./rules/names.ts"

const nameless = (): undefined => undefined

/** No names. */
export const noNames: CatalogNames = { item: nameless, loot: nameless, vendor: nameless }

/** The names of the catalog that is served; there are none before a publication. */
export const currentNames = Effect.gen(function* () {
  const current = yield* Effect.option((yield* Catalogs).current)
  return current._tag === "None" ? noNames : namesOf(current.value.linked)
})

/** The answer with the names of what it mentions. */
export const withCurrentNames = <A extends object>(answer: A) =>
  Effect.map(currentNames, (names) => ({ ...answer, ...namesFor(answer, names) }))
