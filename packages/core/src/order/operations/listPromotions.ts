/** The promotion codes of the current catalog, for operators. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, ListOf } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { ClaimStore } from "../ClaimStore.ts"
import { PromotionView } from "../../catalog/browseView.ts"
import { Catalogs } from "../../catalog/Catalogs.ts"
import type { LinkedPromotion } from "../../catalog/rules/linkedTables.ts"
import { readingVersions } from "../../catalog/operations/listVersions.ts"

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
    sentence:
      "List the promotion codes of the current catalog: what each gives, how often it was used and may be, and when and " +
      "where it works. Uses are counted of codes with a limit.",
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
