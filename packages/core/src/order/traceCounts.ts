/** Says where the counts of an item, a record or an order came from, and where they went. Nothing is changed. */
import * as Effect from "effect/Effect"
import { LedgerStore } from "../inventory/LedgerStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { OrderStore } from "./OrderStore.ts"
import { type Following, makeProvenance } from "./provenance.ts"
import type { InventoryTrace } from "./refundSchema.ts"
import { RefundStore } from "./RefundStore.ts"
import type { Lot } from "./rules/refund/lots.ts"
import { netChanges } from "./rules/refund/netChanges.ts"
import { loadStored } from "./storedOrders.ts"
import { USES_MAX } from "./taking.ts"
import { useAnswer } from "./takingAnswer.ts"

/** Most records, and most lots of each, that are listed. */
const RECORDS_MAX = 50
const LOTS_MAX = 100

/** What is asked about: records of an item, one record, or the records that an order changed. */
export interface TraceWanted {
  readonly itemId: number | undefined
  readonly inventoryId: string | undefined
  readonly orderId: string | undefined
}

const lotAnswer = Effect.fnUntraced(function* (following: Following, lot: Lot) {
  const { count, created, entryId, givenBackAt, left, orderId, uses } = lot
  const family = orderId === undefined ? undefined : yield* following.familyOf(orderId)
  const isPaid = left === 0 ? undefined : yield* following.isPaid(lot)
  const newest = uses.toReversed().slice(0, USES_MAX)
  const named = yield* Effect.forEach(newest, (use) => following.traced(use))
  const source = family?.[0].source
  return {
    ...(orderId !== undefined && { order_id: orderId }),
    ...(entryId !== undefined && { entry_id: entryId }),
    created,
    ...(source !== undefined && { source }),
    ...(givenBackAt !== undefined && { given_back_at: givenBackAt }),
    count,
    left,
    ...(isPaid !== undefined && { is_paid: isPaid }),
    uses: named.map(useAnswer),
  }
})

/** Makes the `trace` of the Refunds service. */
export const makeTrace = Effect.gen(function* () {
  const ledger = yield* LedgerStore
  const refunds = yield* RefundStore
  const provenance = yield* makeProvenance
  const inStorage = yield* withServicesOf(OrderStore)

  const idsOf = Effect.fnUntraced(function* (player: PlayerUuid, { inventoryId, itemId, orderId }: TraceWanted) {
    if (inventoryId !== undefined) return [inventoryId.toLowerCase()]
    if (orderId !== undefined) {
      const { family } = yield* inStorage(loadStored(player, orderId))
      const nets = netChanges(family).filter((net) => itemId === undefined || net.itemId === itemId)
      return nets.map((net) => net.inventoryId)
    }
    return itemId === undefined ? [] : yield* refunds.recordsOf(player, itemId, RECORDS_MAX)
  })

  return Effect.fn("Refunds.trace")(function* (player: PlayerUuid, wanted: TraceWanted) {
    const ids = (yield* idsOf(player, wanted)).slice(0, RECORDS_MAX)
    const records = new Map((yield* ledger.records(player, ids)).map((record) => [record.inventoryId, record]))
    const following = yield* provenance.begin(player)
    const traced: Array<InventoryTrace["records"][number]> = []
    for (const id of ids) {
      const lots = (yield* following.lots(id)).toReversed()
      const [first] = yield* ledger.ofRecord(player, id, undefined, 1)
      if (first === undefined) continue
      const record = records.get(id)
      traced.push({
        inventory_id: id,
        item_id: first.itemId,
        ...(record !== undefined && { bucket: record.bucket }),
        count: record?.count ?? 0,
        ...(record?.expires !== undefined && { expires: record.expires }),
        lots: yield* Effect.forEach(lots.slice(0, LOTS_MAX), (lot) => lotAnswer(following, lot)),
        lots_left_out: Math.max(0, lots.length - LOTS_MAX),
      })
    }
    return { player_uuid: player, records: traced } satisfies InventoryTrace
  })
})
