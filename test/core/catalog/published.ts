/** Catalogs that have several parts in storage, for processes that publish until they are killed. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as SqlCatalogStore from "@garrison/sql/catalog/SqlCatalogStore"
import * as Database from "@garrison/sql/Database"
import * as Layer from "effect/Layer"
import { auditLayer } from "../../support/acts.ts"
import { cryptoLayer } from "../../support/crypto.ts"

/** Items of a catalog, and characters of each. */
const ITEMS = 100
const CHARACTERS = 30_000

/** The catalog number `index`: its document and its normal form have three parts each. */
export const catalogAt = (index: number) => ({
  items: Object.fromEntries(
    Array.from({ length: ITEMS }, (_, at) => [
      at + 1,
      { custom_data: { text: `${index}/${at} `.padEnd(CHARACTERS, `${at}.`) } },
    ]),
  ),
  vendors: { 1: { loot: { 1: { item_id: 1, quantity: index + 1 } } } },
})

/** The catalog service over the database at `url`, with its storage. */
export const catalogsAt = (url: string) =>
  Layer.fresh(
    Catalogs.layer.pipe(
      Layer.provideMerge(Layer.merge(SqlCatalogStore.layer, auditLayer)),
      Layer.provideMerge(Layer.merge(Layer.orDie(Database.layer(url)), cryptoLayer)),
    ),
  )
