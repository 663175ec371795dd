/** Shape of a quote: an order without ids, as it would be fulfilled (decisions, section 12). */
import * as Schema from "effect/Schema"
import { InventoryRecord } from "../inventory/schema.ts"
import { Integer, ListOf, Text, Uuid } from "../kernel/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { Int64 } from "../kernel/Int64.ts"
import { Timestamp } from "../kernel/Timestamp.ts"
import { EntryDetailType, EntryResult } from "./enumerations.ts"
import { entryRequestFields, orderFields } from "./schema.ts"

const onlyStored = "Present if the order is stored already under this client_order_ref_id."

/** A record as it would be. */
const QuotedRecord = Schema.Struct({
  ...InventoryRecord.fields,
  inventory_id: Schema.optionalKey(Uuid.annotate({ description: "Absent: the record would be new." })),
  legacy_inventory_id: Schema.optionalKey(Int64),
}).annotate({ identifier: "QuotedRecord" })

/** A record before and after a change; `before` absent: the record would be new. */
const QuotedChange = Schema.Struct({
  before_item_id: Schema.optionalKey(Integer),
  after_item_id: Integer,
  before: Schema.optionalKey(QuotedRecord),
  after: QuotedRecord,
}).annotate({ identifier: "QuotedChange" })

const QuotedEffect = Schema.Struct({
  type: EntryDetailType,
  loot_id: Schema.optionalKey(Integer),
  inv_change: Schema.optionalKey(QuotedChange),
})

const QuotedFields = Schema.Struct({
  ...entryRequestFields,
  entry_id: Schema.optionalKey(Text.annotate({ description: onlyStored })),
  result: Schema.optionalKey(EntryResult),
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
}).annotate({ identifier: "QuotedDetail" })

const QuotedEntry = Schema.Struct({
  ...QuotedFields.fields,
  details: Schema.optionalKey(ListOf(QuotedDetail)),
}).annotate({ identifier: "QuotedEntry" })

const QuotedOrder: Schema.Codec<QuotedOrder, QuotedOrderJson> = Schema.Struct({
  ...QuotedHeader.fields,
  entries: ListOf(QuotedEntry),
}).annotate({ identifier: "QuotedOrder" })

/** The answer of a quote. */
export const OrderQuote = Schema.Struct({
  ...QuotedHeader.fields,
  player_uuid: PlayerUuid,
  created_time: Timestamp.annotate({ description: "The time that the quote is for." }),
  entries: ListOf(QuotedEntry),
}).annotate({ identifier: "OrderQuote" })
export type OrderQuote = typeof OrderQuote.Type
