/** The explanation of an order as it is sent (decisions, section 12). `rules/explain.ts` makes the steps. */
import * as Schema from "effect/Schema"
import { InventoryOperation, XpQuantityTransformType } from "../catalog/schema.ts"
import { described, Flag, Integer, ListOf, Text } from "../kernel/input/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { Platform } from "../kernel/Platform.ts"
import { formatTimestamp, Timestamp } from "../kernel/time/Timestamp.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import { EntryResult, EntryType, OrderSource } from "./enumerations.ts"
import type { Identities } from "./rules/wire/encode.ts"
import type { Cut, DrawStep, ExplainedEntry, Step } from "./rules/explain/explain.ts"
import type { Change, OrderOutcome } from "./rules/interpret/outcome.ts"
import type { AppliedRule } from "./rules/reasons/appliedRule.ts"
import { ruleSentence } from "./rules/reasons/ruleSentences.ts"
import { namesBeside } from "../catalog/namesBeside.ts"
import type { Labels } from "../catalog/rules/names.ts"
import { type Reason, reasonsWithin, sentenceOf } from "./rules/reasons/sentences.ts"

/** A rule by name, in a sentence, and the values that it compared. */
const ruleFields = {
  rule: described(Text, "Name of the rule."),
  message: described(Text, "The rule with its values, as a sentence."),
  values: described(
    Schema.Record(Schema.String, Schema.Union([Schema.Number, Schema.String])),
    "The values by name: ids, counts, limits, times in ISO 8601.",
  ),
}

/** Why something failed or was left out. */
export const ExplainedReason = Schema.Struct(ruleFields).annotate({
  identifier: "ExplainedReason",
  description: "A rule with the values that it compared.",
})

const reasons = Schema.optionalKey(
  ListOf(ExplainedReason).annotate({
    description: "Why it failed, which undid its changes; from the outside in. Absent: it succeeded.",
  }),
)

const leftOut = (what: string) =>
  Schema.optionalKey(Integer.annotate({ description: `How many ${what} are not listed. Absent: none.` }))

/** A record before or after a change. */
const ExplainedRecord = Schema.Struct({
  count: described(Integer, "The count of the record."),
  expires: described(Schema.optionalKey(Text), "When the record ends, ISO 8601 in UTC. Absent: never."),
})

/** Loot of a draw. `weight` and `odds` are those of this draw. */
const ExplainedCandidate = Schema.Struct({
  loot_id: described(Integer, "The loot."),
  weight: described(Integer, "Its weight in this draw."),
  odds: described(Text, "Its chance to be drawn, as a fraction in lowest terms."),
}).annotate({ identifier: "ExplainedCandidate", description: "Loot that could be drawn." })

/** Loot that could not be drawn. */
const ExplainedExclusion = Schema.Struct({
  loot_id: described(Integer, "The loot."),
  reasons: described(ListOf(ExplainedReason), "Why it could not be drawn."),
}).annotate({ identifier: "ExplainedExclusion", description: "Loot of the vendor that could not be drawn." })

const kind = <const Type extends string>(type: Type) => described(Schema.Literal(type), "Kind of the step.")

const leaves = [
  Schema.Struct({
    type: kind("skipped"),
    loot_id: described(Integer, "The loot."),
    reasons: described(ListOf(ExplainedReason), "Why, from the outside in."),
  }).annotate({ description: "Loot that was skipped, or left out of a bundle." }),
  Schema.Struct({
    type: kind("quantity"),
    loot_id: described(Integer, "The loot."),
    authored: described(Integer, "`quantity` of the loot in the catalog."),
    multiplier: described(Integer, "The ordered quantity, or the parent's; 1 for an absolute quantity."),
    multiplier_item_id: described(Schema.optionalKey(Integer), "The item whose count multiplies the quantity."),
    multiplier_count: described(Schema.optionalKey(Integer), "The player's count of that item."),
    xp_quantity_transform_type: described(
      Schema.optionalKey(XpQuantityTransformType),
      "The transform of levels into XP.",
    ),
    xp: described(Schema.optionalKey(Integer), "The player's XP before the transform."),
    levels: described(Schema.optionalKey(Integer), "The number of levels that turned into XP."),
    hard_quantity_maximum: described(Schema.optionalKey(Integer), "The cap of the quantity."),
    quantity: described(Integer, "The quantity that all this comes to."),
  }).annotate({
    description: "How the quantity of loot came about. Each number follows from the number before it.",
  }),
  Schema.Struct({
    type: kind("price"),
    loot_id: described(Integer, "The loot that is bought."),
    item_id: described(Integer, "The item that is paid with."),
    tier: described(Integer, "The quantity from which the tier holds."),
    list_price: described(Integer, "The price of a unit in the catalog."),
    owned_parts: described(Integer, "The prices of the parts that the player owns already."),
    coupon_item_id: described(Schema.optionalKey(Integer), "The item of the coupon that lowers the price."),
    unit_price: described(Integer, "The price of a unit after all discounts."),
    quantity: described(Integer, "How many units are bought."),
  }).annotate({ description: "The price of a purchase." }),
  Schema.Struct({ type: kind("rule"), ...ruleFields }).annotate({
    description: "A rule that was looked at, and by which nothing failed.",
  }),
  Schema.Struct({
    type: kind("check"),
    loot_id: described(Integer, "The loot that checks."),
    item_id: described(Integer, "The item whose count is checked."),
    operation: described(InventoryOperation, "How the count is compared."),
    count: described(Integer, "The player's count of the item."),
    quantity: described(Integer, "The quantity that the count was compared with."),
    is_met: described(Flag, "Whether the check let the loot go on."),
  }).annotate({ description: "A check of a count by the operation of loot." }),
  Schema.Struct({
    type: kind("change"),
    loot_id: described(
      Schema.optionalKey(Integer),
      "The loot that changed the record. Absent: the entry changed it without loot.",
    ),
    item_id: described(Integer, "The item of the record."),
    inventory_id: described(
      Schema.optionalKey(Text),
      "UUID of the record. Absent: the record was new, and the change was undone.",
    ),
    before: described(Schema.optionalKey(ExplainedRecord), "The record before. Absent: it was new."),
    after: described(ExplainedRecord, "The record after."),
    undone: described(Flag, "Whether a later failure undid the change."),
  }).annotate({ description: "A change of an inventory record." }),
  Schema.Struct({
    type: kind("level"),
    item_id: described(Integer, "The item with levels."),
    level: described(Integer, "The level."),
  }).annotate({
    description: "A level that the count of an item reached, which gives the rewards of the level.",
  }),
] as const

const leafSchema = Schema.Union(leaves)

interface Within {
  readonly steps?: ReadonlyArray<ExplainedStep>
  readonly steps_left_out?: number
}

const lootFields = {
  type: kind("loot"),
  loot_id: described(Integer, "The loot."),
  quantity: described(Schema.optionalKey(Integer), "How many of it. Absent: the loot failed before it had a quantity."),
  reasons,
}

const orderFields = {
  type: kind("new_order"),
  loot_id: described(Integer, "The loot that was fulfilled by the order."),
  order_id: described(Schema.optionalKey(Text), "Id of the order. Absent: the order was undone."),
  reasons,
}

const drawFields = {
  type: kind("draw"),
  vendor_id: described(Integer, "The randomly sampled vendor."),
  drawn_loot_id: described(Schema.optionalKey(Integer), "The loot that was drawn. Absent: there was nothing to draw."),
  total: described(Schema.optionalKey(Integer), "Sum of the weights of all candidates."),
  drawn: described(
    Schema.optionalKey(Integer),
    "The number that was drawn, from 0 to below `total`. Candidates have consecutive numbers.",
  ),
  weight: described(Schema.optionalKey(Integer), "Weight of the loot that was drawn."),
  odds: described(Schema.optionalKey(Text), "`weight` of `total`, as a fraction in lowest terms."),
  candidates: described(Schema.optionalKey(ListOf(ExplainedCandidate)), "Loot that could be drawn."),
  candidates_left_out: leftOut("candidates"),
  excluded: described(Schema.optionalKey(ListOf(ExplainedExclusion)), "Loot of the vendor that could not be drawn."),
  excluded_left_out: leftOut("of them"),
  reasons,
}

type Leaf = typeof leafSchema.Type
type Fields<F extends Schema.Struct.Fields> = Schema.Struct.Type<F>

/** A step of the fulfilment of an entry. Steps within it come in the sequence in which they happened. */
export type ExplainedStep =
  | Leaf
  | (Fields<typeof lootFields> & Within)
  | (Fields<typeof orderFields> & Within)
  | (Fields<typeof drawFields> & Within)

const within = {
  steps: described(
    Schema.optionalKey(
      ListOf(Schema.suspend((): Schema.Codec<ExplainedStep> => ExplainedStep)).annotate({
        identifier: "ExplainedSteps",
      }),
    ),
    "The steps, in the sequence in which they happened. Absent: there are none, or none is listed.",
  ),
  steps_left_out: leftOut("steps within this step, at any depth,"),
}

const ExplainedStep: Schema.Codec<ExplainedStep> = Schema.Union([
  ...leaves,
  Schema.Struct({ ...lootFields, ...within }).annotate({ description: "Loot that was fulfilled, or failed." }),
  Schema.Struct({ ...orderFields, ...within }).annotate({ description: "An order that loot made." }),
  Schema.Struct({ ...drawFields, ...within }).annotate({ description: "A draw." }),
]).annotate({
  identifier: "ExplainedStep",
  description: "A step of the fulfilment of an entry. `type` says which.",
})

const ExplainedOrderEntry = Schema.Struct({
  type: described(EntryType, "Kind of the entry."),
  loot_id: described(Schema.optionalKey(Integer), "Loot that the entry asked for."),
  item_id: described(Schema.optionalKey(Integer), "Item that the entry named."),
  quantity: described(Integer, "How many times."),
  result: described(EntryResult, "`success`, or why the entry was not fulfilled."),
  reasons,
  ...within,
}).annotate({ identifier: "ExplainedEntry", description: "An entry with the steps of its fulfilment." })

/** The explanation of an order: what the rules of this release make of it, from the evidence that is stored with it. */
export const OrderExplanation = Schema.Struct({
  order_id: described(Text, "Id of the submitted order, also where a new order that it made was asked for."),
  player_uuid: described(PlayerUuid, "UUID of the player whose order it is."),
  created_time: described(Timestamp, "When the order was fulfilled, ISO 8601 in UTC."),
  source: described(OrderSource, "Where the order came from."),
  platform: described(
    Schema.optionalKey(Platform),
    "Platform of the player's session. Absent: a server submitted the order.",
  ),
  catalog_version: described(Integer, "Version of the catalog by which the order was fulfilled."),
  catalog_etag: described(Text, "Etag of the vendor collection of that version."),
  is_same: described(
    Flag,
    "Whether the rules of this release lead to the stored order, byte for byte. False: the stored order counts.",
  ),
  entries: described(ListOf(ExplainedOrderEntry), "The entries, in the sequence in which they were submitted."),
  ...namesBeside,
}).annotate({ identifier: "OrderExplanation", description: "How a stored order came about." })
export type OrderExplanation = typeof OrderExplanation.Type

const snake = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

const valueOf = (value: unknown): ReadonlyArray<number | string> => {
  if (typeof value === "number" || typeof value === "string") return [value]
  if (typeof value === "bigint") return [String(value)]
  return value instanceof Set ? [Array.from(value).join(", ")] : []
}

/** Fields of reasons and rules that are times, in ms. */
const TIMES: ReadonlySet<string> = new Set(["now", "expires", "effectiveFrom", "begins", "ends", "since"])

/** The rule and its values by name, with this sentence. */
const explainedRule = (reason: Reason | AppliedRule, message: string): typeof ExplainedReason.Type => {
  const { _tag, ...fields } = reason
  const values = Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    const plain = TIMES.has(name) && typeof value === "number" ? formatTimestamp(value) : value
    return valueOf(plain).map((one) => [snake(name), one] as const)
  })
  return { rule: snake(_tag), message, values: Object.fromEntries(values) }
}

/** The applied rule by name, in a sentence, with its values. */
export const explainedApplied = (rule: AppliedRule, labels: Labels): typeof ExplainedReason.Type =>
  explainedRule(rule, ruleSentence(rule, labels))

const explainedReasons = (reason: Reason, labels: Labels) =>
  reasonsWithin(reason).map((one) => explainedRule(one, sentenceOf(one, labels)))

const greatestDivisor = (left: number, right: number): number =>
  right === 0 ? left : greatestDivisor(right, left % right)

/** `part` of `whole` in lowest terms, as "1/128". */
export const fraction = (part: number, whole: number): string => {
  const divisor = greatestDivisor(part, whole)
  return `${part / divisor}/${whole / divisor}`
}

/** What an explanation needs to know of the stored order, and how much its reader may see. */
export interface Telling {
  /** The ids that were stored; undefined: they do not belong to this outcome. */
  readonly ids: Identities | undefined
  /** The changes and the new orders that lasted. */
  readonly lasting: ReadonlySet<Change | OrderOutcome>
  /** Whether draws are told with weights, odds and candidates. */
  readonly withOdds: boolean
  /** Whether it tells what other players did with a code, and codes that have not begun. */
  readonly withOthers: boolean
  /** How the catalog of that time calls its entries. */
  readonly labels: Labels
}

/** A rule about a code without the number of its claims by all players. */
const withoutUses = (_tag: AppliedRule["_tag"] | Reason["_tag"], code: string, message: string) => ({
  rule: snake(_tag),
  message,
  values: { code },
})

const reasonsOf = (reason: Reason | undefined, { labels, withOthers }: Telling) => {
  if (reason === undefined) return undefined
  if (!withOthers && reason._tag === "PromotionUsedUp") {
    const { _tag, code } = reason
    return { reasons: [withoutUses(_tag, code, `The promotion code ${code} has no use left.`)] }
  }
  const isHidden = !withOthers && reason._tag === "PromotionNotBegun"
  return { reasons: explainedReasons(isHidden ? { _tag: "PromotionMissing", code: reason.code } : reason, labels) }
}

const ruleOf = (rule: AppliedRule, { labels, withOthers }: Telling) =>
  rule._tag === "PromotionHasUses" && !withOthers
    ? withoutUses(rule._tag, rule.code, `The promotion code ${rule.code} has a use left, or its uses are not limited.`)
    : explainedApplied(rule, labels)

const counted = (name: string, count: number) => (count === 0 ? undefined : { [name]: count })

const recordOf = ({ count, expires }: HeldRecord) => ({
  count,
  ...(expires === undefined ? undefined : { expires: formatTimestamp(expires) }),
})

const changeStep = (change: Change, { ids, lasting }: Telling): Leaf => {
  const undone = !lasting.has(change)
  const { after, before, lootId, slot } = change
  const inventoryId = slot.original?.inventoryId ?? (undone ? undefined : ids?.record(slot).inventoryId)
  return {
    type: "change",
    ...(lootId === undefined ? undefined : { loot_id: lootId }),
    item_id: after.itemId,
    ...(inventoryId === undefined ? undefined : { inventory_id: inventoryId }),
    ...(before === undefined ? undefined : { before: recordOf(before) }),
    after: recordOf(after),
    undone,
  }
}

const cutOf = <A, B>(name: string, { leftOut: count, listed }: Cut<A>, tell: (one: A) => B) => ({
  [name]: listed.map(tell),
  ...counted(`${name}_left_out`, count),
})

const oddsOf = ({ candidates, drawn, excluded, total }: DrawStep, labels: Labels) => ({
  ...(drawn && { total, drawn: drawn.drawn, weight: drawn.weight, odds: fraction(drawn.weight, total) }),
  ...cutOf("candidates", candidates, ({ lootId, weight }) => ({
    loot_id: lootId,
    weight,
    odds: fraction(weight, total),
  })),
  ...cutOf("excluded", excluded, (reason) => ({ loot_id: reason.lootId, reasons: explainedReasons(reason, labels) })),
})

const quantityStep = (step: Extract<Step, { readonly _tag: "Quantity" }>): Leaf => {
  const { maximum, multiplierCount, multiplierItem, transform } = step
  return {
    type: "quantity",
    loot_id: step.lootId,
    authored: step.authored,
    multiplier: step.multiplier,
    ...(multiplierItem === undefined ? undefined : { multiplier_item_id: multiplierItem }),
    ...(multiplierCount === undefined ? undefined : { multiplier_count: multiplierCount }),
    ...(transform && { xp_quantity_transform_type: transform.type, xp: transform.xp, levels: transform.levels }),
    ...(maximum === undefined ? undefined : { hard_quantity_maximum: maximum }),
    quantity: step.result,
  }
}

const priceStep = (step: Extract<Step, { readonly _tag: "Priced" }>): Leaf => {
  const { couponItemId, itemId, listPrice, lootId, ownedParts, quantity, tier, unitPrice } = step
  return {
    type: "price",
    loot_id: lootId,
    item_id: itemId,
    tier,
    list_price: listPrice,
    owned_parts: ownedParts,
    ...(couponItemId === undefined ? undefined : { coupon_item_id: couponItemId }),
    unit_price: unitPrice,
    quantity,
  }
}

const branchOf = ({ leftOut: count, reason, steps }: Omit<ExplainedEntry, "outcome">, telling: Telling) => ({
  ...reasonsOf(reason, telling),
  ...(steps.length === 0 ? undefined : { steps: steps.map((one) => stepOf(one, telling)) }),
  ...counted("steps_left_out", count),
})

const stepOf = (step: Step, telling: Telling): ExplainedStep => {
  switch (step._tag) {
    case "LootSkipped":
      return { type: "skipped", loot_id: step.lootId, reasons: explainedReasons(step.reason, telling.labels) }
    case "LootRefused":
      return { type: "loot", loot_id: step.lootId, reasons: explainedReasons(step.reason, telling.labels) }
    case "Quantity":
      return quantityStep(step)
    case "Priced":
      return priceStep(step)
    case "RuleApplied":
      return { type: "rule", ...ruleOf(step.rule, telling) }
    case "Checked": {
      const { count, isMet, itemId, lootId, operation, quantity } = step
      return { type: "check", loot_id: lootId, item_id: itemId, operation, count, quantity, is_met: isMet }
    }
    case "Changed":
      return changeStep(step.change, telling)
    case "LevelReached":
      return { type: "level", item_id: step.itemId, level: step.level }
    case "Loot":
      return { type: "loot", loot_id: step.lootId, quantity: step.quantity, ...branchOf(step, telling) }
    case "NewOrder": {
      const id = telling.lasting.has(step.order) ? telling.ids?.order(step.order) : undefined
      return {
        type: "new_order",
        loot_id: step.lootId,
        ...(id === undefined ? undefined : { order_id: id }),
        ...branchOf(step, telling),
      }
    }
    case "Draw":
      return {
        type: "draw",
        vendor_id: step.vendorId,
        ...(step.drawn && { drawn_loot_id: step.drawn.lootId }),
        ...(telling.withOdds && oddsOf(step, telling.labels)),
        ...branchOf(step, telling),
      }
    default:
      return step satisfies never
  }
}

/** An entry as the explanation has it. */
export const explainedEntry = (entry: ExplainedEntry, telling: Telling): OrderExplanation["entries"][number] => {
  const { request, result } = entry.outcome
  return {
    type: request.type,
    ...(request.loot_id === undefined ? undefined : { loot_id: request.loot_id }),
    ...(request.item_id === undefined ? undefined : { item_id: request.item_id }),
    quantity: request.quantity,
    result,
    ...branchOf(entry, telling),
  }
}
