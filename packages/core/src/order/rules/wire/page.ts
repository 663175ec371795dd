/** Positions in a player's orders, as cursors carry them, and the span that a page reads (decisions, section 12). */
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { Sort } from "../../enumerations.ts"
import type { ListedOrder, OrderPlace, OrderSpan } from "../../OrderStore.ts"

/** A place, and the direction of the listing that it belongs to. */
export interface OrderPosition {
  readonly sort: Sort
  readonly place: OrderPlace
}

/** The text of a position, for a cursor. */
export const formatPosition = ({ sort, place }: OrderPosition): string => `${sort}.${place.created}.${place.orderId}`

/** The position in a cursor's text. The text comes from {@link formatPosition}, so it is not checked. */
export const parsePosition = (text: string): OrderPosition => {
  const [sort, created, orderId = ""] = text.split(".")
  return { sort: sort === "desc" ? "desc" : "asc", place: { created: Number(created), orderId } }
}

/** A time after every order. */
const END: Timestamp = Number.MAX_SAFE_INTEGER

/** Where a listing without a cursor starts; `start` is inclusive in either direction. */
export const firstPlace = (sort: Sort, start: Timestamp | undefined): OrderPlace => {
  if (sort === "asc") return { created: start ?? 0, orderId: "" }
  return { created: start === undefined ? END : start + 1, orderId: "" }
}

/** The span that a page reads: one order more than `limit`, which shows whether there is a next page. */
export const spanOf = ({ sort, place }: OrderPosition, oldest: Timestamp, limit: number): OrderSpan => ({
  from: place,
  oldest,
  sort,
  limit: limit + 1,
})

/** The orders of the page, and the place of its last order when more orders follow. */
export const cutPage = (
  found: ReadonlyArray<ListedOrder>,
  limit: number,
): { readonly orders: ReadonlyArray<ListedOrder>; readonly next: OrderPlace | undefined } => {
  const orders = found.slice(0, limit)
  const last = orders[orders.length - 1]
  return { orders, next: found.length > limit ? last : undefined }
}
