/** Submitting orders, and reading them back (interface, sections 2.8 and 4.5; decisions, section 12). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { CatalogNotFound } from "../catalog/errors.ts"
import { Cursors } from "../kernel/wire/Cursors.ts"
import { type InvalidDetail, InvalidInput } from "../kernel/input/Invalid.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import type { PermissionDenied } from "../permission/errors.ts"
import type { PlayerNotFound } from "../player/errors.ts"
import type { Caller } from "../kernel/Caller.ts"
import { OrderNotFound, type OrderRefused, type SessionRefused } from "./errors.ts"
import { type ExplainedOrder, makeExplain } from "./explain.ts"
import type { Sort } from "./enumerations.ts"
import { type FoundOrder, type OrderPlace, OrderStore } from "./OrderStore.ts"
import { cutPage, firstPlace, formatPosition, type OrderPosition, parsePosition, spanOf } from "./rules/wire/page.ts"
import {
  type OrderPageParts,
  type OrderPageRequest,
  type OrderRequest,
  PAGE_LIMIT_DEFAULT,
  type SessionRequest,
} from "./schema.ts"
import { OrderSettings } from "./settings.ts"
import { makeSubmissions, type OrderOvertaken, type QuoteBasis } from "./submit.ts"
import { type PlayersOrder, submitEach } from "./submitMany.ts"

const invalidCursor = (message: string) =>
  new InvalidInput({ detail: [{ loc: ["cursor"], msg: message, type: "value_error" }] })

const noCursor = Effect.succeed(undefined)

/** The operations on orders. */
export class Orders extends Context.Service<
  Orders,
  {
    /**
     * Fulfils an order and stores it, in one unit of work. A repeated `client_order_ref_id` with the same body is
     * answered with the stored order. Fails with {@link OrderRefused} when the body differs. Fails with {@link
     * PlayerNotFound} when the player does not exist, and with {@link CatalogNotFound} before the first publication.
     * Fails with {@link PermissionDenied} when `by` may not submit this order. `address`: where a player's request came
     * from, for the count of wrong promotion codes; absent: not known.
     */
    readonly submit: (
      player: PlayerUuid,
      request: OrderRequest,
      by: Caller,
      address?: string,
    ) => Effect.Effect<{ readonly wire: WireJson }, OrderRefused | PlayerNotFound | CatalogNotFound | PermissionDenied>
    /**
     * As `submit`, in the unit of work in progress: an operator's act stores the order with its audit row, or neither.
     * Fails with {@link OrderOvertaken} when the unit has to be undone; run again, it will pass.
     */
    readonly submitInUnit: (
      player: PlayerUuid,
      request: OrderRequest,
      by: Caller,
    ) => Effect.Effect<
      { readonly wire: WireJson },
      OrderOvertaken | OrderRefused | PlayerNotFound | CatalogNotFound | PermissionDenied
    >
    /**
     * Submits many orders, each as `submit` does, and answers with the end of each in the sequence of the list: a
     * failure of one concerns no other. Orders of one player run in that sequence, those of several players at the same
     * time. Once storage cannot answer for an order, the further orders of its player are not tried and end as it did.
     */
    readonly submitMany: (
      orders: ReadonlyArray<PlayersOrder>,
      by: Caller,
    ) => Effect.Effect<
      ReadonlyArray<
        Exit.Exit<{ readonly wire: WireJson }, OrderRefused | PlayerNotFound | CatalogNotFound | PermissionDenied>
      >
    >
    /**
     * Begins an inventory session: transient records of the session before go, and each entitlement that the player
     * owns is fulfilled by an entry of one order, which is the answer. A repeated `client_order_ref_id` begins no
     * second session. Fails as `submit` does, and with {@link SessionRefused} instead of `too_many_requests`.
     */
    readonly startSession: (
      player: PlayerUuid,
      request: SessionRequest,
      by: Caller,
    ) => Effect.Effect<
      { readonly wire: WireJson },
      OrderRefused | SessionRefused | PlayerNotFound | CatalogNotFound | PermissionDenied
    >
    /**
     * What a submission of this order would be answered with at this moment, without ids. It follows every rule of
     * `submit`, draws by itself, and stores nothing. Its entries have a rate of their own, as large as that of
     * submissions. Fails as `submit` does.
     */
    readonly quote: (
      player: PlayerUuid,
      request: OrderRequest,
      by: Caller,
      address?: string,
    ) => Effect.Effect<{ readonly wire: WireJson }, OrderRefused | PlayerNotFound | CatalogNotFound | PermissionDenied>
    /**
     * What a quote of this order is decided on, for the odds of its entries; or the answer, where that does not depend
     * on the entries: the stored order of its reference, or an order beyond the rate. `isBusy`: the quote is answered
     * as beyond the rate. Counts as a quote, and fails as `submit` does. Stores nothing.
     */
    readonly quoteBasis: (
      player: PlayerUuid,
      request: OrderRequest,
      by: Caller,
      isBusy: boolean,
      address?: string,
    ) => Effect.Effect<
      QuoteBasis | { readonly wire: WireJson },
      OrderRefused | PlayerNotFound | CatalogNotFound | PermissionDenied
    >
    /**
     * A part of the player's recent orders. Fails with {@link InvalidInput} on a cursor that was not issued to this
     * player for a listing in this direction.
     */
    readonly page: (player: PlayerUuid, request: OrderPageRequest) => Effect.Effect<OrderPageParts, InvalidInput>
    /** Faults of a cursor, for a request that is refused in any case; empty: {@link page} would accept the cursor. */
    readonly inspectCursor: (
      player: PlayerUuid,
      cursor: string,
      sort: Sort | undefined,
    ) => Effect.Effect<ReadonlyArray<InvalidDetail>>
    /** One order of the player, of any age, with its submitter and its evidence. */
    readonly find: (player: PlayerUuid, orderId: string) => Effect.Effect<FoundOrder, OrderNotFound>
    /**
     * The steps by which one order of the player was fulfilled: it is interpreted again from its evidence and the
     * catalog version of its time. An order that another order made is explained with the submitted order. `by` and a
     * setting decide whether the odds of draws are shown. Stores nothing.
     */
    readonly explain: (player: PlayerUuid, orderId: string, by: Caller) => Effect.Effect<ExplainedOrder, OrderNotFound>
  }
>()("@garrison/core/order/Orders") {
  static readonly layer = Layer.effect(
    Orders,
    Effect.gen(function* () {
      const store = yield* OrderStore
      const cursors = yield* Cursors
      const { orderPageWindowSeconds } = yield* OrderSettings
      const submissions = yield* makeSubmissions
      const explain = yield* makeExplain
      const submitMany = (orders: ReadonlyArray<PlayersOrder>, by: Caller) =>
        submitEach(orders, ({ player, request }) => submissions.submit(player, request, by))

      const positionIn = Effect.fnUntraced(function* (player: PlayerUuid, cursor: string, sort: Sort | undefined) {
        const text = yield* cursors.open("order", player, cursor)
        if (text === undefined) return yield* invalidCursor("is not a cursor of this listing")
        const position = parsePosition(text)
        if (sort !== undefined && sort !== position.sort) {
          return yield* invalidCursor(`continues a listing with sort ${position.sort}`)
        }
        return position
      })

      const inspectCursor = (player: PlayerUuid, cursor: string, sort: Sort | undefined) =>
        Effect.match(positionIn(player, cursor, sort), {
          onFailure: ({ detail }) => detail,
          onSuccess: () => [],
        })

      const cursorAfter = (player: PlayerUuid, sort: Sort, place: OrderPlace | undefined) =>
        place === undefined ? noCursor : cursors.seal("order", player, formatPosition({ sort, place }))

      const pageAt = (
        player: PlayerUuid,
        { place, sort }: OrderPosition,
        limit: number,
        start: Timestamp | undefined,
      ) =>
        Effect.clockWith((clock) => {
          const oldest = clock.currentTimeMillisUnsafe() - orderPageWindowSeconds * 1000
          return Effect.flatMap(store.list(player, spanOf({ sort, place }, oldest, limit)), (found) => {
            const { orders, next } = cutPage(found, limit)
            return Effect.map(cursorAfter(player, sort, next), (cursor) => ({
              wires: orders.map(({ wire }) => wire),
              page: {
                ...(start === undefined ? undefined : { starting_position: start }),
                ...(cursor === undefined ? undefined : { cursor }),
                sort,
                limit,
              },
            }))
          })
        })

      const page = (player: PlayerUuid, request: OrderPageRequest) => {
        const { cursor, limit = PAGE_LIMIT_DEFAULT, sort, starting_position: start } = request
        if (cursor === undefined) {
          const direction = sort ?? "asc"
          return pageAt(player, { sort: direction, place: firstPlace(direction, start) }, limit, start)
        }
        return Effect.flatMap(positionIn(player, cursor, sort), (position) =>
          pageAt(player, position, limit, undefined),
        )
      }

      const find = Effect.fn("Orders.find")(function* (player: PlayerUuid, orderId: string) {
        const found = yield* store.find(player, orderId.toLowerCase())
        if (found === undefined) return yield* new OrderNotFound({ code: "resource_not_found" })
        return found
      })

      return Orders.of({ ...submissions, submitMany, page, inspectCursor, find, explain })
    }),
  )
}
