/** The sums of records by item and bucket as rows (schema/played.ts). */
import type { SumChange } from "@garrison/core/inventory/InventoryStore"
import type { Columns, Parameter } from "../preparedRead.ts"

/** The columns of a sum after its player. */
export const sumColumns = [
  ["item_id", "BIGINT"],
  ["bucket", "TEXT"],
  ["count", "BIGINT"],
  ["records", "BIGINT"],
] as const satisfies Columns

/** A change of a sum, in the order of {@link sumColumns}. */
export const sumValues = ({ bucket, count, itemId, records }: SumChange): ReadonlyArray<Parameter> => [
  itemId,
  bucket,
  count,
  records,
]

/** What an insert of changes does where there is a sum already. */
export const ADD_SUMS = `ON CONFLICT (player_uuid, item_id, bucket) DO UPDATE SET
  count = inventory_count.count + excluded.count, records = inventory_count.records + excluded.records`
