/** Shape of a quote: an order without ids, as it would be fulfilled (decisions, section 12). */
import * as Schema from "effect/Schema"
import { InventoryRecord } from "../inventory/schema.ts"
import { described, Integer, ListOf, Text, Uuid } from "../kernel/input/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { Int64 } from "../kernel/wire/Int64.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { ExplainedReason } from "./explanation.ts"
import { EntryDetailType, EntryResult } from "./enumerations.ts"
import { entryRequestFields, expectedPriceField, orderFields } from "./schema.ts"

const onlyStored = "Present if the order is stored already under this client_order_ref_id."

/** A record as it would be. */
const QuotedRecord = Schema.Struct({
  ...InventoryRecord.fields,
  inventory_id: Schema.optionalKey(Uuid.annotate({ description: "Absent: the record would be new." })),
  legacy_inventory_id: described(Schema.optionalKey(Int64), "Number of the record. Absent: the record would be new."),
}).annotate({ identifier: "QuotedRecord", description: "A record as it would be." })

/** A record before and after a change; `before` absent: the record would be new. */
const QuotedChange = Schema.Struct({
  before_item_id: described(Schema.optionalKey(Integer), "Item of the record before; absent: the record is new."),
  after_item_id: described(Integer, "Item of the record after."),
  before: described(Schema.optionalKey(QuotedRecord), "The record before; absent: it would be new."),
  after: described(QuotedRecord, "The record after."),
}).annotate({ identifier: "QuotedChange", description: "A record before and after a change." })

const QuotedEffect = Schema.Struct({
  type: described(EntryDetailType, "What this detail reports. It decides which other fields the detail has."),
  loot_id: described(
    Schema.optionalKey(Integer),
    "Loot that caused the effect; of `dynamic_bundle_lti`: the part that was chosen.",
  ),
  inv_change: described(Schema.optionalKey(QuotedChange), "Of `inventory_change`: the record before and after."),
})

const QuotedFields = Schema.Struct({
  ...entryRequestFields,
  entry_id: Schema.optionalKey(Text.annotate({ description: onlyStored })),
  result: described(Schema.optionalKey(EntryResult), "`success`, or why the entry would not be fulfilled."),
  ...expectedPriceField,
  notes: described(
    Schema.optionalKey(ListOf(ExplainedReason)),
    "What the quantity would not do, at most 20 sentences. Absent: it does what it says.",
  ),
})

const QuotedHeader = Schema.Struct({
  ...orderFields,
  order_id: Schema.optionalKey(Text.annotate({ description: onlyStored })),
})

/** An entry as it would be fulfilled. */
export interface QuotedEntry extends Schema.Schema.Type<typeof QuotedFields> {
  readonly details?: ReadonlyArray<Schema.Schema.Type<typeof QuotedEffect> & { readonly order?: QuotedOrder }>
}

/** The JSON of a {@link QuotedEntry}. */
export interface QuotedEntryJson extends Schema.Codec.Encoded<typeof QuotedFields> {
  readonly details?: ReadonlyArray<Schema.Codec.Encoded<typeof QuotedEffect> & { readonly order?: QuotedOrderJson }>
}

/** An order that would be made. */
export interface QuotedOrder extends Schema.Schema.Type<typeof QuotedHeader> {
  readonly entries: ReadonlyArray<QuotedEntry>
}

/** The JSON of a {@link QuotedOrder}. */
export interface QuotedOrderJson extends Schema.Codec.Encoded<typeof QuotedHeader> {
  readonly entries: ReadonlyArray<QuotedEntryJson>
}

const QuotedDetail = Schema.Struct({
  ...QuotedEffect.fields,
  order: Schema.optionalKey(
    Schema.suspend((): Schema.Codec<QuotedOrder, QuotedOrderJson> => QuotedOrder).annotate({
      description: "The order that would be made, with the results of its entries.",
    }),
  ),
}).annotate({ identifier: "QuotedDetail", description: "An effect that an entry would have." })

const QuotedEntry = Schema.Struct({
  ...QuotedFields.fields,
  details: described(Schema.optionalKey(ListOf(QuotedDetail)), "What the entry would do, in sequence."),
}).annotate({ identifier: "QuotedEntry", description: "An entry as it would be fulfilled." })

const QuotedOrder: Schema.Codec<QuotedOrder, QuotedOrderJson> = Schema.Struct({
  ...QuotedHeader.fields,
  entries: described(ListOf(QuotedEntry), "The entries, in their sequence."),
}).annotate({ identifier: "QuotedOrder", description: "An order that another order would make." })

/** The answer of a quote. */
export const OrderQuote = Schema.Struct({
  ...QuotedHeader.fields,
  player_uuid: described(PlayerUuid, "UUID of the player whose order it would be."),
  created_time: Timestamp.annotate({ description: "The time that the quote is for." }),
  entries: described(ListOf(QuotedEntry), "The entries, in their sequence."),
}).annotate({
  identifier: "OrderQuote",
  description: "What an order would be answered with. It has ids only if the order is stored already.",
})
export type OrderQuote = typeof OrderQuote.Type
