/** Orders as rows. */
import type { KeptOrder } from "@garrison/core/order/OrderStore"
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
  ["refunded_order_id", "UUID"],
  ["owed", "TEXT"],
  ["stated", "TEXT"],
] as const satisfies Columns

/** An order, in the order of {@link orderColumns}. */
export const orderValues = (id: IdEncoder, order: KeptOrder): ReadonlyArray<Parameter> => [
  id(order.orderId),
  order.created,
  order.entryCount,
  order.entryTotal,
  id(order.reference),
  order.fingerprint ?? null,
  id(order.parentOrderId),
  order.catalogVersion,
  order.platform ?? null,
  fromFlag(order.isServer),
  order.disabled ?? null,
  order.choices ?? null,
  order.promotions ?? null,
  order.applied ?? null,
  order.wire,
  order.submitterKind ?? null,
  id(order.submitterUuid),
  order.clientId ?? null,
  order.byteCount ?? null,
  order.byteTotal ?? null,
  order.beganSession ? 1 : null,
  order.seal ?? null,
  order.tokenHash ?? null,
  id(order.refundedOrderId),
  order.owed ?? null,
  order.stated ?? null,
]
