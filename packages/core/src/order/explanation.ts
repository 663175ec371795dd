/** The explanation of an order as it is sent (decisions, section 12). `rules/explain.ts` makes the steps. */
import * as Schema from "effect/Schema"
import { InventoryOperation, XpQuantityTransformType } from "../catalog/schema.ts"
import { Flag, Integer, ListOf, Text } from "../kernel/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { Platform } from "../kernel/Platform.ts"
import { formatTimestamp, Timestamp } from "../kernel/Timestamp.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import { EntryResult, EntryType, OrderSource } from "./enumerations.ts"
import type { Identities } from "./rules/encode.ts"
import type { Cut, DrawStep, ExplainedEntry, Step } from "./rules/explain.ts"
import type { Change, OrderOutcome } from "./rules/outcome.ts"
import type { AppliedRule } from "./rules/appliedRule.ts"
import { ruleSentence } from "./rules/ruleSentences.ts"
import { plainLabels, type Reason, reasonsWithin, sentenceOf } from "./rules/sentences.ts"

/** A rule by name, in a sentence, and the values that it compared. */
const ruleFields = {
  rule: Text.annotate({ description: "Name of the rule." }),
  message: Text.annotate({ description: "The rule with its values, as a sentence." }),
  values: Schema.Record(Schema.String, Schema.Union([Schema.Number, Schema.String])).annotate({
    description: "The values that the rule compared, by name: ids, counts, limits, times.",
  }),
}

/** Why something failed or was left out. */
const ExplainedReason = Schema.Struct(ruleFields).annotate({ identifier: "ExplainedReason" })

const reasons = Schema.optionalKey(
  ListOf(ExplainedReason).annotate({
    description: "Why it failed, which undid its changes; from the outside in. Absent: it succeeded.",
  }),
)

const leftOut = (what: string) =>
  Schema.optionalKey(Integer.annotate({ description: `How many ${what} are not listed. Absent: none.` }))

/** A record before or after a change. */
const ExplainedRecord = Schema.Struct({ count: Integer, expires: Schema.optionalKey(Text) })

/** Loot of a draw. `weight` and `odds` are those of this draw. */
const ExplainedCandidate = Schema.Struct({
  loot_id: Integer,
  weight: Integer,
  odds: Text.annotate({ description: "Chance to be drawn, as a fraction in lowest terms." }),
}).annotate({ identifier: "ExplainedCandidate" })

/** Loot that could not be drawn. */
const ExplainedExclusion = Schema.Struct({ loot_id: Integer, reasons: ListOf(ExplainedReason) }).annotate({
  identifier: "ExplainedExclusion",
})

const leaves = [
  Schema.Struct({ type: Schema.Literal("skipped"), loot_id: Integer, reasons: ListOf(ExplainedReason) }),
  Schema.Struct({
    type: Schema.Literal("quantity"),
    loot_id: Integer,
    authored: Integer.annotate({ description: "`quantity` of the loot." }),
    multiplier: Integer.annotate({ description: "The ordered quantity, or the parent's; 1 for an absolute quantity." }),
    multiplier_item_id: Schema.optionalKey(Integer),
    multiplier_count: Schema.optionalKey(
      Integer.annotate({ description: "The player's count of the multiplier item." }),
    ),
    xp_quantity_transform_type: Schema.optionalKey(XpQuantityTransformType),
    xp: Schema.optionalKey(Integer.annotate({ description: "The player's XP before the transform." })),
    levels: Schema.optionalKey(Integer.annotate({ description: "The number of levels that turned into XP." })),
    hard_quantity_maximum: Schema.optionalKey(Integer),
    quantity: Integer.annotate({ description: "The quantity that all this comes to." }),
  }),
  Schema.Struct({
    type: Schema.Literal("price"),
    loot_id: Integer,
    item_id: Integer.annotate({ description: "Item that is paid with." }),
    tier: Integer.annotate({ description: "Quantity from which the tier holds." }),
    list_price: Integer.annotate({ description: "The price of a unit in the catalog." }),
    owned_parts: Integer.annotate({ description: "The prices of the parts that the player owns already." }),
    coupon_item_id: Schema.optionalKey(Integer),
    unit_price: Integer.annotate({ description: "The price of a unit after all discounts." }),
    quantity: Integer,
  }),
  Schema.Struct({
    type: Schema.Literal("rule").annotate({ description: "A rule that was looked at, and by which nothing failed." }),
    ...ruleFields,
  }),
  Schema.Struct({
    type: Schema.Literal("check"),
    loot_id: Integer,
    item_id: Integer,
    operation: InventoryOperation,
    count: Integer.annotate({ description: "The player's count of the item." }),
    quantity: Integer.annotate({ description: "The quantity that the count was compared with." }),
    is_met: Flag,
  }),
  Schema.Struct({
    type: Schema.Literal("change"),
    loot_id: Schema.optionalKey(Integer),
    item_id: Integer,
    inventory_id: Schema.optionalKey(Text),
    before: Schema.optionalKey(ExplainedRecord.annotate({ description: "Absent: the record was new." })),
    after: ExplainedRecord,
    undone: Flag.annotate({ description: "Whether a later failure undid the change." }),
  }),
  Schema.Struct({ type: Schema.Literal("level"), item_id: Integer, level: Integer }),
] as const

const leafSchema = Schema.Union(leaves)

interface Within {
  readonly steps?: ReadonlyArray<ExplainedStep>
  readonly steps_left_out?: number
}

const lootFields = { type: Schema.Literal("loot"), loot_id: Integer, quantity: Schema.optionalKey(Integer), reasons }

const orderFields = {
  type: Schema.Literal("new_order"),
  loot_id: Integer,
  order_id: Schema.optionalKey(Text.annotate({ description: "Absent: the order was undone." })),
  reasons,
}

const drawFields = {
  type: Schema.Literal("draw"),
  vendor_id: Integer,
  drawn_loot_id: Schema.optionalKey(Integer.annotate({ description: "Absent: there was nothing to draw." })),
  total: Schema.optionalKey(Integer.annotate({ description: "Sum of the weights of all candidates." })),
  drawn: Schema.optionalKey(
    Integer.annotate({
      description: "The number that was drawn, from 0 to below `total`. Candidates have consecutive numbers.",
    }),
  ),
  weight: Schema.optionalKey(Integer),
  odds: Schema.optionalKey(Text.annotate({ description: "`weight` of `total`, as a fraction in lowest terms." })),
  candidates: Schema.optionalKey(ListOf(ExplainedCandidate)),
  candidates_left_out: leftOut("candidates"),
  excluded: Schema.optionalKey(
    ListOf(ExplainedExclusion).annotate({ description: "Loot of the vendor that could not be drawn." }),
  ),
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
  steps: Schema.optionalKey(
    ListOf(Schema.suspend((): Schema.Codec<ExplainedStep> => ExplainedStep)).annotate({ identifier: "ExplainedSteps" }),
  ),
  steps_left_out: leftOut("steps within this step, at any depth,"),
}

const ExplainedStep: Schema.Codec<ExplainedStep> = Schema.Union([
  ...leaves,
  Schema.Struct({ ...lootFields, ...within }),
  Schema.Struct({ ...orderFields, ...within }),
  Schema.Struct({ ...drawFields, ...within }),
]).annotate({ identifier: "ExplainedStep" })

const ExplainedOrderEntry = Schema.Struct({
  type: EntryType,
  loot_id: Schema.optionalKey(Integer),
  item_id: Schema.optionalKey(Integer),
  quantity: Integer,
  result: EntryResult,
  reasons,
  ...within,
}).annotate({ identifier: "ExplainedEntry" })

/** The explanation of an order: what the rules of this release make of it, from the evidence that is stored with it. */
export const OrderExplanation = Schema.Struct({
  order_id: Text.annotate({ description: "The submitted order. An order that it made is explained with it." }),
  player_uuid: PlayerUuid,
  created_time: Timestamp,
  source: OrderSource,
  platform: Schema.optionalKey(Platform.annotate({ description: "Platform of the player's session." })),
  catalog_version: Integer,
  catalog_etag: Text,
  is_same: Flag.annotate({
    description:
      "Whether the rules of this release lead to the stored order, byte for byte. false: read `order_id` itself.",
  }),
  entries: ListOf(ExplainedOrderEntry),
}).annotate({ identifier: "OrderExplanation" })
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

const explainedReason = (reason: Reason) => explainedRule(reason, sentenceOf(reason, plainLabels))

const explainedReasons = (reason: Reason) => reasonsWithin(reason).map(explainedReason)

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
}

/** A rule about a code without the number of its claims by all players. */
const withoutUses = (_tag: AppliedRule["_tag"] | Reason["_tag"], code: string, message: string) => ({
  rule: snake(_tag),
  message,
  values: { code },
})

const reasonsOf = (reason: Reason | undefined, { withOthers }: Telling) => {
  if (reason === undefined) return undefined
  if (!withOthers && reason._tag === "PromotionUsedUp") {
    const { _tag, code } = reason
    return { reasons: [withoutUses(_tag, code, `The promotion code ${code} has no use left.`)] }
  }
  const isHidden = !withOthers && reason._tag === "PromotionNotBegun"
  return { reasons: explainedReasons(isHidden ? { _tag: "PromotionMissing", code: reason.code } : reason) }
}

const ruleOf = (rule: AppliedRule, { withOthers }: Telling) =>
  rule._tag === "PromotionHasUses" && !withOthers
    ? withoutUses(rule._tag, rule.code, `The promotion code ${rule.code} has a use left, or its uses are not limited.`)
    : explainedRule(rule, ruleSentence(rule, plainLabels))

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

const oddsOf = ({ candidates, drawn, excluded, total }: DrawStep) => ({
  ...(drawn && { total, drawn: drawn.drawn, weight: drawn.weight, odds: fraction(drawn.weight, total) }),
  ...cutOf("candidates", candidates, ({ lootId, weight }) => ({
    loot_id: lootId,
    weight,
    odds: fraction(weight, total),
  })),
  ...cutOf("excluded", excluded, (reason) => ({ loot_id: reason.lootId, reasons: explainedReasons(reason) })),
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
      return { type: "skipped", loot_id: step.lootId, reasons: explainedReasons(step.reason) }
    case "LootRefused":
      return { type: "loot", loot_id: step.lootId, reasons: explainedReasons(step.reason) }
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
        ...(telling.withOdds && oddsOf(step)),
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
