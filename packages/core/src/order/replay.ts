/**
 * Replays stored orders: interprets each again from its evidence, and says what today's rules come to where that is not
 * what is stored (guarantees R8). Nothing is changed.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { CatalogNotFound } from "../catalog/errors.ts"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { StorageUnavailable } from "../kernel/work/Transaction.ts"
import { OrderNotFound } from "./errors.ts"
import { type ListedOrder, type OrderPlace, OrderStore } from "./OrderStore.ts"
import { asLoaded, inWhole, recordsBefore, type Repetition, repeat } from "./repeat.ts"
import { type Difference, differencesOf } from "./rules/wire/storedOrder.ts"
import { VerificationStore } from "./VerificationStore.ts"
import { makeSealChecks } from "./verifySeals.ts"
import { loadStored, makeLinkedVersions, type StoredOrder } from "./storedOrders.ts"

/** A submitted order that was interpreted again, together with the orders that it made. */
export interface ReplayedOrder {
  /** The submitted order. */
  readonly orderId: string
  /** At most {@link DIFFERENCES_MAX}. Empty: every byte is the same, or the order cannot be replayed. */
  readonly differences: ReadonlyArray<Difference>
  /** Why the order cannot be replayed; undefined: it was replayed. */
  readonly obstacle: string | undefined
}

/** A submitted order with the records that its interpretation reads, as they were before it; oldest first. */
export interface RecordedOrder {
  readonly stored: StoredOrder
  readonly records: ReadonlyArray<HeldRecord>
}

/** Times from `from`, and before `before`. */
export interface ReplaySpan {
  readonly from: Timestamp
  readonly before: Timestamp
}

/** Most differences that are listed of a submitted order and the orders that it made. */
export const DIFFERENCES_MAX = 10

/** After every order of a time. */
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** Orders that are listed at once. */
const PAGE_ORDERS = 50

/** The replay of stored orders. */
export class Replay extends Context.Service<
  Replay,
  {
    /** Replays one order. An order that another order made is replayed with the submitted order. */
    readonly order: (player: PlayerUuid, orderId: string) => Effect.Effect<ReplayedOrder, OrderNotFound>
    /**
     * Replays the submitted orders of the player in a span of time, the oldest first. What is held in memory does not
     * grow with the number of orders.
     */
    readonly orders: (player: PlayerUuid, span: ReplaySpan) => Stream.Stream<ReplayedOrder>
    /** The same orders with all that a replay reads, for a corpus. A {@link ReplayedOrder} has the obstacle of one. */
    readonly recorded: (player: PlayerUuid, span: ReplaySpan) => Stream.Stream<RecordedOrder | ReplayedOrder>
  }
>()("@garrison/core/order/Replay") {
  static readonly layer = Layer.effect(
    Replay,
    Effect.suspend(() => make),
  )
}

/** An interpretation that does not draw the stored numbers is different, whatever it gives. */
const drawDifferences = (orderId: string, { draws }: Repetition): ReadonlyArray<Difference> => {
  const { asked, recorded, unfit } = draws
  if (asked === recorded && unfit === 0) return []
  return [{ orderId, path: ["draws"], stored: `${recorded}`, now: `${asked}, ${unfit} without a stored number` }]
}

/** What a repetition of the order came to. */
export const comparedWith = (stored: StoredOrder, repetition: Repetition): ReplayedOrder => {
  const submitted = stored.order.order_id
  const found = [
    ...drawDifferences(submitted, repetition),
    ...differencesOf(stored.family, stored.wires, repetition.outcome),
  ]
  return { orderId: submitted, differences: found.slice(0, DIFFERENCES_MAX), obstacle: undefined }
}

/**
 * What the columns of a stored order say against it: it is not at its time, or its seal is not one that Garrison made.
 * So a source, time or submitter that was altered shows, though the interpretation comes to the same.
 */
const makeSealDifferences = Effect.gen(function* () {
  const store = yield* VerificationStore
  const { isSealed } = yield* makeSealChecks
  return Effect.fnUntraced(function* (player: PlayerUuid, { family, order }: StoredOrder) {
    const { created_time: created, order_id: orderId } = order
    const rows = yield* store.orders(player, { created: created - 1, orderId: LAST_ID }, family.length)
    const unit = rows.filter((row) => row.created === created)
    const seal = unit[0]?.seal
    if (unit[0]?.orderId !== orderId) return [{ orderId, path: ["created_time"], stored: undefined, now: `${created}` }]
    if (seal === undefined || isSealed(player, unit) !== "differs") return []
    return [{ orderId, path: ["seal"], stored: seal, now: "a seal of other columns or another text" }]
  })
})

type SealDifferences = Effect.Success<typeof makeSealDifferences>

type LinkedVersion = Effect.Success<typeof makeLinkedVersions>

const replayStored = Effect.fnUntraced(function* (
  player: PlayerUuid,
  orderId: string,
  linkedVersion: LinkedVersion,
  sealDifferences: SealDifferences,
) {
  const stored = yield* loadStored(player, orderId)
  const catalog = yield* linkedVersion(stored.catalogVersion)
  const replayed = comparedWith(stored, yield* repeat(stored, catalog, asLoaded(yield* recordsBefore(stored.order))))
  const ofSeal = yield* sealDifferences(player, stored)
  const differences = [...replayed.differences.slice(0, DIFFERENCES_MAX - ofSeal.length), ...ofSeal]
  return { ...replayed, differences } satisfies ReplayedOrder
})

const byAge = (left: HeldRecord, right: HeldRecord): number =>
  left.acquired - right.acquired || (left.inventoryId < right.inventoryId ? -1 : 1)

const recordStored = Effect.fnUntraced(function* (player: PlayerUuid, orderId: string, linkedVersion: LinkedVersion) {
  const stored = yield* loadStored(player, orderId)
  const catalog = yield* linkedVersion(stored.catalogVersion)
  const records = new Map<string, HeldRecord>()
  const load = yield* recordsBefore(stored.order)
  const noted = inWhole((ask) =>
    Effect.tap(load(ask), (loaded) => Effect.sync(() => loaded.forEach((one) => records.set(one.inventoryId, one)))),
  )
  yield* repeat(stored, catalog, noted)
  return { stored, records: Array.from(records.values()).sort(byAge) } satisfies RecordedOrder
})

const obstacleOf = (defect: unknown): string =>
  defect instanceof CatalogNotFound
    ? `the catalog version is missing: ${defect.message}`
    : `the order cannot be read or interpreted: ${defect instanceof Error ? defect.message : String(defect)}`

/** Goes on with `answer` where stored data is broken. Storage that cannot answer now stays a defect. */
const whereBroken =
  <B>(answer: (defect: unknown) => B) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A | B, E, R> =>
    Effect.catchDefect(self, (defect) =>
      defect instanceof StorageUnavailable ? Effect.die(defect) : Effect.succeed(answer(defect)),
    )

/** An order that is stored, but not so that it can be replayed, must not end a walk over millions of orders. */
const withObstacles = <A, R>(orderId: string, replayed: Effect.Effect<A, OrderNotFound, R>) => {
  const hindered = (obstacle: string): ReplayedOrder => ({ orderId, differences: [], obstacle })
  return replayed.pipe(
    Effect.catchTag("OrderNotFound", () => Effect.succeed(hindered("the submitted order or its evidence is missing"))),
    whereBroken((defect) => hindered(obstacleOf(defect))),
  )
}

/** The submitted orders of a page: the first of each time. The orders that it made have the same time, and follow. */
const submittedIn = (page: ReadonlyArray<ListedOrder>, { created, orderId }: OrderPlace): ReadonlyArray<ListedOrder> =>
  page.filter((one, at) => one.created !== (page[at - 1]?.created ?? (orderId === "" ? undefined : created)))

const make = Effect.gen(function* () {
  const linkedVersion = yield* makeLinkedVersions
  const store = yield* OrderStore
  const sealDifferences = yield* makeSealDifferences
  const inStorage = yield* withServicesOf(InventoryStore, OrderStore)
  const replay = (player: PlayerUuid, orderId: string) =>
    withObstacles(orderId, inStorage(replayStored(player, orderId, linkedVersion, sealDifferences)))

  const order = Effect.fn("Replay.order")(function* (player: PlayerUuid, orderId: string) {
    const id = orderId.toLowerCase()
    const found = yield* whereBroken(() => "broken" as const)(store.find(player, id))
    if (found === undefined) return yield* new OrderNotFound({ code: "resource_not_found" })
    return yield* replay(player, id)
  })

  const submitted = (player: PlayerUuid, { before, from }: ReplaySpan) =>
    Stream.paginate({ created: from, orderId: "" }, (place: OrderPlace) =>
      Effect.map(store.list(player, { from: place, oldest: from, sort: "asc", limit: PAGE_ORDERS }), (listed) => {
        const page = listed.filter(({ created }) => created < before)
        const next = page.length < PAGE_ORDERS ? undefined : page.at(-1)
        const last = next && { created: next.created, orderId: next.orderId }
        return [submittedIn(page, place).map(({ orderId }) => orderId), Option.fromUndefinedOr(last)] as const
      }),
    )

  const orders = (player: PlayerUuid, span: ReplaySpan) =>
    Stream.mapEffect(submitted(player, span), (orderId) => replay(player, orderId))

  const recorded = (player: PlayerUuid, span: ReplaySpan) =>
    Stream.mapEffect(submitted(player, span), (orderId) =>
      withObstacles(orderId, inStorage(recordStored(player, orderId, linkedVersion))),
    )

  return Replay.of({ order, orders, recorded })
})
