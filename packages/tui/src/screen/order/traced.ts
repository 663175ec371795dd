/** Where the counts of an order's records came from and went, as a tree: records, what was added, what took it. */
import { labelsBeside } from "@garrison/core/catalog/namesBeside"
import type { Labels } from "@garrison/core/catalog/rules/names"
import type { OperationAnswer } from "../../operation.ts"
import type { Line } from "./explained.ts"

/** What is traced. */
export type Trace = OperationAnswer<"inventory.trace">

type TracedRecord = Trace["records"][number]
type Lot = TracedRecord["lots"][number]
type Use = Lot["uses"][number]

const useText = ({ count, created, entry_id: entry, gave, order_id: order }: Use, labels: Labels): string => {
  if (entry === undefined) return `${String(count)} gone with the session that order ${order} ended at ${created}`
  const became = gave.map((one) => `${String(one.count)} of ${labels.item(one.item_id)}`).join(", ")
  return `${String(count)} taken by order ${order} at ${created}${became === "" ? "" : `, which gave ${became}`}`
}

const lotLine = (lot: Lot, labels: Labels): Line => {
  const by = lot.order_id === undefined ? "long ago" : `by order ${lot.order_id} (${lot.source ?? "?"})`
  const paid = lot.is_paid === true ? ", paid for" : ""
  const back = lot.given_back_at === undefined ? "" : `, given back at ${lot.given_back_at}`
  return {
    text: `+${String(lot.count)} ${by} at ${lot.created}: ${String(lot.left)} left${paid}${back}`,
    tone: String(lot.left) === "0" ? "dim" : undefined,
    order: lot.order_id,
    within: lot.uses.map((use) => ({ text: useText(use, labels), order: use.order_id })),
  }
}

const recordLine = (record: TracedRecord, labels: Labels): Line => {
  const { bucket, count, inventory_id: id, item_id: item, lots, lots_left_out: older } = record
  const more: Line = { text: `${String(older)} older ones`, tone: "dim" }
  return {
    text: `${labels.item(item)}: ${String(count)} in ${bucket ?? "a record that is gone"}, record ${id}`,
    within: [...lots.map((lot) => lotLine(lot, labels)), ...(String(older) === "0" ? [] : [more])],
  }
}

/** The records as lines. */
export const tracedLines = (trace: Trace): ReadonlyArray<Line> => {
  const labels = labelsBeside(trace)
  return trace.records.map((record) => recordLine(record, labels))
}
