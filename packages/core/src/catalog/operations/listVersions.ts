/** The published versions of the catalog, for operators (decisions, section 10). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, ListOf } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Catalogs } from "../Catalogs.ts"
import { CatalogVersion } from "../schema.ts"

/** Who may read versions of the catalog, with what players do not see. */
export const readingVersions = { permissions: ["catalog:edit", "operator:catalog:read"] } as const

const everyVersion = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const found: Array<CatalogVersion> = []
  for (;;) {
    const page = yield* catalogs.versions({ before: found.at(-1)?.version })
    if (page.length === 0) return found
    found.push(...page)
  }
})

/** Lists the versions. */
export const listVersions = read(
  { name: "catalog.listVersions", ...readingVersions },
  {
    title: "List catalog versions",
    sentence: "List the published versions of the catalog, the newest first.",
    input: {},
    answer: value(
      Schema.Struct({ versions: described(ListOf(CatalogVersion), "The newest first.") }).annotate({
        identifier: "CatalogVersions",
      }),
    ),
    refusals: [],
    run: () => Effect.map(everyVersion, (versions) => ({ versions })),
  },
)
