/** The sums of records by item and bucket, which are written with the records (schema/played.ts). */
import type { InventoryWrites } from "@garrison/core/inventory/InventoryStore"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { Columns, Parameter } from "../preparedRead.ts"

/** A change of a sum. */
export interface CountChange {
  readonly itemId: number
  readonly bucket: HeldRecord["bucket"]
  /** Change of the count of records without expiry. Exact, however many records change. */
  count: bigint
  /** Records that were created, of any expiry. */
  records: number
}

const lasting = ({ count, expires }: HeldRecord): bigint => (expires === undefined ? BigInt(count) : 0n)

/** The changes of sums that the writes bring, without those that change nothing. */
export const countChanges = ({
  created,
  updated,
}: Pick<InventoryWrites, "created" | "updated">): ReadonlyArray<CountChange> => {
  const changes = new Map<string, CountChange>()
  const add = ({ bucket, itemId }: HeldRecord, count: bigint, records: number): void => {
    if (count === 0n && records === 0) return
    const key = `${itemId} ${bucket}`
    const change = changes.get(key)
    if (change === undefined) changes.set(key, { itemId, bucket, count, records })
    else {
      change.count += count
      change.records += records
    }
  }
  for (const record of created) add(record, lasting(record), 1)
  for (const { after, before } of updated) add(after, lasting(after) - lasting(before), 0)
  return Array.from(changes.values()).filter(({ count, records }) => count !== 0n || records !== 0)
}

/** The columns of a sum after its player. */
export const countColumns = [
  ["item_id", "BIGINT"],
  ["bucket", "TEXT"],
  ["count", "BIGINT"],
  ["records", "BIGINT"],
] as const satisfies Columns

/** A change of a sum, in the order of {@link countColumns}. */
export const countValues = ({ bucket, count, itemId, records }: CountChange): ReadonlyArray<Parameter> => [
  itemId,
  bucket,
  count,
  records,
]

/** What an insert of changes does where there is a sum already. */
export const ADD_COUNTS = `ON CONFLICT (player_uuid, item_id, bucket) DO UPDATE SET
  count = inventory_count.count + excluded.count, records = inventory_count.records + excluded.records`
