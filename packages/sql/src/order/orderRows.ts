/** Orders as rows. */
import type { OrderRow } from "@garrison/core/order/OrderStore"
import { columnsOf } from "@garrison/core/order/rules/wire/seal"
import { fromFlag } from "../columns.ts"
import type { Columns, Parameter } from "../preparedRead.ts"
import type { IdEncoder } from "../uuid.ts"

/** The columns of an order after its player. */
export const orderColumns = [
  ["order_id", "UUID"],
  ["created", "BIGINT"],
  ["entry_count", "BIGINT"],
  ["entry_total", "BIGINT"],
  ["client_order_ref_id", "UUID"],
  ["fingerprint", "TEXT"],
  ["parent_order_id", "UUID"],
  ["catalog_version", "BIGINT"],
  ["platform", "TEXT"],
  ["is_server", "BIGINT"],
  ["disabled", "TEXT"],
  ["choices", "TEXT"],
  ["promotions", "TEXT"],
  ["applied", "TEXT"],
  ["wire", "TEXT"],
  ["submitter_kind", "TEXT"],
  ["submitter_uuid", "UUID"],
  ["client_id", "TEXT"],
  ["byte_count", "BIGINT"],
  ["byte_total", "BIGINT"],
  ["began_session", "BIGINT"],
  ["seal", "TEXT"],
  ["token_hash", "TEXT"],
] as const satisfies Columns

/** An order, in the order of {@link orderColumns}. */
export const orderValues = (id: IdEncoder, order: OrderRow, created: number): ReadonlyArray<Parameter> => {
  const columns = columnsOf(order, created)
  return [
    id(columns.orderId),
    columns.created,
    columns.entryCount,
    columns.entryTotal,
    id(columns.reference),
    columns.fingerprint ?? null,
    id(columns.parentOrderId),
    columns.catalogVersion,
    columns.platform ?? null,
    fromFlag(columns.isServer),
    columns.disabled ?? null,
    columns.choices ?? null,
    columns.promotions ?? null,
    columns.applied ?? null,
    order.wire,
    columns.submitterKind ?? null,
    id(columns.submitterUuid),
    columns.clientId ?? null,
    columns.byteCount ?? null,
    columns.byteTotal ?? null,
    order.beganSession ? 1 : null,
    order.seal?.text ?? null,
    order.seal?.tokenHash ?? null,
  ]
}
