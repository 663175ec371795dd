/** The explanation of an order as a tree for people, with the names that the catalog of its time gave. */
import { fraction } from "@garrison/core/order/explanation"
import type { ExplainedOrder } from "@garrison/core/order/explain"
import type { Branch, DrawStep, ExplainedEntry, Step } from "@garrison/core/order/rules/explain/explain"
import { ruleSentence } from "@garrison/core/order/rules/reasons/ruleSentences"
import type { Labels } from "@garrison/core/catalog/rules/names"
import { type Reason, reasonsWithin, sentenceOf } from "@garrison/core/order/rules/reasons/sentences"
import { counted } from "../output/counted.ts"
import { moment } from "../output/table.ts"
import type { TreeLine } from "../output/tree.ts"

type Telling = ExplainedOrder["telling"]

/** A step without steps below it. */
const leaf = (text: string): TreeLine => ({ text, within: [] })

const reasonLines = (reason: Reason | undefined, labels: Labels): ReadonlyArray<TreeLine> =>
  reason === undefined ? [] : reasonsWithin(reason).map((one) => leaf(`because: ${sentenceOf(one, labels)}`))

const branchLines = (branch: Branch, labels: Labels, telling: Telling): ReadonlyArray<TreeLine> => [
  ...branch.steps.map((step) => stepLine(step, labels, telling)),
  ...(branch.leftOut === 0 ? [] : [leaf(`${counted(branch.leftOut, "step")} left out`)]),
  ...reasonLines(branch.reason, labels),
]

const mark = ({ reason }: Branch): string => (reason === undefined ? "" : ": failed")

/** Each number on the way: "2 × 3 (ordered) × 4 of item 5 = 24, at most 10". */
const quantityText = (step: Extract<Step, { readonly _tag: "Quantity" }>, { item, loot }: Labels): string => {
  const { authored, maximum, multiplier, multiplierCount, multiplierItem, result, transform } = step
  const factors = [
    String(authored),
    ...(multiplier === 1 ? [] : [`${multiplier} (ordered)`]),
    ...(multiplierItem === undefined ? [] : [`${multiplierCount ?? 0} of ${item(multiplierItem)}`]),
  ]
  const levels = transform && `; ${counted(transform.levels, "level")} by ${transform.type} at ${transform.xp} XP`
  const cap = maximum === undefined ? "" : `; at most ${maximum}`
  return `quantity of ${loot(step.lootId)}: ${factors.join(" × ")}${levels ?? ""}${cap} = ${result}`
}

/** The price on its way: "price of loot 5: 3 × 90 of item 1 (100 from 1 on, coupon item 7)". */
const priceText = (step: Extract<Step, { readonly _tag: "Priced" }>, { item, loot }: Labels): string => {
  const { couponItemId, itemId, listPrice, lootId, ownedParts, quantity, tier, unitPrice } = step
  const discounts = [
    `${listPrice} from ${tier} on`,
    ...(ownedParts === 0 ? [] : [`less ${ownedParts} for owned parts`]),
    ...(couponItemId === undefined ? [] : [`coupon ${item(couponItemId)}`]),
  ]
  return `price of ${loot(lootId)}: ${quantity} × ${unitPrice} of ${item(itemId)} (${discounts.join(", ")})`
}

const OPERATIONS: Readonly<Record<string, string>> = {
  check_greater_than: "more than",
  check_less_than: "fewer than",
}

const checkText = (step: Extract<Step, { readonly _tag: "Checked" }>, { item }: Labels): string =>
  `check: ${step.count} of ${item(step.itemId)}, needs ${OPERATIONS[step.operation] ?? "at least"} ${step.quantity}: ` +
  (step.isMet ? "met" : "not met")

const changeText = (
  { change }: Extract<Step, { readonly _tag: "Changed" }>,
  { item }: Labels,
  { lasting }: Telling,
): string => {
  const { after, before } = change
  const end = after.expires === undefined || after.expires === before?.expires ? "" : `, until ${moment(after.expires)}`
  const undone = lasting.has(change) ? "" : " (undone)"
  return `${item(after.itemId)}: ${before?.count ?? "new"} → ${after.count}${end}${undone}`
}

const more = (count: number): string => (count === 0 ? "" : `, and ${count} more`)

const drawLines = ({ candidates, excluded, total }: DrawStep, labels: Labels): ReadonlyArray<TreeLine> => {
  const listed = candidates.listed.map(({ lootId, weight }) => `${labels.loot(lootId)} ${fraction(weight, total)}`)
  const excludedMore = excluded.leftOut === 0 ? [] : [leaf(`and ${excluded.leftOut} more`)]
  return [
    ...(listed.length === 0 ? [] : [leaf(`candidates: ${listed.join(", ")}${more(candidates.leftOut)}`)]),
    ...(excluded.listed.length === 0
      ? []
      : [
          {
            text: "not among the candidates",
            within: [...excluded.listed.map((reason) => leaf(sentenceOf(reason, labels))), ...excludedMore],
          },
        ]),
  ]
}

const drawText = ({ drawn, total, vendorId }: DrawStep, { loot, vendor }: Labels): string => {
  if (drawn === undefined) return `draw from ${vendor(vendorId)}: nothing to draw`
  const odds = `number ${drawn.drawn} of ${total}, odds ${fraction(drawn.weight, total)}`
  return `draw from ${vendor(vendorId)}: ${loot(drawn.lootId)} (${odds})`
}

const stepLine = (step: Step, labels: Labels, telling: Telling): TreeLine => {
  switch (step._tag) {
    case "LootSkipped":
      return { text: `${labels.loot(step.lootId)}: skipped`, within: reasonLines(step.reason, labels) }
    case "LootRefused":
      return { text: `${labels.loot(step.lootId)}: failed`, within: reasonLines(step.reason, labels) }
    case "Quantity":
      return leaf(quantityText(step, labels))
    case "Priced":
      return leaf(priceText(step, labels))
    case "RuleApplied":
      return leaf(ruleSentence(step.rule, labels))
    case "Checked":
      return leaf(checkText(step, labels))
    case "Changed":
      return leaf(changeText(step, labels, telling))
    case "LevelReached":
      return leaf(`level ${step.level} of ${labels.item(step.itemId)} reached`)
    case "Loot":
      return {
        text: `${labels.loot(step.lootId)} × ${step.quantity}${mark(step)}`,
        within: branchLines(step, labels, telling),
      }
    case "NewOrder": {
      const id = telling.lasting.has(step.order) ? telling.ids?.order(step.order) : undefined
      return {
        text: `new order ${id ?? "(undone)"} for ${labels.loot(step.lootId)}${mark(step)}`,
        within: branchLines(step, labels, telling),
      }
    }
    case "Draw":
      return {
        text: `${drawText(step, labels)}${mark(step)}`,
        within: [...drawLines(step, labels), ...branchLines(step, labels, telling)],
      }
    default:
      return step satisfies never
  }
}

/** An entry with its steps. */
export const entryTree = (entry: ExplainedEntry, labels: Labels, telling: Telling): TreeLine => {
  const { request, result } = entry.outcome
  const what = [
    request.loot_id === undefined ? undefined : labels.loot(request.loot_id),
    request.item_id === undefined ? undefined : labels.item(request.item_id),
    request.inventory_id === undefined ? undefined : `record ${request.inventory_id}`,
  ].find((one) => one !== undefined)
  return {
    text: `${request.type}${what === undefined ? "" : ` ${what}`} × ${request.quantity}: ${result}`,
    within: branchLines(entry, labels, telling),
  }
}
