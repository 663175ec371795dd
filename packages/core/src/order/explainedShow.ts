/** What the explanation of an order looks like: an entry each, with the steps of its fulfilment. */
import { labelsBeside, type NamesBeside } from "../catalog/namesBeside.ts"
import type { Labels } from "../catalog/rules/names.ts"
import { counted } from "../operation/show/counted.ts"
import { facts, type Line, type Tree } from "../operation/show/Shown.ts"
import type { OrderExplanation } from "./explanation.ts"
import type { OrderRefunds } from "./refundSchema.ts"

type Explanation = typeof OrderExplanation.Encoded
type Entry = Explanation["entries"][number]
type Step = NonNullable<Entry["steps"]>[number]
type StepOf<Type extends Step["type"]> = Extract<Step, { readonly type: Type }>
type Reasons = Entry["reasons"]

const reasonLines = (reasons: Reasons = []): ReadonlyArray<Line> =>
  reasons.map(({ message }) => ({ text: `because: ${message}`, tone: "bad" }))

const leftOut = (count: number | undefined, text: (count: number) => string): ReadonlyArray<Line> =>
  count === undefined ? [] : [{ text: text(count), tone: "dim" }]

/** The steps within a branch, and why it failed. */
const withinOf = (branch: Pick<Entry, "reasons" | "steps" | "steps_left_out">, labels: Labels): ReadonlyArray<Line> => [
  ...(branch.steps ?? []).map((step) => stepLine(step, labels)),
  ...leftOut(branch.steps_left_out, (count) => `${counted(count, "step")} left out`),
  ...reasonLines(branch.reasons),
]

/** A branch: its text says, and its tone, whether it failed. */
const branchLine = (text: string, branch: Parameters<typeof withinOf>[0], labels: Labels): Line => ({
  text: `${text}${branch.reasons === undefined ? "" : ": failed"}`,
  tone: branch.reasons === undefined ? undefined : "bad",
  within: withinOf(branch, labels),
})

/** Each number on the way: "2 × 3 (ordered) × 4 of item 5; at most 10 = 10". */
const quantityText = (step: StepOf<"quantity">, { item, loot }: Labels): string => {
  const { levels, multiplier_item_id: multiplierItem, xp_quantity_transform_type: transform } = step
  const factors = [
    String(step.authored),
    ...(step.multiplier === 1 ? [] : [`${step.multiplier} (ordered)`]),
    ...(multiplierItem === undefined ? [] : [`${step.multiplier_count ?? 0} of ${item(multiplierItem)}`]),
  ].join(" × ")
  const gained =
    transform === undefined ? "" : `; ${counted(levels ?? 0, "level")} by ${transform} at ${step.xp ?? 0} XP`
  const cap = step.hard_quantity_maximum === undefined ? "" : `; at most ${step.hard_quantity_maximum}`
  return `quantity of ${loot(step.loot_id)}: ${factors}${gained}${cap} = ${step.quantity}`
}

/** The price on its way: "price of loot 5: 3 × 90 of item 1 (100 from 1 on, coupon item 7)". */
const priceText = (step: StepOf<"price">, { item, loot }: Labels): string => {
  const { coupon_item_id: coupon, owned_parts: owned } = step
  const discounts = [
    `${step.list_price} from ${step.tier} on`,
    ...(owned === 0 ? [] : [`less ${owned} for owned parts`]),
    ...(coupon === undefined ? [] : [`coupon ${item(coupon)}`]),
  ].join(", ")
  return `price of ${loot(step.loot_id)}: ${step.quantity} × ${step.unit_price} of ${item(step.item_id)} (${discounts})`
}

const NEEDS: Readonly<Record<string, string>> = { check_greater_than: "more than", check_less_than: "fewer than" }

const checkText = (step: StepOf<"check">, { item }: Labels): string =>
  `check: ${step.count} of ${item(step.item_id)}, needs ${NEEDS[step.operation] ?? "at least"} ${step.quantity}: ` +
  (step.is_met ? "met" : "not met")

const changeText = ({ after, before, item_id, undone }: StepOf<"change">, { item }: Labels): string => {
  const end = after.expires === undefined || after.expires === before?.expires ? "" : `, until ${after.expires}`
  return `${item(item_id)}: ${before?.count ?? "new"} → ${after.count}${end}${undone ? " (undone)" : ""}`
}

const drawText = (step: StepOf<"draw">, { loot, vendor }: Labels): string => {
  const { drawn, drawn_loot_id: id, odds, total, vendor_id: from } = step
  if (id === undefined) return `draw from ${vendor(from)}: nothing to draw`
  const number = drawn === undefined ? "" : `number ${drawn} of ${total}, `
  const chance = odds === undefined ? "" : ` (${number}odds ${odds})`
  return `draw from ${vendor(from)}: ${loot(id)}${chance}`
}

/** What could be drawn, and what could not and why. */
const drawLines = (step: StepOf<"draw">, { loot }: Labels): ReadonlyArray<Line> => {
  const { candidates = [], candidates_left_out: more, excluded = [] } = step
  const listed = candidates.map(({ loot_id: id, odds }) => `${loot(id)} ${odds}`)
  const others = excluded.map(({ loot_id: id, reasons: [first, ...within] }) => ({
    text: first?.message ?? loot(id),
    within: reasonLines(within),
  }))
  const older = leftOut(step.excluded_left_out, (count) => `and ${count} more`)
  return [
    ...(listed.length === 0
      ? []
      : [{ text: "candidates", list: [...listed, ...(more === undefined ? [] : [`and ${more} more`])] }]),
    ...(others.length === 0 ? [] : [{ text: "not among the candidates", within: [...others, ...older] }]),
  ]
}

const stepLine = (step: Step, labels: Labels): Line => {
  switch (step.type) {
    case "skipped":
      return { text: `${labels.loot(step.loot_id)}: skipped`, tone: "dim", within: reasonLines(step.reasons) }
    case "quantity":
      return { text: quantityText(step, labels) }
    case "price":
      return { text: priceText(step, labels) }
    case "rule":
      return { text: step.message, tone: "dim" }
    case "check":
      return { text: checkText(step, labels), tone: step.is_met ? undefined : "warning" }
    case "change":
      return { text: changeText(step, labels), tone: step.undone ? "dim" : "good" }
    case "level":
      return { text: `level ${step.level} of ${labels.item(step.item_id)} reached` }
    case "loot": {
      const text = `${labels.loot(step.loot_id)}${step.quantity === undefined ? "" : ` × ${step.quantity}`}`
      return branchLine(text, step, labels)
    }
    case "new_order": {
      const text = `new order ${step.order_id ?? "(undone)"} for ${labels.loot(step.loot_id)}`
      return { ...branchLine(text, step, labels), order: step.order_id }
    }
    case "draw": {
      const line = branchLine(drawText(step, labels), step, labels)
      return { ...line, within: [...drawLines(step, labels), ...(line.within ?? [])] }
    }
  }
}

/** What an entry is about: an entry that names a record alone has changed that. */
const subjectOf = ({ item_id: item, loot_id: loot, steps = [] }: Entry, labels: Labels): string => {
  if (loot !== undefined) return ` ${labels.loot(loot)}`
  if (item !== undefined) return ` ${labels.item(item)}`
  const record = steps.find((step) => step.type === "change")?.inventory_id
  return record === undefined ? "" : ` record ${record}`
}

const entryLine = (entry: Entry, labels: Labels): Line => ({
  text: `${entry.type}${subjectOf(entry, labels)} × ${entry.quantity}: ${entry.result}`,
  tone: entry.result === "success" ? undefined : "bad",
  within: withinOf(entry, labels),
})

/** The entries of an order, each with the steps of its fulfilment. */
export const explainedTree: Tree<Pick<Explanation, "entries"> & NamesBeside> = {
  lines: (explanation) => explanation.entries.map((entry) => entryLine(entry, labelsBeside(explanation))),
}

/** The order that is explained, and what it has to do with refunds. */
export const explainedFacts = facts<
  Explanation & Pick<typeof OrderRefunds.Encoded, `refund${string}` & keyof OrderRefunds>
>([
  { name: "order_id", kind: "id", of: ({ order_id }) => order_id },
  { name: "player_uuid", kind: "id", of: ({ player_uuid }) => player_uuid },
  { name: "created", kind: "moment", of: ({ created_time }) => created_time },
  { name: "source", kind: "label", of: ({ source }) => source },
  { name: "refunds order", kind: "id", of: ({ refunded_order_id }) => refunded_order_id },
  { name: "refunded by", kind: "id", of: ({ refund_order_id }) => refund_order_id },
  { name: "platform", kind: "label", of: ({ platform }) => platform },
  { name: "catalog version", kind: "count", of: ({ catalog_version }) => catalog_version },
])
