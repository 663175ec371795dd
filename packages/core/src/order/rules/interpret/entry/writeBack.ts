/**
 * Entries of an order that takes another one back (../../refund). They say what is to be, and nothing else follows from
 * them: `update_inventory` the count and the end of a record, `promotion_code` and `fill_loot_single_transient` whether
 * the player has gotten something that is given once: 0 or 1. So such an order is made of the entry types that there
 * are, is replayed like every other, and can be taken back itself (decisions, section 12).
 */
import { lookup } from "../../../../catalog/rules/linked.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import { revised } from "../give.ts"
import { type EntryInProgress, reasonAgainstGain, type Run, traceChanges } from "../run.ts"
import { type Needs, needsNothing, reasonAgainstBounds, reasonAgainstCount } from "./Entry.ts"
import { namedRecord, traceFound } from "./updateRecord.ts"

/** The record that the entry names. */
export const needsOfWriting = ({ inventory_id: inventoryId }: SubmittedEntry): Needs =>
  inventoryId === undefined ? needsNothing : { ...needsNothing, inventoryIds: [inventoryId] }

/**
 * Makes a record what the entry says: its count is `quantity`, from 0 up, and it ends with `expires` (absent: it has no
 * end). `custom_data` absent: it stays. No level is rewarded, because what rewards gave is written back too.
 */
export const writeRecord = (run: Run, entry: EntryInProgress): FailureReason | undefined => {
  const { request } = entry
  const { custom_data: customData, expires, quantity } = request
  const outside = reasonAgainstCount(run, request)
  if (outside !== undefined) return outside
  const slot = namedRecord(run, request, undefined)
  if ("_tag" in slot) return slot
  traceFound(run, slot.current)
  const tooMuch = reasonAgainstGain(run, slot.current.itemId, quantity - slot.current.count)
  if (tooMuch !== undefined) return tooMuch
  const written = { ...revised(slot.current, quantity, expires), customData: customData ?? slot.current.customData }
  const from = entry.details.length
  run.holdings.change(slot, written, entry.details, undefined)
  traceChanges(run, entry, from)
  return undefined
}

/** The earlier claims of a code that is claimed again. */
export const needsOfClaim = ({ external_tran_id: code, quantity }: SubmittedEntry): Needs =>
  code === undefined || quantity === 0 ? needsNothing : { ...needsNothing, code }

/** Claims a code again (1) or gives the claim back (0), without its loot. `loot_id` is that of the promotion. */
export const writeClaim = (run: Run, entry: EntryInProgress): FailureReason | undefined => {
  const { external_tran_id: code, loot_id: lootId, quantity } = entry.request
  const outside = reasonAgainstBounds(run, entry.request, 0, 1)
  if (outside !== undefined) return outside
  if (code === undefined || lootId === undefined) return { _tag: "PromotionMissing", code }
  if (quantity === 0) {
    entry.details.push({ _tag: "return_promo_code", lootId })
    return undefined
  }
  const { isClaimed, uses } = run.earlier.promotion(code)
  const maximum = lookup(run.catalog.promotions, code)?.uses_maximum
  if (isClaimed) return { _tag: "PromotionClaimed", code }
  if (maximum !== undefined && uses >= maximum) return { _tag: "PromotionUsedUp", code, uses, maximum }
  const claimed = { _tag: "claim_promo_code", code, lootId, usesMaximum: maximum } as const
  entry.details.push(claimed)
  run.claims = [...run.claims, claimed]
  return undefined
}

/** Whether loot that is applied again was applied in the inventory session. */
export const needsOfApplied = ({ loot_id: lootId, quantity }: SubmittedEntry): Needs =>
  lootId === undefined || quantity === 0 ? needsNothing : { ...needsNothing, appliedLootId: lootId }

/** Says that loot was applied in the inventory session (1), or was not (0), without giving it. */
export const writeApplied = (run: Run, entry: EntryInProgress): FailureReason | undefined => {
  const { loot_id: lootId, quantity } = entry.request
  const outside = reasonAgainstBounds(run, entry.request, 0, 1)
  if (outside !== undefined) return outside
  if (lootId === undefined) return { _tag: "LootMissing", lootId }
  if (quantity === 0) return undefined
  if (run.earlier.isApplied(lootId)) return { _tag: "LootApplied", lootId }
  run.applied = [...run.applied, lootId]
  return undefined
}
