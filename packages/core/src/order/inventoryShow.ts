/** What records of inventories look like, and where their counts came from and went. */
import { labelsBeside, type NamesBeside } from "../catalog/namesBeside.ts"
import { type Labels, withName } from "../catalog/rules/names.ts"
import { facts, type Line, section, type Tree } from "../operation/show/Shown.ts"
import type { OwedByPlayer } from "./refundSchema.ts"
import { countText, useLines } from "./show.ts"
import type { InventoryPage } from "../inventory/schema.ts"
import type { traceInventory } from "./operations/traceInventory.ts"

type Trace = (typeof traceInventory)["answer"]["schema"]["Encoded"]
type TracedRecord = Trace["records"][number]

/** What was added to a record at once, and what took of it. */
const lotLine = (lot: TracedRecord["lots"][number], labels: Labels): Line => {
  const by = lot.order_id === undefined ? "before" : `by order ${lot.order_id} (${lot.source ?? "-"})`
  const paid = lot.is_paid === true ? ", paid for" : ""
  const back = lot.given_back_at === undefined ? "" : `, given back at ${lot.given_back_at}`
  return {
    text: `+${lot.count} ${by} at ${lot.created}: ${lot.left} left${paid}${back}`,
    tone: lot.left === 0 ? "dim" : undefined,
    order: lot.order_id,
    within: useLines(lot, labels),
  }
}

const recordLine = (record: TracedRecord, labels: Labels): Line => {
  const { bucket = "(gone)", inventory_id: id, lots, lots_left_out: more } = record
  return {
    text: `record ${id}: ${countText({ ...record, bucket }, labels)}`,
    within: [
      ...lots.map((lot) => lotLine(lot, labels)),
      ...(more === 0 ? [] : [{ text: `and ${more} older ones`, tone: "dim" as const }]),
    ],
  }
}

/** Records, each with what was added to it, and what took of that. */
export const traceTree: Tree<Trace> = {
  empty: "The player never had any of it.",
  lines: (trace) => trace.records.map((record) => recordLine(record, labelsBeside(trace))),
}

type Owing = { readonly orders: (typeof OwedByPlayer.Encoded)["orders"] } & NamesBeside

type Owed = Owing["orders"][number]["owed"][number] & Pick<Owing["orders"][number], "created" | "order_id">

/** What a player owes, by the order that could not take it. */
export const owedList = section<Owing, Owed, Owed & { readonly name: string | undefined }>({
  rows: ({ orders }: Owing) =>
    orders.flatMap(({ created, order_id, owed }) => owed.map((one) => ({ ...one, created, order_id }))),
  told: (owed, { item_names: names }) => ({ ...owed, name: names?.[owed.item_id] }),
  columns: [
    { name: "owed", kind: "count", of: ({ count }) => count },
    { name: "item", kind: "text", of: ({ item_id: id, name }) => withName(id, name) },
    { name: "bucket", kind: "label", of: ({ bucket }) => bucket },
    { name: "since", kind: "moment", of: ({ created }) => created },
    { name: "order_id", kind: "id", of: ({ order_id }) => order_id },
  ],
})

type Owned = Pick<typeof InventoryPage.Encoded, "data"> & NamesBeside

const recordList = section({
  rows: ({ data }: Owned) => data,
  told: (record, { item_names: names }) => ({ ...record, name: names?.[record.item_id] }),
  columns: [
    { name: "item", kind: "id", of: ({ item_id }) => item_id },
    { name: "name", kind: "text", of: ({ name }) => name },
    { name: "count", kind: "count", of: ({ count }) => count },
    { name: "type", kind: "label", of: ({ type }) => type },
    { name: "bucket", kind: "label", of: ({ bucket }) => bucket },
    { name: "expires", kind: "moment", of: ({ expires }) => expires, absent: "never" },
    { name: "inventory_id", kind: "id", of: ({ inventory_id }) => inventory_id },
  ],
})

/** What a player owns and owes. */
export const inventoryFacts = facts<Owned & Owing>([recordList, owedList])
