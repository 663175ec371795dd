/**
 * What each field of an authored document means, in a sentence or two: for editors, which show it beside the field, and
 * for the reference page. A field without a sentence does not compile.
 */
import type {
  Breakpoint,
  BreakpointCurrency,
  BucketUseRuleSet,
  CatalogDocument,
  ItemPortalUseRuleset,
  PricePoint,
  Promotion,
  TimeFrame,
  XpTable,
} from "../document.ts"
import type { itemFields, lootFields, vendorFields } from "../schema.ts"
import type { itemReferences, lootReferences, priceReferences, promotionReferences } from "./form/reference.ts"

type Notes<Fields> = Readonly<Record<keyof Fields & string, string>>

/** A reference by name beside a reference by id and by uuid. */
const byUuid = "The same by uuid. If both are given, they must agree."
const customData = "Texts of your own by key. Clients get them as they are."
const legacy = "A number that Garrison hands to clients and does not use."
const authoredName =
  "The name under which the entry was written, where it shows another: orders and commands take both. Forms write it."
const was = "The former name of a renamed entry, which then keeps its id."

/** Parts of a document. */
export const documentNotes: Notes<(typeof CatalogDocument)["fields"] & { $schema: string }> = {
  $schema: "The JSON Schema of this file, for editors. Garrison does not use it.",
  items: "What players can own, by id or name.",
  vendors: "What gives loot, by id or name: shops, chests, drop tables, rewards.",
  price_points: "Prices by a text that loot refers to.",
  xp_tables: "Levels and the XP that each needs, by id or name.",
  time_frames: "Windows of time after which what was given ends, by id or name.",
  inventory_bucket_use_rule_sets: "By a text that items refer to: which buckets count in a session.",
  item_portal_use_rulesets: "The platforms where items may be given and used, by id or name.",
  promotions: "Gifts by the code that a player enters.",
  custom_data: "Texts of your own by key. They are stored with the version.",
}

/** Fields of an item. */
export const itemNotes: Notes<
  typeof itemFields & typeof itemReferences & { item_id: number; authored_name: string; was: string }
> = {
  item_id: "The id again, if it is written. It must be the key.",
  authored_name: authoredName,
  was,
  custom_data: `${customData} By convention \`name\` is the name that people see.`,
  item_uuid: "The item's uuid. Absent: it is derived from the id.",
  type: "The kind of item. Only `unit` has levels and coupons, only `entitlement` has entitled loot.",
  legacy_type: legacy,
  legacy_subtype: legacy,
  ref_item_id: "An item that this one refers to. Garrison does not use it.",
  availability_flags: "Bit 0 (1): the item is inactive, and cannot be given. Bit 1 (2): every player always owns one.",
  entitled_loot:
    "Loot that is given at each start of an inventory session, as `vendor/loot`. Works with type `entitlement`.",
  entitled_loot_id: "The same by id.",
  entitled_loot_uuid: byUuid,
  level_xp_table: "The levels of this item: its count is XP. Works with type `unit`.",
  level_xp_table_id: "The same by id.",
  level_xp_table_uuid: byUuid,
  level_vendor: "Rewards: reaching level n gives the loot with `sort_order` n. Works with `level_xp_table`.",
  level_vendor_id: "The same by id.",
  level_vendor_uuid: byUuid,
  coupon_discount_currency_item:
    "The currency whose prices this coupon lowers. Works with `coupon_discount_percentage`.",
  coupon_discount_currency_item_id: "The same by id.",
  coupon_discount_currency_item_uuid: "An integer in the interface, in spite of its name. It is sent as written.",
  coupon_discount_percentage:
    "The discount of this coupon: 0.25 lowers a price by a quarter. At most 1. Works with type `unit`, `coupon_discount_loot` and `coupon_discount_currency_item`.",
  coupon_consume_on_use:
    "Whether a purchase with this coupon takes one of it, and then buys one unit at most. Works with `coupon_discount_percentage`.",
  coupon_discount_loot:
    "The loot that this coupon lowers the price of, by id or as `vendor/loot`. Works with `coupon_discount_percentage`.",
  coupon_discount_loot_uuid: "The same by uuid. Both lists count.",
  item_portal_use_ruleset: "The platforms where the item may be given and used. Absent: all.",
  item_portal_use_ruleset_id: "The same by id.",
  inventory_bucket_use_rule_set_id: "Which buckets count for this item, by key. Absent: all.",
}

/** Fields of loot that forms add. */
interface FormFields {
  readonly loot_id: number
  readonly authored_name: string
  readonly vendor_id: number
  readonly was: string
  readonly chance: string
  readonly when: object
  readonly always: object
  readonly sometimes: object
  readonly one_of: object
}

/** Fields of loot. */
export const lootNotes: Notes<typeof lootFields & typeof lootReferences & FormFields> = {
  loot_id: "The id again, if it is written. It must be the key.",
  vendor_id: "The id of the vendor again, if it is written.",
  authored_name: authoredName,
  was,
  custom_data: customData,
  loot_uuid: "The loot's uuid. Absent: it is derived from the id.",
  vendor_uuid: "The uuid of the vendor again, if it is written.",
  item: "The item that is given, by name or id. Loot without an item, a sub vendor and a table gives nothing. Beside a sub vendor it works with the item types `dynamic_bundle` and `recipe_with_price_reduction` alone.",
  item_id: "The same by id.",
  item_uuid: byUuid,
  sub_vendor: "A vendor whose loot is given instead of an item.",
  sub_vendor_id: "The same by id.",
  sub_vendor_uuid: byUuid,
  quantity: "How many, or a range `{min, max}` in which every quantity is equally likely.",
  inventory_selector_type:
    "Which record the item goes to: `own` for ever, `rent` longer by each time frame, `rent_timeframe_locked` to the end of the window, where its count begins at 0, `own_transient` for the session, `inherit_entitlement_inventory` as the entitlement.",
  inventory_operation:
    "What happens to the count: it is added to, subtracted from, set, or compared. A comparison that fails stops the recipe. Works with an item.",
  active: "Whether the loot is fulfilled. Inactive loot is skipped, and an order of it fails.",
  sort_order: "Lower is fulfilled first. In a vendor of level rewards: the level.",
  drop_weight:
    "How likely the loot is drawn against the others. Works in a `randomly_sampled` vendor; 0 is never drawn.",
  fill_in_new_order:
    "Whether drawn loot is given by a new order, and stays in the draw. Works in a `randomly_sampled` vendor.",
  allow_partial_bundles: "False: loot with a sub vendor is drawn only if all of it can be given. Works in a draw.",
  required_item: "An item that must be owned for this loot to be drawn. Works in a `randomly_sampled` vendor.",
  required_item_id: "The same by id.",
  required_item_uuid: byUuid,
  required_item_count: "How many of the required item must be owned. Works with `required_item`.",
  stack_limit: "A count of the loot's item from which on it is not drawn. Works in a `randomly_sampled` vendor.",
  ui_hint: "A number for clients.",
  effective_from: "The moment from which on the loot is fulfilled, as ISO 8601 with a zone.",
  quantity_type:
    "`relative`: the quantity is multiplied by the ordered quantity. `absolute`: it is not. Works with `quantity`; rows of a drop table are `absolute`.",
  quantity_mult_inventory_item: "An item whose count multiplies the quantity.",
  quantity_mult_inventory_item_id: "The same by id.",
  quantity_mult_inventory_item_uuid: byUuid,
  is_claimable_by_client: "Whether a player may order the loot without a server.",
  time_frame:
    "The window that ends what is given. Works with every selector but `own`. What lasts for the window is given while it is open.",
  time_frame_id: "The same by id.",
  use_inventory_bucket: "The bucket that gets the item. Absent: the bucket of the session. Works with an item.",
  xp_quantity_transform_type: "Turns a number of levels into XP. Works with an item that has an XP table.",
  current_price_point_guid:
    "The price, by key. Absent: the loot is not for sale. Works with `purchase_loot`, and with `purchase_dynamic_bundle` for loot whose item is a `dynamic_bundle`.",
  pre_sale_price_point_guid: "The price before a sale, for clients to show.",
  hard_quantity_maximum: "The largest quantity that the loot gives. 0: no limit.",
  chance: "The probability that the loot is given: a fraction, `1/128`, or a decimal, `0.0083`.",
  when: "Conditions without which the loot is skipped: `{has: item, at_least: n}`, `{lacks: item}`, `{not: …}`, or a list.",
  always: "A drop table: rows that are all given.",
  sometimes: "A drop table: rows that are each given with their `chance`.",
  one_of: "A drop table: rows of which one is drawn by `weight`.",
}

/** Further fields of the rows of a drop table. */
export const rowNotes: Notes<{ weight: number; nothing: boolean; name: string }> = {
  weight: "How likely the row is drawn against the other rows. Works in `one_of`. Absent: 1.",
  nothing: "`true`: the row gives nothing, and is meant to.",
  name: "What the row is called in the lock file. Absent: the name of what it gives.",
}

/** Fields of a vendor. */
export const vendorNotes: Notes<
  typeof vendorFields &
    Record<
      "vendor_id" | "authored_name" | "was" | "loot" | "loot_defaults" | "always" | "sometimes" | "one_of",
      unknown
    >
> = {
  vendor_id: "The id again, if it is written. It must be the key.",
  authored_name: authoredName,
  was,
  custom_data: customData,
  vendor_uuid: "The vendor's uuid. Absent: it is derived from the id.",
  type: "`recipe` gives all of its loot, in order. `randomly_sampled` draws one loot for each unit of quantity, and none twice.",
  legacy_type: legacy,
  legacy_config_version: "The version that `vendor_version` of an order is compared with.",
  loot: "The loot, by id or name.",
  loot_defaults:
    "Fields that every loot and row of this vendor has, unless it writes them. Works with `loot` and drop tables.",
  always: lootNotes.always,
  sometimes: lootNotes.sometimes,
  one_of: lootNotes.one_of,
}

/** Fields of a price point. */
export const pricePointNotes: Notes<(typeof PricePoint)["fields"]> = {
  strict_flag: "Whether the ordered quantity must be that of a breakpoint. Absent: false.",
  cap_flag: "Whether the ordered quantity may not exceed the highest breakpoint. Absent: false.",
  current_breakpoints: "The prices. The highest breakpoint that is not above the ordered quantity counts.",
  pre_sale_breakpoints: "The prices before a sale, for clients to show.",
  custom_data: customData,
}

/** Fields of a breakpoint. */
export const breakpointNotes: Notes<(typeof Breakpoint)["fields"]> = {
  quantity: "The ordered quantity from which on these prices hold.",
  currencies: "The price of one unit in each currency. A purchase pays in one of them.",
}

/** Fields of a price. */
export const currencyNotes: Notes<(typeof BreakpointCurrency)["fields"] & typeof priceReferences> = {
  price_item: "The currency: an item, by name or id.",
  price_item_id: "The same by id.",
  price: "The price of one unit.",
  min_reduced_price:
    "The price below which no coupon lowers it. Absent: 0. Works with coupons and the type `recipe_with_price_reduction`.",
}

/** Fields of an XP table. */
export const xpTableNotes: Notes<(typeof XpTable)["fields"] & { was: string }> = {
  xp_table_id: "The id again, if it is written. It must be the key.",
  was,
  xp_table_uuid: "The table's uuid. Absent: it is derived from the id.",
  levels: "The XP that each level needs, by level. Both rise.",
  custom_data: customData,
}

/** Fields of a time frame. */
export const timeFrameNotes: Notes<(typeof TimeFrame)["fields"] & { was: string }> = {
  time_frame_id: "The id again, if it is written. It must be the key.",
  was,
  active: "Whether the window is in use. Absent: true.",
  start: "The start of the window: ISO 8601 with a zone, or Unix seconds.",
  end: "The end of the window.",
  hour_interval: "Repeats the window every so many hours. Absent: it does not repeat.",
  custom_data: customData,
}

/** Fields of a bucket use rule set. */
export const bucketNotes: Notes<(typeof BucketUseRuleSet)["fields"]> = {
  buckets: "By the bucket of the session: the buckets that count and may be spent.",
  custom_data: customData,
}

/** Fields of a portal rule set. */
export const portalNotes: Notes<(typeof ItemPortalUseRuleset)["fields"] & { was: string }> = {
  was,
  platforms: "The platforms where the item may be given and used.",
  custom_data: customData,
}

/** Fields of a promotion. */
export const promotionNotes: Notes<(typeof Promotion)["fields"] & typeof promotionReferences> = {
  loot: "The gift, as `vendor/loot`.",
  loot_id: "The same by id.",
  loot_uuid: byUuid,
  quantity: "How many times the loot is given. Absent: 1.",
  start: "The moment from which on the code works. Absent: at once.",
  end: "The moment from which on the code has expired. Absent: never.",
  uses_maximum: "How often the code works over all players. Absent: without limit.",
  platforms: "The platforms where the code works. Absent: all.",
  custom_data: customData,
}
