/**
 * `fill_loot_single_transient`: fulfils loot once per inventory session of the player (decisions, sections 11 and 12).
 * So the quantity must be 1; the loot says how much it gives. A client may fill only claimable loot.
 */
import { type LinkedLoot, lookup } from "../../../catalog/rules/linked.ts"
import type { SubmittedEntry } from "../../schema.ts"
import { answerTo, type AppliedAsk, type Fulfilment } from "../ask.ts"
import { itemsAhead } from "../candidacy.ts"
import type { FailureReason } from "../failureReason.ts"
import { endOf, fulfilLoot } from "../fulfil.ts"
import type { Place, Run } from "../run.ts"
import { reasonAgainstLoot } from "./askedLoot.ts"
import { type Entry, needsNothing, reasonAgainstOtherThanOne } from "./Entry.ts"

/** The loot to fill, or why it may not be filled. */
const lootOf = (run: Run, request: SubmittedEntry): LinkedLoot | FailureReason => {
  const quantity = reasonAgainstOtherThanOne(run, request)
  if (quantity !== undefined) return quantity
  const loot = lookup(run.catalog.loot, request.loot_id)
  if (loot === undefined) return { _tag: "LootMissing", lootId: request.loot_id }
  return reasonAgainstLoot(run, request, loot, "claim") ?? loot
}

function* isApplied(run: Run, lootId: number): Fulfilment<boolean> {
  if (run.applied.includes(lootId)) return true
  const ask: AppliedAsk = { _tag: "Applied", lootId }
  return answerTo(ask, yield ask)
}

function* fillOnce(run: Run, place: Place): Fulfilment<FailureReason | undefined> {
  const loot = lootOf(run, place.request)
  if ("_tag" in loot) return loot
  const { loot_id: lootId } = loot
  if (yield* isApplied(run, lootId)) return { _tag: "LootApplied", lootId }
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "LootNotApplied", lootId } })
  const reason = yield* endOf(fulfilLoot(run, place, loot, 1, 0, false))
  if (reason === undefined) run.applied = [...run.applied, lootId]
  return reason
}

/** Fills loot once per inventory session. */
export const fill_loot_single_transient: Entry = {
  forServersOnly: false,
  needs: (run, request) => {
    const loot = lootOf(run, request)
    return "_tag" in loot ? needsNothing : { ...needsNothing, itemIds: itemsAhead(loot) }
  },
  fulfil: fillOnce,
}
