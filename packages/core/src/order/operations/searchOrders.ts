/** The search for orders, for operators (decisions, section 12). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, IntegerOf, ListOf, Text } from "../../kernel/input/Field.ts"
import { PlayerUuid } from "../../kernel/Identifier.ts"
import { InvalidInput } from "../../kernel/input/Invalid.ts"
import { Timestamp, TimestampOrUnix } from "../../kernel/time/Timestamp.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { EntryResult, OrderSource } from "../enumerations.ts"
import { withCurrentNames } from "../../catalog/currentNames.ts"
import { namesBeside } from "../../catalog/namesBeside.ts"
import { type FoundOrder, foundOrder, FoundOrderView, withPlayerNames } from "../foundOrder.ts"
import { OrderStore } from "../OrderStore.ts"
import { orderMarker, placeInMarker, summaryIfSought } from "../rules/wire/sought.ts"
import { LootId, ItemId } from "../../catalog/schema.ts"

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

/** Orders that one page looks at, at most: each is read whole. */
const EXAMINED_MAX = 600

/** Orders that are read at once. */
const READ_AT_ONCE = 100

/** A time behind every order. */
const END = Number.MAX_SAFE_INTEGER

/** Behind every order of a time. */
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff"

const invalid = (field: string, msg: string) =>
  new InvalidInput({ detail: [{ loc: [field], msg, type: "value_error" }] })

/** Finds orders, the newest first. */
export const searchOrders = read(
  { name: "order.search", permissions: ["operator:read:order", "inv:read_order:player:any"] },
  {
    title: "Search orders",
    sentence:
      "Find orders of one player or of all, the newest first, by time, source, loot, item and result. A page looks at " +
      "a bounded number of orders: where few meet the conditions it may be short, or empty, and still end with the " +
      "marker of the next.",
    input: {
      player_uuid: described(Schema.optionalKey(PlayerUuid), "Orders of this player (default: of all players)."),
      loot_id: described(Schema.optionalKey(LootId), "An entry fulfilled or bought this loot."),
      item_id: described(Schema.optionalKey(ItemId), "The order changed a record of this item."),
      result: described(
        Schema.optionalKey(EntryResult),
        "An entry has this result, such as success or cannot_afford_price.",
      ),
      source: described(Schema.optionalKey(OrderSource), "The order came from there, such as CLIENT or SUPPORT."),
      from: described(Schema.optionalKey(TimestampOrUnix), "Not before this time, ISO 8601 or Unix seconds."),
      to: described(Schema.optionalKey(TimestampOrUnix), "Not after this time, ISO 8601 or Unix seconds."),
      limit: described(
        Schema.optionalKey(IntegerOf({ minimum: 1, maximum: LIMIT_MAX })),
        "Orders on a page, 1 to 200 (default: 50).",
      ),
      after: described(Schema.optionalKey(Text), "The page after the one that ended with this marker."),
    },
    answer: value(
      Schema.Struct({
        orders: described(ListOf(FoundOrderView), "The orders, the newest first."),
        searched_to: described(
          Schema.optional(Timestamp),
          "How far back the page looked; absent: it looked at all that were left.",
        ),
        next: described(Schema.NullOr(Text), "The marker of the next page; null on the last one."),
        ...namesBeside,
      }).annotate({ identifier: "FoundOrders" }),
    ),
    refusals: [],
    run: Effect.fnUntraced(function* ({
      after,
      from = 0,
      limit = LIMIT_DEFAULT,
      player_uuid: player,
      to = END,
      ...wanted
    }) {
      const marked = after === undefined ? undefined : placeInMarker(after)
      if (after !== undefined && marked === undefined) return yield* invalid("after", "must be the marker of a page")
      const { item_id: itemId, loot_id: lootId, result, source } = wanted
      const store = yield* OrderStore
      let place = marked !== undefined && marked.created <= to ? marked : { created: to, orderId: LAST }
      const orders: Array<FoundOrder> = []
      for (let examined = 0; examined < EXAMINED_MAX; examined += READ_AT_ONCE) {
        const found = yield* store.newest({ player, before: place, from, limit: READ_AT_ONCE })
        for (const order of found) {
          const summary = summaryIfSought(order.wire, { itemId, lootId, result, source })
          if (summary !== undefined && orders.length === limit) {
            return yield* withCurrentNames({
              orders: yield* withPlayerNames(orders),
              searched_to: place.created,
              next: orderMarker(place),
            })
          }
          if (summary !== undefined) orders.push(foundOrder(order, summary))
          place = { created: order.created, orderId: order.orderId }
        }
        if (found.length < READ_AT_ONCE)
          return yield* withCurrentNames({ orders: yield* withPlayerNames(orders), searched_to: undefined, next: null })
      }
      return yield* withCurrentNames({
        orders: yield* withPlayerNames(orders),
        searched_to: place.created,
        next: orderMarker(place),
      })
    }),
  },
)
