/** What `garrison catalog price-points` does: it shows prices as game clients read them. */
import { findPricePoint } from "@garrison/core/catalog/operations/findPricePoint"
import { listPricePoints } from "@garrison/core/catalog/operations/listPricePoints"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CatalogNames, named, noNames } from "../document/catalogNames.ts"
import { withDatabase } from "../local.ts"
import { operate } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { nothingPublished } from "../output/explain.ts"
import { present, printMessage } from "../output/print.ts"
import { table } from "../output/table.ts"
import { currentNames } from "./currentNames.ts"

/** A price point as it is sent. */
type Told = (typeof findPricePoint)["answer"]["schema"]["Encoded"]
type Tier = Told["current_breakpoints"][number]

/** A tier, or (undefined) a price point that has none. */
interface Row {
  readonly point: Told
  readonly tier: Tier | undefined
  readonly isBefore: boolean
}

const rowsOf = (point: Told): ReadonlyArray<Row> => {
  const before = point.pre_sale_breakpoints.map((tier) => ({ point, tier, isBefore: true }))
  const current = point.current_breakpoints.map((tier) => ({ point, tier, isBefore: false }))
  return current.length + before.length === 0 ? [{ point, tier: undefined, isBefore: false }] : [...current, ...before]
}

const priceText = ({ tier }: Row, { items }: CatalogNames): string =>
  tier?.currencies.map(({ price, price_item_id: id }) => `${price} of ${named(id, items)}`).join(" or ") ??
  "not for sale"

const quantityText = ({ point, tier }: Row): string => {
  if (tier === undefined) return "-"
  return point.strict_flag ? `exactly ${tier.quantity}` : `${tier.quantity} on`
}

const lootText = ({ isBefore, point }: Row, { loot }: CatalogNames): string =>
  point.loot
    .filter(({ use }) => !isBefore || use === "current")
    .map(({ active, loot_id: id, use }) => {
      const state = use === "pre_sale" ? " (as the price before)" : active ? "" : " (inactive)"
      return `${named(id, loot)}${state}`
    })
    .join(", ")

const textOf = (points: ReadonlyArray<Told>, names: CatalogNames): string =>
  table<Row>(
    [
      { heading: "PRICE POINT", text: ({ point }) => point.price_point_guid },
      { heading: "QUANTITY", text: quantityText },
      { heading: "PRICE OF ONE", text: (row) => `${priceText(row, names)}${row.isBefore ? " before the sale" : ""}` },
      { heading: "LOOT", text: (row) => lootText(row, names), cuttable: true },
    ],
    points.flatMap(rowsOf),
  )

interface PricePointsInput {
  readonly guid: Option.Option<string>
  readonly json: boolean
}

const noSuchPoint = new CommandFailure({
  kind: "notFound",
  sentence: "No loot of the catalog names such a price point.",
  next: "garrison catalog price-points lists those that loot names.",
})

/** What clients are told, as JSON and by price point. */
interface Answered {
  readonly told: object
  readonly points: ReadonlyArray<Told>
}

const tellAll = Effect.map(operate(listPricePoints, {}), (text): Answered => {
  const told = JSON.parse(text) as (typeof listPricePoints)["answer"]["schema"]["Encoded"]
  return { told, points: Object.values(told.price_points) }
})

const tellOne = (guid: string) =>
  operate(findPricePoint, { price_point_guid: guid }).pipe(
    Effect.catchTag("PricePointNotFound", () => Effect.fail(noSuchPoint)),
    Effect.map((text): Answered => {
      const told = JSON.parse(text) as Told
      return { told, points: [told] }
    }),
  )

/** Shows every price point that loot names, or one. */
export const showPricePoints = Effect.fn("Catalog.pricePoints")(function* ({ guid, json }: PricePointsInput) {
  const { points, told } = yield* (Option.isSome(guid) ? tellOne(guid.value) : tellAll).pipe(
    Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)),
  )
  if (points.length === 0 && !json) return yield* printMessage("No loot of the current catalog has a price.")
  const names = json ? noNames : yield* withDatabase("read", currentNames)
  return yield* present(json, told, () => textOf(points, names))
})
