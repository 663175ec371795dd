/**
 * Warnings about level rewards that raise the item that they reward, by themselves or by way of other items (decisions,
 * section 10). Each such raise may reach a further level within the same order.
 */
import { isEverAvailable } from "./availability.ts"
import { type Finding, finding } from "./findings.ts"
import { hasLevels, type LinkedCatalog, type LinkedItem, type LinkedLoot, type LinkedVendor } from "./linked.ts"
import type { Levels } from "./linkedTables.ts"

/** What a vendor gives for the levels of a table: items that share both have one node for it. */
interface Rewards {
  readonly below: ReadonlyArray<Node>
  readonly top: ReadonlyArray<Node>
}

/** What the search goes through: an item with level rewards, its rewards below the top level, or a vendor. */
type Node = LinkedItem | LinkedVendor | Rewards

/** The vendor, or the item with level rewards, that fulfilling the loot goes on to; undefined: there is none. */
const onward = (loot: LinkedLoot): Node | undefined => {
  if (!isEverAvailable(loot)) return undefined
  if (loot.subVendor !== undefined) return loot.subVendor
  const { inventory_operation: operation, item, quantity } = loot
  return item !== undefined && hasLevels(item) && (operation === "add" || operation === "set") && quantity > 0
    ? item
    : undefined
}

const isVendor = (node: Node): node is LinkedVendor => "loot" in node
const isRewards = (node: Node): node is Rewards => "below" in node
const isItem = (node: Node): node is LinkedItem => !isVendor(node) && !isRewards(node)

/** What loot goes on to, each once. */
const onwardOf = (loot: ReadonlyArray<LinkedLoot>): ReadonlyArray<Node> => [
  ...new Set(loot.flatMap((one) => onward(one) ?? [])),
]

const rewardsFor = (levels: Levels, vendor: LinkedVendor): Rewards => {
  const ofLevels = (some: Levels) => onwardOf(some.flatMap(({ level }) => vendor.lootBySortOrder.get(level) ?? []))
  return { below: ofLevels(levels.slice(0, -1)), top: ofLevels(levels.slice(-1)) }
}

/** The rewards of each table by each vendor, found once. */
type KnownRewards = Map<LinkedVendor, Map<Levels, Rewards>>

const rewardsOf = ({ levels, levelVendor }: LinkedItem, known: KnownRewards): Rewards | undefined => {
  if (levels === undefined || levelVendor === undefined) return undefined
  const byLevels = known.get(levelVendor) ?? new Map<Levels, Rewards>()
  const rewards = byLevels.get(levels) ?? rewardsFor(levels, levelVendor)
  known.set(levelVendor, byLevels.set(levels, rewards))
  return rewards
}

/** Where the node goes on to. At the top level a raise of the item itself reaches nothing more. */
const nextOf = (node: Node, known: KnownRewards): ReadonlyArray<Node> => {
  if (isRewards(node)) return node.below
  if (isVendor(node)) return onwardOf(node.loot)
  const rewards = rewardsOf(node, known)
  return rewards === undefined ? [] : [rewards, ...rewards.top.filter((next) => next !== node)]
}

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
  const known: KnownRewards = new Map()
  for (const root of catalog.items.values()) {
    if (!hasLevels(root) || done.has(root)) continue
    const open = new Map<Node, number>([[root, 0]])
    const frames: Array<Frame> = [{ node: root, next: nextOf(root, known), at: 0 }]
    for (let top = frames.at(-1); top !== undefined; top = frames.at(-1)) {
      const next = top.next[top.at++]
      const start = next === undefined ? undefined : open.get(next)
      if (next === undefined) {
        done.add(top.node)
        open.delete(top.node)
        frames.pop()
      } else if (start !== undefined) {
        const item = frames.slice(start).find(({ node }) => isItem(node))?.node
        if (item !== undefined && isItem(item)) reported.add(item)
      } else if (!done.has(next)) {
        open.set(next, frames.length)
        frames.push({ node: next, next: nextOf(next, known), at: 0 })
      }
    }
  }
  return [...reported].map((item) =>
    finding("level_rewards_feed_themselves", ["items", String(item.item_id), "level_vendor_id"]),
  )
}
