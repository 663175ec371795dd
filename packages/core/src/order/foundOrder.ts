/** An order as operators find it, in a few words. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { described, Integer, ListOf, Text } from "../kernel/input/Field.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { PlayerStore } from "../player/PlayerStore.ts"
import type { SearchedOrder } from "./OrderStore.ts"
import type { OrderSummary } from "./rules/wire/sought.ts"

const EntrySummary = Schema.Struct({
  type: described(Text, "Kind of the entry."),
  result: described(Text, "`success`, or why the entry was not fulfilled."),
  loot_id: described(Schema.optionalKey(Integer), "Loot that it fulfilled or bought."),
  quantity: described(Integer, "How many times."),
}).annotate({ identifier: "EntryOfFoundOrder" })

/** An order as operators find it. */
export const FoundOrderView = Schema.Struct({
  order_id: described(Text, "Id of the order."),
  player_uuid: described(PlayerUuid, "The player whose order it is."),
  display_name: described(Schema.optionalKey(Text), "The player's name; absent: there is no such player any more."),
  created: described(Timestamp, "When it was fulfilled."),
  source: described(Text, "Where the order came from."),
  parent_order_id: described(Schema.optionalKey(Text), "The order that made it; absent: it was submitted."),
  client_id: described(Schema.optionalKey(Text), "The client that submitted it."),
  entries: described(ListOf(EntrySummary), "Its entries."),
  item_ids: described(ListOf(Integer), "The items whose records it changed."),
}).annotate({ identifier: "FoundOrder" })

/** What {@link FoundOrderView} has. */
export type FoundOrder = typeof FoundOrderView.Type

/** The order in a few words, without the name of its player. */
export const foundOrder = (order: Omit<SearchedOrder, "wire">, summary: OrderSummary): FoundOrder => ({
  order_id: order.orderId,
  player_uuid: order.playerUuid,
  created: order.created,
  source: summary.source,
  ...(order.parentOrderId !== undefined && { parent_order_id: order.parentOrderId }),
  ...(order.clientId !== undefined && { client_id: order.clientId }),
  entries: summary.entries.map(({ lootId, ...entry }) => ({
    ...entry,
    ...(lootId !== undefined && { loot_id: lootId }),
  })),
  item_ids: summary.itemIds,
})

const withName = (order: FoundOrder, name: string | undefined): FoundOrder =>
  name === undefined ? order : { ...order, display_name: name }

/** The orders with the names of their players. */
export const withPlayerNames = Effect.fnUntraced(function* (orders: ReadonlyArray<FoundOrder>) {
  const names = yield* PlayerStore.use((store) => store.namesOf([...new Set(orders.map((one) => one.player_uuid))]))
  return orders.map((order) => withName(order, names.get(order.player_uuid)))
})

/** The order with the name of its player. */
export const withPlayerName = (order: FoundOrder) => Effect.map(withPlayerNames([order]), ([named = order]) => named)
