/** Places in a player's orders as cursors carry them, and what a page asks storage for (decisions, section 12). */
import type { Timestamp } from "../../kernel/Timestamp.ts"
import type { Sort } from "../enumerations.ts"
import type { ListedOrder, OrderPlace, OrderSpan } from "../OrderStore.ts"

/** A place, and the direction in which the listing that it belongs to goes on. */
export interface OrderPosition {
  readonly sort: Sort
  readonly place: OrderPlace
}

/** The text of a position, for a cursor. */
export const formatPosition = ({ sort, place }: OrderPosition): string => `${sort}.${place.created}.${place.orderId}`

/** The position in a cursor's text, which this service wrote. */
export const parsePosition = (text: string): OrderPosition => {
  const [sort, created, orderId = ""] = text.split(".")
  return { sort: sort === "desc" ? "desc" : "asc", place: { created: Number(created), orderId } }
}

/** Later than every order. */
const END: Timestamp = Number.MAX_SAFE_INTEGER

/** Where a listing without a cursor starts; `start` is inclusive in either direction. */
export const firstPlace = (sort: Sort, start: Timestamp | undefined): OrderPlace => {
  if (sort === "asc") return { created: start ?? 0, orderId: "" }
  return { created: start === undefined ? END : start + 1, orderId: "" }
}

/** One order more than the page shows says whether there is a next page. */
export const spanOf = ({ sort, place }: OrderPosition, oldest: Timestamp, limit: number): OrderSpan => ({
  from: place,
  oldest,
  sort,
  limit: limit + 1,
})

/** The orders of the page, and the place of the last one where more follow. */
export const cutPage = (
  found: ReadonlyArray<ListedOrder>,
  limit: number,
): { readonly orders: ReadonlyArray<ListedOrder>; readonly next: OrderPlace | undefined } => {
  const orders = found.slice(0, limit)
  const last = orders[orders.length - 1]
  return { orders, next: found.length > limit ? last : undefined }
}
