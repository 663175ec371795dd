/** `fill_loot`: fulfils loot, once per unit of quantity. A client may fill only claimable loot. */
import { fulfilLoot } from "../fulfil.ts"
import { askedLoot } from "./askedLoot.ts"
import { type Entry, needsNothing } from "./Entry.ts"
import { itemsAhead } from "../itemsRead.ts"

/** Fills loot. */
export const fill_loot: Entry = {
  forServersOnly: false,
  needs: (run, request) => {
    const loot = askedLoot(run, request, "claim")
    return "_tag" in loot ? needsNothing : { ...needsNothing, itemIds: itemsAhead(loot) }
  },
  fulfil: (run, entry) => {
    const loot = askedLoot(run, entry.request, "claim")
    return "_tag" in loot ? loot : fulfilLoot(run, entry, loot, entry.request.quantity)
  },
}
