/**
 * Claws an item back: takes it from the records in which it is, wherever the ledger says that it went, by an order of
 * its own (decisions, section 12).
 */
import * as Effect from "effect/Effect"
import { Audit, type Done, type Store } from "../audit/Audit.ts"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import type { Act } from "../operation/Act.ts"
import { reverseBy } from "../operation/reverse.ts"
import { orderActs } from "./acts.ts"
import { OrderNotFound, RefundIncomplete } from "./errors.ts"
import { OrderStore } from "./OrderStore.ts"
import { makeProvenance } from "./provenance.ts"
import type { ItemClawBack } from "./refundSchema.ts"
import type { Lot } from "./rules/refund/lots.ts"
import { netChanges } from "./rules/refund/netChanges.ts"
import { loadStored, type StoredOrder } from "./storedOrders.ts"
import { beginSearch, leftOf, makeTakeEqual, takeFrom, usesOf } from "./taking.ts"
import { owedAnswer, planAnswer } from "./takingAnswer.ts"
import {
  entryOf,
  type Lacking,
  makeBeginTaking,
  OVERTAKEN_RETRIES_MAX,
  owedOf,
  type TakingPlan,
  TakingOvertaken,
  tooBusy,
} from "./takingOrder.ts"

/** What is to be taken. */
export interface ClawBackWanted {
  readonly itemId: number
  /** From this record alone; undefined: from every record of the item. */
  readonly inventoryId: string | undefined
  /** What this order gave of it; undefined: whatever gave it. */
  readonly orderId: string | undefined
  /** undefined: all that the order gave, or all that can be taken. */
  readonly count: number | undefined
  /** Whether what can be taken is taken where not all can be; else the act is refused. */
  readonly isPartial: boolean
  /** Whether counts may be taken that the player paid for. */
  readonly fromPaid: boolean
}

/** How many of the item the order gave, in all. */
const givenBy = ({ family }: StoredOrder, itemId: number): number =>
  netChanges(family).reduce((sum, net) => sum + (net.itemId === itemId ? Math.max(0, net.delta) : 0), 0)

/** The bucket in which what is lacking is owed: that of the order's first gain of the item, or of a record. */
const bucketOf = (stored: StoredOrder | undefined, itemId: number, records: ReadonlyArray<HeldRecord>) =>
  (stored && netChanges(stored.family).find((net) => net.itemId === itemId)?.bucket) ?? records[0]?.bucket ?? "none"

/** Makes the function that plans what is taken, in the locked inventory at this moment. */
const makePlan = Effect.gen(function* () {
  const inventory = yield* InventoryStore
  const provenance = yield* makeProvenance
  const { recordsOf, takeEqual } = yield* Effect.provideService(makeTakeEqual, InventoryStore, inventory)

  return Effect.fnUntraced(function* (
    player: PlayerUuid,
    { count, fromPaid, inventoryId, itemId }: ClawBackWanted,
    stored: StoredOrder | undefined,
    now: number,
  ) {
    const following = yield* provenance.begin(player)
    const search = beginSearch({ player, now, following, fromPaid })
    const at = stored?.order.created_time
    const place = { itemId, bucket: undefined, inventoryId, at }
    const records = yield* recordsOf(search, place)
    const lots: Array<Lot> = []
    for (const { inventoryId: id } of records) lots.push(...(yield* following.lots(id)))
    const wanted = count ?? (stored === undefined ? Number.MAX_SAFE_INTEGER : givenBy(stored, itemId))
    let lacked = wanted
    if (at !== undefined) {
      for (const record of records) {
        const ofRecord = lots.filter((lot) => lot.inventoryId === record.inventoryId)
        lacked -= takeFrom(search, record, "given", Math.min(lacked, leftOf(ofRecord, at)))
      }
    }
    lacked = yield* takeEqual(search, place, lacked)
    const isLimited = count !== undefined || stored !== undefined
    const lacking: ReadonlyArray<Lacking> =
      lacked > 0 && isLimited
        ? [
            {
              itemId,
              bucket: bucketOf(stored, itemId, records),
              count: lacked,
              uses: yield* usesOf(following, lots, at),
            },
          ]
        : []
    const takenOf = (id: string) =>
      search.taken.reduce((sum, { count: taken, record }) => sum + (record.inventoryId === id ? taken : 0), 0)
    const writes = records
      .filter(({ inventoryId: id }) => takenOf(id) > 0)
      .map((record) => ({
        before: record,
        after: { ...record, count: record.count - takenOf(record.inventoryId) },
      }))
    const plan: TakingPlan = { lacking, taken: search.taken, given: [], lapsed: [], writes }
    return { plan, wanted: isLimited ? wanted : wanted - lacked }
  })
})

const ended = (answer: ItemClawBack, change: Done<ItemClawBack>["change"]): Done<ItemClawBack> => ({ answer, change })

/** Makes the `clawBack` of the Refunds service. */
export const makeClawBack = Effect.gen(function* () {
  const audit = yield* Audit
  const transaction = yield* Transaction
  const inStorage = yield* withServicesOf(OrderStore)
  const planOf = yield* makePlan
  const taking = yield* makeBeginTaking

  const work = Effect.fnUntraced(function* (player: PlayerUuid, asked: ClawBackWanted, act: Act, save: Store) {
    const { itemId, orderId: ofOrder } = asked
    const stored = ofOrder === undefined ? undefined : yield* inStorage(loadStored(player, ofOrder))
    const current = yield* taking.catalog
    const unit = Effect.gen(function* () {
      const begun = yield* Effect.catchTag(taking.begin(player, "SUPPORT", current, act), "PlayerNotFound", () =>
        Effect.fail(new OrderNotFound({ code: "resource_not_found" })),
      )
      const { plan, wanted } = yield* planOf(player, asked, stored, begun.basis.created)
      const owed = owedOf(plan)
      const isWhole = owed.length === 0
      const answer = { player_uuid: player, item_id: itemId, wanted, is_whole: isWhole, ...planAnswer(plan) }
      if (!isWhole && !asked.isPartial) {
        if (act.dryRun !== true) return yield* new RefundIncomplete({ code: "refund_incomplete", lacking: owed })
        return ended({ ...answer, state: "refused", owed: owed.map(owedAnswer) }, undefined)
      }
      const done = { ...answer, state: "done" as const, owed: owed.map(owedAnswer) }
      const entries = plan.writes.flatMap((write) => entryOf(write) ?? [])
      if (entries.length === 0) return ended(done, undefined)
      const givenBack = { codes: [], lootIds: [] }
      const orderId = yield* begun.store(entries, { refundedOrderId: undefined, owed, givenBack })
      const change = { after: { order_id: orderId, item_id: itemId, wanted, is_whole: isWhole, owed } }
      const reverse = reverseBy(orderActs.refund, { player_uuid: player, order_id: orderId })
      return ended({ ...done, ...reverse, ...(act.dryRun !== true && { order_id: orderId }) }, change)
    })
    const retried = Effect.retry(save(unit), {
      while: (error) => error instanceof TakingOvertaken,
      times: OVERTAKEN_RETRIES_MAX,
    })
    return yield* Effect.catchTag(retried, "TakingOvertaken", () => tooBusy)
  })

  return (player: PlayerUuid, wanted: ClawBackWanted, act: Act) =>
    transaction.ofOwner(
      player,
      audit.perform(orderActs.clawBack, act, { kind: "player", id: player }, (save) => work(player, wanted, act, save)),
    )
})
