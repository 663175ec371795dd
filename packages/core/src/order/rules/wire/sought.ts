/** Which stored orders a search finds: by their source, their entries, and what these did to the inventory. */
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { WireJson } from "../../../kernel/wire/WireJson.ts"
import type { EntryResult, OrderSource } from "../../enumerations.ts"

/** What an order must have, all of it: each condition on entries may be met by another entry. */
export interface OrderSought {
  readonly source?: OrderSource | undefined
  readonly lootId?: number | undefined
  /** An item of which the order changed a record. */
  readonly itemId?: number | undefined
  readonly result?: EntryResult | undefined
}

/** A stored order, as far as a search reads it. */
interface SearchedOrder {
  readonly source: string
  readonly entries: ReadonlyArray<{
    readonly type: string
    readonly result: string
    readonly loot_id?: number
    readonly item_id?: number
    readonly quantity: number
    readonly details?: ReadonlyArray<{
      readonly loot_id?: number
      readonly inv_change?: { readonly before_item_id?: number; readonly after_item_id: number }
    }>
  }>
}

/** What a search shows of an order. */
export interface OrderSummary {
  readonly source: string
  readonly entries: ReadonlyArray<{
    readonly type: string
    readonly result: string
    readonly lootId: number | undefined
    readonly quantity: number
  }>
  /** The items whose records it changed, each once. */
  readonly itemIds: ReadonlyArray<number>
}

const summarised = ({ entries, source }: SearchedOrder): OrderSummary => {
  const changed = entries.flatMap(({ details = [] }) => details.flatMap(({ inv_change: change }) => change ?? []))
  const items = changed.flatMap(({ after_item_id: after, before_item_id: before = after }) => [after, before])
  return {
    source,
    entries: entries.map(({ loot_id: lootId, quantity, result, type }) => ({ type, result, lootId, quantity })),
    itemIds: [...new Set(items)],
  }
}

/** What the order is about. The text is an order that was stored. */
export const summaryOf = (wire: WireJson): OrderSummary => summarised(JSON.parse(wire) as SearchedOrder)

/** What the order is about, if it is one of those that are sought. The text is an order that was stored. */
export const summaryIfSought = (wire: WireJson, sought: OrderSought): OrderSummary | undefined => {
  const order = JSON.parse(wire) as SearchedOrder
  const { entries, source } = order
  if (sought.source !== undefined && source !== sought.source) return undefined
  if (sought.result !== undefined && !entries.some(({ result }) => result === sought.result)) return undefined
  const loot = [...entries, ...entries.flatMap(({ details = [] }) => details)].map(({ loot_id: id }) => id)
  if (sought.lootId !== undefined && !loot.includes(sought.lootId)) return undefined
  const summary = summarised(order)
  return sought.itemId === undefined || summary.itemIds.includes(sought.itemId) ? summary : undefined
}

/** The page that ends here goes on behind this time and order: the newest first. */
export interface SearchedTo {
  readonly created: Timestamp
  readonly orderId: string
}

const marker = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The marker of a page. */
export const orderMarker = ({ created, orderId }: SearchedTo): string => `${created}.${orderId}`

/** The place in a marker; undefined: it is none. */
export const placeInMarker = (text: string): SearchedTo | undefined => {
  const [, created, orderId] = marker.exec(text) ?? []
  if (created === undefined || orderId === undefined || !Number.isSafeInteger(Number(created))) return undefined
  return { created: Number(created), orderId }
}
