/** What `garrison catalog promotions` does. */
import { listPromotions } from "@garrison/core/catalog/operations/listPromotions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { named } from "../document/catalogNames.ts"
import { withDatabase } from "../local.ts"
import { isForPeople, type ListForm, type OperationAnswer, operate, showList } from "../operate.ts"
import { nothingPublished } from "../output/explain.ts"
import { printable, printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { browseEntries } from "./catalogBrowse.ts"
import { currentNames } from "./currentNames.ts"

type Promotion = OperationAnswer<typeof listPromotions>["promotions"][number]

const momentOrDash = (time: number | undefined): string => (time === undefined ? "-" : moment(time))

type PromotionsInput = Omit<Parameters<typeof browseEntries>[0], "kind">

/** Lists the promotion codes of the current catalog with their uses, or pages those of any version. */
export const showPromotions = (input: PromotionsInput) => {
  const isPage = [input.version, input.find, input.limit, input.after].some((flag) => Option.isSome<unknown>(flag))
  return isPage ? browseEntries({ ...input, kind: "promotion" }) : withUses(input)
}

const withUses = Effect.fn("Catalog.promotions")(function* (form: ListForm) {
  const answered = yield* operate(listPromotions, {}).pipe(
    Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)),
  )
  if (answered.promotions.length === 0 && isForPeople(form)) {
    return yield* printMessage("The current catalog has no promotion codes.")
  }
  const names = !isForPeople(form) ? new Map<number, string>() : (yield* withDatabase("read", currentNames)).loot
  return yield* showList(listPromotions, form, answered, "promotions", () =>
    table<Promotion>(
      [
        { heading: "CODE", text: ({ code }) => printable(code) },
        { heading: "LOOT", text: (promotion) => named(promotion.loot_id, names), cuttable: true },
        { heading: "QUANTITY", text: ({ quantity }) => String(quantity) },
        {
          heading: "USES",
          text: ({ uses, uses_maximum: most }) => (uses === undefined ? "unlimited" : `${uses} of ${most}`),
        },
        { heading: "FROM", text: ({ start }) => momentOrDash(start) },
        { heading: "UNTIL", text: ({ end }) => momentOrDash(end) },
        { heading: "PLATFORMS", text: ({ platforms }) => platforms?.join(" ") ?? "all" },
      ],
      answered.promotions,
    ),
  )
})
