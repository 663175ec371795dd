/** The rows of an outcome: each changed record once, a ledger row for each change, and each order as it is sent. */
import type { InventoryWrites, LedgerRow, RecordUpdate, SumChange } from "../../../inventory/InventoryStore.ts"
import type { HeldRecord } from "../../../inventory/schema.ts"
import { utf8 } from "../../../kernel/wire/Utf8.ts"
import type { WireJson } from "../../../kernel/wire/WireJson.ts"
import type { KeptOrder, OrderEvidence, OrderSubmitter } from "../../OrderStore.ts"
import { encodeOrder, type Identities, type OrderHeader } from "./encode.ts"
import type { Change, EntryOutcome, OrderOutcome, Outcome, Slot } from "../interpret/outcome.ts"

/** A change, and the entry and order that made it. */
interface OwnedChange {
  readonly change: Change
  readonly entry: EntryOutcome
  readonly order: OrderOutcome
}

/** Every change of an order and of the orders that it made, in the sequence in which they happened. */
const changesOf = (order: OrderOutcome): ReadonlyArray<OwnedChange> =>
  order.entries.flatMap((entry) =>
    entry.details.flatMap((detail) => {
      if (detail._tag === "new_order") return changesOf(detail.order)
      return detail._tag === "inventory_change" ? [{ change: detail, entry, order }] : []
    }),
  )

const lasting = ({ count, expires }: HeldRecord): bigint => (expires === undefined ? BigInt(count) : 0n)

/** The changes of sums that records bring by item and bucket, without those that change nothing. */
export const sumChanges = ({
  created,
  updated,
}: Pick<InventoryWrites, "created" | "updated">): ReadonlyArray<SumChange> => {
  const changes = new Map<string, SumChange>()
  const add = ({ bucket, itemId }: HeldRecord, count: bigint, records: number): void => {
    if (count === 0n && records === 0) return
    const key = `${itemId} ${bucket}`
    const before = changes.get(key)
    changes.set(key, {
      itemId,
      bucket,
      count: (before?.count ?? 0n) + count,
      records: (before?.records ?? 0) + records,
    })
  }
  for (const record of created) add(record, lasting(record), 1)
  for (const { after, before } of updated) add(after, lasting(after) - lasting(before), 0)
  return Array.from(changes.values()).filter(({ count, records }) => count !== 0n || records !== 0)
}

/** The inventory writes of an outcome. `submitterUuid`: the submitter of the order. */
export const writesOf = (outcome: Outcome, ids: Identities, submitterUuid: string): InventoryWrites => {
  const created: Array<HeldRecord> = []
  const updated: Array<RecordUpdate> = []
  const ledger: Array<LedgerRow> = []
  const touched = new Set<Slot>()
  for (const { change, entry, order } of changesOf(outcome.order)) {
    const { slot, before, after } = change
    touched.add(slot)
    const record = slot.original === undefined ? { ...after, ...ids.record(slot) } : after
    ledger.push({ before, after: record, orderId: ids.order(order), entryId: ids.entry(entry), submitterUuid })
  }
  for (const slot of touched) {
    const { current, original } = slot
    if (original === undefined) created.push({ ...current, ...ids.record(slot) })
    else updated.push({ before: original, after: current })
  }
  return { created, updated, sums: sumChanges({ created, updated }), ledger }
}

/** Facts shared by all rows of a submission. */
export interface SubmissionFacts {
  readonly evidence: OrderEvidence
  /** Number of entries that the submission counts as against the rate. */
  readonly entryCount: number
  /** Number of entries that the player had submitted before. */
  readonly entryTotal: number
  /** Bytes that the player's clients had stored before; undefined: a server's order, whose bytes are not counted. */
  readonly byteTotal: number | undefined
  readonly submitter: OrderSubmitter
  readonly reference: { readonly id: string; readonly fingerprint: string } | undefined
  readonly header: OrderHeader
  readonly beganSession: boolean
  /** What the order refunds, and what it could not take; absent: nothing. */
  readonly refund?: Pick<KeptOrder, "refundedOrderId" | "owed">
}

/** The bytes that a submission stores, without its inventory changes. */
const bytesOf = (wires: ReadonlyArray<WireJson>, { applied, choices, promotions, stated }: OrderEvidence): number =>
  [
    ...wires,
    ...[choices, promotions, applied, ...(stated.length === 0 ? [] : [stated])].map((answers) =>
      JSON.stringify(answers),
    ),
  ].reduce((total, text) => total + utf8(text).length, 0)

/** Evidence that few orders have: absent where there is none. */
const rare = (evidence: ReadonlyArray<unknown>): string | undefined =>
  evidence.length === 0 ? undefined : JSON.stringify(evidence)

/** The columns that only a submitted order has. */
const submittedColumns = ({ beganSession, entryCount, evidence, reference, refund }: SubmissionFacts) => ({
  entryCount,
  reference: reference?.id,
  fingerprint: reference?.fingerprint,
  choices: JSON.stringify(evidence.choices),
  promotions: rare(evidence.promotions),
  applied: rare(evidence.applied),
  stated: rare(evidence.stated),
  beganSession,
  refundedOrderId: refund?.refundedOrderId,
  owed: refund?.owed,
})

const madeColumns = {
  entryCount: 0,
  reference: undefined,
  fingerprint: undefined,
  choices: undefined,
  promotions: undefined,
  applied: undefined,
  stated: undefined,
  beganSession: false,
  refundedOrderId: undefined,
  owed: undefined,
}

/**
 * The order rows of an outcome, not sealed yet: the submitted order, of which `first` is the text, then the orders that
 * it made.
 */
export const rowsOf = (
  outcome: Outcome,
  ids: Identities,
  facts: SubmissionFacts,
  first: WireJson = encodeOrder(facts.header, outcome.order, ids),
): ReadonlyArray<KeptOrder> => {
  const { byteTotal, entryCount, entryTotal, evidence, header, submitter } = facts
  const orders = [outcome.order, ...outcome.newOrders]
  const wires = [first, ...outcome.newOrders.map((order) => encodeOrder(header, order, ids))]
  const byteCount = byteTotal === undefined ? undefined : bytesOf(wires, evidence)
  return orders.map((order, index) => {
    const isSubmitted = order.parent === undefined
    return {
      ...(isSubmitted ? submittedColumns(facts) : madeColumns),
      orderId: ids.order(order),
      created: header.created,
      entryTotal: entryTotal + entryCount,
      parentOrderId: isSubmitted ? undefined : ids.order(order.parent),
      catalogVersion: evidence.catalogVersion,
      platform: evidence.platform,
      isServer: evidence.isServer,
      disabled: evidence.disabled.join(" ") || undefined,
      submitterKind: submitter.kind,
      submitterUuid: submitter.uuid,
      clientId: submitter.clientId,
      byteCount: isSubmitted ? byteCount : undefined,
      byteTotal: isSubmitted && byteCount !== undefined ? (byteTotal ?? 0) + byteCount : undefined,
      seal: undefined,
      tokenHash: undefined,
      wire: wires[index] ?? "",
    }
  })
}
