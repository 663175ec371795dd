/**
 * The codes of findings, with the sentence of each and why it matters (decisions, section 10): errors, for which a
 * document is refused, and warnings, which authors should read. `docs/catalog-fields.md` lists them with an example
 * each.
 */
import type { DetailType } from "../../kernel/input/Field.ts"

/** What a code says. */
interface Meaning {
  readonly sentence: string
  /** Why it matters: what would happen to players, orders or later versions. */
  readonly why: string
}

const OTHER_FILE = "Only one of the two would count, and the other would be lost."
const DANGLING = "Orders look the entry up. Without it they fail, or do something else than was written."

/** Every error with its sentence and why it matters. Values that do not fit their schema are errors too. */
export const ERRORS = {
  text_unreadable: {
    sentence: "the text is not a readable JSON or YAML document",
    why: "Nothing of the document is known, so nothing of it can be checked.",
  },
  not_plain_data: {
    sentence: "a catalog cannot hold this",
    why: "The document is stored and sent as JSON, which cannot carry the value.",
  },
  unknown_part: {
    sentence: "a catalog has no part of this name",
    why: "Its content would be missing: a misspelt `vendors` would take every vendor from the players.",
  },
  unknown_field: {
    sentence: "no field has this name",
    why: "What was meant would not happen: the default would apply instead.",
  },
  catalog_empty: {
    sentence: "a catalog without items and without vendors has nothing to serve",
    why: "Publishing it would take everything from the players, which is hardly ever meant.",
  },
  key_not_an_id: {
    sentence: "the key must be an id: a whole number without sign or leading zeros",
    why: "Orders and references name entries by id, so no order could name this entry.",
  },
  key_not_a_level: {
    sentence: "the key must be a level: a whole number without sign or leading zeros",
    why: "A player could never reach the level.",
  },
  key_not_a_bucket: {
    sentence: "the key must be an inventory bucket",
    why: "No session has this bucket, so the rule would never apply.",
  },
  id_differs_from_key: { sentence: "the id written in the entry is not the key it stands under", why: OTHER_FILE },
  id_used_twice: { sentence: "the id is used twice", why: "An order could not say which of the two it means." },
  uuid_used_twice: { sentence: "the uuid is used twice", why: "A client could not say which of the two it means." },
  reference_dangling: { sentence: "nothing has the id or uuid that is referred to", why: DANGLING },
  reference_ambiguous: {
    sentence: "id and uuid refer to different things",
    why: "Clients that follow the id and clients that follow the uuid would see different things.",
  },
  sub_vendor_cycle: {
    sentence: "the vendor contains itself by way of its sub vendors",
    why: "Fulfilling it would never end.",
  },
  sub_vendor_too_deep: {
    sentence: "the vendors nest too deeply",
    why: "An order may pass through 64 vendors, so each order of this one would fail.",
  },
  invalid_selector: {
    sentence: "active loot must not have the inventory selector type invalid",
    why: "The loot could never be given: it is not known which record it changes.",
  },
  invalid_operation: {
    sentence: "active loot must not have the inventory operation invalid",
    why: "The loot could never be given: it is not known what it does.",
  },
  rent_without_time_frame: {
    sentence: "loot that is rented needs a time frame",
    why: "Without one the end of the rent is not known, so each order of the loot would fail.",
  },
  xp_transform_without_levels: {
    sentence: "an XP transform needs an item with an XP table that has levels",
    why: "Levels cannot be turned into XP without a table, so each order of the loot would fail.",
  },
  weights_too_large: {
    sentence: "the weights must sum to less than 2^53",
    why: "A larger sum is not an exact number, so each order that draws from the vendor would fail.",
  },
  price_item_inactive: {
    sentence: "a price must not be in an inactive item",
    why: "Inactive items cannot be spent, so no player could pay the price.",
  },
  price_item_twice: {
    sentence: "the currency is given twice for the same quantity",
    why: "Only the first of the two prices would be taken.",
  },
  breakpoint_twice: {
    sentence: "the price point has two breakpoints for this quantity",
    why: "Only one of the two prices would be taken.",
  },
  xp_table_not_rising: {
    sentence: "the minimum XP of a level must be above that of the level before",
    why: "A player would reach the level before, or together with, the one below it.",
  },
  time_frame_empty: { sentence: "the end must be after the start", why: "The window would never be open." },
  promotion_empty: { sentence: "the end must be after the start", why: "The code could never be claimed." },
  entitlements_too_many: {
    sentence: "a session fulfils all that a player owns in one order, so a catalog may have at most 1,000",
    why: "Beyond that a session would leave entitlements out.",
  },
  promotion_code_unfit: {
    sentence: "a code must have 1 to 256 characters, as an order can hold no other",
    why: "No order could name the code.",
  },
  promotion_ends_before_loot: {
    sentence: "the code ends before its loot begins",
    why: "Until the end each claim is `loot_not_active`, and from then on `promotion_expired`.",
  },
  promotion_begins_after_loot: {
    sentence: "the code begins when the time frame of its loot is over",
    why: "Each claim fails: before the start there is no such code, and from then on the loot cannot be given.",
  },
  price_point_without_tiers: {
    sentence: "loot is for sale, and its price point has no price",
    why: "No purchase of the loot can state a price.",
  },
  price_tier_unreachable: {
    sentence: "no purchase can reach the tier",
    why: "Nobody ever pays this price.",
  },
} as const satisfies Readonly<Record<string, Meaning>>

/** Every warning with its sentence and why it matters. */
export const WARNINGS = {
  loot_never_drops: {
    sentence: "the loot can never drop",
    why: "Players would look for something that does not exist.",
  },
  always_owned_given: {
    sentence: "an item that every player always owns cannot be added or set",
    why: "The record of such an item never changes, so each order of the loot fails.",
  },
  selector_outside_entitlement: {
    sentence: "the selector inherits from an entitlement, and no entitlement item leads to this loot",
    why: "Outside of an entitlement there is no record to inherit from, so each order of the loot is `inventory_not_found`.",
  },
  new_orders_too_deep: {
    sentence: "the loot needs new orders within new orders, more than 8 deep",
    why: "An order may make new orders 8 deep, so each order of the loot fails.",
  },
  changes_too_many: {
    sentence: "the loot changes more records than an order may change",
    why: "An order may change 10,000 records, so each order of the loot fails.",
  },
  steps_too_many: {
    sentence: "the loot takes more steps than an order may take",
    why: "An order may take 100,000 steps, and each loot and candidate is one, so each order of the loot fails.",
  },
  vendor_never_drops: {
    sentence: "the weights of the vendor's loot that can drop sum to zero, so that it can never give anything",
    why: "Each order that draws from the vendor fails.",
  },
  claimable_without_end: {
    sentence: "a client can claim the loot again and again without spending anything",
    why: "A player with a script owns as much of it as they want, and prices in it mean nothing.",
  },
  money_pump: {
    sentence: "these orders, made again and again, make a profit",
    why: "A player with a script turns little into as much as they want, and prices mean nothing.",
  },
  time_frame_overlaps: {
    sentence: "the window is longer than the interval it repeats in",
    why: "The next window begins before this one ends, so the window is always open.",
  },
  time_frame_over: {
    sentence: "the time frame is inactive or over, and does not repeat",
    why: "Loot that ends with its window cannot be given now: each order of it fails.",
  },
  sale_always_open: {
    sentence: "the windows of the time frame follow each other without a gap, so the loot is for sale all the time",
    why: "Loot of a window is for sale while its window is open, and this one is never closed.",
  },
  sale_gives_nothing: {
    sentence: "the loot is for sale, and everything in its sub vendor is inactive",
    why: "Each purchase is `loot_not_active`, and players are told that it is not for sale.",
  },
  time_frame_ignored: {
    sentence: "the time frame has no effect here",
    why: "Only loot that adds or sets an item by `rent`, `rent_timeframe_locked` or `own_transient` ends with a time frame. Other loot is given for ever.",
  },
  weights_ignored: {
    sentence: "the vendor has weights and no type, so it gives all of its loot",
    why: "A vendor without a type is a recipe. To draw by weight, it needs `type: randomly_sampled`.",
  },
  recipe_field_ignored: {
    sentence: "the field has no effect in a recipe that nothing draws",
    why: "A recipe gives all of its loot. Weights, stack limits and required items select the candidates of a draw.",
  },
  item_ignored: {
    sentence: "the item has no effect beside a sub vendor",
    why: "Loot with a sub vendor gives what the sub vendor gives, and not its item. Only bundles and recipes with a price reduction read the item.",
  },
  discount_negative: {
    sentence: "the discount of the coupon is negative",
    why: "The coupon makes purchases dearer.",
  },
  coupon_without_effect: {
    sentence: "the coupon lowers no price",
    why: "A coupon is an item of type `unit`, with a discount above 0, in a currency, for a list of loot.",
  },
  second_draw_certain: {
    sentence: "an order of 2 draws the nothing of the table away, and gives the rest for certain",
    why: "Draws of one order are without replacement. With `quantity_type: absolute` the table is drawn once, whatever is ordered.",
  },
  weights_sometimes_too_large: {
    sentence: "the weights sum to 2^53 or more when all candidates can be drawn",
    why: "A sum of 2^53 or more is not an exact number, so orders of some players fail.",
  },
  new_orders_sometimes_too_deep: {
    sentence: "a draw of the loot may need new orders within new orders, more than 8 deep",
    why: "An order may make new orders 8 deep, so some orders of the loot fail.",
  },
  checks_contradict: {
    sentence: "the item's count never passes this check, the checks and the subtractions before it together",
    why: "The loot asks for more of the item and for less of it at once, so an order of 1 fails, whatever the player owns.",
  },
  quantity_too_large: {
    sentence: "the quantity, times the quantities within the sub vendor, is above 2^53-1",
    why: "No larger count can be stored, so each order of the loot fails.",
  },
  rent_too_long: {
    sentence: "the rent ends after the last date that can be stored",
    why: "No record can end so late, so each order of the loot fails.",
  },
  item_in_no_bucket: {
    sentence: "the bucket rules of the item let no session use it, so its count is always 0",
    why: "Nothing of the item can be checked for or taken, so each order of the loot fails.",
  },
  level_rewards_feed_themselves: {
    sentence: "the level rewards of the item raise the item itself",
    why: "A reward may reach the next level in the same order, which is then rewarded too, and fails when this goes 64 deep.",
  },
  promotion_loot_inactive: {
    sentence: "the code gives loot that is inactive",
    why: "Each claim of the code is `loot_not_active`.",
  },
  promotion_without_uses: {
    sentence: "the code may be claimed 0 times",
    why: "Each claim is `promotion_no_uses_left`.",
  },
  promotion_over: {
    sentence: "the code has expired",
    why: "Each claim is `promotion_expired`.",
  },
  platforms_disjoint: {
    sentence: "no platform allows all that players need here",
    why: "Each player is refused; only a server, which has no platform, can order it.",
  },
  price_tier_without_price: {
    sentence: "the tier has no price",
    why: "Quantities from this tier on, up to the next, cannot be bought.",
  },
  price_tier_dearer: {
    sentence: "each costs more in this tier than in a lower one",
    why: "A player who orders fewer at a time pays less. The price of a tier is that of one unit, and not of all of them.",
  },
  price_point_unused: {
    sentence: "no loot has this price point",
    why: "Nobody pays it.",
  },
  bundle_without_choice: {
    sentence: "nothing of the dynamic bundle can be chosen",
    why: "A purchase names the parts that it wants, so each purchase fails.",
  },
  coupon_currency_unused: {
    sentence: "none of the coupon's loot costs this currency",
    why: "The coupon lowers no price: each purchase with it is refused.",
  },
  price_item_not_given: {
    sentence: "no loot gives the currency of this price",
    why: "Nobody can pay it, unless a server makes the currency by hand.",
  },
  condition_item_not_given: {
    sentence: "no loot gives the item that this needs",
    why: "It fails for every player to whom no server gave the item by hand.",
  },
  check_always_passes: {
    sentence: "no loot gives the item that this check looks for, so it always passes",
    why: "It stops nobody, for example not the second claim of a gift that is meant once.",
  },
  level_reward_without_level: {
    sentence: "the level reward has no `sort_order`, so it belongs to level 0",
    why: "Nobody reaches level 0, so nobody gets the reward.",
  },
  level_reward_not_reached: {
    sentence: "nobody reaches the level of this reward",
    why: "The reward is given to nobody. Every player begins at the level that needs 0 XP, so nobody reaches that one either.",
  },
  level_vendor_without_levels: {
    sentence: "the item has level rewards and no levels",
    why: "No level is reached, so nothing is rewarded.",
  },
  entitled_loot_sold: {
    sentence: "the loot inherits from an entitlement, and neither a purchase nor a code is one",
    why: "There is no record to inherit from, so each such order is `inventory_not_found`.",
  },
  vendor_not_led_to: {
    sentence: "nothing leads to the vendor",
    why: "Orders name loot, and not vendors. A server that orders loot of it gets that loot alone: without a draw, and without the checks beside it.",
  },
  claim_multiplied: {
    sentence: "what limits the claim does not limit an order of more than 1",
    why: "An order may ask for 1,000,000, and gives so many without taking more.",
  },
  draws_gain_on_average: {
    sentence: "these orders draw, and make a profit on average",
    why: "One draw may lose, but a player with a script draws until the average holds, and prices mean nothing.",
  },
  new_orders_gain_on_average: {
    sentence: "these orders draw loot that is given in orders of its own, and make a profit on average",
    why: "One order may lose, but a player with a script orders until the average holds, and prices mean nothing.",
  },
  windows_gain_again: {
    sentence: "these orders make a profit once in each window of time",
    why: "A player who comes in each window turns little into as much as they want, slowly.",
  },
  session_gives_again: {
    sentence: "each inventory session gives the loot of the entitlement again, and what it gave before stays",
    why: "A client may begin a session at any time, so a player with a script owns as much of it as they want.",
  },
  gain_search_bounded: {
    sentence: "the search for orders that gain without end stopped at a bound",
    why: "It may have missed some, so that nothing is said about them here does not mean that there are none.",
  },
} as const satisfies Readonly<Record<string, Meaning>>

/** Every error of names, authoring forms and files, found before the checker sees the document. */
export const FORM_ERRORS = {
  key_in_two_files: { sentence: "the key stands in two files", why: OTHER_FILE },
  form_malformed: {
    sentence: "the authoring form is not written as it must be",
    why: "It is not known what the form should become.",
  },
  form_field_unknown: {
    sentence: "the authoring form has no field of this name",
    why: "What was meant would not happen.",
  },
  form_conflict: {
    sentence: "these fields cannot stand together",
    why: "They contradict each other, so it is not known which one is meant.",
  },
  form_too_large: {
    sentence: "the authoring form expands into more than it may",
    why: "The catalog would be too large to publish and to send to clients.",
  },
  name_unknown: { sentence: "nothing has the name that is referred to", why: DANGLING },
  name_taken: {
    sentence: "the entry cannot take over the former name",
    why: "Two entries would have the same id, and players would lose what they own of one.",
  },
  id_locked: {
    sentence: "the id belongs to a name of the lock file",
    why: "What players own under the id would become something else.",
  },
  lock_stale: {
    sentence: "the lock file does not fit the document",
    why: "Names without an id in the lock file may get another id later, and players would lose what they own.",
  },
} as const satisfies Readonly<Record<string, Meaning>>

/** Every such warning. */
export const FORM_WARNINGS = {
  name_gone: {
    sentence: "the name stands in the lock file and no longer in the document; a renamed entry needs was: FORMER_NAME",
    why: "Players lose what they own of an entry that is renamed without `was`.",
  },
} as const satisfies Readonly<Record<string, Meaning>>

const ALL_WARNINGS = { ...WARNINGS, ...FORM_WARNINGS }

/** Every code with its meaning. */
export const MEANINGS = { ...ERRORS, ...FORM_ERRORS, ...ALL_WARNINGS }

/** A code of these tables. */
export type TableCode = keyof typeof MEANINGS

/** Whether the code is a warning. */
export const isWarningCode = (code: TableCode): boolean => code in ALL_WARNINGS

const WRONG_TYPE = "The value cannot be read, and no value may stand in for it: orders would do something unintended."
const OUT_OF_BOUNDS = "Values outside of the bounds cannot be stored, or make every order fail."
const TIME = "It would begin or end at another time than was meant."

/** Why a value that does not fit its schema matters, by the type of the misfit. */
export const MISFITS: Readonly<Record<DetailType, string>> = {
  missing: "The entry means nothing without the field.",
  string_type: WRONG_TYPE,
  int_type: WRONG_TYPE,
  bool_type: WRONG_TYPE,
  float_type: WRONG_TYPE,
  list_type: WRONG_TYPE,
  dict_type: WRONG_TYPE,
  uuid_parsing: "Clients and references name entries by uuid, and this is none.",
  datetime_parsing: TIME,
  timezone_aware: "A time without a zone is another moment on each machine.",
  enum: "The field has a closed list of values, and the interpreter knows no other.",
  string_too_short: OUT_OF_BOUNDS,
  string_too_long: OUT_OF_BOUNDS,
  greater_than_equal: OUT_OF_BOUNDS,
  less_than_equal: OUT_OF_BOUNDS,
  too_long: OUT_OF_BOUNDS,
  json_invalid: WRONG_TYPE,
  value_error: WRONG_TYPE,
}
