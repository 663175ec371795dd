/** Shape of a quote with expected results: an order with the odds of its entries (decisions, section 12). */
import * as Schema from "effect/Schema"
import { described, ListOf, Text } from "../kernel/input/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { entryRequestFields, expectedPriceField, orderFields } from "../order/schema.ts"
import { oddsFields } from "./schema.ts"

const EntryOdds = Schema.Struct(oddsFields).annotate({ identifier: "EntryOdds" })

/** An entry with its odds, as if it were the only one of its order. */
const ExpectedEntry = Schema.Struct({
  ...entryRequestFields,
  ...expectedPriceField,
  expected: described(EntryOdds, "What the entry would give."),
}).annotate({
  identifier: "ExpectedEntry",
  description: "An entry with its odds, as if it were the only one of its order.",
})

/** The answer of a quote with expected results. */
export const ExpectedQuote = Schema.Struct({
  ...orderFields,
  player_uuid: described(PlayerUuid, "UUID of the player whose order it would be."),
  created_time: Timestamp.annotate({ description: "The time that the quote is for." }),
  results: described(Schema.Literal("expected"), "That the entries have odds, and no results."),
  etag: Text.annotate({ description: "Etag of the vendor collection that the odds belong to." }),
  entries: described(ListOf(ExpectedEntry), "The entries, in the sequence of the request."),
}).annotate({ identifier: "ExpectedQuote", description: "A quote with expected results." })
export type ExpectedQuote = typeof ExpectedQuote.Type
