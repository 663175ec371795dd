/**
 * Where the counts of records came from, and where they went, with the orders of either (decisions, section 12). Reads
 * the ledger, and stores nothing.
 */
import * as Effect from "effect/Effect"
import { type LedgerLine, LedgerStore } from "../inventory/LedgerStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { OrderStore } from "./OrderStore.ts"
import { RefundStore } from "./RefundStore.ts"
import { type Lot, lotsOf, type LotUse } from "./rules/refund/lots.ts"
import { changesIn, type OrderFamily, storedOrderIn } from "./rules/wire/storedOrder.ts"
import type { OrderEntry, PlayerOrder } from "./schema.ts"
import { loadStored, type StoredOrder } from "./storedOrders.ts"

/** Ledger rows of a record that are read at once, and at most. Of what is older, the count alone is known. */
const PAGE_ROWS = 500
const ROWS_MAX = 50_000
/** Most refunds of a player that are known. */
const REFUNDS_MAX = 10_000

/** How many of an item an order gave, or took. */
export interface ItemCount {
  readonly itemId: number
  readonly count: number
}

/** What took from a lot, with what the same entry gave for it. */
export interface TracedUse extends LotUse {
  /** undefined: the order is not stored. */
  readonly source: PlayerOrder["source"] | undefined
  readonly gave: ReadonlyArray<ItemCount>
}

/** Whether a server says that the entry was paid for in another system. */
const isPaidElsewhere = ({ external_item_sku: sku, external_tran_id: transaction, type }: OrderEntry): boolean =>
  sku !== undefined || (transaction !== undefined && type !== "promotion_code")

const isFall = ({ after, before }: { readonly after: { count: number }; readonly before?: { count: number } }) =>
  after.count < (before?.count ?? 0)

/** What the changes of an entry added of each item. */
const gains = (family: ReadonlyArray<PlayerOrder>, entry: OrderEntry): ReadonlyArray<ItemCount> => {
  const counts = new Map<number, number>()
  for (const { after, after_item_id: itemId, before } of changesIn(family, [entry])) {
    counts.set(itemId, (counts.get(itemId) ?? 0) + after.count - (before?.count ?? 0))
  }
  return Array.from(counts, ([itemId, count]) => ({ itemId, count })).filter(({ count }) => count > 0)
}

/** The entry of the submitted order that led to an entry of one of its orders. */
const rootEntry = (family: OrderFamily, orderId: string, entryId: string | undefined): OrderEntry | undefined => {
  const [submitted] = family
  if (orderId === submitted.order_id) return submitted.entries.find(({ entry_id }) => entry_id === entryId)
  for (const { entries, order_id: makerId } of family) {
    const maker = entries.find(({ details }) => details.some(({ order }) => order?.order_id === orderId))
    if (maker !== undefined && makerId !== orderId) return rootEntry(family, makerId, maker.entry_id)
  }
  return undefined
}

/** Makes the functions that follow counts through the ledger. */
export const makeProvenance = Effect.gen(function* () {
  const ledger = yield* LedgerStore
  const refunds = yield* RefundStore
  const orders = yield* OrderStore
  const inStorage = yield* withServicesOf(OrderStore)

  /** All rows of the record by rising revision, or the newest of them. */
  const linesOf = Effect.fnUntraced(function* (player: PlayerUuid, inventoryId: string) {
    const newestFirst: Array<LedgerLine> = []
    for (let before: number | undefined; newestFirst.length < ROWS_MAX;) {
      const page: ReadonlyArray<LedgerLine> = yield* ledger.ofRecord(player, inventoryId, before, PAGE_ROWS)
      newestFirst.push(...page)
      if (page.length < PAGE_ROWS) break
      before = page.at(-1)?.revision
    }
    return newestFirst.reverse()
  })

  /** Begins to follow the counts of a player. Orders and refunds are read once. */
  const begin = Effect.fnUntraced(function* (player: PlayerUuid) {
    const refundedAt = yield* refunds.refunds(player, REFUNDS_MAX)
    const families = new Map<string, OrderFamily | undefined>()

    const familyOf = Effect.fnUntraced(function* (orderId: string) {
      if (families.has(orderId)) return families.get(orderId)
      const stored: StoredOrder | undefined = yield* inStorage(loadStored(player, orderId)).pipe(
        Effect.catchTag("OrderNotFound", () => Effect.succeed(undefined)),
      )
      for (const { order_id } of stored?.family ?? []) families.set(order_id, stored?.family)
      families.set(orderId, stored?.family)
      return stored?.family
    })

    const lots = (inventoryId: string) =>
      Effect.map(linesOf(player, inventoryId), (lines) => lotsOf(lines, (orderId) => refundedAt.get(orderId)))

    /** Whether the lot was paid for: with items of the same entry, or in another system. The unknown counts as paid. */
    const isPaid = Effect.fnUntraced(function* ({ entryId, orderId }: Lot) {
      const family = orderId === undefined ? undefined : yield* familyOf(orderId)
      const entry = family && orderId !== undefined ? rootEntry(family, orderId, entryId) : undefined
      if (family === undefined || entry === undefined) return true
      return isPaidElsewhere(entry) || changesIn(family, [entry]).some(isFall)
    })

    const traced = Effect.fnUntraced(function* (use: LotUse) {
      const family = yield* familyOf(use.orderId)
      const order = family?.find(({ order_id }) => order_id === use.orderId)
      const entry = order?.entries.find(({ entry_id }) => entry_id === use.entryId)
      const gave = family === undefined || entry === undefined ? [] : gains(family, entry)
      return { ...use, source: order?.source, gave } satisfies TracedUse
    })

    return { lots, isPaid, traced, familyOf }
  })

  /** The order with this id, decoded. */
  const read = (player: PlayerUuid, orderId: string) =>
    Effect.map(orders.find(player, orderId), (found) => found && { found, order: storedOrderIn(found.wire) })

  return { begin, read }
})

/** The functions that follow the counts of one player. */
export type Following = Effect.Success<ReturnType<Effect.Success<typeof makeProvenance>["begin"]>>
