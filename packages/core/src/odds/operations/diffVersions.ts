/** Comparing two versions of the catalog, for operators (decisions, section 10). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Flag, Integer, IntegerOf } from "../../kernel/input/Field.ts"
import { CatalogComparison, compareCatalogs } from "../comparison.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Catalogs } from "../../catalog/Catalogs.ts"
import { readingVersions } from "../../catalog/operations/listVersions.ts"

/** Compares two versions. */
export const diffVersions = read(
  { name: "catalog.diff", ...readingVersions },
  {
    title: "Compare two catalog versions",
    sentence:
      "Compare two versions of the catalog: entries that are new, gone or changed, prices, chances of draws, vendors that " +
      "clients fetch again, items that can no longer be obtained, and on request odds.",
    input: {
      from: described(IntegerOf({ minimum: 1 }), "The earlier version."),
      to: described(Schema.optionalKey(IntegerOf({ minimum: 1 })), "The later version (default: the current one)."),
      odds: described(Schema.optionalKey(Flag), "Whether odds are compared, which can take seconds."),
    },
    answer: value(
      Schema.Struct({
        from: described(Integer, "The earlier version."),
        to: described(Integer, "The later version."),
        ...CatalogComparison.fields,
      }).annotate({ identifier: "CatalogDiff" }),
    ),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ from, odds = false, to }) {
      const catalogs = yield* Catalogs
      const until = to ?? (yield* catalogs.current).version
      const [earlier, later] = [yield* catalogs.published(from), yield* catalogs.published(until)]
      return { from, to: until, ...(yield* compareCatalogs(earlier, later, odds)) }
    }),
  },
)
