/** How vendors nest: sub-vendor cycles are refused, and so is nesting beyond what fulfilment may recurse into. */
import { type Finding, refusal } from "./findings.ts"
import type { NormalCatalog, NormalVendor } from "./prepared.ts"

/** How deeply sub vendors may nest. */
export const VENDOR_DEPTH_MAX = 64

interface Edge {
  readonly lootKey: string
  readonly vendor: NormalVendor
}

const edgesOf = (catalog: NormalCatalog, vendor: NormalVendor): ReadonlyArray<Edge> =>
  Object.entries(vendor.loot).flatMap(([lootKey, loot]) => {
    const inner = loot.sub_vendor_id === undefined ? undefined : catalog.vendors[String(loot.sub_vendor_id)]
    return inner === undefined ? [] : [{ lootKey, vendor: inner }]
  })

/** A vendor on the way down, and the next of its edges to follow. */
interface Frame {
  readonly vendor: NormalVendor
  readonly edges: ReadonlyArray<Edge>
  next: number
}

const cycleText = (frames: ReadonlyArray<Frame>, closing: NormalVendor): string => {
  const start = frames.findIndex((frame) => frame.vendor === closing)
  return [...frames.slice(start).map((frame) => frame.vendor), closing].map((vendor) => vendor.vendor_id).join(" > ")
}

/**
 * One finding for each sub vendor that closes a cycle, at the loot that does it; without cycles, one for each vendor
 * that nests too deeply. Iterative, because a document may nest as deeply as its size allows.
 */
export const checkNesting = (catalog: NormalCatalog): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const heights = new Map<NormalVendor, number>()
  const open = new Set<NormalVendor>()
  const enter = (vendor: NormalVendor): Frame => {
    open.add(vendor)
    return { vendor, edges: edgesOf(catalog, vendor), next: 0 }
  }
  for (const root of Object.values(catalog.vendors)) {
    if (heights.has(root)) continue
    const frames = [enter(root)]
    for (let top = frames.at(-1); top !== undefined; top = frames.at(-1)) {
      const edge = top.edges[top.next++]
      if (edge === undefined) {
        heights.set(top.vendor, 1 + top.edges.reduce((most, { vendor }) => Math.max(most, heights.get(vendor) ?? 0), 0))
        open.delete(top.vendor)
        frames.pop()
      } else if (open.has(edge.vendor)) {
        const path = ["vendors", String(top.vendor.vendor_id), "loot", edge.lootKey, "sub_vendor_id"]
        found.push(refusal("sub_vendor_cycle", path, cycleText(frames, edge.vendor)))
      } else if (!heights.has(edge.vendor)) frames.push(enter(edge.vendor))
    }
  }
  if (found.length > 0) return found
  return [...heights]
    .filter(([, height]) => height > VENDOR_DEPTH_MAX)
    .map(([vendor, height]) =>
      refusal("sub_vendor_too_deep", ["vendors", String(vendor.vendor_id)], `${height}, at most ${VENDOR_DEPTH_MAX}`),
    )
}
