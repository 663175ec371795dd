/** Recomputes records from the rows of their ledger, and compares them with what is stored (guarantees R3). */
import type { ItemSums, LedgerLine, WrongSums } from "../LedgerStore.ts"
import type { HeldRecord } from "../schema.ts"

/** Every fault of an inventory with its sentence. */
export const LEDGER_FAULTS = {
  ledger_row_missing: "The ledger of this record has no row for this revision.",
  chain_broken: "A ledger row does not continue the count of the row before.",
  record_missing: "The ledger has a count for this record, and the record is not stored.",
  ledger_missing: "The record is stored, and the ledger has no row of it.",
  record_differs: "The stored record is not what its ledger comes to.",
  owner_missing: "The player has orders, or rows of the ledger, and the row of its inventory is not stored.",
  owner_differs: "The inventory last changed at another time than that of the last order.",
  owner_unknown: "The inventory is that of no player.",
  order_missing: "A ledger row names an order that is not stored.",
  sum_differs: "What is kept of this item and bucket is not the sum of its stored records.",
  order_unreadable: "The text of this order is not that of an order.",
  order_differs: "A column of this order is not what its text, or the orders before, come to.",
  seal_missing: "The order was made when orders were sealed, and has no seal.",
  seal_differs: "The order or one that it made was altered: its seal is not one that Garrison made for it.",
  orders_cut: "The last order that is stored is not the one that left its token behind: orders after it are gone.",
  change_missing: "The order changed this record, and the ledger has no row of the change.",
  change_differs: "A ledger row is not the change that the order has.",
  change_invented: "The ledger has a change of this record that no order has.",
  claim_missing: "The order claimed this code, and the claim is not stored.",
  claim_differs: "The code was claimed by another order, or at another time.",
  claim_invented: "The code is stored as claimed, and no order claimed it.",
  applied_missing: "Loot that was applied in the current inventory session is not stored as applied.",
  applied_invented: "Loot is stored as applied in the current inventory session, and no order applied it.",
} as const

/** A fault of an inventory. `expected` is what the ledger or the order comes to, `found` is what is stored. */
export interface LedgerFault {
  readonly fault: keyof typeof LEDGER_FAULTS
  /** Absent: the fault is of an order, of an item, or of what the player got once. */
  readonly inventory_id?: string
  readonly item_id?: number
  readonly order_id?: string
  /** What is wrong: a field of the record or of the order, a revision, a code, loot. */
  readonly field?: string
  readonly expected?: string
  readonly found?: string
}

const sumsText = ({ count, records }: ItemSums): string => `${count} in ${records} records`

/** The fault of wrong sums. */
export const ofSums = ({ bucket, itemId, kept, stored }: WrongSums): LedgerFault => ({
  fault: "sum_differs",
  item_id: itemId,
  field: `bucket ${bucket}`,
  expected: sumsText(stored),
  found: sumsText(kept),
})

/** A record as its rows make it so far, and what is wrong with them. */
export interface Recomputed {
  readonly record: HeldRecord
  readonly faults: ReadonlyArray<LedgerFault>
}

const ofLine = (line: LedgerLine): Pick<LedgerFault, "inventory_id" | "item_id"> => ({
  inventory_id: line.inventoryId,
  item_id: line.itemId,
})

/** The record after the next row of its ledger; `before` undefined: the row is its first. */
export const withLine = (before: Recomputed | undefined, line: LedgerLine): Recomputed => {
  const faults: Array<LedgerFault> = [...(before?.faults ?? [])]
  const revision = (before?.record.revision ?? 0) + 1
  const count = before?.record.count ?? 0
  if (line.revision !== revision) {
    faults.push({ fault: "ledger_row_missing", ...ofLine(line), field: `revision ${revision}` })
  }
  if (line.countAfter - line.delta !== count) {
    const found = String(line.countAfter - line.delta)
    faults.push({
      fault: "chain_broken",
      ...ofLine(line),
      field: `revision ${line.revision}`,
      expected: String(count),
      found,
    })
  }
  const facts = line.facts ?? before?.record ?? { type: "persistent", bucket: "none", legacyInventoryId: 0n }
  return {
    faults,
    record: {
      inventoryId: line.inventoryId,
      legacyInventoryId: facts.legacyInventoryId,
      itemId: line.itemId,
      type: facts.type,
      bucket: facts.bucket,
      count: line.countAfter,
      acquired: before?.record.acquired ?? line.created,
      expires: line.expires,
      customData: line.customData ?? before?.record.customData,
      revision: line.revision,
    },
  }
}

type FieldValue = string | number | bigint | HeldRecord["customData"]

const textOf = (value: FieldValue): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value ?? "none")

const sorted = (data: HeldRecord["customData"]) =>
  data && Object.fromEntries(Object.entries(data).sort(([left], [right]) => (left < right ? -1 : 1)))

const FIELDS = ["itemId", "type", "bucket", "legacyInventoryId", "count", "acquired", "expires", "revision"] as const

/** Names of fields as other programs know them. */
const NAMES: Readonly<Record<(typeof FIELDS)[number], string>> = {
  itemId: "item_id",
  type: "type",
  bucket: "bucket",
  legacyInventoryId: "legacy_inventory_id",
  count: "count",
  acquired: "acquired",
  expires: "expires",
  revision: "revision",
}

/** What is wrong with a record, given what its ledger comes to and what is stored of it. */
export const compared = (
  { faults, record }: Recomputed,
  stored: HeldRecord | undefined,
): ReadonlyArray<LedgerFault> => {
  const of = { inventory_id: record.inventoryId, item_id: record.itemId }
  if (stored === undefined) {
    // A record that a session took away has a last row that takes its count.
    if (record.count === 0) return faults
    return [...faults, { fault: "record_missing", ...of, field: "count", expected: String(record.count) }]
  }
  const differing = FIELDS.filter((field) => record[field] !== stored[field]).map((field) => ({
    fault: "record_differs" as const,
    ...of,
    field: NAMES[field],
    expected: textOf(record[field]),
    found: textOf(stored[field]),
  }))
  const [expected, found] = [textOf(sorted(record.customData)), textOf(sorted(stored.customData))]
  const data =
    expected === found ? [] : [{ fault: "record_differs" as const, ...of, field: "custom_data", expected, found }]
  return [...faults, ...differing, ...data]
}
