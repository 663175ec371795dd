/** What refunds and claw-backs answer with, and where counts came from and went (decisions, section 12). */
import * as Schema from "effect/Schema"
import { AuthoredId, InventoryBucket } from "../catalog/schema.ts"
import {
  described,
  Enumeration,
  Flag,
  FlagOrFalse,
  Integer,
  ListOf,
  Text,
  TextMap,
  Uuid,
} from "../kernel/input/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { reverseField } from "../operation/reverse.ts"
import { OrderSource } from "./enumerations.ts"

/** The choice of the operator where not all can be taken. */
export const Partial = FlagOrFalse(
  "Take what can be taken, and write down what is owed (default: refuse unless all can be taken).",
)

/** Whether what was paid for may be taken. */
export const FromPaid = FlagOrFalse("Take what the player paid for otherwise too, in place of what is gone.")

const itemId = described(AuthoredId, "The item.")

/** How many of an item. */
const ItemCount = Schema.Struct({
  item_id: itemId,
  count: described(Integer, "How many of it."),
}).annotate({ identifier: "ItemCount", description: "How many of an item." })

/** What took counts, and what it gave for them. */
const CountUse = Schema.Struct({
  order_id: described(Text, "The order that took them, or that began the next inventory session."),
  entry_id: described(Schema.optionalKey(Text), "Its entry. Absent: the inventory session of the record ended."),
  created: described(Timestamp, "When it took them."),
  source: described(Schema.optionalKey(OrderSource), "Source of the order. Absent: the order is not stored."),
  count: described(Integer, "How many it took."),
  gave: described(ListOf(ItemCount), "What the same entry gave for them: what they were turned into."),
}).annotate({ identifier: "CountUse", description: "What took counts, and what it gave for them." })

/** Counts that cannot be taken any more. */
const LackingCount = Schema.Struct({
  item_id: itemId,
  bucket: described(InventoryBucket, "Bucket that they were in."),
  count: described(Integer, "How many cannot be taken."),
  uses: described(ListOf(CountUse), "Where they went: the last orders that took them, at most 50."),
}).annotate({ identifier: "LackingCount", description: "Counts that cannot be taken any more." })

/** How a record changes. */
const RecordChange = Schema.Struct({
  inventory_id: described(Uuid, "The record."),
  item_id: itemId,
  bucket: described(InventoryBucket, "Its bucket."),
  type: described(Text, "Its type: `persistent` or `transient`."),
  count_before: described(Integer, "How many it holds before."),
  count_after: described(Integer, "How many it holds after."),
  expires_before: described(Schema.optionalKey(Timestamp), "Its end before; absent: it has none."),
  expires_after: described(Schema.optionalKey(Timestamp), "Its end after; absent: it has none."),
  custom_data_after: described(Schema.optionalKey(TextMap), "Its data after; absent: as before."),
}).annotate({ identifier: "RecordChange", description: "How a record changes." })

/** Counts that are taken from a record. */
const TakenCount = Schema.Struct({
  inventory_id: described(Uuid, "The record that they are taken from."),
  item_id: itemId,
  bucket: described(InventoryBucket, "Its bucket."),
  count: described(Integer, "How many."),
  from: described(
    Enumeration(["given", "equal", "paid"]),
    "`given`: they are what is to be taken back. `equal`: others of the item and bucket, which were not paid for. `paid`: " +
      "such that were paid for.",
  ),
}).annotate({ identifier: "TakenCount", description: "Counts that are taken from a record." })

/** Counts that are given back to a record. */
const GivenCount = Schema.Struct({
  inventory_id: described(Uuid, "The record that they go back to."),
  item_id: itemId,
  bucket: described(InventoryBucket, "Its bucket."),
  count: described(Integer, "How many."),
}).annotate({ identifier: "GivenCount", description: "Counts that are given back to a record." })

/** Counts whose record has come to its end by itself. */
const LapsedCount = Schema.Struct({
  inventory_id: described(Uuid, "The record."),
  item_id: itemId,
  bucket: described(InventoryBucket, "Its bucket."),
  count: described(Integer, "How many; below 0: they would have been given back."),
}).annotate({
  identifier: "LapsedCount",
  description: "Counts that expired, or whose inventory session ended. Nothing is taken or given for them.",
})

/** Counts that an order should have taken and could not. */
const OwedCount = Schema.Struct({
  item_id: itemId,
  bucket: described(InventoryBucket, "Bucket that they were in."),
  count: described(Integer, "How many are owed."),
}).annotate({ identifier: "OwedCount", description: "Counts that an order should have taken and could not." })

/** What a player gets once, and may get again. */
const GivenBackOnce = Schema.Struct({
  codes: described(ListOf(Text), "Promotion codes whose claim is given back, or taken again by a refund of a refund."),
  loot_ids: described(ListOf(AuthoredId), "Loot of the inventory session that counts as not applied, or as applied."),
  not_free: described(ListOf(Text), "Codes and loot that stay as they are: another order has them by now."),
}).annotate({ identifier: "GivenBackOnce", description: "What a player gets once, and may get again." })

/** How it ended, or would end. */
const TakingState = described(
  Enumeration(["done", "done_before", "refused"]),
  "`done`: it is carried out. `done_before`: an earlier refund of the order is answered, and nothing changes. " +
    "`refused`: of a dry run, that not all can be taken.",
)

const taking = {
  state: TakingState,
  is_whole: described(Flag, "Whether all can be taken."),
  lacking: described(ListOf(LackingCount), "What cannot be taken: it was spent, or turned into something else."),
  owed: described(ListOf(OwedCount), "What the player owes then. Nothing is taken from later gains by itself."),
  taken: described(ListOf(TakenCount), "What is taken."),
  given: described(ListOf(GivenCount), "What is given back."),
  lapsed: described(ListOf(LapsedCount), "What came to its end by itself, and is neither taken nor given back."),
}

/** How each record changes, behind what people read first. */
const records = described(ListOf(RecordChange), "How each record changes by it.")

/** What a refund of an order does. */
export const OrderRefund = Schema.Struct({
  ...taking,
  player_uuid: described(PlayerUuid, "The player."),
  refunded_order_id: described(Text, "The order that is refunded."),
  order_ids: described(ListOf(Text), "The order and those that it made, which are refunded with it."),
  order_id: described(Schema.optionalKey(Text), "The order that refunds it. Absent: nothing is stored."),
  once: described(GivenBackOnce, "What the player got once by the order. It is given back by a whole refund alone."),
  records,
  reverse: reverseField,
}).annotate({ identifier: "OrderRefund", description: "What a refund of an order does." })
export type OrderRefund = typeof OrderRefund.Type

/** What a claw-back of an item does. */
export const ItemClawBack = Schema.Struct({
  ...taking,
  wanted: described(Integer, "How many are to be taken."),
  player_uuid: described(PlayerUuid, "The player."),
  item_id: itemId,
  order_id: described(Schema.optionalKey(Text), "The order that takes them. Absent: nothing is stored."),
  records,
  reverse: reverseField,
}).annotate({ identifier: "ItemClawBack", description: "What a claw-back of an item does." })
export type ItemClawBack = typeof ItemClawBack.Type

/** What an entry added to a record, and what became of it. */
const CountLot = Schema.Struct({
  order_id: described(Schema.optionalKey(Text), "The order that added them. Absent: it is too long ago."),
  entry_id: described(Schema.optionalKey(Text), "Its entry."),
  created: described(Timestamp, "When they were added."),
  source: described(Schema.optionalKey(OrderSource), "Source of the order."),
  given_back_at: described(
    Schema.optionalKey(Timestamp),
    "When a refund gave them back. Absent: they were not given back.",
  ),
  count: described(Integer, "How many were added."),
  left: described(Integer, "How many of them are still there."),
  is_paid: described(
    Schema.optionalKey(Flag),
    "Whether they were paid for, with items or in another system. Absent: none of them is left.",
  ),
  uses: described(ListOf(CountUse), "Where the others went, the newest first."),
}).annotate({ identifier: "CountLot", description: "What an entry added to a record, and what became of it." })

/** A record with its lots. */
const TracedRecord = Schema.Struct({
  inventory_id: described(Uuid, "The record."),
  item_id: itemId,
  bucket: described(Schema.optionalKey(InventoryBucket), "Its bucket. Absent: the record is gone."),
  count: described(Integer, "How many it holds. 0: also when it is gone."),
  expires: described(Schema.optionalKey(Timestamp), "Its end; absent: it has none."),
  lots: described(ListOf(CountLot), "What was added to it, the newest first."),
  lots_left_out: described(Integer, "How many older lots are not listed."),
}).annotate({ identifier: "TracedRecord", description: "A record with where its counts came from and went." })

/** Where the counts of an item came from, and where they went. */
export const InventoryTrace = Schema.Struct({
  player_uuid: described(PlayerUuid, "The player."),
  records: described(ListOf(TracedRecord), "The records, the newest first; at most 50."),
}).annotate({ identifier: "InventoryTrace", description: "Where counts came from, and where they went." })
export type InventoryTrace = typeof InventoryTrace.Type

/** What an order has to do with refunds. */
export const OrderRefunds = Schema.Struct({
  order_id: described(Text, "The order."),
  parent_order_id: described(Schema.optionalKey(Text), "The order that made it. Absent: it was submitted."),
  refunded_order_id: described(Schema.optionalKey(Text), "The order that it refunds. Absent: it refunds none."),
  refund_order_id: described(Schema.optionalKey(Text), "The order that refunds it. Absent: it is not refunded."),
  owed: described(ListOf(OwedCount), "What it should have taken and could not."),
}).annotate({ identifier: "OrderRefunds", description: "What an order has to do with refunds." })
export type OrderRefunds = typeof OrderRefunds.Type

/** An order by which a player owes something. */
const OwingOrder = Schema.Struct({
  order_id: described(Text, "The order that could not take all."),
  created: described(Timestamp, "When it was made."),
  refunded_order_id: described(Schema.optionalKey(Text), "The order that it refunds. Absent: it claws an item back."),
  owed: described(ListOf(OwedCount), "What is owed by it."),
}).annotate({ identifier: "OwingOrder", description: "An order by which a player owes something." })

/** What a player owes. */
export const OwedByPlayer = Schema.Struct({
  player_uuid: described(PlayerUuid, "The player."),
  orders: described(
    ListOf(OwingOrder),
    "The orders by which the player owes something, the newest first; at most 100.",
  ),
}).annotate({ identifier: "OwedByPlayer", description: "What a player owes." })
export type OwedByPlayer = typeof OwedByPlayer.Type
