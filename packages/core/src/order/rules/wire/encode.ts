/** Encodes orders as they are sent. An order is encoded once, when it is stored (interface, section 2.8). */
import { inventoryRecordOf, recordWire } from "../../../inventory/rules/encode.ts"
import { type HeldRecord } from "../../../inventory/schema.ts"
import { exactInteger } from "../../../kernel/wire/Json.ts"
import { formatTimestamp, type Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { WireJson } from "../../../kernel/wire/WireJson.ts"
import type { Work } from "../../../kernel/work/Work.ts"
import type { OrderSource } from "../../enumerations.ts"
import type { SubmittedEntry } from "../../schema.ts"
import type { ExpectedPrice } from "../reasons/failureReason.ts"
import type { Change, EntryEffect, EntryOutcome, NewOrder, OrderOutcome, Outcome, Slot } from "../interpret/outcome.ts"

/** Fields shared by all orders that a submission stores. */
export interface OrderHeader {
  readonly source: OrderSource
  readonly client_order_ref_id: string | undefined
  readonly portal_id: number | undefined
  readonly portal_user_id: string | undefined
  readonly instance_id: string | undefined
  readonly match_id: string | undefined
  readonly is_transaction: boolean | undefined
  readonly player_uuid: string
  readonly created: Timestamp
}

/** Ids of the orders, entries and records of an outcome. */
export interface Identities {
  readonly order: (order: OrderOutcome) => string
  readonly entry: (entry: EntryOutcome) => string
  /** The ids of a record, new or not. */
  readonly record: (slot: Slot) => Pick<HeldRecord, "inventoryId" | "legacyInventoryId">
}

/** The legacy id of a new record: the last 52 bits of its id. Every JSON reader keeps 52 bits exactly. */
const legacyIdOf = (inventoryId: string): bigint => BigInt(`0x${inventoryId.replaceAll("-", "").slice(-13)}`)

const known = <K, V>(ids: ReadonlyMap<K, V>, key: K): V => {
  const id = ids.get(key)
  if (id === undefined) throw new Error("an outcome refers to something that is not part of it")
  return id
}

/** The records that the outcome adds. */
const createdSlots = (outcome: Outcome): ReadonlyArray<Slot> =>
  outcome.changes.flatMap(({ before, slot }) => (before === undefined ? [slot] : []))

/** How many ids an outcome needs. */
export const identityCount = (outcome: Outcome): number =>
  outcome.newOrders.length * 2 + 1 + outcome.order.entries.length + createdSlots(outcome).length

/**
 * Assigns `ids`: first to the order and its entries, then to the orders that it made, then to new records. Ids rise, so
 * an order sorts before the orders that it made.
 */
export const identify = (outcome: Outcome, ids: ReadonlyArray<string>): Identities => {
  const orders = new Map<OrderOutcome, string>()
  const entries = new Map<EntryOutcome, string>()
  const records = new Map<Slot, Pick<HeldRecord, "inventoryId" | "legacyInventoryId">>()
  let next = 0
  const take = (): string => ids[next++] ?? ""
  for (const order of [outcome.order, ...outcome.newOrders]) {
    orders.set(order, take())
    for (const entry of order.entries) entries.set(entry, take())
  }
  for (const slot of createdSlots(outcome)) {
    const inventoryId = take()
    records.set(slot, { inventoryId, legacyInventoryId: legacyIdOf(inventoryId) })
  }
  return {
    order: (order) => known(orders, order),
    entry: (entry) => known(entries, entry),
    record: (slot) => slot.original ?? known(records, slot),
  }
}

const heldWire = (record: HeldRecord | undefined, ids: ReturnType<Identities["record"]>): object | undefined =>
  record &&
  recordWire({
    ...inventoryRecordOf(record),
    inventory_id: ids.inventoryId,
    legacy_inventory_id: ids.legacyInventoryId,
  })

const exact = (value: bigint | undefined): number | object | undefined =>
  value === undefined ? undefined : exactInteger(value)

const requestWire = (request: SubmittedEntry): object => ({
  type: request.type,
  loot_id: request.loot_id,
  quantity: request.quantity,
  vendor_version: exact(request.vendor_version),
  vendor_etag: request.vendor_etag,
  dynamic_bundle_loot_ids: request.dynamic_bundle_loot_ids,
  purchase_price: request.purchase_price,
  external_tran_id: request.external_tran_id,
  external_item_sku: request.external_item_sku,
  use_inventory_bucket: request.use_inventory_bucket,
  player_portal_event_id: exact(request.player_portal_event_id),
  inventory_id: request.inventory_id,
  legacy_inventory_id: exact(request.legacy_inventory_id),
  item_id: request.item_id,
  expires: request.expires === undefined ? undefined : formatTimestamp(request.expires),
  custom_data: request.custom_data,
})

/** The header fields of an order. An order that another order made has no `client_order_ref_id`. */
const headerWire = (header: OrderHeader, order: OrderOutcome): object => {
  const isSubmitted = order.parent === undefined
  return {
    source: header.source,
    client_order_ref_id: isSubmitted ? header.client_order_ref_id : undefined,
    portal_id: header.portal_id,
    portal_user_id: header.portal_user_id,
    instance_id: header.instance_id,
    match_id: header.match_id,
    is_transaction: isSubmitted ? header.is_transaction : undefined,
  }
}

const changeWire = (change: Change, ids: Identities): object => {
  const record = ids.record(change.slot)
  return {
    type: "inventory_change",
    loot_id: change.lootId,
    inv_change: {
      before_item_id: change.before?.itemId,
      after_item_id: change.after.itemId,
      before: heldWire(change.before, record),
      after: heldWire(change.after, record),
    },
  }
}

const newOrderWire = ({ lootId, order }: NewOrder, header: OrderHeader, ids: Identities): object => ({
  type: "new_order",
  loot_id: lootId,
  order: {
    ...headerWire(header, order),
    order_id: ids.order(order),
    entries: order.entries.map((entry) => ({ ...requestWire(entry.request), entry_id: ids.entry(entry) })),
  },
})

const detailWire = (detail: EntryEffect, header: OrderHeader, ids: Identities): object => {
  switch (detail._tag) {
    case "inventory_change":
      return changeWire(detail, ids)
    case "new_order":
      return newOrderWire(detail, header, ids)
    case "claim_promo_code":
    case "return_promo_code":
    case "dynamic_bundle_lti":
      return { type: detail._tag, loot_id: detail.lootId }
    default:
      return detail satisfies never
  }
}

/** A record as a quote has it: a new record has no ids yet. */
const quotedRecord = (record: HeldRecord | undefined, isNew: boolean): object | undefined =>
  record && {
    ...recordWire(inventoryRecordOf(record)),
    ...(isNew && { inventory_id: undefined, legacy_inventory_id: undefined }),
  }

const quotedDetail = (detail: EntryEffect, header: OrderHeader): object => {
  if (detail._tag === "new_order") {
    const { lootId, order } = detail
    return {
      type: "new_order",
      loot_id: lootId,
      order: { ...headerWire(header, order), entries: quoted(order, header, nothingBeside) },
    }
  }
  if (detail._tag !== "inventory_change") return { type: detail._tag, loot_id: detail.lootId }
  const { after, before, lootId, slot } = detail
  const isNew = slot.original === undefined
  return {
    type: "inventory_change",
    loot_id: lootId,
    inv_change: {
      before_item_id: before?.itemId,
      after_item_id: after.itemId,
      before: quotedRecord(before, isNew),
      after: quotedRecord(after, isNew),
    },
  }
}

/** What a quote says of an entry besides its result; undefined: nothing. */
export interface Beside {
  readonly notes: ReadonlyArray<object> | undefined
  readonly price_expected: ReadonlyArray<object> | undefined
}
export type BesideOf = (entry: EntryOutcome) => Beside | undefined

const nothingBeside: BesideOf = () => undefined

/** The prices that a purchase may state, as a quote has them. */
export const pricesWire = (prices: ReadonlyArray<ExpectedPrice> | undefined): ReadonlyArray<object> | undefined =>
  prices?.map(({ itemId, price, reduced }) => ({
    price_item_id: itemId,
    price,
    reduced_price: reduced === price ? undefined : reduced,
  }))

const quoted = ({ entries }: OrderOutcome, header: OrderHeader, besideOf: BesideOf): ReadonlyArray<object> =>
  entries.map((entry) => ({
    ...requestWire(entry.request),
    result: entry.result,
    ...besideOf(entry),
    details: entry.details.map((detail) => quotedDetail(detail, header)),
  }))

/**
 * The wire text of a quote: an order without ids. Orders that it would make are nested in their details, with their
 * results.
 */
export const encodeQuote = (header: OrderHeader, order: OrderOutcome, besideOf: BesideOf = nothingBeside): WireJson =>
  JSON.stringify({
    ...headerWire(header, order),
    player_uuid: header.player_uuid,
    created_time: formatTimestamp(header.created),
    entries: quoted(order, header, besideOf),
  })

/**
 * The wire text of a quote with odds in place of results: `etag` of the catalog that they belong to, and what is
 * expected of each entry.
 */
export const encodeExpected = (
  header: OrderHeader,
  etag: string,
  entries: ReadonlyArray<{
    readonly request: SubmittedEntry
    readonly prices: ReadonlyArray<ExpectedPrice> | undefined
    readonly expected: object
  }>,
): WireJson =>
  JSON.stringify({
    ...headerWire(header, { parent: undefined, entries: [] }),
    player_uuid: header.player_uuid,
    created_time: formatTimestamp(header.created),
    results: "expected",
    etag,
    entries: entries.map(({ expected, prices, request }) => ({
      ...requestWire(request),
      price_expected: pricesWire(prices),
      expected,
    })),
  })

/** Details that are encoded at once. In between other work has its turn. */
const DETAILS_AT_ONCE = 500

/** Members as JSON, with one more behind them. None of them is the only one. */
const withLast = (members: object, name: string, value: string): string =>
  `${JSON.stringify(members).slice(0, -1)},"${name}":${value}}`

/** Entries as JSON, in parts. */
function* encodingEntries(
  entries: ReadonlyArray<EntryOutcome>,
  membersOf: (entry: EntryOutcome) => object,
  detailOf: (detail: EntryEffect) => object,
): Work<string> {
  const texts: Array<string> = []
  for (const entry of entries) {
    const details: Array<string> = []
    for (let at = 0; at < entry.details.length; at += DETAILS_AT_ONCE) {
      if (at > 0) yield undefined
      details.push(JSON.stringify(entry.details.slice(at, at + DETAILS_AT_ONCE).map(detailOf)).slice(1, -1))
    }
    texts.push(withLast(membersOf(entry), "details", `[${details.join()}]`))
  }
  return `[${texts.join()}]`
}

/** {@link encodeQuote} in parts. */
export function* encodingQuote(
  header: OrderHeader,
  order: OrderOutcome,
  besideOf: BesideOf = nothingBeside,
): Work<WireJson> {
  const entries = yield* encodingEntries(
    order.entries,
    (entry) => ({ ...requestWire(entry.request), result: entry.result, ...besideOf(entry) }),
    (detail) => quotedDetail(detail, header),
  )
  const { created, player_uuid } = header
  const members = { ...headerWire(header, order), player_uuid, created_time: formatTimestamp(created) }
  return withLast(members, "entries", entries)
}

/** {@link encodeOrder} in parts. */
export function* encodingOrder(header: OrderHeader, order: OrderOutcome, ids: Identities): Work<WireJson> {
  const entries = yield* encodingEntries(
    order.entries,
    (entry) => ({ ...requestWire(entry.request), entry_id: ids.entry(entry), result: entry.result }),
    (detail) => detailWire(detail, header, ids),
  )
  const { created, player_uuid } = header
  const order_id = ids.order(order)
  const members = { ...headerWire(header, order), order_id, player_uuid, created_time: formatTimestamp(created) }
  return withLast(members, "entries", entries)
}

/** An order's wire text. `details` lists changes in the sequence in which they happened. */
export const encodeOrder = (header: OrderHeader, order: OrderOutcome, ids: Identities): WireJson =>
  JSON.stringify({
    ...headerWire(header, order),
    order_id: ids.order(order),
    player_uuid: header.player_uuid,
    created_time: formatTimestamp(header.created),
    entries: order.entries.map((entry) => ({
      ...requestWire(entry.request),
      entry_id: ids.entry(entry),
      result: entry.result,
      details: entry.details.map((detail) => detailWire(detail, header, ids)),
    })),
  })
