/** What an outcome stores: each record once, each change accounted for in the ledger, each order as it is sent. */
import type { InventoryWrites, LedgerRow, RecordUpdate } from "../../inventory/InventoryStore.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import type { OrderEvidence, OrderRow } from "../OrderStore.ts"
import { encodeOrder, type Identities, type OrderHeader } from "./encode.ts"
import type { EntryOutcome, OrderOutcome, Outcome, Slot } from "./outcome.ts"

const ownersOf = (outcome: Outcome): ReadonlyMap<EntryOutcome, OrderOutcome> => {
  const owners = new Map<EntryOutcome, OrderOutcome>()
  for (const order of [outcome.order, ...outcome.newOrders]) for (const entry of order.entries) owners.set(entry, order)
  return owners
}

/** The writes of an outcome. */
export const writesOf = (outcome: Outcome, ids: Identities): InventoryWrites => {
  const created: Array<HeldRecord> = []
  const updated: Array<RecordUpdate> = []
  const ledger: Array<LedgerRow> = []
  const owners = ownersOf(outcome)
  const touched = new Set<Slot>()
  for (const { slot, before, after, entry } of outcome.changes) {
    touched.add(slot)
    ledger.push({
      inventoryId: ids.record(slot).inventoryId,
      revision: after.revision,
      itemId: after.itemId,
      orderId: ids.order(owners.get(entry) ?? outcome.order),
      entryId: ids.entry(entry),
      delta: after.count - (before?.count ?? 0),
      countAfter: after.count,
    })
  }
  for (const slot of touched) {
    const { current, original } = slot
    if (original === undefined) created.push({ ...current, ...ids.record(slot) })
    else updated.push({ before: original, after: current })
  }
  return { created, updated, ledger }
}

/** What the rows of one submission share. */
export interface SubmissionFacts {
  readonly evidence: OrderEvidence
  /** What the submission counts as against the rate. */
  readonly entryCount: number
  /** What the player had submitted before. */
  readonly entryTotal: number
  readonly reference: OrderRow["reference"]
  readonly header: OrderHeader
}

/** The rows of an outcome: the submitted order, then those it made. */
export const rowsOf = (outcome: Outcome, ids: Identities, facts: SubmissionFacts): ReadonlyArray<OrderRow> =>
  [outcome.order, ...outcome.newOrders].map((order) => ({
    orderId: ids.order(order),
    entryCount: order.parent === undefined ? facts.entryCount : 0,
    entryTotal: facts.entryTotal + facts.entryCount,
    reference: order.parent === undefined ? facts.reference : undefined,
    parentOrderId: order.parent === undefined ? undefined : ids.order(order.parent),
    evidence: facts.evidence,
    wire: encodeOrder(facts.header, order, ids),
  }))
