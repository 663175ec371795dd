/** `purchase_loot`: pays the price of loot, and then fulfils it. A client may buy all loot that has a price. */
import { askedLoot } from "./askedLoot.ts"
import { type Entry, needsNothing } from "./Entry.ts"
import { purchase, purchaseNeeds } from "./purchase.ts"

/** Buys loot. */
export const purchase_loot: Entry = {
  forServersOnly: false,
  needs: (run, request) => {
    const loot = askedLoot(run, request, "purchase")
    return "_tag" in loot ? needsNothing : purchaseNeeds(run, request, loot)
  },
  fulfil: (run, place) => {
    const loot = askedLoot(run, place.request, "purchase")
    return "_tag" in loot ? loot : purchase(run, place, loot)
  },
}
