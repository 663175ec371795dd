/** What storage loads of an item with many records (InventoryStore.ts), worked out of all its records. */
import type { BucketCount, RecordPart } from "../InventoryStore.ts"
import type { HeldRecord } from "../schema.ts"
import { byAge, spendingOrder } from "./counts.ts"

/** What the records count together, by bucket. */
export const countsOf = (itemId: number, records: ReadonlyArray<HeldRecord>): ReadonlyArray<BucketCount> => {
  const sums = new Map<HeldRecord["bucket"], number>()
  for (const { bucket, count } of records) sums.set(bucket, (sums.get(bucket) ?? 0) + count)
  return Array.from(sums, ([bucket, count]) => ({ itemId, bucket, count }))
}

type Spendable = Extract<RecordPart, { readonly _tag: "Spendable" }>

/** Finds parts of the records of an item, none of which has expired and which are the oldest first. */
export class RecordParts {
  readonly #records: ReadonlyArray<HeldRecord>
  /** In the order of spending, by what decides about it. Parts of one order come one after the other. */
  readonly #spendable = new Map<string, ReadonlyArray<HeldRecord>>()

  constructor(records: ReadonlyArray<HeldRecord>) {
    this.#records = records
  }

  /** The part, as `InventoryStore.part` answers. */
  of(part: RecordPart): ReadonlyArray<HeldRecord> {
    switch (part._tag) {
      case "All":
        return this.#records
      case "Oldest": {
        const { bucket, expires, type } = part
        const found = this.#records.find(
          (one) =>
            one.bucket === bucket &&
            one.type === type &&
            (expires === "any" ? one.expires !== undefined : one.expires === expires),
        )
        return found === undefined ? [] : [found]
      }
      case "Spendable": {
        const inOrder = this.#inOrder(part)
        const { after, most } = part
        const from = after === undefined ? 0 : 1 + inOrder.findIndex((one) => one.inventoryId === after.inventoryId)
        return inOrder.slice(from, from + most)
      }
      default:
        return part satisfies never
    }
  }

  #inOrder({ buckets, session }: Spendable): ReadonlyArray<HeldRecord> {
    const key = [session, ...buckets].join(" ")
    const known = this.#spendable.get(key)
    if (known !== undefined) return known
    const first = spendingOrder(session)
    const sorted = this.#records
      .filter(({ bucket, count }) => count > 0 && buckets.includes(bucket))
      .sort((left, right) => first(left, right) || byAge(left, right))
    this.#spendable.set(key, sorted)
    return sorted
  }
}
