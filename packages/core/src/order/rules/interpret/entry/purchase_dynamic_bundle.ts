/**
 * `purchase_dynamic_bundle`: pays the price of a bundle, and then fulfils the parts that the player chose. A dynamic
 * bundle is loot whose item has that type, and whose sub vendor is a recipe.
 */
import { isCondition, type LinkedLoot, type LinkedVendor } from "../../../../catalog/rules/linked.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import { reasonAgainstGiving } from "../giving.ts"
import { fulfilChosen } from "../fulfil.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import type { EntryInProgress, Run } from "../run.ts"
import { askedLoot } from "./askedLoot.ts"
import { type Entry, needsNothing } from "./Entry.ts"
import { payFor, purchaseNeeds } from "./purchase.ts"

/** A bundle, and the ids of the parts that the player chose. */
interface ChosenBundle {
  readonly loot: LinkedLoot
  readonly vendor: LinkedVendor
  readonly chosen: ReadonlySet<number>
}

/** The bundle of the entry, or why its parts cannot be bought. Checks and subtractions cannot be chosen: they apply. */
const bundleOf = (run: Run, request: SubmittedEntry): ChosenBundle | FailureReason => {
  if (run.disabled?.includes("dynamic_bundles") === true) return { _tag: "BundlesDisabled" }
  const loot = askedLoot(run, request, "purchase")
  if ("_tag" in loot) return loot
  const { item, loot_id: lootId, subVendor: vendor } = loot
  if (item?.type !== "dynamic_bundle" || vendor?.type !== "recipe") return { _tag: "NotABundle", lootId }
  const ids = request.dynamic_bundle_loot_ids ?? []
  if (ids.length === 0) return { _tag: "NothingChosen", lootId }
  const chosen = new Set<number>()
  for (const id of ids) {
    const part = run.catalog.loot.get(id)
    if (part?.vendor !== vendor || isCondition(part)) return { _tag: "ChoiceNotInBundle", lootId, chosen: id }
    if (chosen.has(id)) return { _tag: "ChosenTwice", lootId, chosen: id }
    const unavailing = reasonAgainstGiving(run, part)
    if (unavailing !== undefined) return unavailing
    chosen.add(id)
  }
  return { loot, vendor, chosen }
}

const buy = (run: Run, entry: EntryInProgress): FailureReason | undefined => {
  const bundle = bundleOf(run, entry.request)
  if ("_tag" in bundle) return bundle
  const { chosen, loot, vendor } = bundle
  return payFor(run, entry, loot) ?? fulfilChosen(run, entry, loot, vendor, entry.request.quantity, chosen)
}

/** Buys chosen parts of a dynamic bundle. */
export const purchase_dynamic_bundle: Entry = {
  forServersOnly: false,
  needs: (run, request) => {
    const bundle = bundleOf(run, request)
    return "_tag" in bundle ? needsNothing : purchaseNeeds(run, request, bundle.loot)
  },
  fulfil: buy,
}
