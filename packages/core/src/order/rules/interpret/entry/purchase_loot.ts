/** `purchase_loot`: pays the price of loot, and then fulfils it. A client may buy all loot that has a price. */
import type { LinkedLoot } from "../../../../catalog/rules/linked.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import { fulfilLoot } from "../fulfil.ts"
import { reasonAgainstGiving } from "../giving.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import type { EntryInProgress, Run } from "../run.ts"
import { askedLoot } from "./askedLoot.ts"
import { type Entry, needsNothing } from "./Entry.ts"
import { payFor, purchaseNeeds } from "./purchase.ts"

/** The loot to buy, or why it may not be bought. A dynamic bundle is bought by its parts. */
const boughtLoot = (run: Run, request: SubmittedEntry): LinkedLoot | FailureReason => {
  const loot = askedLoot(run, request, "purchase")
  if ("_tag" in loot) return loot
  return loot.item?.type === "dynamic_bundle"
    ? { _tag: "TypeNotForLoot", type: request.type, lootId: loot.loot_id }
    : (reasonAgainstGiving(run, loot) ?? loot)
}

const buy = (run: Run, entry: EntryInProgress): FailureReason | undefined => {
  const loot = boughtLoot(run, entry.request)
  if ("_tag" in loot) return loot
  return payFor(run, entry, loot) ?? fulfilLoot(run, entry, loot, entry.request.quantity)
}

/** Buys loot. */
export const purchase_loot: Entry = {
  forServersOnly: false,
  needs: (run, request) => {
    const loot = boughtLoot(run, request)
    return "_tag" in loot ? needsNothing : purchaseNeeds(run, request, loot)
  },
  fulfil: buy,
}
