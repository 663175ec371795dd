/**
 * Whether what is stored of an order agrees with its text: the columns of its row, and the rows of the ledger that its
 * changes must have (guarantees R63). The text has every change whole, so the ledger follows from the orders.
 */
import type { LedgerLine } from "../../../inventory/LedgerStore.ts"
import type { LedgerFault } from "../../../inventory/rules/ledger.ts"
import { type Platform, PORTAL_IDS } from "../../../kernel/Platform.ts"
import type { OrderEntry, PlayerOrder } from "../../schema.ts"
import type { KeptOrder } from "../../OrderStore.ts"

/** A stored order with its text decoded. */
export interface ReadOrder {
  readonly kept: KeptOrder
  readonly order: PlayerOrder
}

/** A submitted order, then the orders that it made. */
export type ReadUnit = readonly [ReadOrder, ...ReadonlyArray<ReadOrder>]

type InventoryChange = NonNullable<OrderEntry["details"][number]["inv_change"]>

/** A change of a record, as the text of its order has it. */
interface TextualChange {
  readonly order: ReadOrder
  readonly entry: OrderEntry
  readonly change: InventoryChange
}

/** The changes of a unit in the sequence in which they happened. An order that is not stored has none. */
const changesOf = (unit: ReadUnit): ReadonlyArray<TextualChange> => {
  const byId = new Map(unit.map((one) => [one.order.order_id, one]))
  const found: Array<TextualChange> = []
  const visit = (order: ReadOrder): void => {
    byId.delete(order.order.order_id)
    for (const entry of order.order.entries) {
      for (const { inv_change: change, order: named } of entry.details) {
        const made = named && byId.get(named.order_id)
        if (made !== undefined) visit(made)
        if (change !== undefined) found.push({ order, entry, change })
      }
    }
  }
  visit(unit[0])
  return found
}

/** What is known of a record after the orders so far. */
export interface KnownRecord {
  readonly revision: number
  readonly itemId: number
  readonly isTransient: boolean
}

/** The records of a player after the orders so far, by id. */
export type KnownRecords = Map<string, KnownRecord>

/** A ledger row that an order asks for. */
export interface ExpectedLine extends LedgerLine {
  /** Whether the change left `customData` as it was, so that the row may be without it. */
  readonly keepsCustomData: boolean
}

type Value = string | number | bigint | Readonly<Record<string, string>> | undefined

const textOf = (value: Value): string =>
  typeof value === "object" ? JSON.stringify(sorted(value)) : String(value ?? "none")

const sorted = (data: object): object =>
  Object.fromEntries(Object.entries(data).sort(([left], [right]) => (left < right ? -1 : 1)))

const heldType = (type: InventoryChange["after"]["type"]) => (type === "transient" ? "transient" : "persistent")

const lineOf = (
  { change, entry, order }: TextualChange,
  submitterUuid: string | undefined,
  revision: number,
): ExpectedLine => {
  const { after, after_item_id: itemId, before } = change
  const type = heldType(after.type)
  const keepsCustomData = textOf(after.custom_data) === textOf(before?.custom_data)
  return {
    inventoryId: after.inventory_id,
    revision,
    itemId,
    orderId: order.kept.orderId,
    entryId: entry.entry_id,
    delta: after.count - (before?.count ?? 0),
    countAfter: after.count,
    created: order.kept.created,
    submitterUuid,
    expires: after.expires,
    facts:
      before === undefined ? { type, bucket: after.bucket, legacyInventoryId: after.legacy_inventory_id } : undefined,
    customData: after.custom_data,
    keepsCustomData,
  }
}

/** The ledger rows that a unit asks for, of the records that `isAsked` names. Moves `records` on. */
export const expectedLines = (
  unit: ReadUnit,
  records: KnownRecords,
  isAsked: (inventoryId: string) => boolean,
): ReadonlyArray<ExpectedLine> => {
  const { submitterUuid } = unit[0].kept
  return changesOf(unit).flatMap((one) => {
    const { after, after_item_id: itemId } = one.change
    if (!isAsked(after.inventory_id)) return []
    const revision = (records.get(after.inventory_id)?.revision ?? 0) + 1
    records.set(after.inventory_id, { revision, itemId, isTransient: after.type === "transient" })
    return [lineOf(one, submitterUuid, revision)]
  })
}

/** A row that ends a transient record, as the order that begins the next inventory session asks for it. */
export interface ExpectedEnd {
  readonly inventoryId: string
  readonly revision: number
  readonly itemId: number
  readonly orderId: string
  readonly created: number
  readonly submitterUuid: string | undefined
}

/** The rows that end the transient records, if this order begins an inventory session. */
export const expectedEnds = ({ kept }: ReadOrder, records: KnownRecords): ReadonlyArray<ExpectedEnd> =>
  Array.from(records)
    .filter(([, { isTransient }]) => isTransient)
    .map(([inventoryId, { itemId, revision }]) => ({
      inventoryId,
      revision: revision + 1,
      itemId,
      orderId: kept.orderId,
      // The session before ends a millisecond before the order of the next one.
      created: kept.created - 1,
      submitterUuid: kept.submitterUuid,
    }))

/** Whether an order began an inventory session, or may have, if it is from before orders said so. */
export const mayBeginSession = ({ kept, order }: ReadOrder): boolean =>
  kept.beganSession || (kept.seal === undefined && kept.parentOrderId === undefined && order.source === "ENTITLEMENTS")

type Compared = Readonly<Record<string, readonly [expected: Value, found: Value]>>

const differing = (
  fault: LedgerFault["fault"],
  of: Pick<LedgerFault, "inventory_id" | "item_id" | "order_id">,
  compared: Compared,
): ReadonlyArray<LedgerFault> =>
  Object.entries(compared).flatMap(([field, [expected, found]]) => {
    const [wanted, stored] = [textOf(expected), textOf(found)]
    return wanted === stored ? [] : [{ fault, ...of, field, expected: wanted, found: stored }]
  })

const absentLine = (line: Pick<LedgerLine, "inventoryId" | "revision" | "orderId" | "itemId">): LedgerFault => ({
  fault: "change_missing",
  inventory_id: line.inventoryId,
  item_id: line.itemId,
  order_id: line.orderId,
  field: `revision ${line.revision}`,
})

/** What is wrong with the ledger row at the place of an expected one; `found` undefined: there is none. */
export const lineFaults = (expected: ExpectedLine, found: LedgerLine | undefined): ReadonlyArray<LedgerFault> => {
  if (found === undefined) return [absentLine(expected)]
  const { inventoryId, orderId, revision } = expected
  const isUnchanged = expected.keepsCustomData && found.customData === undefined
  return differing(
    "change_differs",
    { inventory_id: inventoryId, item_id: expected.itemId, order_id: orderId },
    {
      [`revision ${revision}, item_id`]: [expected.itemId, found.itemId],
      [`revision ${revision}, order_id`]: [orderId, found.orderId],
      [`revision ${revision}, entry_id`]: [expected.entryId, found.entryId],
      [`revision ${revision}, delta`]: [expected.delta, found.delta],
      [`revision ${revision}, count_after`]: [expected.countAfter, found.countAfter],
      [`revision ${revision}, created`]: [expected.created, found.created],
      [`revision ${revision}, submitter_uuid`]: [expected.submitterUuid, found.submitterUuid],
      [`revision ${revision}, expires`]: [expected.expires, found.expires],
      [`revision ${revision}, type`]: [expected.facts?.type, found.facts?.type],
      [`revision ${revision}, bucket`]: [expected.facts?.bucket, found.facts?.bucket],
      [`revision ${revision}, legacy_inventory_id`]: [
        expected.facts?.legacyInventoryId,
        found.facts?.legacyInventoryId,
      ],
      [`revision ${revision}, custom_data`]: [isUnchanged ? undefined : expected.customData, found.customData],
    },
  )
}

/** Whether the row at the place of an expected end is one that this order made. */
export const isEnd = (expected: ExpectedEnd, found: LedgerLine | undefined): found is LedgerLine =>
  found !== undefined && found.entryId === undefined && found.orderId === expected.orderId

/** What is wrong with the row that ends a record; `found` undefined: there is none. */
export const endFaults = (expected: ExpectedEnd, found: LedgerLine | undefined): ReadonlyArray<LedgerFault> => {
  if (!isEnd(expected, found)) return [absentLine(expected)]
  const { created, inventoryId, itemId, orderId, revision, submitterUuid } = expected
  return differing(
    "change_differs",
    { inventory_id: inventoryId, item_id: itemId, order_id: orderId },
    {
      [`revision ${revision}, item_id`]: [itemId, found.itemId],
      [`revision ${revision}, created`]: [created, found.created],
      [`revision ${revision}, submitter_uuid`]: [submitterUuid, found.submitterUuid],
      [`revision ${revision}, custom_data`]: [undefined, found.customData],
    },
  )
}

/** The fault of a ledger row that no order asks for. */
export const inventedLine = ({ inventoryId, itemId, orderId, revision }: LedgerLine): LedgerFault => ({
  fault: "change_invented",
  inventory_id: inventoryId,
  item_id: itemId,
  order_id: orderId,
  field: `revision ${revision}`,
})

/**
 * Entries that a submitted order counts as. The order that begins an inventory session counts as one, and so does one
 * that takes another one back, because neither asks for as many entries as it has.
 */
const countsAs = ({ entries, source }: PlayerOrder, { disabled, entryCount: found }: KeptOrder): number => {
  const countsOnce = source === "ENTITLEMENTS" || disabled?.split(" ").includes("hand_rules") === true
  return countsOnce && found === 1 ? 1 : Math.max(1, entries.length)
}

const portalOf = (platform: string | undefined): number | undefined =>
  platform === undefined ? undefined : PORTAL_IDS[platform as Platform]

/** What an order that another one made does not have: it is sealed with that order. */
const childSeal = ({ beganSession, owed, refundedOrderId, seal, stated, tokenHash }: KeptOrder): Compared => ({
  refunded_order_id: [undefined, refundedOrderId],
  owed: [undefined, owed],
  stated: [undefined, stated],
  began_session: [undefined, beganSession ? "1" : undefined],
  seal: [undefined, seal],
  token_hash: [undefined, tokenHash],
})

/** The order in whose details this one is named; undefined: in none. */
const makerOf = (unit: ReadUnit, orderId: string): string | undefined =>
  unit.find(({ order }) =>
    order.entries.some(({ details }) => details.some(({ order: named }) => named?.order_id === orderId)),
  )?.kept.orderId

/**
 * What is wrong with the rows of a unit, as far as their texts say. `player` owns them, and had submitted `entryTotal`
 * entries before.
 */
export const unitFaults = (player: string, unit: ReadUnit, entryTotal: number): ReadonlyArray<LedgerFault> => {
  const [submitted] = unit
  const count = countsAs(submitted.order, submitted.kept)
  const stored = new Set(unit.map(({ kept }) => kept.orderId))
  const rows = unit.flatMap(({ kept, order }, index) => {
    const isSubmitted = index === 0
    return differing(
      "order_differs",
      { order_id: kept.orderId },
      {
        order_id: [order.order_id, kept.orderId],
        player_uuid: [order.player_uuid, player],
        created: [order.created_time, kept.created],
        client_order_ref_id: [isSubmitted ? order.client_order_ref_id?.toLowerCase() : undefined, kept.reference],
        entry_count: [isSubmitted ? count : 0, kept.entryCount],
        entry_total: [entryTotal + count, kept.entryTotal],
        platform: [order.portal_id, portalOf(kept.platform)],
        parent_order_id: [
          isSubmitted ? undefined : (makerOf(unit, kept.orderId) ?? "an order that made it"),
          kept.parentOrderId,
        ],
        submitter_uuid: [submitted.kept.submitterUuid, kept.submitterUuid],
        submitter_kind: [submitted.kept.submitterKind, kept.submitterKind],
        client_id: [submitted.kept.clientId, kept.clientId],
        ...(isSubmitted ? undefined : childSeal(kept)),
      },
    )
  })
  const lost = unit.flatMap(({ order }) =>
    order.entries.flatMap(({ details }) =>
      details.flatMap(({ order: named }) =>
        named === undefined || stored.has(named.order_id)
          ? []
          : [{ fault: "order_missing" as const, order_id: named.order_id }],
      ),
    ),
  )
  return [...rows, ...lost]
}

/**
 * The promotion codes that a submitted order claimed, in sequence. `isClaimed` false: it gave the claim back, which the
 * quantity 0 says in an order that takes another one back.
 */
export const claimedCodes = ({ order }: ReadOrder) =>
  order.entries.flatMap(({ external_tran_id: code, quantity, result, type }) =>
    type === "promotion_code" && result === "success" && code !== undefined ? [{ code, isClaimed: quantity > 0 }] : [],
  )

/** The loot that a submitted order applied for the first time in its inventory session, or took back as applied. */
export const appliedLoot = ({ order }: ReadOrder) =>
  order.entries.flatMap(({ loot_id: lootId, quantity, result, type }) =>
    type === "fill_loot_single_transient" && result === "success" && lootId !== undefined
      ? [{ lootId, isApplied: quantity > 0 }]
      : [],
  )
