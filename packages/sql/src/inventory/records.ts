/** Records, and the changes of records in the ledger, as rows. */
import type { LedgerRow } from "@garrison/core/inventory/InventoryStore"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { bigint64, fromJson, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import type { Columns, Parameter } from "../preparedRead.ts"
import { type IdEncoder, uuid } from "../uuid.ts"

/** The columns of a record after its player. */
export const recordColumns = [
  ["inventory_id", "UUID"],
  ["legacy_inventory_id", "BIGINT"],
  ["item_id", "BIGINT"],
  ["type", "TEXT"],
  ["bucket", "TEXT"],
  ["count", "BIGINT"],
  ["acquired", "BIGINT"],
  ["expires", "BIGINT"],
  ["custom_data", "TEXT"],
  ["revision", "BIGINT"],
] as const satisfies Columns

/** A record, in the order of {@link recordColumns}. */
export const recordValues = (id: IdEncoder, record: HeldRecord): ReadonlyArray<Parameter> => [
  id(record.inventoryId),
  record.legacyInventoryId,
  record.itemId,
  record.type,
  record.bucket,
  record.count,
  record.acquired,
  record.expires ?? null,
  fromJson(record.customData),
  record.revision,
]

/** The names of {@link recordColumns}. */
export const recordNames = recordColumns.map(([name]) => name).join(", ")

/** A stored record. */
export const recordOf = (row: Row): HeldRecord => {
  const customData = textOrUndefined(row.custom_data)
  return {
    inventoryId: uuid(row.inventory_id),
    legacyInventoryId: bigint64(row.legacy_inventory_id),
    itemId: integer(row.item_id),
    type: text(row.type) as HeldRecord["type"],
    bucket: text(row.bucket) as HeldRecord["bucket"],
    count: integer(row.count),
    acquired: integer(row.acquired),
    expires: integerOrUndefined(row.expires),
    customData: customData === undefined ? undefined : (JSON.parse(customData) as Record<string, string>),
    revision: integer(row.revision),
  }
}

/** The columns of a row of the ledger after its player. */
export const ledgerColumns = [
  ["inventory_id", "UUID"],
  ["revision", "BIGINT"],
  ["item_id", "BIGINT"],
  ["order_id", "UUID"],
  ["entry_id", "UUID"],
  ["delta", "BIGINT"],
  ["count_after", "BIGINT"],
  ["created", "BIGINT"],
  ["submitter_uuid", "UUID"],
  ["expires", "BIGINT"],
  ["type", "TEXT"],
  ["bucket", "TEXT"],
  ["legacy_inventory_id", "BIGINT"],
  ["custom_data", "TEXT"],
] as const satisfies Columns

/** A row of the ledger, in the order of {@link ledgerColumns}. */
export const ledgerValues = (
  id: IdEncoder,
  { after, before, entryId, orderId, submitterUuid }: LedgerRow,
  now: number,
): ReadonlyArray<Parameter> => {
  const first = before === undefined ? after : undefined
  return [
    id(after.inventoryId),
    after.revision,
    after.itemId,
    id(orderId),
    id(entryId),
    after.count - (before?.count ?? 0),
    after.count,
    now,
    id(submitterUuid),
    after.expires ?? null,
    first?.type ?? null,
    first?.bucket ?? null,
    first?.legacyInventoryId ?? null,
    after.customData === before?.customData ? null : fromJson(after.customData),
  ]
}
