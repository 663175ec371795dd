/**
 * `promotion_code`: claims the code in `external_tran_id` for the player, and fulfils the promotion's loot. A player
 * claims a code once, so the quantity of the entry must be 1; the promotion says how much of its loot it gives.
 */
import { type LinkedLoot, lookup } from "../../../../catalog/rules/linked.ts"
import type { LinkedPromotion } from "../../../../catalog/rules/linkedTables.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import { fulfilLoot } from "../fulfil.ts"
import type { Claim } from "../outcome.ts"
import { type EntryInProgress, type Run, writesBack } from "../run.ts"
import { reasonAgainstLoot } from "./askedLoot.ts"
import { type Entry, needsNothing, reasonAgainstOtherThanOne } from "./Entry.ts"
import { itemsAhead } from "../itemsRead.ts"
import { needsOfClaim, writeClaim } from "./writeBack.ts"

/**
 * Why the promotion that has begun cannot be claimed now on this platform; undefined: it can. A server acts on no
 * platform.
 */
const reasonAgainstPromotion = (
  { now, platform, trace }: Run,
  { code, end, platforms: allowed, start }: LinkedPromotion,
): FailureReason | undefined => {
  if (allowed !== undefined && platform !== undefined && !allowed.has(platform)) {
    return { _tag: "PromotionNotOnPlatform", code, platform, allowed }
  }
  trace?.({ _tag: "RuleApplied", rule: { _tag: "PromotionOnPlatform", code, platform, allowed } })
  if (end !== undefined && now >= end) return { _tag: "PromotionOver", code, end, now }
  trace?.({ _tag: "RuleApplied", rule: { _tag: "PromotionRunning", code, begins: start, ends: end, now } })
  return undefined
}

/** A promotion that may be claimed now, as far as the request and the catalog decide, with its loot. */
interface Claimable {
  readonly promotion: LinkedPromotion
  readonly loot: LinkedLoot
}

/** The promotion of the code, or why it cannot be claimed. Codes are compared exactly. */
const claimableOf = (run: Run, request: SubmittedEntry): Claimable | FailureReason => {
  const quantity = reasonAgainstOtherThanOne(run, request)
  if (quantity !== undefined) return quantity
  const promotion = lookup(run.catalog.promotions, request.external_tran_id)
  if (promotion === undefined) return { _tag: "PromotionMissing", code: request.external_tran_id }
  const { code, loot_id: lootId, quantity: given, start } = promotion
  // Before anything else, so that nothing tells the code from one that does not exist.
  if (start !== undefined && run.now < start) return { _tag: "PromotionNotBegun", code, start, now: run.now }
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "PromotionFound", code, lootId, quantity: given } })
  const reason = reasonAgainstPromotion(run, promotion)
  if (reason !== undefined) return reason
  const loot = run.catalog.loot.get(lootId)
  if (loot === undefined) return { _tag: "LootMissing", lootId }
  return reasonAgainstLoot(run, request, loot, "promotion") ?? { promotion, loot }
}

/** Why the player may not claim the code, for the claims before; undefined: the player may. */
const reasonAgainstClaim = (run: Run, { code, uses_maximum: maximum }: LinkedPromotion): FailureReason | undefined => {
  if (run.claims.some((claim) => claim.code === code)) return { _tag: "PromotionClaimed", code }
  const { isClaimed, uses } = run.earlier.promotion(code)
  if (isClaimed) return { _tag: "PromotionClaimed", code }
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "PromotionNotClaimed", code } })
  if (maximum !== undefined && uses >= maximum) return { _tag: "PromotionUsedUp", code, uses, maximum }
  const counted = maximum === undefined ? undefined : uses
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "PromotionHasUses", code, uses: counted, maximum } })
  return undefined
}

const claim = (run: Run, entry: EntryInProgress): FailureReason | undefined => {
  const claimable = claimableOf(run, entry.request)
  if ("_tag" in claimable) return claimable
  const { loot, promotion } = claimable
  const reason = reasonAgainstClaim(run, promotion)
  if (reason !== undefined) return reason
  const { code, loot_id: lootId, uses_maximum: usesMaximum } = promotion
  const claimed: Claim = { _tag: "claim_promo_code", code, lootId, usesMaximum }
  entry.details.push(claimed)
  const failure = fulfilLoot(run, entry, loot, promotion.quantity)
  if (failure === undefined) run.claims = [...run.claims, claimed]
  return failure
}

/** Claims a promotion code. */
export const promotion_code: Entry = {
  forServersOnly: false,
  needs: (run, request) => {
    if (writesBack(run)) return needsOfClaim(request)
    const claimable = claimableOf(run, request)
    if ("_tag" in claimable) return needsNothing
    return { ...needsNothing, itemIds: itemsAhead(claimable.loot), code: claimable.promotion.code }
  },
  fulfil: (run, entry) => (writesBack(run) ? writeClaim(run, entry) : claim(run, entry)),
}
