/** Ids of what the command line names: `shop/sword`, `coins`. Whatever takes an id of the catalog takes a name, too. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { type LinkedCatalog, type NamedKind, nameIndexOf, nameProblem } from "@garrison/core/catalog/authoring"
import { hasNames, withIds } from "@garrison/core/order/namedOrder"
import * as Effect from "effect/Effect"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { nothingPublished, wrongInput } from "../output/explain.ts"

const LISTS = { item: "items", loot: "loot", vendor: "vendors" } as const

/** The id of the entry of a catalog that a text means. */
export const idIn = (catalog: LinkedCatalog, kind: NamedKind, given: string): Effect.Effect<number, CommandFailure> => {
  const found = nameIndexOf(catalog, kind).find(given)
  if ("id" in found) return Effect.succeed(found.id)
  const problem = nameProblem(catalog, kind, given, found)
  return Effect.fail(
    new CommandFailure({
      kind: found.problem === "unknown" ? "notFound" : "usage",
      sentence: `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}${problem.endsWith("?") ? "" : "."}`,
      next: `garrison catalog ${LISTS[kind]} --find TEXT looks for a part of a name.`,
    }),
  )
}

/** The id that a text means in the current catalog. A number is an id, and opens no database. */
export const catalogId = Effect.fnUntraced(function* (kind: NamedKind, given: string) {
  if (/^\d+$/.test(given)) return Number(given)
  return yield* withDatabase(
    "read",
    Catalogs.use((catalogs) => Effect.flatMap(catalogs.current, ({ linked }) => idIn(linked, kind, given))),
  ).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)))
})

/** The orders of a file with ids in the place of names. Orders without names open no database. */
export const ordersWithIds = (orders: ReadonlyArray<unknown>, placeOf: (index: number) => ReadonlyArray<string>) =>
  orders.some(hasNames)
    ? withDatabase("read", withIds(orders, placeOf)).pipe(
        Effect.catchTag("InvalidInput", (error) => Effect.fail(wrongInput(error))),
        Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)),
      )
    : Effect.succeed(orders)
