/** The records that an interpretation loaded. They are stored with the order, to repeat it later (guarantees R8). */
import type { HeldRecord } from "../../inventory/schema.ts"

/** The records as JSON. */
export const encodeSnapshot = (records: ReadonlyArray<HeldRecord>): string =>
  JSON.stringify(records, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value))

type Encoded = Omit<HeldRecord, "legacyInventoryId" | "expires" | "customData"> & {
  readonly legacyInventoryId: string
  readonly expires?: HeldRecord["expires"]
  readonly customData?: HeldRecord["customData"]
}

/** The records in a snapshot. */
export const decodeSnapshot = (snapshot: string): ReadonlyArray<HeldRecord> =>
  (JSON.parse(snapshot) as ReadonlyArray<Encoded>).map((record) => ({
    inventoryId: record.inventoryId,
    legacyInventoryId: BigInt(record.legacyInventoryId),
    itemId: record.itemId,
    type: record.type,
    bucket: record.bucket,
    count: record.count,
    acquired: record.acquired,
    expires: record.expires,
    customData: record.customData,
    revision: record.revision,
  }))
