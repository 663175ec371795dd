/** The explanation of an order as a tree: an entry each, with the steps of its fulfilment. */
import { labelsBeside } from "@garrison/core/catalog/namesBeside"
import type { Labels } from "@garrison/core/catalog/rules/names"
import type { OperationAnswer } from "../../operation.ts"
import type { TreeNode } from "../../part/tree/state.ts"

/** What is explained. */
export type Explanation = OperationAnswer<"order.explain">

type Entry = Explanation["entries"][number]
type Step = NonNullable<Entry["steps"]>[number]
type Reasons = Entry["reasons"]

/** What stands in a line, before it has its place in the tree. */
export interface Line {
  readonly text: string
  /** The order that it is about, which the operator may want to open. */
  readonly order?: string | undefined
  readonly tone?: TreeNode["tone"]
  readonly within?: ReadonlyArray<Line>
}

const reasonLines = (reasons: Reasons): ReadonlyArray<Line> =>
  (reasons ?? []).map(({ message }) => ({ text: `because: ${message}`, tone: "bad" }))

const leftOut = (count: number | undefined, what: string): ReadonlyArray<Line> =>
  count === undefined ? [] : [{ text: `${count} ${what} left out`, tone: "dim" }]

/** The steps within a branch, and why it failed. */
const withinOf = (branch: Pick<Entry, "reasons" | "steps" | "steps_left_out">, labels: Labels): ReadonlyArray<Line> => [
  ...(branch.steps ?? []).map((step) => stepLine(step, labels)),
  ...leftOut(branch.steps_left_out, "steps"),
  ...reasonLines(branch.reasons),
]

const failed = (reasons: Reasons): string => (reasons === undefined ? "" : ": failed")

const toneOf = (reasons: Reasons): TreeNode["tone"] => (reasons === undefined ? undefined : "bad")

const quantityText = (step: Extract<Step, { readonly type: "quantity" }>, labels: Labels): string => {
  const factors = [
    String(step.authored),
    ...(String(step.multiplier) === "1" ? [] : [`${String(step.multiplier)} ordered`]),
    ...(step.multiplier_item_id === undefined
      ? []
      : [`${String(step.multiplier_count ?? 0)} of ${labels.item(step.multiplier_item_id)}`]),
  ]
  const most = step.hard_quantity_maximum === undefined ? "" : `, at most ${String(step.hard_quantity_maximum)}`
  return `quantity of ${labels.loot(step.loot_id)}: ${factors.join(" × ")}${most} = ${String(step.quantity)}`
}

const changeText = (
  { after, before, item_id, undone }: Extract<Step, { readonly type: "change" }>,
  labels: Labels,
): string => {
  const counts = `${before === undefined ? "new" : String(before.count)} → ${String(after.count)}`
  const end = after.expires === undefined || after.expires === before?.expires ? "" : `, until ${after.expires}`
  return `${labels.item(item_id)}: ${counts}${end}${undone ? " (undone)" : ""}`
}

const drawLine = (step: Extract<Step, { readonly type: "draw" }>, labels: Labels): Line => {
  const { candidates = [], drawn_loot_id: loot, excluded = [], odds, reasons, vendor_id: vendor } = step
  const what = loot === undefined ? "nothing to draw" : labels.loot(loot)
  const listed = candidates.map((one) => ({ text: `${labels.loot(one.loot_id)}: ${one.odds}` }))
  const others = excluded.map((one) => ({ text: labels.loot(one.loot_id), within: reasonLines(one.reasons) }))
  return {
    text: `draw from ${labels.vendor(vendor)}: ${what}${odds === undefined ? "" : ` (odds ${odds})`}${failed(reasons)}`,
    tone: toneOf(reasons),
    within: [
      ...(listed.length === 0
        ? []
        : [{ text: "candidates", within: [...listed, ...leftOut(step.candidates_left_out, "candidates")] }]),
      ...(others.length === 0
        ? []
        : [{ text: "not among the candidates", within: [...others, ...leftOut(step.excluded_left_out, "of them")] }]),
      ...withinOf(step, labels),
    ],
  }
}

const stepLine = (step: Step, labels: Labels): Line => {
  switch (step.type) {
    case "skipped":
      return { text: `${labels.loot(step.loot_id)}: skipped`, tone: "dim", within: reasonLines(step.reasons) }
    case "quantity":
      return { text: quantityText(step, labels) }
    case "price":
      return {
        text:
          `price of ${labels.loot(step.loot_id)}: ${String(step.quantity)} × ${String(step.unit_price)} ` +
          `of ${labels.item(step.item_id)}, ${String(step.list_price)} in the catalog`,
      }
    case "rule":
      return { text: step.message, tone: "dim" }
    case "check":
      return {
        text:
          `check: ${String(step.count)} of ${labels.item(step.item_id)}, ${step.operation} ${String(step.quantity)}: ` +
          (step.is_met ? "met" : "not met"),
        tone: step.is_met ? undefined : "warning",
      }
    case "change":
      return { text: changeText(step, labels), tone: step.undone ? "dim" : "good" }
    case "level":
      return { text: `level ${String(step.level)} of ${labels.item(step.item_id)} reached` }
    case "loot":
      return {
        text: `${labels.loot(step.loot_id)}${step.quantity === undefined ? "" : ` × ${String(step.quantity)}`}${failed(step.reasons)}`,
        tone: toneOf(step.reasons),
        within: withinOf(step, labels),
      }
    case "new_order":
      return {
        text: `new order ${step.order_id ?? "(undone)"} for ${labels.loot(step.loot_id)}${failed(step.reasons)}`,
        tone: toneOf(step.reasons),
        order: step.order_id,
        within: withinOf(step, labels),
      }
    case "draw":
      return drawLine(step, labels)
  }
}

const entryLine = (entry: Entry, labels: Labels): Line => {
  const { item_id: item, loot_id: loot, quantity, result, type } = entry
  const of = loot === undefined ? (item === undefined ? "" : ` of ${labels.item(item)}`) : ` of ${labels.loot(loot)}`
  return {
    text: `${type}${of} × ${String(quantity)}: ${result}`,
    tone: result === "success" ? undefined : "bad",
    within: withinOf(entry, labels),
  }
}

/** Lines as nodes. The id of a node is its place in the tree. */
export const nodesOf = (lines: ReadonlyArray<Line>, above = ""): ReadonlyArray<TreeNode> =>
  lines.map(({ text, tone, within = [] }, at) => {
    const id = `${above}${at}`
    return { id, text, tone, children: nodesOf(within, `${id}.`) }
  })

/** The orders that lines are about, by the ids of their nodes. */
export const linksOf = (
  lines: ReadonlyArray<Line>,
  above = "",
): ReadonlyArray<readonly [node: string, order: string]> =>
  lines.flatMap(({ order, within = [] }, at) => {
    const id = `${above}${at}`
    return [...(order === undefined ? [] : [[id, order] as const]), ...linksOf(within, `${id}.`)]
  })

/** The entries of an order as lines. */
export const explainedLines = (explanation: Explanation): ReadonlyArray<Line> => {
  const labels = labelsBeside(explanation)
  return explanation.entries.map((entry) => entryLine(entry, labels))
}
