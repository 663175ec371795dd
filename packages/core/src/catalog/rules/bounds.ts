/**
 * Bounds of an entry, which make an interpretation end on any catalog: loot and candidates judged, vendors within
 * vendors, and changes of records. An entry that would pass a bound ends with `internal_error`. The checker
 * finds loot that passes a bound in any order.
 */
export const STEPS_MAX = 100_000
export const NESTING_MAX = 64
export const CHANGES_MAX = 10_000
/** How deep new orders may nest (decisions, section 12), and how many new orders an entry may make. */
export const ORDER_DEPTH_MAX = 8
export const NEW_ORDERS_MAX = 1_000
/** Largest quantity of an entry that may have more than 1 (decisions, section 12). */
export const ORDER_QUANTITY_MAX = 1_000_000
