/** What the seal of an order covers: every column of the order, and of the orders that it made (guarantees R63). */
import type { Timestamp } from "../../../kernel/Timestamp.ts"
import type { OrderRow } from "../../OrderStore.ts"
import type { KeptOrder } from "../../VerificationStore.ts"

/** The columns that are sealed as they are. Something stands for the text of the order, which has words of persons. */
export type SealedColumns = Omit<KeptOrder, "wire" | "seal" | "tokenHash" | "beganSession">

/** Evidence that few orders have: absent where there is none. */
const rare = (evidence: ReadonlyArray<unknown>): string | undefined =>
  evidence.length === 0 ? undefined : JSON.stringify(evidence)

/** The columns of an order to store. */
export const columnsOf = (row: OrderRow, created: Timestamp): SealedColumns => {
  const { bytes, evidence, parentOrderId, reference, submitter } = row
  const isSubmitted = parentOrderId === undefined
  return {
    orderId: row.orderId,
    created,
    entryCount: row.entryCount,
    entryTotal: row.entryTotal,
    reference: reference?.id,
    fingerprint: reference?.fingerprint,
    parentOrderId,
    catalogVersion: evidence.catalogVersion,
    platform: evidence.platform,
    isServer: evidence.isServer,
    disabled: evidence.disabled.join(" ") || undefined,
    submitterKind: submitter.kind,
    submitterUuid: submitter.uuid,
    clientId: submitter.clientId,
    byteCount: bytes?.count,
    byteTotal: bytes?.total,
    choices: isSubmitted ? JSON.stringify(evidence.choices) : undefined,
    promotions: isSubmitted ? rare(evidence.promotions) : undefined,
    applied: isSubmitted ? rare(evidence.applied) : undefined,
  }
}

const sealedRow = (columns: SealedColumns, wire: string): ReadonlyArray<unknown> => [
  columns.orderId,
  columns.created,
  columns.entryCount,
  columns.entryTotal,
  columns.reference,
  columns.fingerprint,
  columns.parentOrderId,
  columns.catalogVersion,
  columns.platform,
  columns.isServer,
  columns.disabled,
  columns.submitterKind,
  columns.submitterUuid,
  columns.clientId,
  columns.byteCount,
  columns.byteTotal,
  columns.choices,
  columns.promotions,
  columns.applied,
  wire,
]

/** An order of a unit. */
export interface SealedOrder {
  readonly columns: SealedColumns
  /** What stands for its text. */
  readonly wire: string
}

/** The text that the seal of a unit covers. Absent columns are null in it. */
export const sealedText = (
  player: string,
  tokenHash: string,
  beganSession: boolean,
  orders: ReadonlyArray<SealedOrder>,
): string =>
  JSON.stringify([
    "orders",
    player,
    tokenHash,
    beganSession,
    orders.map(({ columns, wire }) => sealedRow(columns, wire)),
  ])
