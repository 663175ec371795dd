/** Inventory records as they are sent (interface, section 2.8). */
import { exactInteger } from "../../kernel/wire/Json.ts"
import { formatTimestamp } from "../../kernel/time/Timestamp.ts"
import type { HeldRecord, InventoryRecord, OwnedRecord } from "../schema.ts"

/** A record as answers have it. */
export const inventoryRecordOf = (record: HeldRecord): InventoryRecord => ({
  inventory_id: record.inventoryId,
  type: record.type,
  legacy_inventory_id: record.legacyInventoryId,
  bucket: record.bucket,
  count: record.count,
  acquired: record.acquired,
  ...(record.expires === undefined ? {} : { expires: record.expires }),
  ...(record.customData === undefined ? {} : { custom_data: record.customData }),
})

/** The value of a record for `JSON.stringify`; absent fields are undefined. */
export const recordWire = (record: Omit<OwnedRecord, "item_id">): object => ({
  inventory_id: record.inventory_id,
  type: record.type,
  legacy_inventory_id: record.legacy_inventory_id === undefined ? undefined : exactInteger(record.legacy_inventory_id),
  bucket: record.bucket,
  count: record.count,
  acquired: formatTimestamp(record.acquired),
  expires: record.expires === undefined ? undefined : formatTimestamp(record.expires),
  custom_data: record.custom_data,
})
