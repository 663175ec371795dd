/** The sums of records by item and bucket, which are kept beside the records, so that no count reads all of them. */
import type { InventoryWrites, SumChange } from "../InventoryStore.ts"
import type { HeldRecord } from "../schema.ts"

const lasting = ({ count, expires }: HeldRecord): bigint => (expires === undefined ? BigInt(count) : 0n)

/** The changes of sums that these writes bring, without those that change nothing. */
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
