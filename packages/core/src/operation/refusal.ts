/** A refusal as JSON, for faces that have one shape for all of them. */
import * as Cause from "effect/Cause"
import * as Schema from "effect/Schema"
import { described, Text } from "../kernel/input/Field.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import { StorageUnavailable } from "../kernel/work/Transaction.ts"

/** Why an operation was refused, or that it failed. */
export const RefusalJson = Schema.Struct({
  code: described(Text, "A code of the closed tables, or `service_unavailable` while storage cannot answer."),
  message: described(Text, "A sentence for people."),
  details: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "What the code has to say besides." }),
  ),
  retry_after_seconds: Schema.optionalKey(
    Schema.Number.annotate({ description: "Seconds after which the same may succeed. Absent: waiting does not help." }),
  ),
}).annotate({ identifier: "Refusal", description: "Why something was refused." })
export type RefusalJson = typeof RefusalJson.Type

const jsonOf = ({ code, details, message, retryAfterSeconds }: Refusal): RefusalJson => ({
  code,
  message,
  ...(Object.keys(details).length === 0 ? {} : { details }),
  ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
})

const unavailable: RefusalJson = {
  code: "service_unavailable",
  message: "Storage cannot answer now. Trying again may succeed.",
  retry_after_seconds: 1,
}

const unexpected: RefusalJson = { code: "internal_error", message: "An unexpected error happened." }

/** The refusal of a failed operation. A defect shows nothing of itself. */
export const refusalOf = (cause: Cause.Cause<Refusal>): RefusalJson => {
  for (const reason of cause.reasons) {
    if (Cause.isFailReason(reason)) return jsonOf(reason.error)
    if (Cause.isDieReason(reason)) return reason.defect instanceof StorageUnavailable ? unavailable : unexpected
  }
  return unavailable
}

/** The refusal of a failed operation as JSON. A defect shows nothing of itself. */
export const refusalTextOf = (cause: Cause.Cause<Refusal>): string => JSON.stringify(refusalOf(cause))
