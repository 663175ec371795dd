/**
 * What has to hold for a prize to be given, besides luck: as data, as a sentence, and whether it holds for a player
 * before the entry. The walk that finds conditions is conditional.ts.
 */
import { hasLevels, type LinkedItem } from "../../catalog/rules/linked.ts"
import type { Labels } from "../../catalog/rules/names.ts"
import type { Platform } from "../../kernel/Platform.ts"
import { formatTimestamp, type Timestamp } from "../../kernel/time/Timestamp.ts"
import type { Holdings } from "../../order/rules/interpret/holdings.ts"
import { allowedBuckets, countOf, type Run } from "../../order/rules/interpret/run.ts"

/** A condition of a prize. `count` undefined: the inventory decides about it. */
export type Condition =
  | { readonly rule: "has_at_least"; readonly item: LinkedItem; readonly count: number | undefined }
  | { readonly rule: "has_fewer_than"; readonly item: LinkedItem; readonly count: number | undefined }
  /** So many are taken for it. */
  | { readonly rule: "takes"; readonly item: LinkedItem; readonly count: number | undefined }
  /** The quantity is multiplied by the player's count of the item. */
  | { readonly rule: "times_count_of"; readonly item: LinkedItem }
  | { readonly rule: "from_time"; readonly from: Timestamp }
  | { readonly rule: "on_platforms"; readonly item: LinkedItem; readonly platforms: ReadonlySet<Platform> }
  /** A reward of this level. `gained`: the XP that lead there; undefined: the inventory decides. */
  | {
      readonly rule: "reaches_level"
      readonly item: LinkedItem
      readonly level: number
      readonly count: number
      readonly gained: number | undefined
    }
  /** `count`: the XP of the top level. */
  | { readonly rule: "below_top_level"; readonly item: LinkedItem; readonly count: number }
  /** A part of the same bundle is drawn, and every candidate of that draw has conditions. */
  | { readonly rule: "draw_possible"; readonly vendorId: number }

/** The names of the rules of conditions. */
export const CONDITION_RULES = [
  "has_at_least",
  "has_fewer_than",
  "takes",
  "times_count_of",
  "from_time",
  "on_platforms",
  "reaches_level",
  "below_top_level",
  "draw_possible",
] as const satisfies ReadonlyArray<Condition["rule"]>

/** Equal conditions have the same key. */
export const keyOfCondition = (condition: Condition): string => {
  const { rule } = condition
  if (rule === "draw_possible") return `${rule} ${condition.vendorId}`
  if (rule === "from_time") return `${rule} ${condition.from}`
  const { item_id } = condition.item
  const count = "count" in condition ? condition.count : undefined
  return `${rule} ${item_id} ${count} ${rule === "reaches_level" ? condition.gained : ""}`
}

/** The level that needs exactly so many XP; undefined: none does, or the item has no levels. */
const levelNeeding = ({ levels }: LinkedItem, count: number | undefined): number | undefined =>
  levels?.find(({ xp }) => xp === count)?.level

/** A condition as it is sent. Every name is there where the rule has it. */
export interface ConditionFields {
  readonly rule: Condition["rule"]
  readonly item_id?: number
  readonly count?: number
  /** The level of the item that `count` XP reach. */
  readonly level?: number
  readonly from?: string
  readonly platforms?: ReadonlyArray<Platform>
  readonly vendor_id?: number
}

/** The values of the condition by name. */
export const conditionFields = (condition: Condition): ConditionFields => {
  const { rule } = condition
  if (rule === "draw_possible") return { rule, vendor_id: condition.vendorId }
  if (rule === "from_time") return { rule, from: formatTimestamp(condition.from) }
  const { item } = condition
  const item_id = item.item_id
  if (rule === "on_platforms") return { rule, item_id, platforms: Array.from(condition.platforms) }
  if (rule === "times_count_of") return { rule, item_id }
  const { count } = condition
  const level = rule === "reaches_level" ? condition.level : levelNeeding(item, count)
  return {
    rule,
    item_id,
    ...(count === undefined ? undefined : { count }),
    ...(level === undefined ? undefined : { level }),
  }
}

const SOME = "a number that the inventory decides"

/** The condition in words that go on from "only if": "the player has at least 3 of item 5". */
export const conditionText = (
  { count, from, item_id = 0, level, platforms = [], rule, vendor_id = 0 }: ConditionFields,
  { item, vendor }: Labels,
): string => {
  const named = item(item_id)
  const number = count ?? SOME
  const atLevel = level === undefined ? "" : ` (level ${level})`
  switch (rule) {
    case "has_at_least":
      return `the player has at least ${number} of ${named}${atLevel}`
    case "has_fewer_than":
      return count === 1 ? `the player has no ${named}` : `the player has fewer than ${number} of ${named}${atLevel}`
    case "takes":
      return `the player has ${number} of ${named}, which are taken`
    case "times_count_of":
      return `the player has any of ${named}: the quantity is times that count`
    case "from_time":
      return `it is ${from} or later`
    case "on_platforms":
      return `the player is on ${platforms.join(" or ")}, or a server orders: ${named} is for these platforms`
    case "reaches_level":
      return `the XP of ${named} rise to level ${level}, which needs ${number}`
    case "below_top_level":
      return `the XP of ${named} are below the top level, which needs ${number}`
    case "draw_possible":
      return `something can be drawn from ${vendor(vendor_id)}`
    default:
      return rule satisfies never
  }
}

/** For whom conditions are judged. */
export type Judged = Pick<Run, "bucket" | "now" | "platform"> & { readonly holdings: Holdings }

/** Whether the condition holds before the entry; undefined: that is not known. */
export const isMet = (condition: Condition, player: Judged): boolean | undefined => {
  const { rule } = condition
  if (rule === "draw_possible") return undefined
  if (rule === "from_time") return condition.from <= player.now
  if (rule === "on_platforms") return player.platform === undefined || condition.platforms.has(player.platform)
  const { item } = condition
  const owned = countOf(player, item)
  switch (rule) {
    case "times_count_of":
      return owned > 0
    case "has_at_least":
      return condition.count === undefined ? undefined : owned >= condition.count
    case "has_fewer_than":
      return condition.count === undefined ? undefined : owned < condition.count
    case "takes": {
      // What is always owned cannot be taken.
      const spendable = player.holdings.count(item.item_id, player.now, allowedBuckets(player, item))
      return condition.count === undefined ? undefined : spendable >= condition.count
    }
    case "reaches_level":
      if (owned >= condition.count) return false
      return condition.gained === undefined ? undefined : owned + condition.gained >= condition.count
    case "below_top_level":
      return owned < condition.count
    default:
      return rule satisfies never
  }
}

/** Whether giving the item can lead to rewards. */
export const hasRewards = hasLevels
