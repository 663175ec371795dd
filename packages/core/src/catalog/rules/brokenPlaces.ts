/**
 * The places of a document whose values do not fit the schema. The intended values are unknown, so no check may
 * conclude anything from these places. Otherwise a mistake would be reported twice.
 */
import type { FindingPath } from "./findings.ts"

/** A place of the document: whether its value is broken, and the broken places within it. */
export interface BrokenPlaces {
  readonly broken: boolean
  readonly within: ReadonlyMap<string, BrokenPlaces>
}

/** The broken places of a document that fits the schema. */
export const NOTHING_BROKEN: BrokenPlaces = { broken: false, within: new Map() }

interface GrowingPlaces {
  broken: boolean
  readonly within: Map<string, GrowingPlaces>
}

/** The broken places with these paths. */
export const brokenPlacesAt = (paths: Iterable<FindingPath>): BrokenPlaces => {
  const root: GrowingPlaces = { broken: false, within: new Map() }
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

/** Whether the value at `path`, or a value that contains it, is broken. */
export const isBroken = (broken: BrokenPlaces, path: FindingPath): boolean => {
  let place = broken
  for (const key of path) {
    if (place.broken) return true
    const inner = place.within.get(String(key))
    if (inner === undefined) return false
    place = inner
  }
  return place.broken
}

/** Whether loot with unknown ids may exist: a vendor, or its whole loot, is broken. */
export const hidesLoot = (broken: BrokenPlaces): boolean => {
  const vendors = broken.within.get("vendors")
  if (vendors === undefined || vendors.broken) return vendors !== undefined
  return [...vendors.within.values()].some((vendor) => vendor.broken || vendor.within.get("loot")?.broken === true)
}
