/**
 * Each reason in a sentence, for the explanation of an order. Errors, explanations and the command use the words of the
 * catalog: loot, vendor, item, count, quantity.
 */
import type { Labels } from "../../../catalog/rules/names.ts"
import { formatTimestamp, type Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { FailureReason, NotDrawable, Exclusion, Skip } from "./failureReason.ts"
import { expectedText, statedText } from "./priceSentences.ts"

/** Any reason: why an entry or loot failed, why loot was skipped, or why it could not be drawn. */
export type Reason = FailureReason | Skip | Exclusion | NotDrawable

type Sentences = {
  readonly [Tag in Reason["_tag"]]: (reason: Extract<Reason, { readonly _tag: Tag }>, labels: Labels) => string
}

const at = (time: Timestamp): string => formatTimestamp(time)

const COMPARISONS = {
  check_greater_than: "more than",
  check_greater_than_or_equal: "at least",
  check_greater_than_or_equal_and_subtract: "at least",
  check_less_than: "fewer than",
} as const

const needed = (operation: string): string =>
  operation in COMPARISONS ? COMPARISONS[operation as keyof typeof COMPARISONS] : operation

/** The sentence of a check that failed. */
const compared: Sentences["CountTooLow"] & Sentences["CountTooHigh"] = (reason, { item, loot }) =>
  `The player has ${reason.count} of ${item(reason.itemId)}; ${loot(reason.lootId)} needs ` +
  `${needed(reason.operation)} ${reason.quantity}.`

const ofRequest = {
  TypeNotForLoot: ({ lootId, type }, { loot }) =>
    `An entry of type ${type} cannot buy ${loot(lootId)}, a dynamic bundle.`,
  BundlesDisabled: () => "The settings turn dynamic bundles off.",
  NotABundle: ({ lootId }, { loot }) => `The entry names ${loot(lootId)}, which is not a dynamic bundle.`,
  NothingChosen: ({ lootId }, { loot }) => `The entry chooses no part of ${loot(lootId)}.`,
  ChoiceNotInBundle: ({ chosen, lootId }, { loot }) =>
    `The entry chooses ${loot(chosen)}, which is no part of ${loot(lootId)}.`,
  ChosenTwice: ({ chosen, lootId }, { loot }) => `The entry chooses ${loot(chosen)} of ${loot(lootId)} twice.`,
  ForServersOnly: ({ type }) => `Only a server may submit an entry of type ${type}.`,
  QuantityOutOfBounds: ({ maximum, minimum, quantity }) =>
    `The quantity ${quantity} is not from ${minimum} to ${maximum}.`,
  LootMissing: ({ lootId }, { loot }) =>
    lootId === undefined ? "The entry names no loot." : `The catalog has no ${loot(lootId)}.`,
  LootNotClaimable: ({ lootId }, { loot }) =>
    `A client may not claim ${loot(lootId)}: is_claimable_by_client is false.`,
  VendorEtagDiffers: ({ asked, current, vendorId }, { vendor }) =>
    `The entry was made for the etag ${asked} of ${vendor(vendorId)}, whose etag is ${current}.`,
  VendorVersionDiffers: ({ asked, current, vendorId }, { vendor }) =>
    `The entry was made for version ${asked} of ${vendor(vendorId)}, whose version is ${current}.`,
  ExpiresInPast: ({ expires, now }) => `The record would end at ${at(expires)}, which is not after ${at(now)}.`,
  TooManyAttributes: ({ count, maximum }) =>
    `The entry's custom_data has ${count} keys, and a record has at most ${maximum}.`,
} satisfies Partial<Sentences>

const ofBounds = {
  TooManySteps: ({ maximum }) => `The entry needs more than ${maximum} steps.`,
  TooManyChanges: ({ maximum }) => `The entry makes more than ${maximum} changes.`,
  NestedTooDeep: ({ maximum }) => `Vendors lie within vendors more than ${maximum} deep.`,
  WeightsTooLarge: ({ total, vendorId }, { vendor }) =>
    `The weights of ${vendor(vendorId)} come to ${total}, which is too large to draw exactly.`,
  OrdersTooDeep: ({ maximum }) => `New orders lie within new orders more than ${maximum} deep.`,
  TooManyOrders: ({ maximum }) => `The entry makes more than ${maximum} new orders.`,
} satisfies Partial<Sentences>

const ofCatalog = {
  LootInactive: ({ lootId }, { loot }) => `Active is false for ${loot(lootId)}.`,
  LootNotYetEffective: ({ effectiveFrom, lootId, now }, { loot }) =>
    `The time was ${at(now)}, and effective_from of ${loot(lootId)} is ${at(effectiveFrom)}.`,
  OperationInvalid: ({ lootId }, { loot }) => `The inventory operation of ${loot(lootId)} is invalid.`,
  SelectorInvalid: ({ lootId }, { loot }) => `The inventory selector of ${loot(lootId)} is invalid.`,
  NoEntitlement: ({ lootId }, { loot }) => `The order has no entitlement that ${loot(lootId)} could inherit from.`,
  NoLevels: ({ lootId }, { loot }) => `The item of ${loot(lootId)} has no XP table for its XP transform.`,
  NoTimeFrame: ({ lootId }, { loot }) => `The selector of ${loot(lootId)} needs a time frame.`,
  TimeFrameOver: ({ lootId, now, timeFrameId }, { loot }) =>
    `Time frame ${timeFrameId} of ${loot(lootId)} was inactive or over at ${at(now)}.`,
  WindowNotOpen: ({ lootId, now, opens, timeFrameId }, { loot }) =>
    `The time was ${at(now)}, and time frame ${timeFrameId} of ${loot(lootId)} opens at ${at(opens)}.`,
  NothingActive: ({ lootId, vendorId }, { loot, vendor }) =>
    `Nothing of ${vendor(vendorId)} that ${loot(lootId)} would give is active.`,
  ItemMissing: ({ itemId }, { item }) =>
    itemId === undefined ? "The entry names no item." : `The catalog has no ${item(itemId)}.`,
  ItemInactive: ({ itemId }, { item }) => `The catalog marks ${item(itemId)} as inactive.`,
  NotEntitlement: ({ itemId }, { item }) => `In the catalog, ${item(itemId)} is no entitlement with loot.`,
  AlwaysOwned: ({ itemId }, { item }) => `Every player always owns ${item(itemId)}, so no order changes it.`,
  PlatformNotAllowed: ({ allowed, itemId, platform }, { item }) =>
    `On ${platform}, ${item(itemId)} cannot be used; its platforms are ${Array.from(allowed).join(", ")}.`,
  LootBroken: ({ lootId }, { loot }) => `The catalog does not have everything that ${loot(lootId)} names.`,
  NoWeight: ({ lootId }, { loot }) => `The drop_weight of ${loot(lootId)} is 0.`,
} satisfies Partial<Sentences>

const ofPrices = {
  PriceMissing: ({ expected, lootId }, labels) =>
    `The entry states no price for ${labels.loot(lootId)}.${expectedText(expected, labels)}`,
  PricesTooMany: ({ count, expected, lootId, stated }, labels) =>
    `The entry states ${count} prices for ${labels.loot(lootId)} (${statedText(stated, count, labels)}), and a purchase ` +
    `pays one of them.${expectedText(expected, labels)}`,
  NotForSale: ({ lootId }, { loot }) => `No price point applies to ${loot(lootId)}.`,
  QuantityBelowTiers: ({ lootId, lowest, quantity }, { loot }) =>
    `The quantity is ${quantity}, and ${loot(lootId)} is sold from ${lowest} on.`,
  QuantityAboveTiers: ({ highest, lootId, quantity }, { loot }) =>
    `The quantity is ${quantity}, and ${loot(lootId)} is sold up to ${highest}.`,
  QuantityBetweenTiers: ({ lootId, quantity, tier }, { loot }) =>
    `The quantity is ${quantity}, and ${loot(lootId)} is sold in the exact quantities of its tiers; the one below is ${tier}.`,
  PriceItemMissing: ({ itemId }, { item }) => `The catalog has no ${item(itemId)} to pay with.`,
  NotSoldForItem: ({ expected, itemId, lootId }, labels) =>
    `No price of ${labels.loot(lootId)} is in ${labels.item(itemId)}.${expectedText(expected, labels)}`,
  PriceDiffers: ({ asked, current, expected, itemId, lootId }, labels) =>
    `The entry expects to pay ${asked} of ${labels.item(itemId)} for ${labels.loot(lootId)}, and the price is ` +
    `${current}.${expectedText(expected, labels)}`,
  PriceTooLarge: ({ itemId, maximum, quantity, unitPrice }, { item }) =>
    `${quantity} times ${unitPrice} of ${item(itemId)} is more than ${maximum}.`,
  PriceNotOwned: ({ count, itemId, price }, { item }) =>
    `The player has ${count} of ${item(itemId)}, and the price is ${price}.`,
  PriceNotSpent: ({ itemId, price }, { item }) =>
    `The player cannot spend ${price} of ${item(itemId)}: one of them is always owned.`,
  CouponsDisabled: ({ itemId }, { item }) => `Settings turn coupons off, so ${item(itemId)} is not taken.`,
  CouponMissing: ({ itemId }, { item }) => `The catalog has no coupon ${item(itemId)}.`,
  CouponInactive: ({ itemId }, { item }) => `The catalog marks the coupon ${item(itemId)} as inactive.`,
  CouponNotForLoot: ({ itemId, lootId }, { item, loot }) => `The coupon ${item(itemId)} is not for ${loot(lootId)}.`,
  CouponNotForPriceItem: ({ itemId, priceItemId }, { item }) =>
    `The coupon ${item(itemId)} is not for prices in ${item(priceItemId)}.`,
  CouponNotForQuantity: ({ itemId, quantity }, { item }) =>
    `The coupon ${item(itemId)} is used up by one unit, and the quantity is ${quantity}.`,
  CouponNotOwned: ({ itemId }, { item }) => `The player does not own the coupon ${item(itemId)}.`,
  CouponNotSpent: ({ itemId }, { item }) =>
    `The coupon ${item(itemId)} cannot be spent: it is always owned, or the price took it.`,
} satisfies Partial<Sentences>

const ofInventory = {
  CountTooLow: compared,
  CountTooHigh: compared,
  NotEnough: ({ count, itemId, lootId, quantity }, { item, loot }) =>
    `The player can spend ${count} of ${item(itemId)}; ${loot(lootId)} takes ${quantity}.`,
  TopLevelReached: ({ count, itemId }, { item }) =>
    `The player is at the top level of ${item(itemId)} already, with ${count}.`,
  QuantityTooLarge: ({ lootId, maximum, quantity }, { loot }) =>
    `The quantity of ${loot(lootId)} comes to ${quantity}, and the largest is ${maximum}.`,
  CountTooLarge: ({ count, itemId, maximum }, { item }) =>
    `The count of ${item(itemId)} would be ${count}, and the largest is ${maximum}.`,
  ExpiryTooLate: ({ lootId, timeFrameId, times }, { loot }) =>
    `${times} times time frame ${timeFrameId} of ${loot(lootId)} is later than the last possible time.`,
  RecordMissing: ({ inventoryId, legacyInventoryId }) =>
    inventoryId === undefined && legacyInventoryId === undefined
      ? "The entry names no record."
      : `The player has no record ${inventoryId ?? legacyInventoryId}.`,
  RecordExpired: ({ expires, now }) =>
    `The record ended${expires === undefined ? "" : ` at ${at(expires)}`}, and the time was ${at(now)}.`,
  RecordOfOtherType: ({ asked, current }) => `The entry needs a ${asked} record, and the record is ${current}.`,
  EntitlementNotOwned: ({ itemId }, { item }) => `The player owns no ${item(itemId)} that counts here.`,
  LootApplied: ({ lootId }, { loot }) => `In this inventory session, ${loot(lootId)} was given before.`,
  RequiredItemMissing: ({ count, itemId, required }, { item }) =>
    `The player has ${count} of ${item(itemId)}, and ${required} are required.`,
  StackLimitReached: ({ count, itemId, limit }, { item }) =>
    `The player has ${count} of ${item(itemId)}, and the stack limit is ${limit}.`,
} satisfies Partial<Sentences>

const ofVendors = {
  AlreadyDrawn: ({ lootId }, { loot }) => `This entry has drawn ${loot(lootId)} before.`,
  BundleIncomplete: ({ lootId }, { loot }) =>
    `The sub vendor of ${loot(lootId)} cannot be given whole, and allow_partial_bundles is false.`,
  NoCandidates: ({ vendorId }, { vendor }) => `No loot of ${vendor(vendorId)} could be drawn.`,
  NothingDrawnGiven: ({ vendorId }, { vendor }) => `No loot that was drawn from ${vendor(vendorId)} could be given.`,
  NothingOfBundleGiven: ({ vendorId }, { vendor }) => `No part of the bundle ${vendor(vendorId)} could be given.`,
} satisfies Partial<Sentences>

const ofOrder = {
  PromotionMissing: ({ code }) =>
    code === undefined ? "The entry names no promotion code." : `The catalog has no promotion code ${code}.`,
  PromotionNotOnPlatform: ({ allowed, code, platform }) =>
    `On ${platform}, the promotion code ${code} cannot be claimed; its platforms are ${Array.from(allowed).join(", ")}.`,
  PromotionNotBegun: ({ code, now, start }) =>
    `The promotion code ${code} can be claimed from ${at(start)}, and it is ${at(now)}.`,
  PromotionOver: ({ code, end, now }) =>
    `The promotion code ${code} could be claimed before ${at(end)}, and it is ${at(now)}.`,
  PromotionClaimed: ({ code }) => `The player has claimed the promotion code ${code} before.`,
  PromotionUsedUp: ({ code, maximum, uses }) =>
    `The promotion code ${code} was claimed ${uses} times, and its maximum is ${maximum}.`,
  RolledBack: ({ failedEntry }) => `Entry ${failedEntry} failed, and the order is a transaction.`,
  NotStarted: ({ failedEntry }) => `Entry ${failedEntry} failed before, and the order is a transaction.`,
  TooManyRequests: () => "The player's orders came too fast.",
} satisfies Partial<Sentences>

const SENTENCES: Sentences = {
  ...ofRequest,
  ...ofBounds,
  ...ofCatalog,
  ...ofPrices,
  ...ofInventory,
  ...ofVendors,
  ...ofOrder,
}

/** The reason in a sentence. */
export const sentenceOf = (reason: Reason, labels: Labels): string => {
  const sentence = SENTENCES[reason._tag] as (reason: Reason, labels: Labels) => string
  return sentence(reason, labels)
}

/** The reason, then the reason behind it, and so on to the rule that decided. */
export const reasonsWithin = (reason: Reason): ReadonlyArray<Reason> =>
  "because" in reason ? [reason, ...reasonsWithin(reason.because)] : [reason]
