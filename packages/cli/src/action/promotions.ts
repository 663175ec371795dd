/** What `garrison catalog promotions` does. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import type { LinkedPromotion } from "@garrison/core/catalog/rules/linkedTables"
import { formatTimestamp } from "@garrison/core/kernel/Timestamp"
import { fromUtf8 } from "@garrison/core/kernel/Utf8"
import { ClaimStore } from "@garrison/core/order/ClaimStore"
import * as Effect from "effect/Effect"
import { catalogNames, named } from "../document/catalogNames.ts"
import { withDatabase } from "../local.ts"
import { nothingPublished } from "../output/explain.ts"
import { printable, printData, printJson, printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"

/** A promotion of the current catalog; `uses` is undefined for a code without a limit, whose uses are not counted. */
interface ListedPromotion {
  readonly promotion: LinkedPromotion
  readonly uses: number | undefined
}

const currentPromotions = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const { linked, version } = yield* catalogs.current
  const document = yield* catalogs.document(version)
  const all = Array.from(linked.promotions.values()).toSorted((left, right) => (left.code < right.code ? -1 : 1))
  const uses = yield* (yield* ClaimStore).uses
  const promotions = all.map((promotion): ListedPromotion => ({
    promotion,
    uses: promotion.uses_maximum === undefined ? undefined : (uses.get(promotion.code) ?? 0),
  }))
  return { promotions, names: catalogNames(fromUtf8(document)).loot }
}).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)))

const wirePromotion = ({ promotion, uses }: ListedPromotion) => {
  const { code, end, loot_id, platforms, quantity, start, uses_maximum } = promotion
  return {
    code,
    loot_id,
    quantity,
    ...(uses === undefined ? undefined : { uses, uses_maximum }),
    ...(start === undefined ? undefined : { start: formatTimestamp(start) }),
    ...(end === undefined ? undefined : { end: formatTimestamp(end) }),
    ...(platforms === undefined ? undefined : { platforms: [...platforms] }),
  }
}

/** Lists the promotion codes of the current catalog. */
export const listPromotions = Effect.fn("Catalog.promotions")(function* (input: { readonly json: boolean }) {
  const { names, promotions } = yield* withDatabase("read", currentPromotions)
  if (input.json) return yield* printJson({ promotions: promotions.map(wirePromotion) })
  if (promotions.length === 0) return yield* printMessage("The current catalog has no promotion codes.")
  return yield* printData(
    table<ListedPromotion>(
      [
        { heading: "CODE", text: ({ promotion }) => printable(promotion.code) },
        { heading: "LOOT", text: ({ promotion }) => named(promotion.loot_id, names), cuttable: true },
        { heading: "QUANTITY", text: ({ promotion }) => String(promotion.quantity) },
        {
          heading: "USES",
          text: ({ promotion, uses }) => (uses === undefined ? "unlimited" : `${uses} of ${promotion.uses_maximum}`),
        },
        { heading: "FROM", text: ({ promotion: { start } }) => (start === undefined ? "-" : moment(start)) },
        { heading: "UNTIL", text: ({ promotion: { end } }) => (end === undefined ? "-" : moment(end)) },
        {
          heading: "PLATFORMS",
          text: ({ promotion: { platforms } }) => (platforms ? [...platforms].join(" ") : "all"),
        },
      ],
      promotions,
    ),
  )
})
