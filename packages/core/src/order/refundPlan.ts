/** What a refund takes and gives back, as it is in the locked inventory at this moment (decisions, section 12). */
import * as Effect from "effect/Effect"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import { LedgerStore } from "../inventory/LedgerStore.ts"
import { isExpired } from "../inventory/rules/counts.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { makeProvenance } from "./provenance.ts"
import { isOf, type Lot } from "./rules/refund/lots.ts"
import { gaveTimeAlone, type NetChange, netChanges, restored } from "./rules/refund/netChanges.ts"
import type { OrderFamily } from "./rules/wire/storedOrder.ts"
import { beginSearch, leftOf, makeTakeEqual, type Search, takeFrom, usesOf } from "./taking.ts"
import type { Lacking, RecordCount, TakingPlan } from "./takingOrder.ts"

/** Records that are read at once. */
const PAGE_RECORDS = 400

/** Counts of an item in a bucket that are not where the order put them. */
interface Gone {
  readonly itemId: number
  readonly bucket: HeldRecord["bucket"]
  count: number
  readonly lots: Array<Lot>
}

/** How many of what the order gave others have taken. */
const spentBy = (lots: ReadonlyArray<Lot>, at: Timestamp): number =>
  lots
    .filter((lot) => isOf(lot, at))
    .flatMap(({ uses }) => uses)
    .reduce((sum, use) => sum + (use.entryId !== undefined && use.created !== at ? use.count : 0), 0)

const countOf = ({ bucket, inventoryId, itemId }: NetChange, count: number): RecordCount => ({
  inventoryId,
  itemId,
  bucket,
  count,
})

const isThere = (record: HeldRecord | undefined, now: Timestamp): record is HeldRecord =>
  record !== undefined && !isExpired(record, now)

/** What was found so far. */
interface Found {
  readonly search: Search
  readonly records: ReadonlyMap<string, HeldRecord>
  readonly given: Array<RecordCount>
  readonly lapsed: Array<RecordCount>
  readonly gone: Map<string, Gone>
}

/** Takes what the order put into a record, as far as it is there. */
const takeGiven = Effect.fnUntraced(function* ({ gone, lapsed, records, search }: Found, net: NetChange) {
  const { bucket, created: at, delta, inventoryId, itemId } = net
  const record = records.get(inventoryId)
  const lots = yield* search.following.lots(inventoryId)
  let lacked = delta
  if (!isThere(record, search.now)) {
    const over = delta - Math.min(delta, spentBy(lots, at))
    if (over > 0) lapsed.push(countOf(net, over))
    lacked -= over
  } else if (gaveTimeAlone(net, record)) {
    lacked = 0
  } else {
    lacked -= takeFrom(search, record, "given", Math.min(delta, leftOf(lots, at)))
  }
  if (lacked === 0) return
  const key = `${itemId} ${bucket}`
  const of = gone.get(key) ?? { itemId, bucket, count: 0, lots: [] }
  of.count += lacked
  of.lots.push(...lots)
  gone.set(key, of)
})

/** How each record changes: those that are taken from first, then those that are given to. */
const writesOf = ({ given, records, search }: Found, nets: ReadonlyArray<NetChange>): TakingPlan["writes"] => {
  const moved = new Map<string, { readonly record: HeldRecord; count: number }>()
  const move = (record: HeldRecord, count: number): void => {
    const known = moved.get(record.inventoryId) ?? { record, count: 0 }
    known.count += count
    moved.set(record.inventoryId, known)
  }
  for (const { count, record } of search.taken) move(record, -count)
  const back = new Map(given.map(({ count, inventoryId }) => [inventoryId, count]))
  for (const { inventoryId } of nets) {
    const record = records.get(inventoryId)
    if (isThere(record, search.now)) move(record, back.get(inventoryId) ?? 0)
  }
  const byId = new Map(nets.map((net) => [net.inventoryId, net]))
  return Array.from(moved.values(), ({ count, record }) => {
    const net = byId.get(record.inventoryId)
    const { customData, expires } = record
    const after =
      net === undefined
        ? { count: record.count + count, expires, customData }
        : restored(net, record, count, search.now)
    return { before: record, after }
  })
}

/** Makes the function that plans the refund of a stored order and of those that it made. */
export const makeRefundPlan = Effect.gen(function* () {
  const ledger = yield* LedgerStore
  const inventory = yield* InventoryStore
  const provenance = yield* makeProvenance
  const { takeEqual } = yield* Effect.provideService(makeTakeEqual, InventoryStore, inventory)

  const storedRecords = Effect.fnUntraced(function* (player: PlayerUuid, ids: ReadonlyArray<string>) {
    const records = new Map<string, HeldRecord>()
    for (let at = 0; at < ids.length; at += PAGE_RECORDS) {
      for (const record of yield* ledger.records(player, ids.slice(at, at + PAGE_RECORDS))) {
        records.set(record.inventoryId, record)
      }
    }
    return records
  })

  return Effect.fnUntraced(function* (player: PlayerUuid, family: OrderFamily, now: Timestamp, fromPaid: boolean) {
    const nets = netChanges(family)
    const at = family[0].created_time
    const following = yield* provenance.begin(player)
    const records = yield* storedRecords(
      player,
      nets.map(({ inventoryId }) => inventoryId),
    )
    const search = beginSearch({ player, now, following, fromPaid })
    const found: Found = { search, records, given: [], lapsed: [], gone: new Map() }
    for (const net of nets) if (net.delta > 0) yield* takeGiven(found, net)
    const lacking: Array<Lacking> = []
    for (const { bucket, count, itemId, lots } of found.gone.values()) {
      const rest = yield* takeEqual(search, { itemId, bucket, inventoryId: undefined, at }, count)
      if (rest > 0) lacking.push({ itemId, bucket, count: rest, uses: yield* usesOf(following, lots, at) })
    }
    for (const net of nets) {
      if (net.delta >= 0) continue
      if (isThere(records.get(net.inventoryId), now)) found.given.push(countOf(net, -net.delta))
      else found.lapsed.push(countOf(net, net.delta))
    }
    const { given, lapsed } = found
    return { lacking, taken: search.taken, given, lapsed, writes: writesOf(found, nets) } satisfies TakingPlan
  })
})
