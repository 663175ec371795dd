/**
 * The places of a document whose values do not fit the schema. What should stand there is unknown, so no check may
 * conclude anything from them: one mistake must not be reported as two.
 */
import type { FindingPath } from "./findings.ts"

/** A place of the document: whether the value there is broken, and the broken places within it. */
export interface Gaps {
  readonly broken: boolean
  readonly within: ReadonlyMap<string, Gaps>
}

/** The gaps of a document that fits the schema. */
export const NO_GAPS: Gaps = { broken: false, within: new Map() }

interface GrowingGaps {
  broken: boolean
  readonly within: Map<string, GrowingGaps>
}

/** The gaps at these places. */
export const gapsAt = (paths: Iterable<FindingPath>): Gaps => {
  const root: GrowingGaps = { broken: false, within: new Map() }
  for (const path of paths) {
    let place = root
    for (const key of path) {
      const inner = place.within.get(String(key)) ?? { broken: false, within: new Map() }
      place.within.set(String(key), inner)
      place = inner
    }
    place.broken = true
  }
  return root
}

/** Whether the value at `path`, or anything that it stands in, is broken. */
export const isBroken = (gaps: Gaps, path: FindingPath): boolean => {
  let place = gaps
  for (const key of path) {
    if (place.broken) return true
    const inner = place.within.get(String(key))
    if (inner === undefined) return false
    place = inner
  }
  return place.broken
}

/** Whether there may be loot whose id cannot be told: a vendor, or its loot as a whole, is broken. */
export const hidesLoot = (gaps: Gaps): boolean => {
  const vendors = gaps.within.get("vendors")
  if (vendors === undefined || vendors.broken) return vendors !== undefined
  return [...vendors.within.values()].some((vendor) => vendor.broken || vendor.within.get("loot")?.broken === true)
}
