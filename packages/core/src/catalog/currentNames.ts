/** The names that the catalog of now gives what an answer mentions. */
import * as Effect from "effect/Effect"
import { Catalogs } from "./Catalogs.ts"
import { namesFor } from "./namesBeside.ts"
import { namesOf } from "./rules/labels.ts"

/** The answer with the names of what it mentions; there are none before a publication. */
export const withCurrentNames = Effect.fnUntraced(function* <A extends object>(answer: A) {
  const current = yield* Effect.option((yield* Catalogs).current)
  return current._tag === "None" ? answer : { ...answer, ...namesFor(answer, namesOf(current.value.linked)) }
})
