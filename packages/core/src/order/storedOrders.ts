/** Loads what a stored order is interpreted again from: the order, the orders that it made, and its catalog version. */
import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Catalogs } from "../catalog/Catalogs.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import { OrderNotFound } from "./errors.ts"
import { type FoundOrder, OrderStore } from "./OrderStore.ts"
import type { RepeatableOrder } from "./repeat.ts"
import { NEW_ORDERS_OF_ORDER_MAX } from "./rules/interpret/run.ts"
import { type OrderFamily, storedOrderIn } from "./rules/wire/storedOrder.ts"

/** A submitted order with its evidence, and with the orders that it made. */
export interface StoredOrder extends RepeatableOrder {
  readonly catalogVersion: number
  readonly family: OrderFamily
  /** The texts of the family. */
  readonly wires: ReadonlyArray<WireJson>
}

const noSuchOrder = Effect.fail(new OrderNotFound({ code: "resource_not_found" }))

/** The order with this id, or the submitted order that led to it. */
const submittedOf = (player: PlayerUuid, orderId: string): Effect.Effect<FoundOrder, OrderNotFound, OrderStore> =>
  Effect.gen(function* () {
    const found = yield* (yield* OrderStore).find(player, orderId)
    if (found === undefined) return yield* noSuchOrder
    return found.parentOrderId === undefined ? found : yield* submittedOf(player, found.parentOrderId)
  })

/** Loads the order with this id. An order that another order made is loaded with the submitted order. */
export const loadStored = Effect.fnUntraced(function* (player: PlayerUuid, orderId: string) {
  const { catalogVersion, created, evidence, wire } = yield* submittedOf(player, orderId.toLowerCase())
  if (evidence === undefined) return yield* noSuchOrder
  const order = storedOrderIn(wire)
  const madeOrders = order.entries.some(({ details }) => details.some((detail) => detail.order !== undefined))
  // No two orders of a player have the same time, except an order and the orders that it made.
  const limit = NEW_ORDERS_OF_ORDER_MAX + 1
  const span = { from: { created, orderId: "" }, oldest: created, sort: "asc", limit } as const
  const listed = madeOrders ? yield* (yield* OrderStore).list(player, span) : []
  const made = listed.filter((one) => one.created === created && one.orderId !== order.order_id)
  return {
    order,
    evidence,
    catalogVersion,
    family: [order, ...made.map((one) => storedOrderIn(one.wire))],
    wires: [wire, ...made.map((one) => one.wire)],
  } satisfies StoredOrder
})

/** Linked versions that are kept for further explanations. A large catalog takes long to link, and much memory. */
const VERSIONS_KEPT = 2

/** Loads linked catalogs of any version. Keeps the last few. A version that an order names is stored for ever. */
export const makeLinkedVersions = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const load = (version: number) =>
    Effect.flatMap(catalogs.version(version), (catalog) => Effect.map(catalog.link, () => catalog.linked))
  const cache = yield* Cache.makeWith((version: number) => Effect.orDie(load(version)), {
    capacity: VERSIONS_KEPT,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero),
  })
  return (version: number) =>
    Effect.matchEffect(catalogs.current, {
      onFailure: () => Cache.get(cache, version),
      onSuccess: (current) =>
        current.version === version ? Effect.sync(() => current.linked) : Cache.get(cache, version),
    })
})
