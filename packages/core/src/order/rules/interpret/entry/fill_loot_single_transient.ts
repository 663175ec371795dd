/**
 * `fill_loot_single_transient`: fulfils loot once per inventory session of the player (decisions, sections 11 and 12).
 * So the quantity must be 1; the loot says how much it gives. A client may fill only claimable loot.
 */
import { type LinkedLoot, lookup } from "../../../../catalog/rules/linked.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import { fulfilLoot } from "../fulfil.ts"
import { type EntryInProgress, type Run, writesBack } from "../run.ts"
import { reasonAgainstLoot } from "./askedLoot.ts"
import { type Entry, needsNothing, reasonAgainstOtherThanOne } from "./Entry.ts"
import { itemsAhead } from "../itemsRead.ts"
import { needsOfApplied, writeApplied } from "./writeBack.ts"

/** The loot to fill, or why it may not be filled. */
const lootOf = (run: Run, request: SubmittedEntry): LinkedLoot | FailureReason => {
  const quantity = reasonAgainstOtherThanOne(run, request)
  if (quantity !== undefined) return quantity
  const loot = lookup(run.catalog.loot, request.loot_id)
  if (loot === undefined) return { _tag: "LootMissing", lootId: request.loot_id }
  return reasonAgainstLoot(run, request, loot, "claim") ?? loot
}

const fillOnce = (run: Run, entry: EntryInProgress): FailureReason | undefined => {
  const loot = lootOf(run, entry.request)
  if ("_tag" in loot) return loot
  const { loot_id: lootId } = loot
  if (run.applied.includes(lootId) || run.earlier.isApplied(lootId)) return { _tag: "LootApplied", lootId }
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "LootNotApplied", lootId } })
  const reason = fulfilLoot(run, entry, loot, 1)
  if (reason === undefined) run.applied = [...run.applied, lootId]
  return reason
}

/** Fills loot once per inventory session. */
export const fill_loot_single_transient: Entry = {
  forServersOnly: false,
  needs: (run, request) => {
    if (writesBack(run)) return needsOfApplied(request)
    const loot = lootOf(run, request)
    return "_tag" in loot ? needsNothing : { ...needsNothing, itemIds: itemsAhead(loot), appliedLootId: loot.loot_id }
  },
  fulfil: (run, entry) => (writesBack(run) ? writeApplied(run, entry) : fillOnce(run, entry)),
}
