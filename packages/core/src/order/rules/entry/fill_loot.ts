/** `fill_loot`: fulfils loot, once per unit of quantity. A client may fill only claimable loot. */
import { itemsAhead } from "../candidacy.ts"
import { fulfilLoot } from "../fulfil.ts"
import { askedLoot } from "./askedLoot.ts"
import { type Entry, needsNothing } from "./Entry.ts"

/** Fills loot. */
export const fill_loot: Entry = {
  forServersOnly: false,
  needs: (run, request) => {
    const loot = askedLoot(run, request, "claim")
    return "_tag" in loot ? needsNothing : { ...needsNothing, itemIds: itemsAhead(loot) }
  },
  fulfil: (run, place) => {
    const loot = askedLoot(run, place.request, "claim")
    return "_tag" in loot ? loot : fulfilLoot(run, place, loot, place.request.quantity, 0, false)
  },
}
