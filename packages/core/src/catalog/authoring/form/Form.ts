/**
 * A form: fields of authored loot that the interface does not have, and the loot of the interface that they become. The
 * forms of a loot are expanded in a fixed sequence (../rows.ts), each from what those before it have made.
 */
import type { Expansion } from "../Expansion.ts"
import { type Fields, isGiven, without } from "../Fields.ts"
import type { Name } from "../names.ts"
import { inside, type Place } from "../places.ts"

/** Authored loot. */
export interface Row {
  readonly fields: Fields
  readonly place: Place
  readonly name: Name
  /** Where the loot stands: by its key in the loot of a vendor, or in a list of a drop table. */
  readonly list: "loot" | "always" | "sometimes" | "one_of"
  /** Whether the loot is a candidate of a draw, and not a part of a recipe. */
  readonly isDrawn: boolean
}

/** The player owns at least `count` of the item, or (`has` false) less. */
export interface Condition {
  readonly has: boolean
  readonly itemId: number
  readonly count: number
}

/** Loot on its way to the interface's form. */
export interface Draft {
  readonly loot: Fields
  /** Conditions that the loot does not hold yet. */
  readonly conditions: ReadonlyArray<Condition>
}

/** Expands authored loot. The conditions are those under which the loot can be drawn; elsewhere there are none. */
export type ExpandRow = (expansion: Expansion, row: Row) => Draft

/** A form of loot. */
export interface Form {
  /** The authored fields of the form. */
  readonly fields: ReadonlyArray<string>
  /** Expands the form. Called for loot that has at least one of its fields. */
  readonly expand: (expansion: Expansion, row: Row, draft: Draft, expandRow: ExpandRow) => Draft
}

/** The fields of loot that say what it gives. When a form moves loot into a vendor of its own, these go with it. */
export const GIVING = [
  "item_id",
  "item_uuid",
  "sub_vendor_id",
  "sub_vendor_uuid",
  "quantity",
  "quantity_type",
  "quantity_mult_inventory_item_id",
  "quantity_mult_inventory_item_uuid",
  "inventory_selector_type",
  "inventory_operation",
  "time_frame_id",
  "use_inventory_bucket",
  "xp_quantity_transform_type",
  "hard_quantity_maximum",
  "allow_partial_bundles",
]

/** The part of the loot that says what it gives. */
export const giving = (loot: Fields): Fields =>
  Object.fromEntries(Object.entries(loot).filter(([name]) => GIVING.includes(name)))

/** Loot that is fulfilled once by this vendor, whatever quantity is ordered. */
export const once = (vendorId: number): Fields => ({ sub_vendor_id: vendorId, quantity_type: "absolute" })

/** The loot with what it gives moved into a vendor of its own. Reports fields that would lose their meaning. */
export const moveIntoVendor = (expansion: Expansion, row: Row, loot: Fields, vendorId: number): Fields => {
  if (isGiven(loot, "stack_limit")) {
    const fix = `write when: { lacks: ITEM, at_least: ${String(loot["stack_limit"])} }`
    expansion.report("form_conflict", inside(row.place, "stack_limit"), "a form gives this loot", { fix })
  }
  if (isGiven(row.fields, "quantity_type") && row.fields["quantity_type"] !== "absolute") {
    const detail = "a form draws once, whatever quantity is ordered"
    expansion.report("form_conflict", inside(row.place, "quantity_type"), detail, { fix: "take quantity_type away" })
  }
  return { ...without(loot, GIVING), ...once(vendorId) }
}
