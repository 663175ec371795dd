/** Records as rows. */
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
