/**
 * The rules that applied to an entry that succeeded: every rule, the order that reaches it and what it compared, and
 * the whole list for each type of entry (decisions, section 12).
 */
import { assert, describe, it } from "@effect/vitest"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { EntryType } from "@garrison/core/order/enumerations"
import { explainedEntry } from "@garrison/core/order/explanation"
import type { AppliedRule } from "@garrison/core/order/rules/reasons/appliedRule"
import { Explainer } from "@garrison/core/order/rules/explain/explain"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { interpret } from "@garrison/core/order/rules/interpret/interpret"
import { ruleSentence } from "@garrison/core/order/rules/reasons/ruleSentences"
import { plainLabels } from "./plainLabels.ts"
import type { TraceEvent } from "@garrison/core/order/rules/explain/trace"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { answering } from "./answering.ts"
import { catalogOf, type Draft } from "./catalogs.ts"
import { fill, held, hour, items, NOW, resultsOf, run, type Setting } from "./fulfilling.ts"

const entitlements = {
  4: { type: "entitlement", entitled_loot_id: 40 },
  5: { type: "entitlement", entitled_loot_id: 41, availability_flags: 2 },
} as const

/** A catalog in which every type of entry can succeed. */
const draft: Draft = {
  items: {
    ...items(3),
    ...entitlements,
    6: { level_xp_table_id: 1, level_vendor_id: 60 },
    7: {
      coupon_discount_currency_item_id: 2,
      coupon_discount_percentage: 0.5,
      coupon_discount_loot: [20],
      coupon_consume_on_use: true,
    },
    8: { type: "recipe_with_price_reduction" },
    9: { type: "dynamic_bundle" },
    10: { inventory_bucket_use_rule_set_id: "narrow", item_portal_use_ruleset_id: 3 },
  },
  xp_tables: { 1: { levels: { 1: 20, 2: 50, 3: 100 } } },
  time_frames: { 1: { start: 0, end: hour }, 2: { start: 0, end: 2 * NOW } },
  inventory_bucket_use_rule_sets: { narrow: { buckets: { golf: ["golf", "free"] } } },
  item_portal_use_rulesets: { 3: { platforms: ["Golf", "Echo"] } },
  promotions: {
    CODE: { loot_id: 10, quantity: 2, start: NOW - hour, end: NOW + hour, uses_maximum: 5, platforms: ["Golf"] },
    OPEN: { loot_id: 10 },
  },
  price_points: {
    plain: {
      current_breakpoints: [1, 10].map((quantity) => ({ quantity, currencies: [{ price_item_id: 2, price: 100 }] })),
    },
    exact: {
      strict_flag: true,
      cap_flag: true,
      current_breakpoints: [{ quantity: 2, currencies: [{ price_item_id: 2, price: 100, min_reduced_price: 30 }] }],
    },
    single: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 2, price: 101 }] }] },
  },
  vendors: {
    1: {
      legacy_config_version: 4,
      loot: {
        10: { item_id: 1, is_claimable_by_client: true, effective_from: NOW },
        11: { item_id: 10, inventory_operation: "check_greater_than_or_equal_and_subtract", quantity: 3 },
        12: { item_id: 6, xp_quantity_transform_type: "from_current_xp_to_target_additional_level_min_xp" },
        13: { sub_vendor_id: 70 },
        14: { item_id: 1, inventory_selector_type: "rent", time_frame_id: 1 },
        15: { item_id: 1, inventory_selector_type: "rent_timeframe_locked", time_frame_id: 2 },
        16: { sub_vendor_id: 70, quantity_type: "absolute" },
        17: { item_id: 1, quantity: 4, quantity_type: "absolute" },
        18: { item_id: 1, quantity: 4, hard_quantity_maximum: 10 },
        20: { item_id: 1, current_price_point_guid: "single" },
        21: { item_id: 8, sub_vendor_id: 80, current_price_point_guid: "exact" },
        22: { item_id: 9, sub_vendor_id: 90, current_price_point_guid: "plain" },
        40: { item_id: 1, inventory_selector_type: "inherit_entitlement_inventory" },
        41: { item_id: 1 },
      },
    },
    60: { loot: { 61: { item_id: 3, sort_order: 2 }, 62: { item_id: 3, sort_order: 2 } } },
    70: {
      type: "randomly_sampled",
      loot: { 71: { item_id: 1, required_item_id: 3, required_item_count: 2, stack_limit: 9 } },
    },
    80: {
      loot: {
        81: { item_id: 1, current_price_point_guid: "plain" },
        82: { item_id: 3, quantity: 9, current_price_point_guid: "plain" },
      },
    },
    90: {
      loot: {
        91: { item_id: 1 },
        92: { item_id: 3 },
        93: { item_id: 2, inventory_operation: "check_less_than", quantity: 900 },
      },
    },
  },
}

const paying = (price: number): NonNullable<SubmittedEntry["purchase_price"]> => ({
  currencies: [{ price_item_id: 2, price }],
})
const attributes = { a: "1", b: "2" }

/** An order of one entry by a player who holds `records`. */
const orderOf = (entry: SubmittedEntry, setting: Partial<Setting> = {}): Setting => ({
  draft,
  records: [held(1, 4), held(2, 500), held(3, 2), held(7, 3)],
  ...setting,
  entries: [entry],
})

const creating = (type: EntryType, setting: Partial<Setting> = {}): Setting =>
  orderOf({ type, item_id: 1, quantity: 5, expires: NOW + hour, custom_data: attributes }, setting)

const updating = (type: EntryType, records: ReadonlyArray<HeldRecord>): Setting =>
  orderOf({ type, inventory_id: "held-1", quantity: 5 }, { records })

const transient = held(1, 2, { type: "transient" })

/** For each type of entry an order that succeeds, and the sentences of the rules that applied to it. */
const byType: { readonly [Type in EntryType]: readonly [Setting, ReadonlyArray<string>] } = {
  fill_loot: [
    orderOf({ ...fill(10, 3), vendor_etag: "vendor-1", vendor_version: 4n }, { isServer: false, source: "CLIENT" }),
    [
      "The quantity 3 is from 1 to 1000000.",
      "A client may claim loot 10: is_claimable_by_client is true.",
      "Active is true for loot 10, the time was 1970-02-11T16:00:00.000Z, and effective_from is 1970-02-11T16:00:00.000Z.",
      "The entry was made for the etag vendor-1 of vendor 1, which is its etag.",
      "The entry was made for version 4 of vendor 1, whose version is 4.",
    ],
  ],
  purchase_loot: [
    orderOf({
      type: "purchase_loot",
      loot_id: 20,
      quantity: 1,
      purchase_price: { ...paying(101), price_coupon_item_id: 7 },
    }),
    [
      "The quantity 1 is from 1 to 1000000.",
      "Active is true for loot 20.",
      "The quantity 1 has the price from 1 on; loot 20 is sold from 1 on.",
      "The entry expects to pay 101 of item 2 for loot 20, and the price is 101.",
      "The catalog marks item 2 as active; it is used on every platform.",
      "The catalog marks item 7 as active; it is used on every platform.",
      "The coupon item 7 is for loot 20 and for prices in item 2; the quantity is 1, and it is for at most 1.",
      "The coupon item 7 leaves 0.5 of the price 101; rounded down, at least 0, that is 50.",
      "The player has 500 of item 2, and the price is 50, which leaves 450.",
      "The player has 3 of the coupon item 7; the purchase takes 1.",
      "The player can spend 500 of item 2; loot 20 takes 50.",
      "The player can spend 3 of item 7; loot 20 takes 1.",
    ],
  ],
  purchase_dynamic_bundle: [
    orderOf({
      type: "purchase_dynamic_bundle",
      loot_id: 22,
      quantity: 1,
      dynamic_bundle_loot_ids: [92],
      purchase_price: paying(100),
    }),
    [
      "The quantity 1 is from 1 to 1000000.",
      "Active is true for loot 22.",
      "The quantity 1 has the price from 1 on; loot 22 is sold from 1 on.",
      "The entry expects to pay 100 of item 2 for loot 22, and the price is 100.",
      "The catalog marks item 2 as active; it is used on every platform.",
      "The player has 500 of item 2, and the price is 100, which leaves 400.",
      "The player can spend 500 of item 2; loot 22 takes 100.",
      "The condition loot 93 of loot 22 applies to every choice.",
      "The entry does not choose loot 91, a part of loot 22.",
      "The entry chooses loot 92, one of the 2 parts of loot 22.",
    ],
  ],
  promotion_code: [
    orderOf({ type: "promotion_code", quantity: 1, external_tran_id: "CODE" }, { platform: "Golf" }),
    [
      "The quantity 1 is from 1 to 1.",
      "The promotion code CODE gives 2 of loot 10.",
      "The promotion code CODE is claimed on Golf; its platforms are Golf.",
      "The promotion code CODE can be claimed from 1970-02-11T15:00:00.000Z until 1970-02-11T17:00:00.000Z, and it is 1970-02-11T16:00:00.000Z.",
      "Active is true for loot 10, the time was 1970-02-11T16:00:00.000Z, and effective_from is 1970-02-11T16:00:00.000Z.",
      "The player has not claimed the promotion code CODE before.",
      "The promotion code CODE was claimed 0 times, and its maximum is 5.",
      "The selector own of loot 10 means the persistent record of item 1 in the bucket golf that never ends.",
    ],
  ],
  fill_loot_single_transient: [
    orderOf({ type: "fill_loot_single_transient", loot_id: 41, quantity: 1 }),
    [
      "The quantity 1 is from 1 to 1.",
      "Active is true for loot 41.",
      "In this inventory session, loot 41 was not given before.",
    ],
  ],
  fill_entitled_loot: [
    orderOf(
      { type: "fill_entitled_loot", item_id: 4, quantity: 1 },
      {
        records: [
          held(4, 1, { inventoryId: "soon", expires: NOW + 1 }),
          held(4, 1, { inventoryId: "late", expires: NOW + hour }),
          held(4, 1, { inventoryId: "over", expires: NOW }),
        ],
      },
    ),
    [
      "The quantity 1 is from 1 to 1000000.",
      "The catalog marks item 4 as active; it is used on every platform.",
      "The owner of item 4 is entitled to loot 40.",
      "Active is true for loot 40.",
      "The player owns item 4: of 2 records that count, late lasts longest; it is persistent and ends at 1970-02-11T17:00:00.000Z.",
      "The selector inherit_entitlement_inventory of loot 40 means the persistent record of item 1 in the bucket none that ends at 1970-02-11T17:00:00.000Z.",
    ],
  ],
  create_new_persistent_inventory: [
    creating("create_new_persistent_inventory"),
    [
      "A server submits the entry; its type create_new_persistent_inventory is for servers only.",
      "The quantity 5 is from 1 to 1000000.",
      "The catalog marks item 1 as active; it is used on every platform.",
      "The record is to end at 1970-02-11T17:00:00.000Z, which is after 1970-02-11T16:00:00.000Z.",
      "The entry's custom_data has 2 keys, and a record has at most 20.",
      "The new persistent record of item 1 is in the bucket none and ends at 1970-02-11T17:00:00.000Z.",
    ],
  ],
  update_existing_persistent_inventory: [
    updating("update_existing_persistent_inventory", [held(1, 2)]),
    [
      "A server submits the entry; its type update_existing_persistent_inventory is for servers only.",
      "The quantity 5 is from 0 to 9007199254740991.",
      "The player has the persistent record held-1 with 2 of item 1, which never ends; the time was 1970-02-11T16:00:00.000Z.",
    ],
  ],
  create_new_transient_inventory: [
    orderOf({ type: "create_new_transient_inventory", item_id: 1, quantity: 5 }),
    [
      "A server submits the entry; its type create_new_transient_inventory is for servers only.",
      "The quantity 5 is from 1 to 1000000.",
      "The catalog marks item 1 as active; it is used on every platform.",
      "The new transient record of item 1 is in the bucket none and never ends.",
    ],
  ],
  update_existing_transient_inventory: [
    updating("update_existing_transient_inventory", [transient]),
    [
      "A server submits the entry; its type update_existing_transient_inventory is for servers only.",
      "The quantity 5 is from 0 to 9007199254740991.",
      "The player has the transient record held-1 with 2 of item 1, which never ends; the time was 1970-02-11T16:00:00.000Z.",
    ],
  ],
  update_inventory: [
    updating("update_inventory", [held(1, 2, { expires: NOW + hour })]),
    [
      "A server submits the entry; its type update_inventory is for servers only.",
      "The quantity 5 is from 0 to 9007199254740991.",
      "The player has the persistent record held-1 with 2 of item 1, which ends at 1970-02-11T17:00:00.000Z; the time was 1970-02-11T16:00:00.000Z.",
    ],
  ],
}

/** Prices with owned parts: the player has 4 of item 1, of which loot 81 gives 1, and 2 of item 3 of 9. */
const recipe = orderOf({ type: "purchase_loot", loot_id: 21, quantity: 2, purchase_price: paying(100) })
const promotion = byType.promotion_code[0]
const golf = orderOf(fill(11), {
  platform: "Golf",
  records: [
    held(10, 1, { inventoryId: "a", bucket: "golf" }),
    held(10, 3, { inventoryId: "b", bucket: "free" }),
    held(10, 9, { inventoryId: "c", bucket: "echo" }),
  ],
})
const rising = orderOf(fill(12, 2), { records: [held(6, 25)] })
const drawing = orderOf(fill(13))
const renting = orderOf(fill(14, 3), { records: [held(1, 1, { expires: NOW + hour })] })
const framed = orderOf(fill(15))
const entitled = byType.fill_entitled_loot[0]
const created = byType.create_new_persistent_inventory[0]

/** Every rule with an order by which it applies. */
const rows: { readonly [Tag in AppliedRule["_tag"]]: readonly [Setting, Extract<AppliedRule, { _tag: Tag }>] } = {
  QuantityInBounds: [framed, { _tag: "QuantityInBounds", quantity: 1, minimum: 1, maximum: 1_000_000 }],
  ServerSubmits: [created, { _tag: "ServerSubmits", type: "create_new_persistent_inventory" }],
  LootClaimable: [byType.fill_loot[0], { _tag: "LootClaimable", lootId: 10 }],
  LootActive: [byType.fill_loot[0], { _tag: "LootActive", lootId: 10, effectiveFrom: NOW, now: NOW }],
  VendorEtagMatches: [
    byType.fill_loot[0],
    { _tag: "VendorEtagMatches", vendorId: 1, asked: "vendor-1", current: "vendor-1" },
  ],
  VendorVersionMatches: [byType.fill_loot[0], { _tag: "VendorVersionMatches", vendorId: 1, asked: 4n, current: 4 }],
  ExpiryInFuture: [created, { _tag: "ExpiryInFuture", expires: NOW + hour, now: NOW }],
  AttributesInBounds: [created, { _tag: "AttributesInBounds", count: 2, maximum: 20 }],
  PartChosen: [byType.purchase_dynamic_bundle[0], { _tag: "PartChosen", lootId: 92, bundleLootId: 22, parts: 2 }],
  PartNotChosen: [byType.purchase_dynamic_bundle[0], { _tag: "PartNotChosen", lootId: 91, bundleLootId: 22 }],
  ConditionOfBundle: [byType.purchase_dynamic_bundle[0], { _tag: "ConditionOfBundle", lootId: 93, bundleLootId: 22 }],
  ItemUsable: [golf, { _tag: "ItemUsable", itemId: 10, platform: "Golf", allowed: new Set(["Golf", "Echo"]) }],
  BucketsCounted: [golf, { _tag: "BucketsCounted", itemId: 10, session: "golf", allowed: new Set(["golf", "free"]) }],
  RequiredItemOwned: [drawing, { _tag: "RequiredItemOwned", lootId: 71, itemId: 3, count: 2, required: 2 }],
  BelowStackLimit: [drawing, { _tag: "BelowStackLimit", lootId: 71, itemId: 1, count: 4, limit: 9 }],
  RecordSought: [
    framed,
    {
      _tag: "RecordSought",
      lootId: 15,
      itemId: 1,
      selector: "rent_timeframe_locked",
      type: "persistent",
      bucket: "none",
      expires: 2 * NOW,
    },
  ],
  WindowRunning: [framed, { _tag: "WindowRunning", lootId: 15, timeFrameId: 2, now: NOW, expires: 2 * NOW }],
  RentExtended: [
    renting,
    {
      _tag: "RentExtended",
      lootId: 14,
      itemId: 1,
      timeFrameId: 1,
      bucket: "none",
      windowMillis: hour,
      times: 3,
      since: NOW + hour,
      expires: NOW + 4 * hour,
    },
  ],
  QuantityNotMultiplied: [orderOf(fill(17, 3)), { _tag: "QuantityNotMultiplied", lootId: 17, asked: 3, quantity: 4 }],
  RollsOnce: [orderOf(fill(16, 3)), { _tag: "RollsOnce", lootId: 16, asked: 3 }],
  QuantityCapped: [orderOf(fill(18, 3)), { _tag: "QuantityCapped", lootId: 18, asked: 12, maximum: 10 }],
  DrawnOut: [orderOf(fill(13, 3)), { _tag: "DrawnOut", vendorId: 70, asked: 3, drawn: 1 }],
  CountEndsWithWindow: [
    orderOf(fill(15, 3), { records: [held(1, 2, { expires: 2 * NOW })] }),
    { _tag: "CountEndsWithWindow", lootId: 15, itemId: 1, added: 3, count: 5, expires: 2 * NOW },
  ],
  CountSuffices: [golf, { _tag: "CountSuffices", lootId: 11, itemId: 10, count: 4, quantity: 3 }],
  RecordNew: [created, { _tag: "RecordNew", itemId: 1, type: "persistent", bucket: "none", expires: NOW + hour }],
  RecordFound: [
    updating("update_inventory", [held(1, 2)]),
    {
      _tag: "RecordFound",
      inventoryId: "held-1",
      itemId: 1,
      type: "persistent",
      count: 2,
      expires: undefined,
      now: NOW,
    },
  ],
  LevelsTurnedIntoXp: [
    rising,
    {
      _tag: "LevelsTurnedIntoXp",
      lootId: 12,
      itemId: 6,
      transform: "from_current_xp_to_target_additional_level_min_xp",
      xp: 25,
      level: 1,
      quantity: 2,
      worth: 75,
    },
  ],
  LevelsRisen: [rising, { _tag: "LevelsRisen", itemId: 6, xpBefore: 25, xpAfter: 100, levelBefore: 1, levelAfter: 3 }],
  LevelRewarded: [rising, { _tag: "LevelRewarded", itemId: 6, level: 2, xp: 50, vendorId: 60, rewards: 2 }],
  TierChosen: [recipe, { _tag: "TierChosen", lootId: 21, quantity: 2, tier: 2, lowest: 2, highest: 2 }],
  TierExact: [recipe, { _tag: "TierExact", lootId: 21, quantity: 2, tier: 2 }],
  PriceMatches: [recipe, { _tag: "PriceMatches", lootId: 21, itemId: 2, asked: 100, current: 100 }],
  CouponApplies: [
    byType.purchase_loot[0],
    { _tag: "CouponApplies", itemId: 7, lootId: 20, priceItemId: 2, quantity: 1, quantityMaximum: 1 },
  ],
  PartOwned: [recipe, { _tag: "PartOwned", lootId: 81, itemId: 1, count: 4, needed: 1, price: 100, reduction: 100 }],
  PartNotOwned: [recipe, { _tag: "PartNotOwned", lootId: 82, itemId: 3, count: 2, needed: 9 }],
  PartsDeducted: [recipe, { _tag: "PartsDeducted", lootId: 21, price: 100, reduction: 100, minimum: 30, result: 30 }],
  CouponDeducted: [
    byType.purchase_loot[0],
    { _tag: "CouponDeducted", itemId: 7, price: 101, remaining: "0.5", minimum: 0, result: 50 },
  ],
  PriceAffordable: [recipe, { _tag: "PriceAffordable", itemId: 2, count: 500, price: 60, rest: 440 }],
  CouponOwned: [byType.purchase_loot[0], { _tag: "CouponOwned", itemId: 7, count: 3, taken: 1 }],
  PromotionFound: [promotion, { _tag: "PromotionFound", code: "CODE", lootId: 10, quantity: 2 }],
  PromotionOnPlatform: [
    promotion,
    { _tag: "PromotionOnPlatform", code: "CODE", platform: "Golf", allowed: new Set(["Golf"]) },
  ],
  PromotionRunning: [
    promotion,
    { _tag: "PromotionRunning", code: "CODE", begins: NOW - hour, ends: NOW + hour, now: NOW },
  ],
  PromotionNotClaimed: [promotion, { _tag: "PromotionNotClaimed", code: "CODE" }],
  PromotionHasUses: [promotion, { _tag: "PromotionHasUses", code: "CODE", uses: 0, maximum: 5 }],
  LootNotApplied: [byType.fill_loot_single_transient[0], { _tag: "LootNotApplied", lootId: 41 }],
  EntitlementFound: [entitled, { _tag: "EntitlementFound", itemId: 4, lootId: 40 }],
  EntitlementOwned: [
    entitled,
    {
      _tag: "EntitlementOwned",
      itemId: 4,
      records: 2,
      inventoryId: "late",
      type: "persistent",
      expires: NOW + hour,
    },
  ],
  EntitlementAlwaysOwned: [
    orderOf({ type: "fill_entitled_loot", item_id: 5, quantity: 1 }),
    { _tag: "EntitlementAlwaysOwned", itemId: 5 },
  ],
}

const traced = (setting: Setting) => {
  const events: Array<TraceEvent> = []
  const { outcome } = run({ ...setting, trace: (event) => events.push(event) })
  return { events, outcome }
}

const rulesOf = (events: ReadonlyArray<TraceEvent>): ReadonlyArray<AppliedRule> =>
  events.flatMap((event) => (event._tag === "RuleApplied" ? [event.rule] : []))

describe("a rule that applied", () => {
  for (const [tag, [setting, rule]] of Object.entries(rows)) {
    it(`${tag} is told with what it compared`, () => {
      const { events, outcome } = traced(setting)
      assert.deepStrictEqual(resultsOf(outcome), ["success"])
      assert.deepInclude(rulesOf(events), rule)
      assert.match(ruleSentence(rule, plainLabels), /^(?!.*(?:undefined|NaN|\[object))[A-Z0-9].*\.$/)
    })
  }
})

describe("an explanation of a successful entry", () => {
  for (const type of EntryType.literals) {
    const [setting, sentences] = byType[type]
    it(`${type} names each rule with what it compared`, () => {
      const explainer = new Explainer()
      const { outcome } = run({ ...setting, trace: explainer.sink })
      const lasting = new Set([...outcome.changes, ...outcome.newOrders])
      const [entry] = explainer
        .entries(outcome)
        .map((one) =>
          explainedEntry(one, { ids: undefined, lasting, withOdds: true, withOthers: true, labels: plainLabels }),
        )
      assert.deepInclude(entry, { type, result: "success" })
      const messages: Array<string> = []
      JSON.stringify(entry, (_key, value: unknown) => {
        if (
          typeof value === "object" &&
          value !== null &&
          "type" in value &&
          value.type === "rule" &&
          "message" in value
        )
          messages.push(String(value.message))
        return value
      })
      assert.deepStrictEqual(messages, sentences)
    })

    it(`${type} has the same steps when records are loaded as they are asked for`, () => {
      const { events } = traced(setting)
      const asked: Array<TraceEvent> = []
      const { entries, isServer = true, platform, records = [], source = "SYSTEM" } = setting
      const circumstances = { platform, isServer, now: NOW }
      const order = { source, isTransaction: false, entries }
      const sink = (event: TraceEvent) => asked.push(event)
      const interpretation = interpret(catalogOf(draft), order, circumstances, Holdings.empty(), () => 0, sink)
      answering(interpretation, {
        records: ({ inventoryIds, itemIds }) => ({
          records: records.filter((one) => itemIds.includes(one.itemId) || inventoryIds.includes(one.inventoryId)),
          counts: [],
        }),
      })
      assert.deepStrictEqual(rulesOf(asked), rulesOf(events))
      assert.isAbove(rulesOf(asked).length, 0)
    })
  }

  it("tells the rules that applied before the rule that failed", () => {
    const late = orderOf({ type: "promotion_code", quantity: 1, external_tran_id: "CODE" }, { platform: "Echo" })
    const { events, outcome } = traced(late)
    assert.deepStrictEqual(resultsOf(outcome), ["promotion_not_available"])
    assert.deepStrictEqual(
      rulesOf(events).map(({ _tag }) => _tag),
      ["QuantityInBounds", "PromotionFound"],
    )
  })

  it("tells claims without a limit, and a server's claim on no platform", () => {
    const open = traced(orderOf({ type: "promotion_code", quantity: 1, external_tran_id: "OPEN" }))
    const limited = traced(orderOf({ type: "promotion_code", quantity: 1, external_tran_id: "CODE" }))
    const sentences = [open, limited].flatMap(({ events }) =>
      rulesOf(events).map((rule) => ruleSentence(rule, plainLabels)),
    )
    assert.includeMembers(sentences, [
      "The promotion code OPEN is claimed on every platform.",
      "The promotion code OPEN can be claimed from the beginning without end, and it is 1970-02-11T16:00:00.000Z.",
      "The claims of the promotion code OPEN are not limited.",
      "The promotion code CODE is claimed by a server, which has no platform; its platforms are Golf.",
    ])
  })
})
