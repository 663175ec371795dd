/**
 * Catalogs that pay without end, each with the orders that a player with a script would send, and beside it catalogs
 * that nearly do (payers.test.ts).
 */
import type { DocumentLoot } from "@garrison/core/catalog/document"
import type { OrdersWitness, WitnessEntry, WitnessOrder } from "@garrison/core/catalog/rules/witness"
import type { Draft } from "../order/catalogs.ts"
import { hour, NOW } from "../order/fulfilling.ts"

/** A catalog that pays without end, the finding about it, and a round of orders that gains. */
export interface Payer {
  readonly what: string
  readonly code: string
  readonly at: string
  readonly mistake: Draft
  readonly round: Omit<OrdersWitness, "kind">
  /** Catalogs that pay once, or cost as much as they give. */
  readonly nearMisses: ReadonlyArray<readonly [what: string, draft: Draft]>
}

/** The largest quantity of an entry. */
const MOST = 1_000_000

/** The items of these catalogs. */
const COIN = 1
const GEM = 2
const MARK = 3
const SWORD = 4
const SHIELD = 5
const EXTRA = 6

type LootById = Readonly<Record<number, DocumentLoot>>

const claim = (sub_vendor_id: number, fields: DocumentLoot = {}): DocumentLoot => ({
  sub_vendor_id,
  is_claimable_by_client: true,
  ...fields,
})
const takes = (item_id: number, quantity: number, fields: DocumentLoot = {}): DocumentLoot => ({
  item_id,
  quantity,
  inventory_operation: "subtract",
  ...fields,
})
const gives = (item_id: number, quantity: number, fields: DocumentLoot = {}): DocumentLoot => ({
  item_id,
  quantity,
  ...fields,
})
const lacks = (item_id: number, fields: DocumentLoot = {}): DocumentLoot => ({
  item_id,
  inventory_operation: "check_less_than",
  ...fields,
})
const sold = (item_id: number, price: string, fields: DocumentLoot = {}): DocumentLoot => ({
  item_id,
  current_price_point_guid: price,
  ...fields,
})

/** The price of one in coins. */
const price = (coins: number, fields: object = {}) => ({
  current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: COIN, price: coins, ...fields }] }],
})

/** What the catalogs have in common: loot of vendor 1 is what clients order, and recipes have the id of their loot. */
const draft = (ordered: LootById, recipes: Readonly<Record<number, LootById>>, rest: Draft = {}): Draft => ({
  vendors: {
    1: { loot: ordered },
    ...Object.fromEntries(Object.entries(recipes).map(([id, loot]) => [id, { loot }] as const)),
  },
  ...rest,
  items: { [COIN]: {}, [GEM]: {}, [MARK]: {}, [SWORD]: {}, [SHIELD]: {}, [EXTRA]: {}, ...rest.items },
})

const fill = (loot_id: number, quantity = 1): WitnessEntry => ({ type: "fill_loot", loot_id, quantity })
const buy = (loot_id: number, each: number, quantity = 1, coupon?: number, price_item_id = COIN): WitnessEntry => ({
  type: "purchase_loot",
  loot_id,
  quantity,
  purchase_price: {
    currencies: [{ price_item_id, price: each }],
    ...(coupon === undefined ? undefined : { price_coupon_item_id: coupon }),
  },
})
const order = (...entries: ReadonlyArray<WitnessEntry>): WitnessOrder => ({ source: "CLIENT", entries })
const session: WitnessOrder = { source: "ENTITLEMENTS", entries: [] }

const absolute = { quantity_type: "absolute" } as const

const starterPack = (fields: DocumentLoot, gift: DocumentLoot = {}, mark: DocumentLoot = {}): Draft =>
  draft(
    { 10: claim(10, fields) },
    { 10: { 101: lacks(MARK, mark), 102: gives(MARK, 1, mark), 103: gives(COIN, 100, gift) } },
  )

const chest = (cost: DocumentLoot, gift: DocumentLoot = {}): Draft =>
  draft(
    { 10: claim(10), 11: sold(GEM, "gem") },
    { 10: { 101: takes(GEM, 10, cost), 102: gives(COIN, 1, gift) } },
    { price_points: { gem: price(5) } },
  )

const setsThree: DocumentLoot = {
  item_id: SWORD,
  quantity: 3,
  inventory_operation: "set",
  is_claimable_by_client: true,
}

const refill = (ordered: LootById, refund: LootById): Draft => draft({ 10: setsThree, ...ordered }, { 11: refund })

const pass = (loot: DocumentLoot, ordered: LootById = {}, recipes: Readonly<Record<number, LootById>> = {}): Draft =>
  draft({ 10: loot, ...ordered }, recipes, {
    items: { [EXTRA]: { type: "entitlement", entitled_loot_id: 10 } },
  })

const daily = (selection: DocumentLoot, rest: Draft = {}): Draft =>
  draft(
    { 10: claim(10, absolute) },
    { 10: { 101: lacks(MARK), 102: gives(MARK, 1, selection), 103: gives(COIN, 100) } },
    { time_frames: { 1: { start: NOW - hour, end: NOW + hour, hour_interval: 24 } }, ...rest },
  )

const burning = (burn: DocumentLoot, cost: LootById = {}): Draft =>
  draft(
    { 10: claim(10, absolute), 11: claim(11, { ...absolute, ...burn }) },
    {
      10: { 101: lacks(MARK), 102: gives(MARK, 1), 103: gives(COIN, 100) },
      11: { 111: takes(MARK, 1), 112: gives(GEM, 0), ...cost },
    },
  )

const couponed = (percentage: number, refund: number, fields: object = {}, couponPrice?: number): Draft =>
  draft(
    {
      10: sold(SWORD, "sword"),
      11: claim(11),
      ...(couponPrice === undefined ? undefined : { 12: sold(EXTRA, "coupon") }),
    },
    { 11: { 111: takes(SWORD, 1), 112: gives(COIN, refund) } },
    {
      items: {
        [EXTRA]: {
          coupon_discount_percentage: percentage,
          coupon_discount_currency_item_id: COIN,
          coupon_discount_loot: [10],
          ...fields,
        },
      },
      price_points: { sword: price(100), ...(couponPrice === undefined ? undefined : { coupon: price(couponPrice) }) },
    },
  )

const bundled = (minimum: number, bundle: "recipe" | "recipe_with_price_reduction"): Draft =>
  draft(
    {
      10: { item_id: EXTRA, sub_vendor_id: 10, current_price_point_guid: "bundle" },
      12: claim(12),
      13: claim(13),
    },
    {
      10: { 101: sold(SWORD, "part"), 102: sold(SHIELD, "part") },
      12: { 121: takes(SWORD, 1), 122: gives(COIN, 60) },
      13: { 131: takes(SHIELD, 1), 132: gives(COIN, 60) },
    },
    {
      items: { [EXTRA]: { type: bundle } },
      price_points: { bundle: price(150, { min_reduced_price: minimum }), part: price(100) },
    },
  )

const levelled = (cost: number, ordered: LootById): Draft =>
  draft(
    { 10: sold(GEM, "experience", { quantity: 100 }), ...ordered },
    { 11: { 111: takes(GEM, 100), 112: gives(SWORD, 1) }, 30: { 301: gives(COIN, 50, { sort_order: 1 }) } },
    {
      items: { [GEM]: { level_xp_table_id: 1, level_vendor_id: 30 } },
      xp_tables: { 1: { levels: { 1: 100, 2: 1000 } } },
      price_points: { experience: price(cost) },
    },
  )

/** Loot 11 takes XP and gives it again, which reaches the level, and its reward, again. */
const recrossed = (taken: DocumentLoot, given: DocumentLoot, cost: LootById = {}): Draft =>
  draft(
    { 11: claim(11) },
    {
      11: { 111: takes(GEM, 100, taken), 112: gives(GEM, 100, given), ...cost },
      30: { 301: gives(COIN, 50, { sort_order: 1 }) },
    },
    {
      items: { [GEM]: { level_xp_table_id: 1, level_vendor_id: 30 } },
      xp_tables: { 1: { levels: { 1: 100, 2: 1000 } } },
    },
  )

/** A count of the window, and what clients may do with it. */
const ofWindow = (ordered: LootById, recipes: Readonly<Record<number, LootById>> = {}): Draft =>
  draft(ordered, recipes, { time_frames: { 1: { start: NOW - hour, end: NOW + hour, hour_interval: 24 } } })

const OF_DAY = { inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1 } as const
const token = (fields: DocumentLoot = {}): LootById => ({
  10: gives(MARK, 1, { ...OF_DAY, is_claimable_by_client: true, ...fields }),
})

/** Loot 10 sets the gems that loot 11 costs, and takes the mark that loot 11 leaves. */
const alternating = (gems: number): Draft =>
  draft(
    { 10: claim(10, absolute), 11: { sub_vendor_id: 11, current_price_point_guid: "gems", ...absolute } },
    {
      10: { 101: takes(MARK, 1), 102: gives(GEM, gems, { inventory_operation: "set" }), 103: gives(COIN, 1) },
      11: { 111: lacks(MARK), 112: gives(MARK, 1), 113: gives(COIN, 1) },
    },
    { price_points: { gems: price(2, { price_item_id: GEM }) } },
  )

const interest = (fields: DocumentLoot): Draft =>
  draft({ 10: sold(COIN, "bank", fields) }, {}, { price_points: { bank: price(100) } })

/** Loot 10 sells XP, whose level gives the price back, and loot 11 turns one of them into a gem. */
const soldXp = (fields: DocumentLoot): Draft =>
  draft(
    { 10: { sub_vendor_id: 10, current_price_point_guid: "experience", ...absolute }, 11: claim(11, absolute) },
    {
      10: { 101: gives(EXTRA, 1, fields) },
      11: { 111: takes(EXTRA, 1), 112: gives(GEM, 1) },
      30: { 301: gives(COIN, 2, { sort_order: 1 }) },
    },
    {
      items: { [EXTRA]: { level_xp_table_id: 1, level_vendor_id: 30 } },
      xp_tables: { 1: { levels: { 1: 2, 2: 5 } } },
      price_points: { experience: price(1) },
    },
  )

/** Loot 11 takes the mark of loot 10, which ends with the session, and gives one that may stay. */
const renewed = (mark: DocumentLoot): Draft =>
  draft(
    { 10: claim(10, absolute), 11: claim(11, absolute) },
    {
      10: {
        101: lacks(MARK),
        102: gives(MARK, 1, { inventory_selector_type: "own_transient" }),
        103: gives(GEM, 1, { inventory_operation: "set" }),
      },
      11: {
        111: takes(MARK, 1, { sort_order: 1 }),
        112: takes(GEM, 1),
        113: gives(MARK, 1, { sort_order: 2, ...mark }),
        114: gives(COIN, 1),
      },
    },
  )

/** Loot 10 gives its price back with a mark, and an order of loot 11 takes at most two marks. */
const refunded = (marks: number, gift: DocumentLoot = {}): Draft =>
  draft(
    { 10: { sub_vendor_id: 10, current_price_point_guid: "mark", ...absolute }, 11: claim(11) },
    {
      10: { 101: lacks(MARK), 102: gives(MARK, 1), 103: gives(COIN, 1) },
      11: { 111: takes(MARK, marks, { hard_quantity_maximum: 2 }), 112: gives(COIN, 1, gift) },
    },
    { price_points: { mark: price(1) } },
  )

/** Loot 10 is for who owns no coin after its price, and loot 11 draws a gem, or something else, for a coin. */
const luckyPool = (other: number): Draft => {
  const made = draft(
    {
      10: { sub_vendor_id: 10, current_price_point_guid: "coin", ...absolute },
      11: { sub_vendor_id: 11, current_price_point_guid: "coin", ...absolute },
    },
    { 10: { 101: lacks(COIN), 102: gives(COIN, 2) } },
    { price_points: { coin: price(1) } },
  )
  return {
    ...made,
    vendors: { ...made.vendors, 11: { type: "randomly_sampled", loot: { 111: gives(GEM, 1), 112: gives(other, 1) } } },
  }
}

const drawn = (coins: number, fields: DocumentLoot = {}, flags: object = {}): Draft => {
  const made = draft({ 10: { sub_vendor_id: 10, current_price_point_guid: "box", ...fields } }, {})
  return {
    ...made,
    vendors: {
      ...made.vendors,
      10: { type: "randomly_sampled", loot: { 101: gives(COIN, coins), 102: { drop_weight: 127 } } },
    },
    price_points: { box: { ...price(50), ...flags } },
  }
}

/** Loot 10 gives `coins` to who owns a sword, and nothing to others; `cost` is what it takes beside its price. */
const ownersPrize = (coins: number, cost: LootById = {}): Draft => {
  const made = draft(
    { 10: { sub_vendor_id: 10, current_price_point_guid: "prize", ...absolute } },
    { 10: { 101: { sub_vendor_id: 11, ...absolute }, ...cost } },
    { price_points: { prize: price(30) } },
  )
  const owners = { 111: gives(COIN, coins, { required_item_id: SWORD }), 112: lacks(SWORD, { stack_limit: 1 }) }
  return { ...made, vendors: { ...made.vendors, 11: { type: "randomly_sampled", loot: owners } } }
}

/** Loot 10 counts `misses` marks, and then gives `coins` for certain and counts anew; `luck` may be drawn before. */
const jackpot = (coins: number, misses: number, luck: LootById = {}): Draft => {
  const made = draft(
    { 10: { sub_vendor_id: 10, current_price_point_guid: "pull", ...absolute } },
    { 11: { 111: gives(MARK, 0, { inventory_operation: "set" }), 112: gives(COIN, coins) } },
    { price_points: { pull: price(10) } },
  )
  const pulls = {
    101: { sub_vendor_id: 11, required_item_id: MARK, required_item_count: 9 },
    102: gives(MARK, 1, { stack_limit: misses, drop_weight: 9 }),
    ...luck,
  }
  return { ...made, vendors: { ...made.vendors, 10: { type: "randomly_sampled", loot: pulls } } }
}

/** Loot 10 sells the XP that are missing to the next level, and loot 11 buys ten of them back. */
const levelSkip = (cost: number, type: NonNullable<DocumentLoot["xp_quantity_transform_type"]>): Draft =>
  draft(
    { 10: sold(GEM, "skip", { xp_quantity_transform_type: type }), 11: claim(11) },
    { 11: { 111: takes(GEM, 10), 112: gives(COIN, 10) } },
    {
      items: { [GEM]: { level_xp_table_id: 1 } },
      xp_tables: { 1: { levels: { 1: 0, 2: 20, 3: 100 } } },
      price_points: { skip: price(cost) },
    },
  )

/** Loot 10 sells the XP that are missing to the next of 40 levels, of which the last is the longest. */
const longLevel = (cost: number): Draft => {
  const levels = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at + 1, at === 39 ? 500 : 10 * at] as const))
  const made = levelSkip(cost, "from_current_xp_to_target_additional_level_min_xp")
  return { ...made, xp_tables: { 1: { levels } } }
}

/** Loot 10 sells XP that skip a level, loot 11 buys them back, and the second level is rewarded with so many coins. */
const skippedLevels = (coins: number): Draft =>
  draft(
    { 10: sold(GEM, "book", { quantity: 250 }), 11: claim(11) },
    {
      11: { 111: takes(GEM, 250), 112: gives(COIN, 60) },
      30: { 301: gives(COIN, 5, { sort_order: 1 }), 302: gives(COIN, coins, { sort_order: 2 }) },
    },
    {
      items: { [GEM]: { level_xp_table_id: 1, level_vendor_id: 30 } },
      xp_tables: { 1: { levels: { 1: 100, 2: 300 } } },
      price_points: { book: price(100) },
    },
  )

/** Loot 10 sells 10 XP, loot 11 buys 30 back for 30 coins, and each 10 XP from 1,000 on are a rewarded level. */
const manyLevels = (coins: number, levels: number): Draft => {
  const numbers = Array.from({ length: levels }, (_, at) => at + 1)
  return draft(
    { 10: sold(GEM, "book", { quantity: 10 }), 11: claim(11) },
    {
      11: { 111: takes(GEM, 30), 112: gives(COIN, 30) },
      30: Object.fromEntries(
        numbers.map((level) => [300 + level, gives(COIN, level > levels - 3 ? coins : 1, { sort_order: level })]),
      ),
    },
    {
      items: { [GEM]: { level_xp_table_id: 1, level_vendor_id: 30 } },
      xp_tables: { 1: { levels: Object.fromEntries(numbers.map((level) => [level, 990 + 10 * level])) } },
      price_points: { book: price(20) },
    },
  )
}

/** Loot 10 sells a sword with a mark, loot 12 buys swords, and loot 11 takes ten marks and pays who has ten left. */
const stampCard = (coins: number): Draft => {
  const made = draft(
    { 10: { sub_vendor_id: 10, current_price_point_guid: "sword" }, 11: claim(11, absolute), 12: claim(12) },
    {
      10: { 101: gives(SWORD, 1), 102: gives(MARK, 1) },
      11: { 111: takes(MARK, 10, { sort_order: 1 }), 112: { sub_vendor_id: 13, sort_order: 2, ...absolute } },
      12: { 121: takes(SWORD, 1), 122: gives(COIN, 3) },
    },
    { price_points: { sword: price(10) } },
  )
  const rows = {
    131: gives(COIN, coins, { required_item_id: MARK, required_item_count: 10 }),
    132: lacks(MARK, { quantity: 10, stack_limit: 10 }),
  }
  return { ...made, vendors: { ...made.vendors, 13: { type: "randomly_sampled", loot: rows } } }
}

/** Loot 10, of which two cost 70 coins, draws a mark for who has none, and coins for who has one. */
const drawnInTurn = (coins: number, fields: DocumentLoot = {}): Draft => {
  const made = draft(
    { 10: { sub_vendor_id: 10, current_price_point_guid: "box", ...fields }, 11: claim(11) },
    { 11: { 111: takes(MARK, 1), 112: gives(GEM, 1) } },
    {
      price_points: {
        box: {
          current_breakpoints: [100, 35].map((coins, at) => ({
            quantity: at + 1,
            currencies: [{ price_item_id: COIN, price: coins }],
          })),
        },
      },
    },
  )
  const rows = { 101: gives(MARK, 1, { stack_limit: 1 }), 102: gives(COIN, coins, { required_item_id: MARK }) }
  return { ...made, vendors: { ...made.vendors, 10: { type: "randomly_sampled", loot: rows } } }
}

/** A gift for who has fewer than `below` marks, which sets the mark. */
const markedGift = (below: number, mark: DocumentLoot = {}): Draft =>
  draft(
    { 10: claim(10, absolute) },
    {
      10: {
        101: lacks(MARK, { quantity: below }),
        102: gives(MARK, 1, { inventory_operation: "set", ...mark }),
        103: gives(COIN, 1),
      },
    },
  )

/** A gift as a row of a drop table that the mark, which another row sets, leaves out. */
const tableGift = (count: number, marks = 1): Draft => {
  const made = draft(
    { 10: claim(10, absolute) },
    {
      10: {
        101: gives(MARK, marks, { inventory_operation: "set" }),
        102: { sub_vendor_id: 11, sort_order: 1, ...absolute },
      },
      12: { 121: lacks(MARK, { quantity: count, ...absolute }), 122: gives(COIN, 1) },
    },
  )
  const rows = {
    111: { sub_vendor_id: 12, allow_partial_bundles: false, ...absolute },
    112: { required_item_id: MARK, required_item_count: count },
  }
  return { ...made, vendors: { ...made.vendors, 11: { type: "randomly_sampled", loot: rows } } }
}

/** A claim of a coin for who owns a sword, and of nothing for others. */
const ownersGift = (cost: LootById): Draft => {
  const prize = ownersPrize(1, cost)
  return { ...prize, vendors: { ...prize.vendors, 1: { loot: { 10: claim(10, absolute) } } }, price_points: {} }
}

/** Swords that loot 11 buys back for more; coins and swords are for these platforms. */
const ofPlatforms = (coin: number, sword: number): Draft =>
  draft(
    { 10: sold(SWORD, "sword"), 11: claim(11) },
    { 11: { 111: takes(SWORD, 1), 112: gives(COIN, 120) } },
    {
      items: { [COIN]: { item_portal_use_ruleset_id: coin }, [SWORD]: { item_portal_use_ruleset_id: sword } },
      item_portal_use_rulesets: {
        1: { platforms: ["Echo", "Anon"] },
        2: { platforms: ["Echo"] },
        3: { platforms: ["Golf"] },
      },
      price_points: { sword: price(100) },
    },
  )

/** Catalogs that pay without end. */
export const payers: ReadonlyArray<Payer> = [
  {
    what: "a claim that is meant to be made once, ordered a million times at once",
    code: "claim_multiplied",
    at: "vendors.1.loot.10",
    mistake: starterPack({}),
    round: { orders: [order(fill(10, MOST))], instead: [order(fill(10))] },
    nearMisses: [
      ["the claim is absolute", starterPack(absolute)],
      ["gift and mark are absolute", starterPack({}, absolute, absolute)],
      ["the gift has a maximum", starterPack({}, { hard_quantity_maximum: 100 }, absolute)],
    ],
  },
  {
    what: "a claim whose check rises with the quantity",
    code: "claim_multiplied",
    at: "vendors.1.loot.10",
    mistake: draft(
      { 10: claim(10) },
      { 10: { 101: lacks(MARK), 102: gives(MARK, 1, absolute), 103: gives(COIN, 100, absolute) } },
    ),
    round: { orders: [order(fill(10), fill(10, 2))], instead: [order(fill(10))] },
    nearMisses: [
      [
        "the check is absolute, too",
        draft(
          { 10: claim(10) },
          { 10: { 101: lacks(MARK, absolute), 102: gives(MARK, 1, absolute), 103: gives(COIN, 100, absolute) } },
        ),
      ],
    ],
  },
  {
    what: "an absolute cost beside a relative gain",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: chest(absolute),
    round: { orders: [order(fill(10, MOST), buy(11, 5, 10))] },
    nearMisses: [
      ["the cost is relative", chest({})],
      ["both are absolute", chest(absolute, absolute)],
      ["the gain is at its maximum", chest(absolute, { quantity: 50, hard_quantity_maximum: 50 })],
    ],
  },
  {
    what: "a claim that sets, beside a refund of what it set",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: refill({ 11: claim(11) }, { 111: takes(SWORD, 1), 112: gives(COIN, 50) }),
    round: { orders: [order(fill(10), fill(11, 3))] },
    nearMisses: [
      [
        "nobody can order the refund",
        refill({ 11: { sub_vendor_id: 11 } }, { 111: takes(SWORD, 1), 112: gives(COIN, 9) }),
      ],
      [
        "the refund takes more than the claim sets",
        refill({ 10: { ...setsThree, ...absolute }, 11: claim(11) }, { 111: takes(SWORD, 4), 112: gives(COIN, 9) }),
      ],
      ["the refund gives nothing", refill({ 11: claim(11) }, { 111: takes(SWORD, 1) })],
    ],
  },
  {
    what: "a claim that sets three, beside a refund of two",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: refill({ 11: claim(11) }, { 111: takes(SWORD, 2), 112: gives(COIN, 50) }),
    round: { orders: [order(fill(10), fill(11))] },
    nearMisses: [],
  },
  {
    what: "a claim that sets three for each that is ordered, beside a refund of four",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: refill({ 11: claim(11) }, { 111: takes(SWORD, 4), 112: gives(COIN, 50) }),
    round: { orders: [order(fill(10, 2), fill(11))] },
    nearMisses: [],
  },
  {
    what: "a refund of a mark, ordered one by one or more at once",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: refunded(1),
    round: { holds: { [COIN]: 1 }, orders: [order(buy(10, 1), fill(11))] },
    nearMisses: [["the refund takes two marks", refunded(2, absolute)]],
  },
  {
    what: "entitled loot that stays, and is given again by each session",
    code: "session_gives_again",
    at: "vendors.1.loot.10",
    mistake: pass(gives(COIN, 100)),
    round: { holds: { [EXTRA]: 1 }, orders: [session] },
    nearMisses: [
      ["it is transient", pass(gives(COIN, 100, { inventory_selector_type: "own_transient" }))],
      ["it is set", pass(gives(COIN, 100, { inventory_operation: "set" }))],
      ["nothing is entitled to it", draft({ 10: gives(COIN, 100) }, {})],
      [
        "a mark stops the second one",
        pass({ sub_vendor_id: 10 }, {}, { 10: { 101: lacks(MARK), 102: gives(MARK, 1), 103: gives(COIN, 100) } }),
      ],
    ],
  },
  {
    what: "the mark of a daily claim that a new session takes away",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: daily({ inventory_selector_type: "own_transient", time_frame_id: 1 }),
    round: { orders: [order(fill(10)), session] },
    nearMisses: [
      [
        "the mark stays until its window ends",
        daily({ inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1 }),
      ],
      ["the mark stays for ever", daily({})],
    ],
  },
  {
    what: "the mark of a claim that another claim burns",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: burning({}),
    round: { orders: [order(fill(10), fill(11))] },
    nearMisses: [
      ["only servers burn the mark", burning({ is_claimable_by_client: false })],
      ["burning costs what the claim gives", burning({}, { 113: takes(COIN, 100) })],
      ["burning takes two marks", burning({}, { 113: takes(MARK, 1) })],
    ],
  },
  {
    what: "a coupon by which loot is cheaper than its refund",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: couponed(0.5, 80),
    round: { holds: { [EXTRA]: 1 }, orders: [order(buy(10, 100, 1, EXTRA), fill(11))] },
    nearMisses: [
      ["the discount is not large enough", couponed(0.2, 80)],
      ["the coupon is used up, and nothing gives another", couponed(0.5, 80, { coupon_consume_on_use: true })],
      ["the coupon costs what it saves", couponed(0.5, 80, { coupon_consume_on_use: true }, 30)],
      ["the coupon is for other loot", couponed(0.5, 80, { coupon_discount_loot: [11] })],
      ["the coupon is for another currency", couponed(0.5, 80, { coupon_discount_currency_item_id: GEM })],
    ],
  },
  {
    what: "a coupon that is used up, and costs less than it saves",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: couponed(0.5, 80, { coupon_consume_on_use: true }, 29),
    round: { orders: [order(buy(12, 29), buy(10, 100, 1, EXTRA), fill(11))] },
    nearMisses: [],
  },
  {
    what: "a lower price for who owns the parts, which are sold for more",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: bundled(0, "recipe_with_price_reduction"),
    round: { holds: { [SWORD]: 1, [SHIELD]: 1 }, orders: [order(buy(10, 150), fill(12), fill(13))] },
    nearMisses: [
      ["the lowest price is what the parts are sold for", bundled(120, "recipe_with_price_reduction")],
      ["the price is not reduced", bundled(0, "recipe")],
    ],
  },
  {
    what: "a level whose XP is taken away and reached again",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: levelled(10, { 11: claim(11) }),
    round: { orders: [order(buy(10, 10), fill(11))] },
    nearMisses: [
      ["nothing takes the XP", levelled(10, {})],
      ["XP cost more than the reward", levelled(51, {})],
    ],
  },
  {
    what: "a level whose XP one recipe takes away and gives again",
    code: "money_pump",
    at: "vendors.1.loot.11",
    mistake: recrossed({ sort_order: 1 }, { sort_order: 2 }),
    round: { holds: { [GEM]: 100 }, orders: [order(fill(11))] },
    nearMisses: [
      ["the XP are given before they are taken", recrossed({ sort_order: 2 }, { sort_order: 1 })],
      ["it costs what the level gives", recrossed({ sort_order: 1 }, { sort_order: 2 }, { 113: takes(COIN, 50) })],
      ["fewer XP are given than are taken", recrossed({ sort_order: 1 }, { sort_order: 2, quantity: 99 })],
    ],
  },
  {
    what: "a count of a window that is claimed again and again, and turned into coins",
    code: "claimable_without_end",
    at: "vendors.1.loot.10",
    mistake: ofWindow({ ...token(), 11: claim(11) }, { 11: { 111: takes(MARK, 1), 112: gives(COIN, 1) } }),
    round: { orders: [order(fill(10, 2), fill(11))] },
    nearMisses: [
      [
        "the count is set",
        ofWindow(
          { ...token({ inventory_operation: "set", ...absolute }), 11: claim(11) },
          { 11: { 111: takes(MARK, 2), 112: gives(COIN, 1) } },
        ),
      ],
      [
        "only servers give it",
        ofWindow(
          { ...token({ is_claimable_by_client: false }), 11: claim(11) },
          { 11: { 111: takes(MARK, 1), 112: gives(COIN, 1) } },
        ),
      ],
    ],
  },
  {
    what: "a count of a window that only grows",
    code: "claimable_without_end",
    at: "vendors.1.loot.10",
    mistake: ofWindow(token()),
    round: { orders: [order(fill(10))] },
    nearMisses: [
      ["the count is set", ofWindow(token({ inventory_operation: "set" }))],
      [
        "a check lets it grow to 1",
        ofWindow({ 10: claim(10, absolute) }, { 10: { 101: lacks(MARK), 102: gives(MARK, 1, OF_DAY) } }),
      ],
    ],
  },
  {
    what: "a claim that sets what a purchase takes, and burns the mark that the purchase leaves",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: alternating(2),
    round: { holds: { [MARK]: 1 }, orders: [order(fill(10), buy(11, 2, 1, undefined, GEM))] },
    nearMisses: [["the claim sets less than the purchase takes", alternating(1)]],
  },
  {
    what: "XP whose level gives the price back, and that are turned into something else",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: soldXp({}),
    round: { holds: { [COIN]: 2, [GEM]: 1 }, orders: [order(buy(10, 1), buy(10, 1), fill(11), fill(11))] },
    nearMisses: [
      ["there are more and more XP, which stay above the level", soldXp({ quantity_mult_inventory_item_id: GEM })],
    ],
  },
  {
    what: "a mark of the session that another claim takes and gives again",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: renewed({ inventory_selector_type: "own_transient" }),
    round: { orders: [order(fill(10), fill(11)), session] },
    nearMisses: [["the mark is given for ever", renewed({})]],
  },
  {
    what: "a draw for what a claim gives to those who own none of it",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: luckyPool(SWORD),
    round: { holds: { [COIN]: 1 }, orders: [order(buy(10, 1), buy(11, 1))] },
    nearMisses: [["the draw may give what stops the claim", luckyPool(COIN)]],
  },
  {
    what: "a quantity that a currency multiplies",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: interest({ quantity_mult_inventory_item_id: COIN }),
    round: { holds: { [COIN]: 1000 }, orders: [order(buy(10, 100))] },
    nearMisses: [
      ["it has a maximum", interest({ quantity_mult_inventory_item_id: COIN, hard_quantity_maximum: 100 })],
      ["nothing multiplies it", interest({})],
    ],
  },
  {
    what: "a draw without replacement that is bought twice in one order",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: drawn(1000),
    round: { orders: [order(buy(10, 50, 2))] },
    nearMisses: [
      ["it costs what it gives", drawn(100)],
      ["it is drawn once, whatever is ordered", drawn(1000, absolute)],
      ["one can be bought at a time", drawn(1000, {}, { strict_flag: true })],
      ["at most one can be bought", drawn(1000, {}, { cap_flag: true })],
    ],
  },
  {
    what: "a prize for owning a sword that is worth more than its price",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: ownersPrize(40),
    round: { holds: { [SWORD]: 1 }, orders: [order(buy(10, 30))] },
    nearMisses: [
      ["the prize is worth its price", ownersPrize(30)],
      ["it takes the sword", ownersPrize(40, { 102: takes(SWORD, 1) })],
    ],
  },
  {
    what: "a counter whose jackpot is certain and worth more than the pulls to it",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: jackpot(101, 9),
    round: { orders: [order(...Array.from({ length: 10 }, () => buy(10, 10)))] },
    nearMisses: [
      ["the jackpot is worth the pulls", jackpot(100, 9)],
      ["the counter ends before the jackpot", jackpot(101, 8)],
    ],
  },
  ...(
    [
      "from_current_xp_to_target_additional_level_min_xp",
      "from_current_level_min_xp_to_target_additional_level_min_xp",
    ] as const
  ).map((type): Payer => ({
    what: `XP of a level that is skipped, which are sold for more (${type})`,
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: levelSkip(79, type),
    round: { holds: { [GEM]: 20 }, orders: [order(buy(10, 79), fill(11, 8))] },
    nearMisses: [["the level costs what its XP are sold for", levelSkip(80, type)]],
  })),
  {
    what: "XP of the longest of many levels, which are sold for more",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: longLevel(119),
    round: { holds: { [GEM]: 380 }, orders: [order(buy(10, 119), fill(11, 12))] },
    nearMisses: [["the level costs what its XP are sold for", longLevel(120)]],
  },
  {
    what: "XP that skip a level, whose rewards and sale pay for them",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: skippedLevels(36),
    round: { holds: { [GEM]: 50 }, orders: [order(buy(10, 100), fill(11))] },
    nearMisses: [["the rewards pay for the difference", skippedLevels(35)]],
  },
  ...[3, 40].map((levels): Payer => ({
    what: `XP that reach a level with each purchase, and are sold together (${levels} levels)`,
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: manyLevels(11, levels),
    round: {
      holds: { [GEM]: 960 + 10 * levels },
      orders: [order(buy(10, 20), buy(10, 20), buy(10, 20), fill(11))],
    },
    nearMisses: [["the rewards pay for the difference", manyLevels(10, levels)]],
  })),
  {
    what: "a card that is paid out while stamps are left",
    code: "money_pump",
    at: "vendors.1.loot.11",
    mistake: stampCard(80),
    round: { holds: { [MARK]: 10 }, orders: [order(buy(10, 10, 10), fill(11), fill(12, 10))] },
    nearMisses: [["it pays what the stamps cost", stampCard(70)]],
  },
  {
    what: "two draws of which the first makes the second certain",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: drawnInTurn(70),
    round: { orders: [order(buy(10, 35, 2), fill(11))] },
    nearMisses: [
      ["they cost more than they give", drawnInTurn(69)],
      ["it is drawn once, whatever is ordered", drawnInTurn(69, absolute)],
    ],
  },
  {
    what: "a gift whose mark is set to less than its check asks for",
    code: "claimable_without_end",
    at: "vendors.1.loot.10",
    mistake: markedGift(2),
    round: { orders: [order(fill(10))] },
    nearMisses: [
      ["the mark is set", markedGift(1)],
      ["the mark is added", markedGift(2, { inventory_operation: "add" })],
    ],
  },
  {
    what: "a row of a drop table whose mark is set to less than its condition asks for",
    code: "claimable_without_end",
    at: "vendors.1.loot.10",
    mistake: tableGift(2),
    round: { orders: [order(fill(10))] },
    nearMisses: [
      ["the mark is set", tableGift(1)],
      ["the mark is set to as much", tableGift(2, 2)],
    ],
  },
  {
    what: "a row of a claim that owners of a sword have again and again",
    code: "claimable_without_end",
    at: "vendors.1.loot.10",
    mistake: ownersGift({}),
    round: { holds: { [SWORD]: 1 }, orders: [order(fill(10))] },
    nearMisses: [["it takes the sword", ownersGift({ 102: takes(SWORD, 1) })]],
  },
  {
    what: "a refund of more than the price, on the platforms that its items have in common",
    code: "money_pump",
    at: "vendors.1.loot.10",
    mistake: ofPlatforms(1, 2),
    round: { orders: [order(buy(10, 100), fill(11))] },
    nearMisses: [["they have none in common", ofPlatforms(1, 3)]],
  },
]

/** A catalog that pays on average, or once in each window, with the figure that the finding tells. */
export interface SlowPayer {
  readonly what: string
  readonly code: string
  readonly figure: string
  readonly mistake: Draft
  readonly nearMisses: ReadonlyArray<readonly [what: string, draft: Draft]>
}

/** Loot 10 draws one of two for 50 coins. */
const lottery = (prize: DocumentLoot, other: DocumentLoot, fields: DocumentLoot = absolute): Draft => {
  const made = draft({ 10: { sub_vendor_id: 10, current_price_point_guid: "box", ...fields } }, {})
  return {
    ...made,
    vendors: { ...made.vendors, 10: { type: "randomly_sampled", loot: { 101: prize, 102: other } } },
    price_points: { box: price(50) },
  }
}

/** Loot 10 costs 50 coins, and draws a prize that resets a counter, or nothing. */
const resetting = (coins: number, weight: number): Draft => {
  const made = lottery({ sub_vendor_id: 11, drop_weight: weight }, { drop_weight: 100 - weight })
  const prize = { 111: gives(MARK, 0, { inventory_operation: "set" }), 112: gives(COIN, coins) }
  return { ...made, vendors: { ...made.vendors, 11: { loot: prize } } }
}

/** Loot 10 costs so many coins and draws one of the prizes. */
export const lotteryOf = (
  cost: number,
  prizes: ReadonlyArray<{ readonly coins: number; readonly weight: number }>,
): Draft => {
  const made = draft({ 10: { sub_vendor_id: 10, current_price_point_guid: "box", ...absolute } }, {})
  const loot = Object.fromEntries(
    prizes.map(({ coins, weight }, at) => [100 + at, gives(COIN, coins, { drop_weight: weight })] as const),
  )
  return {
    ...made,
    vendors: { ...made.vendors, 10: { type: "randomly_sampled", loot } },
    price_points: { box: price(cost) },
  }
}

const apart = { fill_in_new_order: true } as const

/** Loot 10 turns a sword and 5 coins into a sword or, once in ten, a shield, for which loot 11 gives coins. */
const reroll = (coins: number): Draft => {
  const made = draft(
    {
      10: { sub_vendor_id: 10, current_price_point_guid: "fee", ...absolute },
      11: claim(11),
      12: sold(SWORD, "sword"),
    },
    {
      10: { 101: takes(SWORD, 1), 102: { sub_vendor_id: 13, ...absolute } },
      11: { 111: takes(SHIELD, 1), 112: gives(COIN, coins) },
    },
    { price_points: { fee: price(5), sword: price(20) } },
  )
  const drawn = { 131: gives(SWORD, 1, { drop_weight: 9 }), 132: gives(SHIELD, 1) }
  return { ...made, vendors: { ...made.vendors, 13: { type: "randomly_sampled", loot: drawn } } }
}

/** Loot 10 sells a sword once in each window, and loot 11 buys swords. */
const deal = (coins: number, mark: DocumentLoot): Draft =>
  draft(
    { 10: { sub_vendor_id: 10, current_price_point_guid: "deal", ...absolute }, 11: claim(11) },
    {
      10: { 101: lacks(MARK), 102: gives(MARK, 1, mark), 103: gives(SWORD, 1) },
      11: { 111: takes(SWORD, 1), 112: gives(COIN, coins) },
    },
    {
      time_frames: { 1: { start: NOW - hour, end: NOW + hour, hour_interval: 24 } },
      price_points: { deal: price(10) },
    },
  )

/** Catalogs that pay on average, or in each window. */
export const slowPayers: ReadonlyArray<SlowPayer> = [
  {
    what: "a box whose draws are worth more than it costs",
    code: "draws_gain_on_average",
    figure: "500 of item 1 in 50 orders",
    mistake: lottery(gives(COIN, 1000, { drop_weight: 6 }), { drop_weight: 94 }),
    nearMisses: [
      ["they are worth what it costs", lottery(gives(COIN, 1000, { drop_weight: 5 }), { drop_weight: 95 })],
      ["they are worth less", lottery(gives(COIN, 1000, { drop_weight: 4 }), { drop_weight: 96 })],
    ],
  },
  {
    what: "a paid reroll until the prize is drawn",
    code: "draws_gain_on_average",
    figure: "of item 1",
    mistake: reroll(71),
    nearMisses: [["the prize is worth the rerolls", reroll(70)]],
  },
  {
    what: "a box that resets a counter which nothing counts",
    code: "draws_gain_on_average",
    figure: "500 of item 1 in 50 orders",
    mistake: resetting(1000, 6),
    nearMisses: [["they are worth what it costs", resetting(1000, 5)]],
  },
  {
    what: "a counter with a jackpot that luck may give before",
    code: "draws_gain_on_average",
    figure: "of item 1",
    mistake: jackpot(101, 9, { 103: { sub_vendor_id: 11, stack_limit: 9, item_id: MARK } }),
    nearMisses: [
      ["the jackpot is worth a pull", jackpot(10, 9, { 103: { sub_vendor_id: 11, stack_limit: 9, item_id: MARK } })],
    ],
  },
  {
    what: "draws that make orders, which are worth more than they cost",
    code: "new_orders_gain_on_average",
    figure: "500 of item 1 in 50 orders",
    mistake: lottery(gives(COIN, 1000, { ...apart, drop_weight: 6 }), { ...apart, drop_weight: 94 }, {}),
    nearMisses: [
      [
        "they are worth what they cost",
        lottery(gives(COIN, 1000, { ...apart, drop_weight: 5 }), { ...apart, drop_weight: 95 }, {}),
      ],
    ],
  },
  {
    what: "a deal of the day that is sold at a profit",
    code: "windows_gain_again",
    figure: "2 of item 1 in 1 window",
    mistake: deal(12, OF_DAY),
    nearMisses: [
      ["it is sold for its price", deal(10, OF_DAY)],
      ["the mark stays for ever", deal(12, {})],
    ],
  },
  {
    what: "a deal of the day whose mark is set",
    code: "windows_gain_again",
    figure: "2 of item 1 in 1 window",
    mistake: deal(12, { ...OF_DAY, inventory_operation: "set" }),
    nearMisses: [["it is sold for its price", deal(10, { ...OF_DAY, inventory_operation: "set" })]],
  },
]
