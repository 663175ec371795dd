/** A catalog with one of everything that orders of the tests need. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { CatalogNotFound } from "@garrison/core/catalog/errors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Ids of {@link smallCatalog}. */
export const GOLD = 1
export const SWORD = 2
export const POUCH_LOOT = 100
const SWORD_LOOT = 150
export const CHEST_LOOT = 200

/** A pouch of gold that players may claim, and a chest that drops one of two things. */
export const smallCatalog = {
  items: {
    [GOLD]: { type: "unit", custom_data: { name: "Gold" } },
    [SWORD]: { type: "unit", custom_data: { name: "Sword" } },
  },
  price_points: {
    "sword / price": { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: GOLD, price: 30 }] }] },
  },
  vendors: {
    10: {
      type: "recipe",
      loot: {
        [POUCH_LOOT]: { item_id: GOLD, quantity: 50, is_claimable_by_client: true, hard_quantity_maximum: 1_000_000 },
        [SWORD_LOOT]: { item_id: SWORD, current_price_point_guid: "sword / price" },
        [CHEST_LOOT]: { sub_vendor_id: 20, is_claimable_by_client: true },
      },
    },
    20: {
      type: "randomly_sampled",
      loot: {
        300: { item_id: GOLD, quantity: 5, drop_weight: 3 },
        301: { item_id: SWORD, drop_weight: 1, stack_limit: 3 },
      },
    },
  },
}

/** A catalog service before the first publication. */
export const unpublishedCatalogs = Layer.mock(Catalogs, {
  current: Effect.fail(new CatalogNotFound({ code: "resource_not_found" })),
})
