/** Orders as rows. */
import type { OrderRow } from "@garrison/core/order/OrderStore"
import { fromFlag } from "../columns.ts"
import type { Columns, Parameter } from "../preparedRead.ts"
import type { IdEncoder } from "../uuid.ts"

/** Evidence that few orders have: NULL where there is none. */
const rare = ({ evidence, parentOrderId }: OrderRow, name: "promotions" | "applied"): string | null =>
  parentOrderId !== undefined || evidence[name].length === 0 ? null : JSON.stringify(evidence[name])

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
] as const satisfies Columns

/** An order, in the order of {@link orderColumns}. */
export const orderValues = (id: IdEncoder, order: OrderRow, created: number): ReadonlyArray<Parameter> => {
  const { bytes, evidence, parentOrderId, reference, submitter } = order
  return [
    id(order.orderId),
    created,
    order.entryCount,
    order.entryTotal,
    id(reference?.id),
    reference?.fingerprint ?? null,
    id(parentOrderId),
    evidence.catalogVersion,
    evidence.platform ?? null,
    fromFlag(evidence.isServer),
    evidence.disabled.join(" ") || null,
    parentOrderId === undefined ? JSON.stringify(evidence.choices) : null,
    rare(order, "promotions"),
    rare(order, "applied"),
    order.wire,
    submitter.kind,
    id(submitter.uuid),
    submitter.clientId,
    bytes?.count ?? null,
    bytes?.total ?? null,
  ]
}
