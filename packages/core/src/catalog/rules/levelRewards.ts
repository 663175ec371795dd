/**
 * Warnings about level rewards that raise the item that they reward, by themselves or by way of other items (decisions,
 * section 10). Each such raise may reach a further level within the same order.
 */
import { isEverAvailable } from "./availability.ts"
import { type Finding, finding } from "./findings.ts"
import { hasLevels, type LinkedCatalog, type LinkedItem, type LinkedLoot, type LinkedVendor } from "./linked.ts"

/** What the search goes through: an item with level rewards, or a vendor. */
type Node = LinkedItem | LinkedVendor

/** The vendor, or the item with level rewards, that fulfilling the loot goes on to; undefined: there is none. */
const onward = (loot: LinkedLoot): Node | undefined => {
  if (!isEverAvailable(loot)) return undefined
  if (loot.subVendor !== undefined) return loot.subVendor
  const { inventory_operation: operation, item, quantity } = loot
  return item !== undefined && hasLevels(item) && (operation === "add" || operation === "set") && quantity > 0
    ? item
    : undefined
}

/** The loot that rewards a level of the item. At the top level a raise of the item itself reaches nothing more. */
const rewardsOf = (item: LinkedItem): ReadonlyArray<LinkedLoot> => {
  const { levels = [], levelVendor } = item
  return levels.flatMap(({ level }, index) => {
    const rewards = levelVendor?.lootBySortOrder.get(level) ?? []
    return index < levels.length - 1 ? rewards : rewards.filter((loot) => onward(loot) !== item)
  })
}

const isVendor = (node: Node): node is LinkedVendor => "loot" in node

const nextOf = (node: Node): ReadonlyArray<Node> =>
  (isVendor(node) ? node.loot : rewardsOf(node)).flatMap((loot) => onward(loot) ?? [])

/** A node on the current path, and the next edge to follow from it. */
interface Frame {
  readonly node: Node
  readonly next: ReadonlyArray<Node>
  at: number
}

/**
 * A finding for each way on which rewards come back to an item, at the first item of the way. Iterative, because
 * rewards may lead from item to item as often as there are items.
 */
export const findSelfFeedingRewards = (catalog: LinkedCatalog): ReadonlyArray<Finding> => {
  const reported = new Set<LinkedItem>()
  const done = new Set<Node>()
  for (const root of catalog.items.values()) {
    if (!hasLevels(root) || done.has(root)) continue
    const open = new Map<Node, number>([[root, 0]])
    const frames: Array<Frame> = [{ node: root, next: nextOf(root), at: 0 }]
    for (let top = frames.at(-1); top !== undefined; top = frames.at(-1)) {
      const next = top.next[top.at++]
      const start = next === undefined ? undefined : open.get(next)
      if (next === undefined) {
        done.add(top.node)
        open.delete(top.node)
        frames.pop()
      } else if (start !== undefined) {
        const item = frames.slice(start).find(({ node }) => !isVendor(node))?.node
        if (item !== undefined && !isVendor(item)) reported.add(item)
      } else if (!done.has(next)) {
        open.set(next, frames.length)
        frames.push({ node: next, next: nextOf(next), at: 0 })
      }
    }
  }
  return [...reported].map((item) =>
    finding("level_rewards_feed_themselves", ["items", String(item.item_id), "level_vendor_id"]),
  )
}
