/** What the seal of an order covers: every column of the order, and of the orders that it made (guarantees R63). */
import type { KeptOrder } from "../../OrderStore.ts"

/** The columns that are sealed as they are. Something stands for the text of the order, which has words of persons. */
type SealedColumns = Omit<KeptOrder, "wire" | "seal" | "tokenHash" | "beganSession">

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
  // Behind the others, and only where there are any: seals of before cover none.
  ...(columns.refundedOrderId === undefined && columns.owed === undefined && columns.stated === undefined
    ? []
    : [columns.refundedOrderId, columns.owed]),
  ...(columns.stated === undefined ? [] : [columns.stated]),
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
