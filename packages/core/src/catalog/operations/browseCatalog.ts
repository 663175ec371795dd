/** Looking things up in a version of the catalog, for operators (decisions, section 10). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Enumeration, Integer, IntegerOf, ListOf, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { CatalogEntry, entryView } from "../browseView.ts"
import { Catalogs } from "../Catalogs.ts"
import { ENTRY_KINDS, pageOf } from "../rules/browse.ts"
import { readingVersions } from "./listVersions.ts"

const LIMIT_MAX = 1000
const LIMIT_DEFAULT = 100

/** The version that is looked at: the one that is asked for, or the current one. */
export const OfVersion = described(
  Schema.optionalKey(IntegerOf({ minimum: 1 })),
  "This version (default: the current one).",
)

/** Lists entries of a kind. */
export const browseCatalog = read(
  { name: "catalog.browse", ...readingVersions },
  {
    title: "List items, vendors, loot, prices or promotions",
    sentence:
      "List entries of one kind of a version of the catalog by id, a page at a time, with their names, prices and how " +
      "many entries lead to each. Each page but the last ends with the marker of the next.",
    input: {
      kind: described(Enumeration(ENTRY_KINDS), "What is listed."),
      version: OfVersion,
      find: described(Schema.optionalKey(Text), "A part of the name or id; accents and case do not count."),
      limit: described(
        Schema.optionalKey(IntegerOf({ minimum: 1, maximum: LIMIT_MAX })),
        "Entries on a page, 1 to 1000 (default: 100).",
      ),
      after: described(Schema.optionalKey(Text), "The page after the one that ended with this marker."),
    },
    answer: value(
      Schema.Struct({
        version: described(Integer, "The version that was looked at."),
        entries: described(ListOf(CatalogEntry), "The entries, by id."),
        next: described(Schema.NullOr(Text), "The marker of the next page; null: this is the last."),
      }).annotate({ identifier: "CatalogEntries" }),
    ),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ after, find, kind, limit = LIMIT_DEFAULT, version }) {
      const { index, number } = yield* (yield* Catalogs).index(version)
      const page = pageOf(index, kind, { find, after, limit })
      return {
        version: number,
        entries: page.entries.map((entry) => entryView(index, entry)),
        next: page.next ?? null,
      }
    }),
  },
)
