/**
 * How an act is undone, as data: another act of the table, with its input. The answer of an act that can be undone has
 * the member `reverse`, so that every face can offer it (decisions, section 3).
 */
import * as Schema from "effect/Schema"
import { described, Text } from "../kernel/input/Field.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import type { Header } from "./Operation.ts"

/** An act that undoes another one. */
export const Reverse = Schema.Struct({
  operation: described(Text, "The operation that undoes this act."),
  input: described(Schema.Record(Schema.String, Schema.Json), "Its input."),
  until: described(Schema.optionalKey(Timestamp), "When it stops being possible; absent: no time limits it."),
}).annotate({ identifier: "Reverse" })
export type Reverse = typeof Reverse.Type

/** The member of an answer, of an act that can be undone. */
export const reverseField = described(
  Schema.optionalKey(Reverse),
  "How this act is undone; absent: nothing was changed, or it cannot be undone any more.",
)

/** The reverse of an act: the operation with this header, with this input as JSON. */
export const reverseBy = (
  { name }: Header,
  input: Readonly<Record<string, Schema.Json>>,
  until?: Timestamp,
): { readonly reverse: Reverse } => ({
  reverse: { operation: name, input, ...(until !== undefined && { until }) },
})
