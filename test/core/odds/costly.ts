/** Catalogs whose odds take far more work than any computation may: badly written, or written to do harm. */
import type { DocumentLoot } from "@garrison/core/catalog/document"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import type { Draft } from "../order/catalogs.ts"
import { fill, items } from "../order/fulfilling.ts"

const range = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, at) => at)

const lootOf = (length: number, at: (index: number) => DocumentLoot): Readonly<Record<number, DocumentLoot>> =>
  Object.fromEntries(range(length).map((index) => [100 + index, at(index)]))

/** Loot 1 is a draw of this loot per unit. */
const drawn = (loot: Readonly<Record<number, DocumentLoot>>): Draft => ({
  items: items(60),
  vendors: { 1: { loot: { 1: { sub_vendor_id: 2 } } }, 2: { type: "randomly_sampled", loot } },
})

/** Odd numbers without a common divisor with most others, as large as weights of a catalog. */
const weight = (index: number): number => 1_000_003 * (2 * index ** 2 + 29)

/** By what makes them costly: a catalog, and the entry to compute. */
export const costly: Readonly<Record<string, readonly [Draft, SubmittedEntry]>> = {
  "fractions with thousands of digits": [
    drawn(lootOf(60, (at) => ({ item_id: 1 + at, drop_weight: weight(at), fill_in_new_order: true }))),
    fill(1, 100),
  ],
  "many states of a pool": [
    drawn(lootOf(14, (at) => ({ item_id: 1 + (at % 4), drop_weight: weight(at) }))),
    fill(1, 12),
  ],
  "thousands of candidates that are judged before each draw": [
    drawn(lootOf(5000, (at) => ({ item_id: 1 + (at % 3), stack_limit: 50, drop_weight: 1 + at }))),
    fill(1, 100),
  ],
  "a long recipe before the first draw": [
    {
      items: items(60),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: {
          loot: {
            ...lootOf(2000, (at) => ({ item_id: 1 + (at % 50), inventory_operation: "set" })),
            90: { sub_vendor_id: 3, quantity: 20, sort_order: 9 },
          },
        },
        3: {
          type: "randomly_sampled",
          loot: lootOf(6, (at) => ({ item_id: 1 + at, stack_limit: 50, fill_in_new_order: true })),
        },
      },
    },
    fill(1),
  ],
  "an entry that takes all its own steps": [
    {
      items: items(60),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: {
          loot: {
            3: { sub_vendor_id: 3, quantity: 9000 },
            4: { item_id: 1, inventory_operation: "check_less_than", quantity: 3, sort_order: 9 },
          },
        },
        3: {
          type: "randomly_sampled",
          loot: lootOf(10, (at) => ({ item_id: 1 + at, required_item_id: 1, required_item_count: 0 })),
        },
      },
    },
    fill(1),
  ],
}

/** Draws whose odds follow by arithmetic, with larger fractions after each draw. */
export const largeFractions: Draft = drawn(
  lootOf(8, (at) => ({ item_id: 1 + at, drop_weight: weight(at), fill_in_new_order: true })),
)

/** One of four items, as long as fewer than a thousand are held: draws that are explored, and never plain. */
export const readingDraws: Draft = drawn(
  lootOf(4, (at) => ({ item_id: 1 + at, drop_weight: 1 + at, stack_limit: 1000, fill_in_new_order: true })),
)
