/** Checks how vendors nest. Sub-vendor cycles are errors, and so is nesting that is too deep for fulfilment. */
import { type Finding, finding } from "./findings.ts"
import { nameOf, withName } from "./names.ts"
import type { PublishedCatalog, PublishedVendor } from "./published.ts"

/** How deeply sub vendors may nest. */
const VENDOR_DEPTH_MAX = 64

interface Edge {
  readonly lootKey: string
  readonly vendor: PublishedVendor
}

const edgesOf = (catalog: PublishedCatalog, vendor: PublishedVendor): ReadonlyArray<Edge> =>
  Object.entries(vendor.loot).flatMap(([lootKey, loot]) => {
    const inner = loot.sub_vendor_id === undefined ? undefined : catalog.vendors[String(loot.sub_vendor_id)]
    return inner === undefined ? [] : [{ lootKey, vendor: inner }]
  })

/** A vendor on the current path, and the next edge to follow from it. */
interface Frame {
  readonly vendor: PublishedVendor
  readonly edges: ReadonlyArray<Edge>
  next: number
}

/** How many vendors of a cycle a finding names: those at its beginning and at its end. */
const NAMED_MAX = 20

const cycleText = (frames: ReadonlyArray<Frame>, start: number): string => {
  const ids = (from: number, to?: number) =>
    frames.slice(from, to).map(({ vendor }) => withName(vendor.vendor_id, nameOf(vendor)))
  const between = frames.length - start - NAMED_MAX
  const named =
    between <= 1
      ? ids(start)
      : [...ids(start, start + NAMED_MAX / 2), `… ${between} more …`, ...ids(frames.length - NAMED_MAX / 2)]
  return [...named, ...ids(start, start + 1)].join(" > ")
}

/**
 * A finding for each sub vendor that closes a cycle, at the loot that refers to it. Without cycles: a finding for each
 * vendor that nests too deeply. Iterative, because a document may nest as deeply as its size allows.
 */
export const checkNesting = (catalog: PublishedCatalog): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const heights = new Map<PublishedVendor, number>()
  /** Index of each open vendor in the frames. */
  const open = new Map<PublishedVendor, number>()
  const enter = (vendor: PublishedVendor, frames: Array<Frame>): void => {
    open.set(vendor, frames.length)
    frames.push({ vendor, edges: edgesOf(catalog, vendor), next: 0 })
  }
  for (const root of Object.values(catalog.vendors)) {
    if (heights.has(root)) continue
    const frames: Array<Frame> = []
    enter(root, frames)
    for (let top = frames.at(-1); top !== undefined; top = frames.at(-1)) {
      const edge = top.edges[top.next++]
      const start = edge === undefined ? undefined : open.get(edge.vendor)
      if (edge === undefined) {
        heights.set(top.vendor, 1 + top.edges.reduce((most, { vendor }) => Math.max(most, heights.get(vendor) ?? 0), 0))
        open.delete(top.vendor)
        frames.pop()
      } else if (start !== undefined) {
        const path = ["vendors", String(top.vendor.vendor_id), "loot", edge.lootKey, "sub_vendor_id"]
        found.push(finding("sub_vendor_cycle", path, cycleText(frames, start)))
      } else if (!heights.has(edge.vendor)) enter(edge.vendor, frames)
    }
  }
  if (found.length > 0) return found
  return [...heights]
    .filter(([, height]) => height > VENDOR_DEPTH_MAX)
    .map(([vendor, height]) =>
      finding("sub_vendor_too_deep", ["vendors", String(vendor.vendor_id)], `${height}, at most ${VENDOR_DEPTH_MAX}`),
    )
}
