/** The promotion codes of the current catalog, for operators. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Integer, ListOf, Text } from "../../kernel/input/Field.ts"
import { Platform } from "../../kernel/Platform.ts"
import { Timestamp } from "../../kernel/time/Timestamp.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { ClaimStore } from "../../order/ClaimStore.ts"
import { Catalogs } from "../Catalogs.ts"
import type { LinkedPromotion } from "../rules/linkedTables.ts"
import { readingVersions } from "./listVersions.ts"

const PromotionView = Schema.Struct({
  code: described(Text, "The code that a player enters."),
  loot_id: described(Integer, "The loot that it gives."),
  quantity: described(Integer, "How often it gives it."),
  uses: described(
    Schema.optional(Integer),
    "How often it was used; absent: its uses are not limited, and not counted.",
  ),
  uses_maximum: described(Schema.optional(Integer), "How often it may be used by all players together."),
  start: described(Schema.optional(Timestamp), "From when it is good."),
  end: described(Schema.optional(Timestamp), "Until when it is good."),
  platforms: described(Schema.optional(ListOf(Platform)), "Where it is good; absent: everywhere."),
}).annotate({ identifier: "Promotion" })

const viewOf = (
  { code, end, loot_id, platforms, quantity, start, uses_maximum }: LinkedPromotion,
  uses: ReadonlyMap<string, number>,
): typeof PromotionView.Type => ({
  code,
  loot_id,
  quantity,
  uses: uses_maximum === undefined ? undefined : (uses.get(code) ?? 0),
  uses_maximum,
  start,
  end,
  platforms: platforms === undefined ? undefined : [...platforms],
})

/** Lists the promotion codes with their uses. */
export const listPromotions = read(
  { name: "catalog.listPromotions", ...readingVersions },
  {
    title: "List promotion codes",
    sentence: "List the promotion codes of the current catalog, with how often those with a limit were used.",
    input: {},
    answer: value(
      Schema.Struct({ promotions: described(ListOf(PromotionView), "The promotions, by code.") }).annotate({
        identifier: "Promotions",
      }),
    ),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* () {
      const { linked } = yield* (yield* Catalogs).current
      const all = Array.from(linked.promotions.values()).toSorted((left, right) => (left.code < right.code ? -1 : 1))
      const uses = yield* (yield* ClaimStore).uses
      return { promotions: all.map((promotion) => viewOf(promotion, uses)) }
    }),
  },
)
