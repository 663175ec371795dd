/** One entry of the catalog whole, for operators: what it is, what it gives, and who leads to it. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Enumeration, Flag, Integer, Text } from "../../kernel/input/Field.ts"
import { InvalidInput } from "../../kernel/input/Invalid.ts"
import { PlayerUuid } from "../../kernel/Identifier.ts"
import { LootOdds } from "../LootOdds.ts"
import { ownedFields } from "../owned.ts"
import { LootOddsAnswer } from "../schema.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { shownEntry, shownFields } from "../../catalog/browseView.ts"
import { Catalogs } from "../../catalog/Catalogs.ts"
import { EntryNotFound } from "../../catalog/errors.ts"
import { entriesNamed, ENTRY_KINDS, type FoundEntry } from "../../catalog/rules/browse.ts"
import { withName } from "../../catalog/rules/names.ts"
import { OfVersion } from "../../catalog/operations/browseCatalog.ts"
import { readingVersions } from "../../catalog/operations/listVersions.ts"

const ambiguous = (found: ReadonlyArray<FoundEntry>) => {
  const some = found.slice(0, 10).map(({ id, kind, whole }) => `${kind} ${withName(id, whole)}`)
  const more = found.length > some.length ? ` and ${found.length - some.length} more` : ""
  const msg = `several entries are called so, say the kind and the id: ${some.join(", ")}${more}`
  return new InvalidInput({ detail: [{ loc: ["id"], msg, type: "value_error" }] })
}

/** Shows one entry. */
export const showEntry = read(
  { name: "catalog.showEntry", ...readingVersions },
  {
    title: "Show one item, vendor, loot, price point or promotion",
    sentence:
      "Show one entry of a version of the catalog whole: its fields, the loot of a vendor, prices with the names of their " +
      "items, and every entry that leads to it. Of loot on request also the odds, for a player without items or for one.",
    input: {
      id: described(Text, "The id of the entry, or its name; accents and case do not count."),
      kind: described(
        Schema.optionalKey(Enumeration(ENTRY_KINDS)),
        "What it is (default: whatever has this id or name).",
      ),
      version: OfVersion,
      odds: described(Schema.optionalKey(Flag), "Whether the odds of loot are computed, which can take seconds."),
      player_uuid: described(
        Schema.optionalKey(PlayerUuid),
        "The player whose inventory counts for the odds (default: a player without items).",
      ),
      ...ownedFields,
    },
    answer: value(
      Schema.Struct({
        version: described(Integer, "The version that was looked at."),
        ...shownFields,
        odds: described(
          Schema.optional(LootOddsAnswer),
          "What the loot gives, ordered once. Absent: nobody asked, it is no loot, or it is not active.",
        ),
      }).annotate({ identifier: "ShownCatalogEntry" }),
    ),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ id, kind, odds: wantsOdds, owning, player_uuid: player, version, xp }) {
      const { index, number } = yield* (yield* Catalogs).index(version)
      const found = entriesNamed(index, id, kind)
      const [entry, another] = found
      if (entry === undefined) return yield* new EntryNotFound({ code: "resource_not_found" })
      if (another !== undefined) return yield* ambiguous(found)
      const odds =
        wantsOdds === true && entry.kind === "loot"
          ? yield* Effect.catchTag(
              LootOdds.use((lootOdds) => lootOdds.of(Number(entry.id), 1, player, version, { owning, xp })),
              "OddsNotFound",
              () => Effect.succeed(undefined),
            )
          : undefined
      return { version: number, ...shownEntry(index, entry), odds }
    }),
  },
)
