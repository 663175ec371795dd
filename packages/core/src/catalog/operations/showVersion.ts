/** One version of the catalog with its document, for operators (decisions, section 10). */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { described, Integer } from "../../kernel/input/Field.ts"
import { parseJson } from "../../kernel/wire/Json.ts"
import { fromUtf8 } from "../../kernel/wire/Utf8.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Catalogs } from "../Catalogs.ts"
import { CatalogNotFound } from "../errors.ts"
import { CatalogVersion } from "../schema.ts"
import { readingVersions } from "./listVersions.ts"

/** Shows a version: the current one, or the one that is asked for. */
export const showVersion = read(
  { name: "catalog.showVersion", ...readingVersions },
  {
    title: "Show a catalog version",
    sentence: "Show a version of the catalog with its authored document: the current one, or any other.",
    input: {
      version: described(Schema.optionalKey(Integer), "This version (default: the current one)."),
    },
    answer: value(
      Schema.Struct({
        ...CatalogVersion.fields,
        document: described(Schema.Unknown, "The authored document."),
      }).annotate({ identifier: "CatalogVersionWithDocument" }),
    ),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ version: wanted }) {
      const catalogs = yield* Catalogs
      const number = wanted ?? (yield* catalogs.current).version
      const [version] = yield* catalogs.versions({ before: number + 1 })
      const document = yield* catalogs.document(number)
      if (version?.version !== number) {
        return yield* new CatalogNotFound({ code: "resource_not_found", version: number })
      }
      return { ...version, document: Result.getOrThrow(parseJson(fromUtf8(document), Number.POSITIVE_INFINITY)) }
    }),
  },
)
