/** One loot, whose records are all loaded: gives its item, or measures how much its sub vendor gives. */
import { NESTING_MAX } from "../../../catalog/rules/bounds.ts"
import type { LinkedLoot, LinkedVendor } from "../../../catalog/rules/linked.ts"
import type { Exclusion, FailureReason } from "../reasons/failureReason.ts"
import { give, type Given } from "./give.ts"
import { quantityOf } from "./quantity.ts"
import { nestedTooDeep, type EntryInProgress, type Run, spendSteps, traceChanges } from "./run.ts"

/** Reports that the loot has ended. */
export const traceEnd = (run: Run, loot: LinkedLoot, given: Given): void =>
  run.trace?.({ _tag: "LootEnded", lootId: loot.loot_id, reason: given?._tag === "Rise" ? undefined : given })

const refused = (run: Run, loot: LinkedLoot, reason: FailureReason): FailureReason => {
  run.trace?.({ _tag: "LootRefused", lootId: loot.loot_id, reason })
  return reason
}

/** The quantity for `multiplier` of the loot, or why it has none; `halt`: a bound was passed before. */
const quantityBegun = (
  run: Run,
  loot: LinkedLoot,
  multiplier: number,
  halt: FailureReason | undefined,
): number | FailureReason => {
  if (halt !== undefined) return refused(run, loot, halt)
  if (loot.broken) return refused(run, loot, { _tag: "LootBroken", lootId: loot.loot_id })
  const quantity = quantityOf(run, loot, multiplier)
  if (typeof quantity !== "number") return refused(run, loot, quantity)
  run.trace?.({ _tag: "LootBegan", lootId: loot.loot_id, quantity })
  return quantity
}

/** Gives `multiplier` of loot that has no sub vendor. */
export const giveLoot = (run: Run, entry: EntryInProgress, loot: LinkedLoot, multiplier: number): Given => {
  const quantity = quantityBegun(run, loot, multiplier, spendSteps(run, 1))
  if (typeof quantity !== "number") return quantity
  const from = entry.details.length
  const given = give(run, entry, loot, quantity)
  traceChanges(run, entry, from)
  traceEnd(run, loot, given)
  return given
}

/** The quantity of the sub vendor for `multiplier` of the loot, within `nesting` vendors; or why it gives nothing. */
export const beginVendor = (run: Run, loot: LinkedLoot, multiplier: number, nesting: number): number | FailureReason =>
  quantityBegun(run, loot, multiplier, spendSteps(run, 1) ?? (nesting >= NESTING_MAX ? nestedTooDeep : undefined))

/**
 * Why a bundle that may be given in parts fails at its end; undefined: a part was given, or none was due.
 * `because`: why the last of the other parts was not given.
 */
export const reasonWithoutParts = (
  { vendor_id: vendorId }: LinkedVendor,
  isAnyGiven: boolean,
  because: FailureReason | Exclusion | undefined,
): FailureReason | undefined =>
  isAnyGiven || because === undefined ? undefined : { _tag: "NothingOfBundleGiven", vendorId, because }
