/**
 * Refunds an order: takes back what it gave and gives back what it took, by an order of source REFUND that names it
 * (decisions, section 12; guarantees R64). An order is refunded once: a second refund is answered with the first one.
 */
import * as Effect from "effect/Effect"
import { Audit, type Done, type Store } from "../audit/Audit.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import type { Act } from "../operation/Act.ts"
import { reverseBy } from "../operation/reverse.ts"
import { orderActs } from "./acts.ts"
import { OrderNotFound, RefundImpossible, RefundIncomplete } from "./errors.ts"
import { makeOncePlan, nothingOnce, onceEntries, type OncePlan } from "./onceGiven.ts"
import { OrderStore } from "./OrderStore.ts"
import { makeRefundPlan } from "./refundPlan.ts"
import type { OrderRefund } from "./refundSchema.ts"
import { RefundStore } from "./RefundStore.ts"
import { netChanges } from "./rules/refund/netChanges.ts"
import { storedOrderIn } from "./rules/wire/storedOrder.ts"
import { loadStored, makeLinkedVersions, type StoredOrder } from "./storedOrders.ts"
import { owedAnswer, planAnswer } from "./takingAnswer.ts"
import {
  entryOf,
  makeBeginTaking,
  OVERTAKEN_RETRIES_MAX,
  owedOf,
  type TakingPlan,
  TakingOvertaken,
  tooBusy,
} from "./takingOrder.ts"

/** Most records that a refund changes. */
const RECORDS_MAX = 10_000

/** How an order is refunded. */
export interface RefundWanted {
  readonly orderId: string
  /** Whether what can be taken is taken where not all can be; else the act is refused. */
  readonly isPartial: boolean
  /** Whether counts may be taken that the player paid for otherwise. */
  readonly fromPaid: boolean
}

/** What the order to be refunded is, as far as it never changes. */
const makeLoad = Effect.gen(function* () {
  const inStorage = yield* withServicesOf(OrderStore)
  const linkedVersion = yield* makeLinkedVersions

  return Effect.fnUntraced(function* (player: PlayerUuid, orderId: string) {
    const stored = yield* inStorage(loadStored(player, orderId))
    const submitted = stored.order.order_id
    if (submitted !== orderId.toLowerCase()) {
      return yield* new RefundImpossible({ code: "refund_not_possible", why: "made", orderId: submitted })
    }
    const nets = netChanges(stored.family).length
    const once = onceEntries(stored.order).length
    if (nets > RECORDS_MAX) return yield* new RefundImpossible({ code: "refund_not_possible", why: "too_large" })
    if (nets + once === 0) return yield* new RefundImpossible({ code: "refund_not_possible", why: "without_effect" })
    return { stored, catalog: once === 0 ? undefined : yield* linkedVersion(stored.catalogVersion) }
  })
})

const onceAnswer = ({ codes, lootIds, notFree }: OncePlan) => ({ codes, loot_ids: lootIds, not_free: notFree })

const answerOf = (
  { family, order }: StoredOrder,
  plan: TakingPlan,
  once: OncePlan,
): Omit<OrderRefund, "state" | "order_id" | "reverse"> => ({
  player_uuid: order.player_uuid,
  refunded_order_id: order.order_id,
  order_ids: family.map(({ order_id }) => order_id),
  is_whole: plan.lacking.length === 0,
  ...planAnswer(plan),
  owed: owedOf(plan).map(owedAnswer),
  once: onceAnswer(once),
})

/** What undoes the refund. */
const reverseOf = (player: PlayerUuid, orderId: string) =>
  reverseBy(orderActs.refund, { player_uuid: player, order_id: orderId })

/** Makes the function that says what an earlier refund did, from the text of its order. */
const makeEarlier = Effect.gen(function* () {
  const orders = yield* OrderStore
  const refunds = yield* RefundStore

  return Effect.fnUntraced(function* (player: PlayerUuid, { family, order }: StoredOrder) {
    const orderId = yield* refunds.refundOf(player, order.order_id)
    const found = orderId === undefined ? undefined : yield* orders.find(player, orderId)
    if (found === undefined) return undefined
    const refund = storedOrderIn(found.wire)
    const nets = netChanges([refund])
    const counts = nets.map(({ bucket, delta, inventoryId, itemId }) => ({
      inventory_id: inventoryId,
      item_id: itemId,
      bucket,
      count: delta,
    }))
    const once = onceEntries(refund)
    const isRefunded = (yield* refunds.refundOf(player, found.orderId)) !== undefined
    const owed = found.owed.map(owedAnswer)
    return {
      player_uuid: player,
      refunded_order_id: order.order_id,
      order_ids: family.map(({ order_id }) => order_id),
      state: "done_before",
      is_whole: owed.length === 0,
      order_id: found.orderId,
      lacking: owed.map((one) => ({ ...one, uses: [] })),
      taken: counts.filter(({ count }) => count < 0).map((one) => ({ ...one, count: -one.count, from: "given" })),
      given: counts.filter(({ count }) => count > 0),
      lapsed: [],
      records: nets.map(({ after, before, bucket, inventoryId, itemId, type }) => ({
        inventory_id: inventoryId,
        item_id: itemId,
        bucket,
        type,
        count_before: before?.count ?? 0,
        count_after: after.count,
        ...(before?.expires !== undefined && { expires_before: before.expires }),
        ...(after.expires !== undefined && { expires_after: after.expires }),
      })),
      owed,
      once: {
        codes: once.flatMap(({ external_tran_id: code }) => code ?? []),
        loot_ids: once.flatMap(({ loot_id, type }) => (type === "promotion_code" ? [] : (loot_id ?? []))),
        not_free: [],
      },
      ...(isRefunded ? {} : reverseOf(player, found.orderId)),
    } satisfies OrderRefund
  })
})

const ended = (answer: OrderRefund, change: Done<OrderRefund>["change"]): Done<OrderRefund> => ({ answer, change })

/** Makes the `refund` of the Refunds service. */
export const makeRefund = Effect.gen(function* () {
  const audit = yield* Audit
  const transaction = yield* Transaction
  const load = yield* makeLoad
  const earlier = yield* makeEarlier
  const planOf = yield* makeRefundPlan
  const oncePlanOf = yield* makeOncePlan
  const taking = yield* makeBeginTaking

  const work = Effect.fnUntraced(function* (player: PlayerUuid, wanted: RefundWanted, act: Act, save: Store) {
    const { catalog, stored } = yield* load(player, wanted.orderId)
    const current = yield* taking.catalog
    const unit = Effect.gen(function* () {
      const begun = yield* Effect.catchTag(taking.begin(player, "REFUND", current, act), "PlayerNotFound", () =>
        Effect.fail(new OrderNotFound({ code: "resource_not_found" })),
      )
      const before = yield* earlier(player, stored)
      if (before !== undefined) return ended(before, undefined)
      const plan = yield* planOf(player, stored.family, begun.basis.created, wanted.fromPaid)
      const isWhole = plan.lacking.length === 0
      const once =
        isWhole && catalog !== undefined ? yield* oncePlanOf(player, stored.order, catalog, current) : nothingOnce
      const answer = answerOf(stored, plan, once)
      const owed = owedOf(plan)
      if (!isWhole && !wanted.isPartial) {
        if (act.dryRun !== true) return yield* new RefundIncomplete({ code: "refund_incomplete", lacking: owed })
        return ended({ ...answer, state: "refused" }, undefined)
      }
      const entries = [...plan.writes.flatMap((write) => entryOf(write) ?? []), ...once.entries]
      const refundedOrderId = stored.order.order_id
      const orderId = yield* begun.store(entries, { refundedOrderId, owed, givenBack: once.givenBack })
      const change = { after: { order_id: orderId, refunded_order_id: refundedOrderId, is_whole: isWhole, owed } }
      // The order of a dry run is not stored, so its id is not answered; how it would be undone is.
      const named = { ...reverseOf(player, orderId), ...(act.dryRun !== true && { order_id: orderId }) }
      return ended({ ...answer, state: "done", ...named }, change)
    })
    const retried = Effect.retry(save(unit), {
      while: (error) => error instanceof TakingOvertaken,
      times: OVERTAKEN_RETRIES_MAX,
    })
    return yield* Effect.catchTag(retried, "TakingOvertaken", () => tooBusy)
  })

  return (player: PlayerUuid, wanted: RefundWanted, act: Act) =>
    transaction.ofOwner(
      player,
      audit.perform(orderActs.refund, act, { kind: "player", id: player }, (save) => work(player, wanted, act, save)),
    )
})
