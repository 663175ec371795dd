/** The loot that an entry asks for by `loot_id`, if request and catalog allow it (decisions, section 12). */
import { type LinkedLoot, lookup } from "../../../../catalog/rules/linked.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import { reasonAgainstTime, traceActive } from "../candidacy.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import type { Run } from "../run.ts"
import { reasonAgainstQuantity } from "./Entry.ts"

/**
 * Why the entry was made for another state of the vendor; undefined: it was made for the present state. The entry names
 * the vendor's etag, with or without the quotes of a header, or its legacy version.
 */
const reasonAgainstVendor = (
  { trace }: Run,
  { vendor_etag: etag, vendor_version: version }: SubmittedEntry,
  { vendor: { etag: currentEtag, legacy_config_version: currentVersion, vendor_id: vendorId } }: LinkedLoot,
): FailureReason | undefined => {
  if (etag !== undefined && etag !== currentEtag && etag !== `"${currentEtag}"`) {
    return { _tag: "VendorEtagDiffers", vendorId, asked: etag, current: currentEtag }
  }
  if (etag !== undefined) {
    trace?.({ _tag: "RuleApplied", rule: { _tag: "VendorEtagMatches", vendorId, asked: etag, current: currentEtag } })
  }
  if (version === undefined) return undefined
  if (currentVersion !== undefined && version !== BigInt(currentVersion)) {
    return { _tag: "VendorVersionDiffers", vendorId, asked: version, current: currentVersion }
  }
  const rule = { _tag: "VendorVersionMatches", vendorId, asked: version, current: currentVersion } as const
  trace?.({ _tag: "RuleApplied", rule })
  return undefined
}

/** How a client gets loot: for nothing, if the loot is claimable, or for a price or a code. */
type Way = "claim" | "purchase" | "promotion"

/** Why the entry fails for the catalog alone, when it asks for this loot; undefined: it does not. */
export const reasonAgainstLoot = (
  run: Run,
  request: SubmittedEntry,
  loot: LinkedLoot,
  way: Way,
): FailureReason | undefined => {
  const { loot_id: lootId } = loot
  if (way === "claim" && !run.isServer) {
    if (!loot.is_claimable_by_client) return { _tag: "LootNotClaimable", lootId }
    run.trace?.({ _tag: "RuleApplied", rule: { _tag: "LootClaimable", lootId } })
  }
  const untimely = reasonAgainstTime(run, loot)
  if (untimely !== undefined) return untimely
  traceActive(run, loot)
  return reasonAgainstVendor(run, request, loot)
}

/** The loot of the entry, or why the entry fails for the request and the catalog alone. */
export const askedLoot = (run: Run, request: SubmittedEntry, way: Way): LinkedLoot | FailureReason => {
  const reason = reasonAgainstQuantity(run, request)
  if (reason !== undefined) return reason
  const loot = lookup(run.catalog.loot, request.loot_id)
  if (loot === undefined) return { _tag: "LootMissing", lootId: request.loot_id }
  return reasonAgainstLoot(run, request, loot, way) ?? loot
}
