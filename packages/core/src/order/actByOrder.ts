/**
 * Acts of operators that give items and take them. An order of source SUPPORT makes the change, in the unit of work
 * that counts up the person's revision and writes the audit row (decisions, section 17).
 */
import * as Effect from "effect/Effect"
import { Audit } from "../audit/Audit.ts"
import type { CatalogNotFound } from "../catalog/errors.ts"
import { Catalogs } from "../catalog/Catalogs.ts"
import type { InventoryBucket } from "../catalog/schema.ts"
import { byAge, spendingOrder } from "../inventory/rules/counts.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import { wholeItems } from "../inventory/wholeItems.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { type Act, callerOf } from "../operation/Act.ts"
import type { Header } from "../operation/Operation.ts"
import { reverseBy } from "../operation/reverse.ts"
import { makeNextRevision, personSubject } from "../person/personRevision.ts"
import { PersonStore } from "../person/PersonStore.ts"
import type { PermissionDenied } from "../permission/errors.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { orderActs } from "./acts.ts"
import {
  OrderNotFound,
  type OrderRefused,
  OrderUnfulfilled,
  type RefundImpossible,
  RefundIncomplete,
} from "./errors.ts"
import { Orders } from "./Orders.ts"
import { OrderStore } from "./OrderStore.ts"
import { storedOrderIn } from "./rules/wire/storedOrder.ts"
import type { PlayerOrder, SubmittedEntry } from "./schema.ts"
import type { OrderOvertaken } from "./submit.ts"
import { entryOf, makeBeginTaking, OVERTAKEN_RETRIES_MAX, type TakingOvertaken, tooBusy } from "./takingOrder.ts"

const noSuchPlayer = Effect.suspend(() => Effect.fail(new PlayerNotFound({ code: "resource_not_found" })))

/** Why an order is not stored. */
type NotStored =
  | CatalogNotFound
  | OrderNotFound
  | OrderOvertaken
  | OrderRefused
  | OrderUnfulfilled
  | PermissionDenied
  | PlayerNotFound
  | RefundImpossible
  | RefundIncomplete
  | TakingOvertaken

/** The codes of that, of what is given and what is taken. */
export const byOrderRefusals = [
  "resource_not_found",
  "order_not_fulfilled",
  "order_ref_conflict",
  "refund_incomplete",
  "refund_not_possible",
] as const

/** The ends of a unit that met another one, which is run again. */
const isOvertaken = ({ _tag }: { readonly _tag: string }): boolean =>
  _tag === "OrderOvertaken" || _tag === "TakingOvertaken"

/**
 * Carries out an act by the order that `order` stores in the unit of work in progress. `described` is what the audit
 * row says of it. Answers with the order, and with how it is undone.
 */
const byOrder = Effect.fnUntraced(function* <R>(
  header: Header,
  player: PlayerUuid,
  act: Act,
  order: Effect.Effect<PlayerOrder, NotStored, R>,
  described: Readonly<Record<string, unknown>>,
) {
  const [audit, catalogs, transaction] = [yield* Audit, yield* Catalogs, yield* Transaction]
  const nextRevision = yield* makeNextRevision
  const work = audit.perform(header, act, { kind: "player", id: player }, (save) =>
    Effect.gen(function* () {
      // Linking a new catalog takes long, so it happens before the unit of work holds storage.
      yield* (yield* catalogs.current).link
      const personId = (yield* (yield* PersonStore).ofPlayer(player)) ?? (yield* noSuchPlayer)
      const unit = Effect.gen(function* () {
        const revision = (yield* nextRevision(personId, act)) ?? (yield* noSuchPlayer)
        const stored = yield* order
        const after = { player_uuid: player, order_id: stored.order_id, ...described }
        return { answer: stored, change: { subject: personSubject(personId), revision, after } }
      })
      const retried = Effect.retry(save(unit), { while: isOvertaken, times: OVERTAKEN_RETRIES_MAX })
      return yield* Effect.catchTag(retried, ["OrderOvertaken", "TakingOvertaken"], () => tooBusy)
    }),
  )
  const stored = yield* transaction.ofOwner(player, work)
  // A dry run has it too: who rehearses the act sees that it can be undone.
  const reverse = reverseBy(orderActs.refund, { player_uuid: player, order_id: stored.order_id })
  return { player_uuid: player, order: stored, ...reverse }
})

/** Stores an order of source SUPPORT with this entry, or refuses one that would not be fulfilled. */
const supported = Effect.fnUntraced(function* (player: PlayerUuid, entry: SubmittedEntry, act: Act) {
  const request = { source: "SUPPORT", is_transaction: true, entries: [entry] } as const
  const { wire } = yield* (yield* Orders).submitInUnit(player, request, callerOf(act))
  const order = storedOrderIn(wire)
  const results = order.entries.map(({ result }) => result)
  if (results.every((result) => result === "success")) return order
  return yield* new OrderUnfulfilled({ code: "order_not_fulfilled", results })
})

/** What is given: a new record. */
export interface GiftWanted {
  readonly itemId: number
  readonly count: number
  readonly bucket: InventoryBucket | undefined
  readonly type: HeldRecord["type"]
  readonly expires: number | undefined
}

/** Gives an item to a player. */
export const giveItemTo = (player: PlayerUuid, { bucket, count, expires, itemId, type }: GiftWanted, act: Act) => {
  const entry: SubmittedEntry = {
    type: type === "persistent" ? "create_new_persistent_inventory" : "create_new_transient_inventory",
    item_id: itemId,
    quantity: count,
    ...(bucket !== undefined && { use_inventory_bucket: bucket }),
    ...(expires !== undefined && { expires }),
  }
  const described = { item_id: itemId, count, bucket, type, expires_at: expires }
  return byOrder(orderActs.give, player, act, supported(player, entry, act), described)
}

/** What is taken, and of which records. undefined: of any. */
export interface TakingWanted {
  readonly itemId: number
  readonly count: number
  readonly bucket: InventoryBucket | undefined
  readonly type: HeldRecord["type"] | undefined
  readonly inventoryId: string | undefined
}

/** How each record changes when `count` is taken in the order of spending, and how many are lacking. */
const planned = (records: ReadonlyArray<HeldRecord>, count: number) => {
  let left = count
  const writes = records.flatMap((before) => {
    const taken = Math.min(left, before.count)
    left -= taken
    const after = { expires: before.expires, customData: before.customData, count: before.count - taken }
    return taken === 0 ? [] : [{ before, after }]
  })
  return { writes, lacking: left }
}

/** Takes an item from a player. */
export const takeItemFrom = Effect.fnUntraced(function* (player: PlayerUuid, wanted: TakingWanted, act: Act) {
  const { bucket, count, inventoryId, itemId, type } = wanted
  const taking = yield* makeBeginTaking
  const order = Effect.gen(function* () {
    const begun = yield* taking.begin(player, "SUPPORT", yield* taking.catalog, act)
    const held = (yield* wholeItems(player, [itemId], begun.basis.created)).filter(
      (record) =>
        (bucket === undefined || record.bucket === bucket) &&
        (type === undefined || record.type === type) &&
        (inventoryId === undefined || record.inventoryId === inventoryId),
    )
    const { lacking, writes } = planned(held.toSorted(byAge).toSorted(spendingOrder("none")), count)
    if (lacking > 0) {
      const owed = { itemId, bucket: bucket ?? held[0]?.bucket ?? "none", count: lacking }
      return yield* new RefundIncomplete({ code: "refund_incomplete", lacking: [owed] })
    }
    const entries = writes.flatMap((write) => entryOf(write) ?? [])
    const givenBack = { codes: [], lootIds: [] }
    const orderId = yield* begun.store(entries, { refundedOrderId: undefined, owed: [], givenBack })
    const found = yield* (yield* OrderStore).find(player, orderId)
    if (found === undefined) return yield* new OrderNotFound({ code: "resource_not_found" })
    return storedOrderIn(found.wire)
  })
  const described = { item_id: itemId, count, bucket, type, inventory_id: inventoryId }
  return yield* byOrder(orderActs.take, player, act, order, described)
})
