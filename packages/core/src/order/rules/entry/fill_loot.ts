/** `fill_loot`: fulfils loot, once per unit of quantity. A client may fill only claimable loot. */
import { type LinkedLoot, lookup } from "../../../catalog/rules/linked.ts"
import type { SubmittedEntry } from "../../schema.ts"
import { inactivityOf, itemsAhead } from "../candidacy.ts"
import { fulfilLoot } from "../fulfil.ts"
import type { FailureReason } from "../failureReason.ts"
import type { Run } from "../run.ts"
import { type Entry, needsNothing, reasonAgainstQuantity } from "./Entry.ts"

/**
 * Why the entry was made for another state of the vendor; undefined: it was made for the present state. The entry names
 * the vendor's etag, with or without the quotes of a header, or its legacy version.
 */
const reasonAgainstVendor = (
  { vendor_etag: etag, vendor_version: version }: SubmittedEntry,
  { vendor: { etag: currentEtag, legacy_config_version: currentVersion, vendor_id: vendorId } }: LinkedLoot,
): FailureReason | undefined => {
  if (etag !== undefined && etag !== currentEtag && etag !== `"${currentEtag}"`) {
    return { _tag: "VendorEtagDiffers", vendorId, asked: etag, current: currentEtag }
  }
  return version === undefined || currentVersion === undefined || version === BigInt(currentVersion)
    ? undefined
    : { _tag: "VendorVersionDiffers", vendorId, asked: version, current: currentVersion }
}

/** Why the loot may not be filled, for the request and the catalog alone. */
const reasonAgainstLoot = (run: Run, request: SubmittedEntry, loot: LinkedLoot): FailureReason | undefined => {
  if (!run.isServer && !loot.is_claimable_by_client) return { _tag: "LootNotClaimable", lootId: loot.loot_id }
  return inactivityOf(run, loot) ?? reasonAgainstVendor(request, loot)
}

/** The loot to fill, or why it may not be filled. */
const lootOf = (run: Run, request: SubmittedEntry): LinkedLoot | FailureReason => {
  const reason = reasonAgainstQuantity(request)
  if (reason !== undefined) return reason
  const loot = lookup(run.catalog.loot, request.loot_id)
  if (loot === undefined) return { _tag: "LootMissing", lootId: request.loot_id }
  return reasonAgainstLoot(run, request, loot) ?? loot
}

/** Fills loot. */
export const fill_loot: Entry = {
  forServersOnly: false,
  needs: (run, request) => {
    const loot = lootOf(run, request)
    return "_tag" in loot ? needsNothing : { ...needsNothing, itemIds: itemsAhead(loot) }
  },
  fulfil: (run, place) => {
    const loot = lootOf(run, place.request)
    return "_tag" in loot ? loot : fulfilLoot(run, place, loot, place.request.quantity, 0, false)
  },
}
