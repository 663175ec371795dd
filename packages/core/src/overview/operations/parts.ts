/** The shapes that the operations on a player as a whole share: items, orders, presence, and acts. */
import * as Schema from "effect/Schema"
import type { AuditRow } from "../../audit/schema.ts"
import type { CatalogNames } from "../../catalog/rules/names.ts"
import { OwnedRecord } from "../../inventory/schema.ts"
import { described, Enumeration, Integer, ListOf, Text } from "../../kernel/input/Field.ts"
import { Timestamp } from "../../kernel/time/Timestamp.ts"
import { EntryResult, EntryType, OrderSource } from "../../order/enumerations.ts"
import { storedOrderIn } from "../../order/rules/wire/storedOrder.ts"
import type { WireJson } from "../../kernel/wire/WireJson.ts"
import { SECTIONS } from "../rules.ts"

/** One of the sections of a player. */
export const SectionName = Enumeration(SECTIONS)

/** What the mark of a player is. */
export const markField = described(
  Text,
  "Opaque; differs after any change of what the reader may see of the player. Heartbeats are no changes.",
)

/** A record of an inventory with the name of its item. */
export const NamedRecord = Schema.Struct({
  ...OwnedRecord.fields,
  name: described(
    Schema.optional(Text),
    "`custom_data.name` of the item in the catalog; absent: it has none, or the catalog lacks the item.",
  ),
}).annotate({ identifier: "NamedRecord" })

/** Entries of an order that its summary shows. */
const ENTRIES_SHOWN_MAX = 5

const EntrySummary = Schema.Struct({
  type: described(EntryType, "Kind of the entry."),
  loot_id: described(Schema.optional(Integer), "Loot that it asked for."),
  item_id: described(Schema.optional(Integer), "Item that it asked for."),
  name: described(Schema.optional(Text), "What the catalog calls that loot or item."),
  quantity: described(Integer, "How many times; of a changed record, its new count."),
  result: described(EntryResult, "`success`, or why the entry was not fulfilled."),
}).annotate({ identifier: "EntrySummary" })

/** An order in a few fields; order.find has all of it. */
export const OrderSummary = Schema.Struct({
  order_id: described(Text, "Id of the order."),
  created: described(Timestamp, "When it was fulfilled."),
  source: described(Schema.optional(OrderSource), "Where it came from."),
  entry_count: described(Integer, "How many entries it has."),
  failed_count: described(Integer, "How many of them were not fulfilled."),
  entries: described(ListOf(EntrySummary), `The first ${ENTRIES_SHOWN_MAX} of them.`),
}).annotate({ identifier: "OrderSummary" })

const calledIn = (names: CatalogNames, lootId: number | undefined, itemId: number | undefined): string | undefined => {
  if (lootId !== undefined) return names.loot(lootId)
  return itemId === undefined ? undefined : names.item(itemId)
}

/** The summary of a stored order. */
export const summaryOf = (wire: WireJson, names: CatalogNames) => {
  const order = storedOrderIn(wire)
  return {
    order_id: order.order_id,
    created: order.created_time,
    source: order.source,
    entry_count: order.entries.length,
    failed_count: order.entries.filter(({ result }) => result !== "success").length,
    entries: order.entries.slice(0, ENTRIES_SHOWN_MAX).map(({ item_id: itemId, loot_id, quantity, result, type }) => ({
      type,
      loot_id,
      item_id: itemId,
      name: calledIn(names, loot_id, itemId),
      quantity,
      result,
    })),
  }
}

/** An audit row about a player or its person. */
export const ActOnPlayer = Schema.Struct({
  sequence: described(Integer, "Number of the row in the audit."),
  time: described(Timestamp, "When it was done, or refused."),
  operation: described(Text, "Name of the operation."),
  outcome: described(Text, "`done`, or the code of the refusal."),
  actor: described(Text, "Who did it."),
  address: described(Text, "Network address of the request; empty: it came over no network."),
  reason: described(Schema.optional(Text), "Why, in the words of the actor."),
  revision: described(Schema.optional(Integer), "Revision of the person after the change; absent: it was refused."),
}).annotate({ identifier: "ActOnPlayer" })

/** The audit row as operators see it. */
export const actView = ({ actor, at, operation, outcome, reason, revision, sequence }: AuditRow) => ({
  sequence,
  time: at,
  operation,
  outcome,
  actor: actor.name,
  address: actor.address,
  reason,
  revision,
})
