/** Each rule that applied in a sentence, for the explanation of an order. Reasons of failures are in ./sentences.ts. */
import { formatTimestamp, HOUR_MILLIS, type Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { AppliedRule } from "./appliedRule.ts"
import type { Labels } from "../../../catalog/rules/names.ts"

type Sentences = {
  readonly [Tag in AppliedRule["_tag"]]: (rule: Extract<AppliedRule, { readonly _tag: Tag }>, labels: Labels) => string
}

const at = (time: Timestamp): string => formatTimestamp(time)

const until = (expires: Timestamp | undefined): string =>
  expires === undefined ? "never ends" : `ends at ${at(expires)}`

const listOf = (values: ReadonlySet<string>): string =>
  values.size === 0 ? "none at all" : Array.from(values).join(", ")

/** Where something may be used, and where it is used. */
const onPlatform = (platform: string | undefined, allowed: ReadonlySet<string> | undefined): string => {
  if (allowed === undefined) return "on every platform"
  const platforms = `its platforms are ${listOf(allowed)}`
  return platform === undefined ? `by a server, which has no platform; ${platforms}` : `on ${platform}; ${platforms}`
}

const ofRequest = {
  QuantityInBounds: ({ maximum, minimum, quantity }) => `The quantity ${quantity} is from ${minimum} to ${maximum}.`,
  ServerSubmits: ({ type }) => `A server submits the entry; its type ${type} is for servers only.`,
  LootClaimable: ({ lootId }, { loot }) => `A client may claim ${loot(lootId)}: is_claimable_by_client is true.`,
  LootActive: ({ effectiveFrom, lootId, now }, { loot }) =>
    effectiveFrom === undefined
      ? `Active is true for ${loot(lootId)}.`
      : `Active is true for ${loot(lootId)}, the time was ${at(now)}, and effective_from is ${at(effectiveFrom)}.`,
  VendorEtagMatches: ({ asked, vendorId }, { vendor }) =>
    `The entry was made for the etag ${asked} of ${vendor(vendorId)}, which is its etag.`,
  VendorVersionMatches: ({ asked, current, vendorId }, { vendor }) =>
    `The entry was made for version ${asked} of ${vendor(vendorId)}, ` +
    (current === undefined ? "which has no version." : `whose version is ${current}.`),
  ExpiryInFuture: ({ expires, now }) => `The record is to end at ${at(expires)}, which is after ${at(now)}.`,
  AttributesInBounds: ({ count, maximum }) =>
    `The entry's custom_data has ${count} keys, and a record has at most ${maximum}.`,
  PartChosen: ({ bundleLootId, lootId, parts }, { loot }) =>
    `The entry chooses ${loot(lootId)}, one of the ${parts} parts of ${loot(bundleLootId)}.`,
  PartNotChosen: ({ bundleLootId, lootId }, { loot }) =>
    `The entry does not choose ${loot(lootId)}, a part of ${loot(bundleLootId)}.`,
  ConditionOfBundle: ({ bundleLootId, lootId }, { loot }) =>
    `The condition ${loot(lootId)} of ${loot(bundleLootId)} applies to every choice.`,
} satisfies Partial<Sentences>

const ofItems = {
  ItemUsable: ({ allowed, itemId, platform }, { item }) =>
    `The catalog marks ${item(itemId)} as active; it is used ${onPlatform(platform, allowed)}.`,
  BucketsCounted: ({ allowed, itemId, session }, { item }) =>
    `In a session of the bucket ${session}, the buckets of ${item(itemId)} that count are: ${listOf(allowed)}.`,
  RequiredItemOwned: ({ count, itemId, lootId, required }, { item, loot }) =>
    `The player has ${count} of ${item(itemId)}, and ${loot(lootId)} requires ${required}.`,
  BelowStackLimit: ({ count, itemId, limit, lootId }, { item, loot }) =>
    `The player has ${count} of ${item(itemId)}, and the stack limit of ${loot(lootId)} is ${limit}.`,
} satisfies Partial<Sentences>

const ofRecords = {
  RecordSought: ({ bucket, expires, itemId, lootId, selector, type }, { item, loot }) =>
    `The selector ${selector} of ${loot(lootId)} means the ${type} record of ${item(itemId)} in the bucket ${bucket} ` +
    `that ${until(expires)}.`,
  WindowRunning: ({ expires, lootId, now, timeFrameId }, { loot }) =>
    `Time frame ${timeFrameId} of ${loot(lootId)} was running at ${at(now)}; its window ends at ${at(expires)}.`,
  RentExtended: ({ bucket, expires, itemId, since, timeFrameId, times, windowMillis }, { item }) =>
    `The rent of ${item(itemId)} in the bucket ${bucket} runs from ${at(since)} to ${at(expires)}: ` +
    `${times} times time frame ${timeFrameId} of ${windowMillis / HOUR_MILLIS} hours. A rent adds time, and a count of ` +
    "1 at the most.",
  CountSuffices: ({ count, itemId, lootId, quantity }, { item, loot }) =>
    `The player can spend ${count} of ${item(itemId)}; ${loot(lootId)} takes ${quantity}.`,
  RecordNew: ({ bucket, expires, itemId, type }, { item }) =>
    `The new ${type} record of ${item(itemId)} is in the bucket ${bucket} and ${until(expires)}.`,
  RecordFound: ({ count, expires, inventoryId, itemId, now, type }, { item }) =>
    `The player has the ${type} record ${inventoryId} with ${count} of ${item(itemId)}, which ${until(expires)}; ` +
    `the time was ${at(now)}.`,
} satisfies Partial<Sentences>

const ofQuantities = {
  QuantityNotMultiplied: ({ asked, lootId, quantity }, { loot }) =>
    `${asked} were asked of ${loot(lootId)}, and its quantity is ${quantity}, whatever is asked: it is absolute.`,
  RollsOnce: ({ asked, lootId }, { loot }) =>
    `${asked} were asked of ${loot(lootId)}, which rolls once per entry, whatever is asked: ` +
    `for ${asked} rolls, order it as ${asked} entries.`,
  QuantityCapped: ({ asked, lootId, maximum }, { loot }) =>
    `The quantity of ${loot(lootId)} would be ${asked}, and its hard_quantity_maximum is ${maximum}.`,
  DrawnOut: ({ asked, drawn, vendorId }, { vendor }) =>
    `${asked} draws were due from ${vendor(vendorId)}, which had loot for ${drawn}: what is drawn does not come again ` +
    "within an entry. For a full draw each time, order entries of quantity 1.",
  CountEndsWithWindow: ({ added, count, expires, itemId, lootId }, { item, loot }) =>
    `The selector rent_timeframe_locked of ${loot(lootId)} adds ${added} to the count of ${item(itemId)} in this window, ` +
    `which is then ${count} until ${at(expires)}. The next window begins at 0.`,
} satisfies Partial<Sentences>

const ofLevels = {
  LevelsTurnedIntoXp: ({ itemId, level, quantity, transform, worth, xp }, { item }) =>
    `${quantity} levels of ${item(itemId)} by ${transform}, from level ${level} with ${xp} XP, come to ${worth} XP.`,
  LevelsRisen: ({ itemId, levelAfter, levelBefore, xpAfter, xpBefore }, { item }) =>
    `The XP of ${item(itemId)} rose from ${xpBefore} to ${xpAfter}, and the level from ${levelBefore} to ${levelAfter}.`,
  LevelRewarded: ({ itemId, level, rewards, vendorId, xp }, { item, vendor }) =>
    `Level ${level} of ${item(itemId)} needs ${xp} XP; the rewards for it in ${vendor(vendorId)} are ${rewards}.`,
} satisfies Partial<Sentences>

const ofPrices = {
  TierChosen: ({ highest, lootId, lowest, quantity, tier }, { loot }) =>
    `The quantity ${quantity} has the price from ${tier} on; ${loot(lootId)} is sold from ${lowest} on` +
    `${highest === undefined ? "" : ` up to ${highest}`}.`,
  TierExact: ({ lootId, quantity, tier }, { loot }) =>
    `The quantity is ${quantity}, and ${loot(lootId)} is sold in the exact quantities of its tiers; this one is ${tier}.`,
  PriceMatches: ({ asked, current, itemId, lootId }, { item, loot }) =>
    `The entry expects to pay ${asked} of ${item(itemId)} for ${loot(lootId)}, and the price is ${current}.`,
  CouponApplies: ({ itemId, lootId, priceItemId, quantity, quantityMaximum }, { item, loot }) =>
    `The coupon ${item(itemId)} is for ${loot(lootId)} and for prices in ${item(priceItemId)}; the quantity is ` +
    `${quantity}, and it is for ${quantityMaximum === undefined ? "every quantity" : `at most ${quantityMaximum}`}.`,
  PartOwned: ({ count, itemId, lootId, needed, price, reduction }, { item, loot }) =>
    `The player has ${count} of ${item(itemId)}, and the part ${loot(lootId)} gives ${needed}: ` +
    `${needed} times its price ${price} takes off ${reduction}.`,
  PartNotOwned: ({ count, itemId, lootId, needed }, { item, loot }) =>
    `The player has ${count} of ${item(itemId)}, and the part ${loot(lootId)} gives ${needed}: it takes off nothing.`,
  PartsDeducted: ({ lootId, minimum, price, reduction, result }, { loot }) =>
    `The price ${price} of ${loot(lootId)}, less ${reduction} for owned parts, at least ${minimum}, is ${result}.`,
  CouponDeducted: ({ itemId, minimum, price, remaining, result }, { item }) =>
    `The coupon ${item(itemId)} leaves ${remaining} of the price ${price}; rounded down, at least ${minimum}, ` +
    `that is ${result}.`,
  PriceAffordable: ({ count, itemId, price, rest }, { item }) =>
    `The player has ${count} of ${item(itemId)}, and the price is ${price}, which leaves ${rest}.`,
  CouponOwned: ({ count, itemId, taken }, { item }) =>
    `The player has ${count} of the coupon ${item(itemId)}; the purchase takes ${taken}.`,
} satisfies Partial<Sentences>

const ofClaims = {
  PromotionFound: ({ code, lootId, quantity }, { loot }) =>
    `The promotion code ${code} gives ${quantity} of ${loot(lootId)}.`,
  PromotionOnPlatform: ({ allowed, code, platform }) =>
    `The promotion code ${code} is claimed ${onPlatform(platform, allowed)}.`,
  PromotionRunning: ({ begins, code, ends, now }) =>
    `The promotion code ${code} can be claimed ${begins === undefined ? "from the beginning" : `from ${at(begins)}`} ` +
    `${ends === undefined ? "without end" : `until ${at(ends)}`}, and it is ${at(now)}.`,
  PromotionNotClaimed: ({ code }) => `The player has not claimed the promotion code ${code} before.`,
  PromotionHasUses: ({ code, maximum, uses }) =>
    maximum === undefined
      ? `The claims of the promotion code ${code} are not limited.`
      : `The promotion code ${code} was claimed ${uses ?? 0} times, and its maximum is ${maximum}.`,
  LootNotApplied: ({ lootId }, { loot }) => `In this inventory session, ${loot(lootId)} was not given before.`,
  EntitlementFound: ({ itemId, lootId }, { item, loot }) =>
    `The owner of ${item(itemId)} is entitled to ${loot(lootId)}.`,
  EntitlementOwned: ({ expires, inventoryId, itemId, records, type }, { item }) =>
    `The player owns ${item(itemId)}: of ${records} records that count, ${inventoryId} lasts longest; ` +
    `it is ${type} and ${until(expires)}.`,
  EntitlementAlwaysOwned: ({ itemId }, { item }) => `Every player always owns ${item(itemId)}.`,
} satisfies Partial<Sentences>

const SENTENCES: Sentences = {
  ...ofRequest,
  ...ofItems,
  ...ofRecords,
  ...ofQuantities,
  ...ofLevels,
  ...ofPrices,
  ...ofClaims,
}

/** The rule in a sentence. */
export const ruleSentence = (rule: AppliedRule, labels: Labels): string => {
  const sentence = SENTENCES[rule._tag] as (rule: AppliedRule, labels: Labels) => string
  return sentence(rule, labels)
}
